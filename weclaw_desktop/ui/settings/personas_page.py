"""The personas page: read, write, copy and delete personas; each is a file in the profile's folder."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings.page import Page, told
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Button, ChoiceBox, Label, row
from weclaw_desktop.workspace.personas import Persona

translate = QCoreApplication.translate
PAUSE_MS = 300
"""Pause in typing after which the text is counted, in milliseconds."""


class PersonasPage(Page):
    """One persona at a time: chosen above, written below."""

    name = "personas"

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self._personas: list[Persona] = []
        self._about = Label("", "small", "muted", wrap=True)
        self.head_layout.addWidget(self._about)
        self.pick = ChoiceBox()
        self.pick.activated.connect(self._on_picked)
        self.new = Button("", "secondary", "plus")
        self.new.clicked.connect(self._on_new)
        line = row(gap=8)
        line.addWidget(self.pick, 1)
        line.addWidget(self.new)
        self.body.addLayout(line)
        self._name_label, self.name_edit = Label(""), QLineEdit()
        self._description_label, self.description = Label(""), QLineEdit()
        self._text_label, self.text = Label(""), QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setMinimumHeight(current().px(200))
        for label, field in (
            (self._name_label, self.name_edit),
            (self._description_label, self.description),
            (self._text_label, self.text),
        ):
            self.body.addWidget(label)
            self.body.addWidget(field)
        self._variables = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self._variables)
        self.cost = Label("", "small", "muted", wrap=True)
        self.body.addWidget(self.cost)
        self._counting = QTimer(self)
        self._counting.setSingleShot(True)
        self._counting.setInterval(PAUSE_MS)
        self._counting.timeout.connect(lambda: conductor.start(self._count(), "count a persona"))
        self.text.textChanged.connect(self._show_variables)
        self.text.textChanged.connect(self._counting.start)
        self.problem = Label("", "small", "danger", wrap=True)
        self.problem.hide()
        self.body.addWidget(self.problem)
        self.folder, self.delete = Button("", "link"), Button("", "secondary", "trash")
        self.save = Button("", "primary")
        self.folder.clicked.connect(self._on_folder)
        self.delete.clicked.connect(self._on_delete)
        self.save.clicked.connect(self._on_save)
        below = row(gap=8)
        below.addWidget(self.folder)
        below.addStretch(1)
        below.addWidget(self.delete)
        below.addWidget(self.save)
        self.body.addLayout(below)

    @property
    def persona(self) -> Persona:
        """The persona as the fields have it; without id while it is new."""
        shown = self.pick.currentData()
        known = next((persona for persona in self._personas if persona.id == shown), None)
        name, words = self.name_edit.text().strip(), self.text.toPlainText().strip()
        return Persona("" if known is None else known.id, name, self.description.text().strip(), words)

    @override
    def shown(self) -> None:
        self.reload()

    def reload(self, show: str = "") -> None:
        """Read the files anew and show one of them."""
        self.conductor.start(self._reload(show), "read personas")

    async def _reload(self, show: str) -> None:
        self._personas = await self.conductor.bench.personas.all(i18n.language())
        wanted = show or self.pick.currentData()
        self.pick.clear()
        for persona in self._personas:
            own = "" if persona.shipped else translate("Personas", " (your own)")
            self.pick.addItem(persona.name + own, persona.id)
        self.pick.setCurrentIndex(max(0, self.pick.findData(wanted)))
        self._on_picked()

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self._about.setText(
            translate(
                "Personas",
                "A persona says who the assistant is in a chat. Write {{name}} for something that is asked when it is "
                "chosen, {{name|usual}} with a usual value. Each is a Markdown file.",
            )
        )
        self.pick.setAccessibleName(translate("Personas", "Persona"))
        self.new.setText(translate("Personas", "New"))
        for label, field, said in (
            (self._name_label, self.name_edit, translate("Personas", "Name")),
            (self._description_label, self.description, translate("Personas", "In one line")),
            (self._text_label, self.text, translate("Personas", "Text")),
        ):
            label.setText(said)
            field.setAccessibleName(said)
        self.folder.setText(translate("Personas", "Open the folder"))
        self.delete.setText(translate("Personas", "Delete"))
        self.save.setText(translate("Personas", "Save"))
        self._show_variables()
        if self.isVisible():
            self.reload()

    def _on_picked(self) -> None:
        shown = self.pick.currentData()
        known = next((persona for persona in self._personas if persona.id == shown), None)
        if known is not None:
            self.name_edit.setText(known.name)
            self.description.setText(known.description)
            self.text.setPlainText(known.text)
        self.delete.setEnabled(known is not None and not known.shipped)
        self.folder.setEnabled(self.conductor.bench.personas.folder is not None)
        self.problem.hide()

    async def _count(self) -> None:
        """What the persona costs in every request."""
        tokens = await self.conductor.bench.skills.count(self.text.toPlainText().strip())
        said = translate("Personas", "{0} tokens in each prompt").format(compact(tokens))
        self.cost.setText(said if tokens else "")

    def _on_new(self) -> None:
        self.pick.setCurrentIndex(-1)
        for field in (self.name_edit, self.description, self.text):
            field.clear()
        self.delete.setEnabled(False)
        self.problem.hide()
        self.name_edit.setFocus()

    def _on_save(self) -> None:
        self.conductor.start(self._save(self.persona), "save a persona")

    async def _save(self, persona: Persona) -> None:
        try:
            saved = await self.conductor.bench.personas.save(persona)
        except KnownError as error:
            self.problem.setText(told(error))
            self.problem.show()
            return
        await self._reload(saved.id)

    def _on_delete(self) -> None:
        self.conductor.start(self._delete(self.persona.id), "delete a persona")

    async def _delete(self, name: str) -> None:
        try:
            await self.conductor.bench.personas.delete(name)
        except KnownError as error:
            self.problem.setText(told(error))
            self.problem.show()
            return
        await self._reload("")

    def _on_folder(self) -> None:
        folder = self.conductor.bench.personas.folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _show_variables(self) -> None:
        asked = Persona("", "", "", self.text.toPlainText()).variables
        names = ", ".join(f"{name} ({usual})" if usual else name for name, usual in asked.items())
        self._variables.setText(translate("Personas", "Asked when it is chosen: {0}").format(names) if names else "")
