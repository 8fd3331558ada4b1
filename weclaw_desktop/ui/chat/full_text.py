"""A text of any length in a sheet over the window: what a card only begins to show."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from weclaw_desktop.ui.chat.code_view import CodeView
from weclaw_desktop.ui.chat.saving import Saving
from weclaw_desktop.ui.chat.ticks import CopyButton, TickButton
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Sheet, row

WIDTH = 860
"""Widest sheet, as a token length."""


class FullText(Sheet):
    """Shows ``text`` whole; it can be copied and saved. Only the lines in sight are laid out."""

    def __init__(self, window: QWidget, title: str, text: str, *, language: str = "", name: str = "text.txt") -> None:
        super().__init__(window, title, width=WIDTH)
        self._text, self._name = text, name
        self.view = CodeView()
        self.view.set_code(text, language)
        self.view.resize(self.view.sizeHint())
        area = QScrollArea()
        area.setWidget(self.view)
        area.setAccessibleName(title)
        area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        area.setMinimumHeight(min(round(window.height() * 0.6), self.view.height() + current().px(16)))
        self.body.addWidget(area)
        self._copy = CopyButton(self.tr("Copy all"), self)
        self._copy.content = text
        self._save = TickButton("download", self.tr("Save as a file"), self)
        self._save.clicked.connect(self._on_save)
        self._saving = Saving(self)
        self._saving.finished.connect(self._on_saved)
        tools = row(gap=4)
        tools.addWidget(self._copy)
        tools.addWidget(self._save)
        self.buttons.insertLayout(0, tools)
        self.add_button("", self.tr("Close"), "primary")

    def _on_save(self) -> None:
        self._saving.ask(self.window(), self.tr("Save text"), self._name, self._text)

    def _on_saved(self, failure: str) -> None:
        if failure:
            self._save.set_icon("alert", "danger")
            self._save.set_name(self.tr("Not saved: {0}").format(failure))
        else:
            self._save.tick()
