"""Says for ten seconds what was just taken away, with the way back. It covers nothing that one reads for longer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, IconButton, Label, LinkButton, row

JUMP = 36
"""Pixels at 100 % that are left free at the edge for the way to the newest message."""
SHOWN_MS = 10_000
"""How long Undo is offered, in milliseconds; it waits while the pointer or the focus is on it."""


class UndoToast(Card):
    """One card at the lower edge of its parent. What is deleted while it is shown is undone together."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, look="large")
        self._undo: list[Callable[[], object]] = []
        self._said: Callable[[int], str] = str
        self._label = Label()
        self.undo = LinkButton("")
        self._close = IconButton("cross")
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.setInterval(SHOWN_MS)
        self.timer.timeout.connect(self.dismiss)
        layout = row(self, gap=tokens.SPACE_M, margins=(16, 6, 8, 6))
        layout.addWidget(self._label)
        layout.addWidget(self.undo)
        layout.addWidget(self._close)
        self.undo.clicked.connect(self.take_back)
        self._close.clicked.connect(self.dismiss)
        self.hide()

    def offer(self, said: Callable[[int], str], undo: Callable[[], object]) -> None:
        """Offer ``undo``; ``said`` makes the sentence from how many things can be taken back now."""
        self._undo.append(undo)
        self._said = said
        self.retranslate()
        self.show()
        self.raise_()
        self.timer.start()

    def take_back(self) -> None:
        """Undo all that is offered, the newest first."""
        undo, self._undo = self._undo, []
        self.dismiss()
        for step in reversed(undo):
            step()

    def dismiss(self) -> None:
        """Offer it no longer."""
        self.timer.stop()
        self._undo = []
        focused = self.isAncestorOf(self.window().focusWidget() or self.window())
        self.hide()
        parent = self.parentWidget()
        if focused and parent is not None:
            parent.setFocus()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._label.setText(self._said(len(self._undo)))
        self.undo.setText(self.tr("Undo"))
        self.undo.setToolTip(self.tr("Ctrl+Z"))
        self._close.set_name(self.tr("Close"))
        self.setAccessibleName(self._label.text())
        self.place()

    def place(self) -> None:
        """Stand in the middle of the parent's lower edge."""
        parent = self.parentWidget()
        if parent is not None:
            size = self.sizeHint()
            y = parent.height() - size.height() - current().px(tokens.SPACE_M + JUMP)
            self.setGeometry((parent.width() - size.width()) // 2, y, size.width(), size.height())

    @override
    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.timer.stop()

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if self.isVisible():
            self.timer.start()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
