"""The keys page: every command with its keys; other keys are typed, and refused where they are taken."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QKeySequenceEdit, QLineEdit, QWidget
from typing_extensions import override

from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.keys.commands import COMMANDS, GROUPS, Command, group_label
from weclaw_desktop.ui.keys.keymap import conflict, keys_of
from weclaw_desktop.ui.settings.page import Page
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Button, IconButton, Label, column, row

translate = QCoreApplication.translate
PORTABLE = QKeySequence.SequenceFormat.PortableText


class KeyField(QKeySequenceEdit):
    """Takes keys. Those by which one gets about in every window stay what they are: alone they are no shortcut."""

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _moves(event):
            event.ignore()
            return False
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _moves(event):
            event.ignore()
        else:
            super().keyPressEvent(event)


def _moves(event: QKeyEvent) -> bool:
    keys = (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
    held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    return event.key() in keys and not held


class KeyRow(QWidget):
    """One command: its name, a field that takes keys, and a way back to the usual ones."""

    def __init__(self, page: KeysPage, known: Command) -> None:
        super().__init__()
        self.command = known
        self._page = page
        self._label = Label("", gives=True)
        self.edit = KeyField()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setMinimumWidth(current().px(110))
        self.edit.setMaximumWidth(current().px(190))
        self.edit.editingFinished.connect(self._on_typed)
        self.none = IconButton("cross")
        self.none.clicked.connect(lambda: page.choose(known.id, ""))
        self.usual = IconButton("undo")
        self.usual.clicked.connect(lambda: page.choose(known.id, None))
        self.problem = Label("", "small", "danger", wrap=True)
        self.problem.hide()
        line = row(gap=8)
        line.addWidget(self._label, 1)
        line.addWidget(self.edit, 2)
        line.addWidget(self.none)
        line.addWidget(self.usual)
        layout = column(self, gap=2)
        layout.addLayout(line)
        layout.addWidget(self.problem)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._label.setText(self.command.label)
        said = translate("Commands", "Keys for: {0}").format(self.command.label)
        for field in (self.edit, *self.edit.findChildren(QLineEdit)):
            field.setAccessibleName(said)
        self.none.set_name(translate("Commands", "No keys"))
        self.usual.set_name(translate("Commands", "Usual keys"))

    def show_keys(self, chosen: dict[str, str]) -> None:
        """The keys in force."""
        found = keys_of(self.command.id, chosen)
        self.edit.setKeySequence(QKeySequence(found[0] if found else ""))
        self.none.setEnabled(bool(found))
        self.usual.setEnabled(self.command.id in chosen)
        self.problem.hide()

    def _on_typed(self) -> None:
        typed = self.edit.keySequence().toString(PORTABLE)
        chosen = self._page.conductor.settings.shortcuts
        if typed == (keys_of(self.command.id, chosen) or ("",))[0]:
            return
        taken = conflict(self.command.id, typed, chosen)
        if taken is None:
            self._page.choose(self.command.id, None if typed in self.command.keys[:1] else typed)
            return
        self.show_keys(chosen)
        said = translate("Commands", "{0} is taken by: {1}. Choose other keys, or take them away there first.")
        shown = QKeySequence(typed).toString(QKeySequence.SequenceFormat.NativeText)
        self.problem.setText(said.format(shown, taken.label))
        self.problem.show()


class KeysPage(Page):
    """All commands by group."""

    name = "keys"

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self.rows: dict[str, KeyRow] = {}
        for group in GROUPS:
            self.add_heading(lambda group=group: group_label(group))
            for known in COMMANDS:
                if known.group == group:
                    self.rows[known.id] = KeyRow(self, known)
                    self.body.addWidget(self.rows[known.id])
        self._all = Button("", "secondary", "undo")
        self._all.clicked.connect(self._on_all)
        line = row()
        line.addWidget(self._all)
        line.addStretch(1)
        self.body.addLayout(line)

    def choose(self, name: str, keys: str | None) -> None:
        """Store other keys for a command; None gives its usual ones back."""
        self.conductor.start(self.conductor.bench.settings.choose_keys(name, keys), "choose keys")

    @override
    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        return " ".join((super().known_terms(conductor), *(known.label for known in COMMANDS)))

    @override
    def refresh(self) -> None:
        super().refresh()
        for shown in self.rows.values():
            shown.show_keys(self.conductor.settings.shortcuts)
        self._all.setEnabled(bool(self.conductor.settings.shortcuts))

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self._all.setText(translate("Commands", "Usual keys for all"))
        for shown in self.rows.values():
            shown.retranslate()

    def _on_all(self) -> None:
        self.conductor.start(self._usual(), "usual keys")

    async def _usual(self) -> None:
        for name in tuple(self.conductor.settings.shortcuts):
            await self.conductor.bench.settings.choose_keys(name, None)
