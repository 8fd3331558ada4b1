"""Chooses who speaks in a chat, and asks for what the persona leaves open."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QLineEdit, QWidget

from weclaw_desktop.ui.widgets import Label, Sheet
from weclaw_desktop.ui.widgets.finder import Choice, Finder
from weclaw_desktop.workspace.personas import Persona

translate = QCoreApplication.translate
Chosen = Callable[[str, str], None]
NOBODY = "persona:none"
EDIT = "persona:edit"


class PersonaPicker(Finder):
    """Calls ``choose`` with a persona's id and its filled text; both empty for the usual one of the settings."""

    def __init__(
        self, window: QWidget, personas: Sequence[Persona], now: str, choose: Chosen, edit: Callable[[], None]
    ) -> None:
        self._personas = {persona.id: persona for persona in personas}
        self._choose, self._edit, self._over = choose, edit, window
        lines = [
            Choice(
                NOBODY,
                translate("Personas", "As in the settings"),
                under=translate("Personas", "The assistant as you set it for all chats"),
                chosen=not now,
            ),
            *(_choice(persona, now) for persona in personas),
            Choice(EDIT, translate("Personas", "Edit personas…"), section=" "),
        ]
        title = translate("Personas", "Who answers in this chat?")
        super().__init__(window, title, translate("Personas", "Search personas…"), lines)
        self.chosen.connect(self._on_chosen)

    def _on_chosen(self, name: str) -> None:
        if name == EDIT:
            self._edit()
        elif name == NOBODY:
            self._choose("", "")
        else:
            persona = self._personas[name]
            if persona.variables:
                VariablesSheet(self._over, persona, self._choose).open()
            else:
                self._choose(persona.id, persona.text)


class VariablesSheet(Sheet):
    """One field for each thing that the persona leaves open, filled with its usual value."""

    def __init__(self, window: QWidget, persona: Persona, choose: Chosen) -> None:
        super().__init__(window, persona.name, width=460)
        self._persona, self._choose = persona, choose
        self.fields: dict[str, QLineEdit] = {}
        if persona.description:
            self.body.addWidget(Label(persona.description, "small", "muted", wrap=True))
        for name, usual in persona.variables.items():
            self.body.addWidget(Label(name))
            field = self.fields[name] = QLineEdit(usual)
            field.setAccessibleName(name)
            field.returnPressed.connect(lambda: self.answer("use"))
            self.body.addWidget(field)
        self.add_button("", translate("Personas", "Cancel"))
        self.add_button("use", translate("Personas", "Use"), "primary")
        self.closed.connect(self._on_closed)

    def open(self) -> None:
        """Show it, ready to type the first value."""
        super().open()
        first = next(iter(self.fields.values()))
        first.setFocus()
        first.selectAll()

    def _on_closed(self, answer: str) -> None:
        if answer == "use":
            values = {name: field.text() for name, field in self.fields.items()}
            self._choose(self._persona.id, self._persona.filled(values))


def _choice(persona: Persona, now: str) -> Choice:
    section = translate("Personas", "Shipped") if persona.shipped else translate("Personas", "Your own")
    return Choice(
        persona.id,
        persona.name,
        under=persona.description,
        section=section,
        terms=persona.text[:2_000],
        chosen=persona.id == now,
    )
