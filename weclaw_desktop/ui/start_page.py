"""What the window shows before the profile is open, and when it cannot be opened."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import WeClawError
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.widgets import Button, Card, Label, column, row


class StartPage(QWidget):
    """Quiet while opening; one card with one clear sentence when that failed."""

    quit_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._error: WeClawError | None = None
        self._title = Label("", "title", wrap=True)
        self._sentence = Label("", wrap=True, selectable=True)
        self._place = Label(folder, "small", "muted", wrap=True, selectable=True)
        self._retry = Button("", "primary", "retry")
        self._show = Button("", "secondary")
        self._copy = Button("", "secondary", "copy")
        self._quit = Button("", "secondary")
        self._retry.clicked.connect(self.retry_wanted)
        self._show.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder)))
        self._copy.clicked.connect(self._on_copy)
        self._quit.clicked.connect(self.quit_wanted)
        self.card = Card(look="large")
        self.card.setMaximumWidth(560)
        inside = column(self.card, gap=12, margins=(24, 16, 24, 16))
        for label in (self._title, self._sentence, self._place):
            inside.addWidget(label)
        buttons = row()
        for button in (self._quit, self._copy, self._show, self._retry):
            buttons.addWidget(button)
        inside.addLayout(buttons)
        self.card.hide()
        layout = column(self, margins=(24, 24, 24, 24))
        layout.addStretch(1)
        layout.addWidget(self.card, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)
        self.retranslate()

    def show_failure(self, error: WeClawError) -> None:
        """Say why the profile cannot be opened."""
        self._error = error
        self.card.show()
        self.retranslate()
        self._retry.setFocus()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._title.setText(self.tr("This profile cannot be opened"))
        self._sentence.setText("" if self._error is None else i18n.say(self._error.text))
        self._retry.setText(self.tr("Try again"))
        self._show.setText(self.tr("Show folder"))
        self._copy.setText(self.tr("Copy details"))
        self._quit.setText(self.tr("Quit"))
        self.setAccessibleName(self._sentence.text() or self.tr("Opening…"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _on_copy(self) -> None:
        if self._error is not None:
            lines = (i18n.say(self._error.text), self._error.detail, self._folder)
            QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))
