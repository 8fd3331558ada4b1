"""What stands under the opened budgets: ways to add skills and files, and the folder of the chat."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.context_panel.words import translate
from weclaw_desktop.ui.widgets import ElidedLabel, LinkButton, column, row
from weclaw_desktop.workspace.instructions import abbreviated


class BudgetFeet(QObject):
    """What stands under the opened budgets: ways to add to them."""

    """One widget for each budget. ``acted``: "skills", "pin", "folder" or "no_folder"."""

    acted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.widgets = (QWidget(), QWidget(), QWidget())
        self.skills, self.pin, self.change, self.none = LinkButton(), LinkButton(), LinkButton(), LinkButton()
        self.folder = ElidedLabel("", "small", "muted", mode=Qt.TextElideMode.ElideMiddle)
        for button, name in (
            (self.skills, "skills"),
            (self.pin, "pin"),
            (self.change, "folder"),
            (self.none, "no_folder"),
        ):
            button.clicked.connect(lambda _checked=False, name=name: self.acted.emit(name))
        skills = row(self.widgets[1], margins=(14, 0, 0, 4))
        skills.addWidget(self.skills)
        skills.addStretch(1)
        files = column(self.widgets[2], gap=0, margins=(18, 0, 0, 4))
        files.addWidget(self.folder)
        acts = Flow()
        for button in (self.change, self.none, self.pin):
            acts.addWidget(button)
        files.addLayout(acts)
        self._path = ""

    def show_folder(self, path: str) -> None:
        """The folder of the chat, "" for none."""
        self._path = path
        self.none.setVisible(bool(path))
        self.folder.setVisible(bool(path))
        self.folder.setText(abbreviated(Path(path)) if path else "")
        self.retranslate()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.skills.setText(translate("ContextPanel", "All skills…"))
        self.skills.setAccessibleName(self.skills.text())
        self.pin.setText(translate("ContextPanel", "Pin a file…"))
        self.pin.setAccessibleName(translate("ContextPanel", "Pin a file to the prompt"))
        change = translate("ContextPanel", "Another folder…") if self._path else translate("ContextPanel", "Folder…")
        self.change.setText(change)
        self.change.setAccessibleName(translate("ContextPanel", "Folder of this chat…"))
        self.none.setText(translate("ContextPanel", "No folder"))
        self.none.setAccessibleName(translate("ContextPanel", "Work in no folder"))
        self.folder.setAccessibleName(translate("ContextPanel", "Folder of this chat: {0}").format(self._path))
