"""What the window shows before the profile is open, and when it cannot be opened."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseMissing, WeClawError
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Card, Label, LinkButton, column
from weclaw_desktop.ui.widgets.labels import set_property

WIDTH = 560
"""Widest card in pixels at 100 %."""


class StartPage(QWidget):
    """Quiet while opening; one card with one clear sentence when that failed."""

    quit_wanted = Signal()
    retry_wanted = Signal()
    remedy_wanted = Signal(str)
    """What is to become of a lost database: "restore" or "anew", as ``services.recovery`` has it."""

    def __init__(self, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._error: WeClawError | None = None
        self._title = Label("", "title", wrap=True)
        self._sentence = Label("", wrap=True, selectable=True)
        self._backup = Label("", "small", "muted", wrap=True)
        self._backup_ms = 0
        self._place = Label(folder, "small", "muted", wrap=True, selectable=True)
        self._restore = Button("", "primary")
        self._anew = Button("", "secondary")
        self._retry = Button("", "primary")
        self._quit = Button("", "secondary")
        self._show, self._copy = LinkButton(), LinkButton()
        self._restore.clicked.connect(lambda: self.remedy_wanted.emit("restore"))
        self._anew.clicked.connect(lambda: self.remedy_wanted.emit("anew"))
        self._retry.clicked.connect(self.retry_wanted)
        self._show.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(self._folder)))
        self._copy.clicked.connect(self._on_copy)
        self._quit.clicked.connect(self.quit_wanted)
        self.card = Card(look="large")
        self._inside = inside = column(self.card, gap=12, margins=(24, 16, 24, 16))
        for label in (self._title, self._sentence, self._place, self._backup):
            inside.addWidget(label)
        for buttons in ((self._restore, self._anew, self._retry, self._quit), (self._show, self._copy)):
            line = Flow(gap=tokens.SPACE_S)
            for button in buttons:
                line.addWidget(button)
            inside.addLayout(line)
        self.card.hide()
        layout = column(self, margins=(24, 24, 24, 24))
        layout.addStretch(1)
        layout.addWidget(self.card, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)
        self.retranslate()

    def show_failure(self, error: WeClawError, *, backup_ms: int = 0) -> None:
        """Say why the profile cannot be opened, and offer what can be done.

        ``backup_ms`` is when the newest backup of a lost database was made, 0 when there is none.
        """
        self._error, self._backup_ms = error, backup_ms
        lost = isinstance(error, DatabaseDamaged | DatabaseMissing)
        self._restore.setVisible(lost and backup_ms > 0)
        self._anew.setVisible(lost)
        self._backup.setVisible(lost)
        set_property(self._retry, "look", "secondary" if lost else "primary")
        self.card.show()
        self.retranslate()
        first = self._restore if self._restore.isVisibleTo(self) else self._retry
        first.setFocus()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._title.setText(self.tr("This profile cannot be opened"))
        self._sentence.setText("" if self._error is None else i18n.say(self._error.text))
        self._restore.setText(self.tr("Restore the newest backup"))
        self._anew.setText(self.tr("Start with an empty history"))
        made = self.tr("Newest backup: {0}").format(moments.full(self._backup_ms))
        self._backup.setText(made if self._backup_ms else self.tr("There is no backup."))
        self._retry.setText(self.tr("Try again"))
        self._show.setText(self.tr("Show folder"))
        self._copy.setText(self.tr("Copy details"))
        self._quit.setText(self.tr("Quit"))
        self.setAccessibleName(self._sentence.text() or self.tr("Opening…"))
        self._inside.invalidate()
        self._fit_card()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_card()

    def _fit_card(self) -> None:
        """Give the card its size: a centred widget is not asked for its height at a width, and lines would be cut."""
        width = max(200, min(current().px(WIDTH), self.width() - 2 * current().px(tokens.SPACE_XL)))
        self.card.setFixedSize(width, self._inside.totalHeightForWidth(width))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange:
            self._fit_card()

    def _on_copy(self) -> None:
        if self._error is not None:
            lines = (i18n.say(self._error.text), self._error.detail, self._folder)
            QGuiApplication.clipboard().setText("\n".join(line for line in lines if line))
