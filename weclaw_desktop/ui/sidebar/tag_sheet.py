"""Asks for a tag: a line to write in, and the tags there are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import as_tag
from weclaw_desktop.ui.widgets import Sheet


class TagSheet(Sheet):
    """``closed`` carries the tag, "" when there is none."""

    def __init__(self, window: QWidget, tags: Sequence[str]) -> None:
        translate = QCoreApplication.translate
        super().__init__(window, translate("Sidebar", "New tag"), width=360)
        self.edit = QLineEdit()
        self.edit.setAccessibleName(translate("Sidebar", "Tag"))
        self.edit.setPlaceholderText(translate("Sidebar", "One word or a few"))
        self.edit.setMaxLength(60)
        completer = QCompleter(list(tags), self.edit)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.edit.setCompleter(completer)
        self.edit.returnPressed.connect(self._take)
        self.body.addWidget(self.edit)
        self.add_button("", translate("Sidebar", "Cancel"))
        self.give = self.add_button("", translate("Sidebar", "Add"), "primary")
        self.give.clicked.disconnect()
        self.give.clicked.connect(self._take)

    @override
    def open(self) -> None:
        super().open()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)

    def _take(self) -> None:
        self.answer(as_tag(self.edit.text()))
