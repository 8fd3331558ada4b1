"""A card that is one of several choices: it can be clicked, reached with Tab and chosen with Space or Return."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, Label, column, row


class ChoiceCard(Card):
    """Title, a small word beside it, and what the choice means."""

    chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, look="large")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.title, self._aside = Label("", bold=True), Label("", "small", "muted")
        self._told = Label("", "small", "muted", wrap=True)
        layout = column(self, gap=4, margins=(14, 10, 14, 10))
        head = row(gap=6)
        head.addWidget(self.title)
        head.addWidget(self._aside)
        head.addStretch(1)
        layout.addLayout(head)
        layout.addWidget(self._told)
        layout.addStretch(1)

    def tell(self, title: str, aside: str, told: str) -> None:
        """Its words."""
        self.title.setText(title)
        self._aside.setText(aside)
        self._told.setText(told)
        self.setAccessibleName(title)
        self.setAccessibleDescription(told)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.chosen.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit()
            return
        super().keyPressEvent(event)

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            theme = current()
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(theme.colour("accent"), 2, Qt.PenStyle.DashLine))
                radius = theme.px(tokens.RADIUS_L) - 3
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(4, 4, -4, -4), radius, radius)
