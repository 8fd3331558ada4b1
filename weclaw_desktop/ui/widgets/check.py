"""A box to tick, painted in the colours of the theme; the tick (not colour alone) tells its state."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens

_EDGE = 15


class Check(QCheckBox):
    """Box and words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setProperty("type", "small")

    @override
    def sizeHint(self) -> QSize:
        theme = current()
        words = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(theme.px(_EDGE + tokens.SPACE_S + 2 * tokens.SPACE_XS) + words, theme.px(24))

    @override
    def hitButton(self, pos: object) -> bool:
        del pos
        return True

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            edge = theme.px(_EDGE)
            box = QRectF(theme.px(tokens.SPACE_XS) + 0.5, (self.height() - edge) / 2, edge, edge)
            on = self.isChecked()
            if self.hasFocus():
                painter.setPen(QPen(theme.colour("accent"), 2))
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), theme.px(4), theme.px(4))
            painter.setPen(QPen(theme.colour("accent" if on else "strong_border"), 1))
            painter.setBrush(theme.colour("accent" if on else "raised"))
            painter.drawRoundedRect(box, theme.px(3), theme.px(3))
            if on:
                painter.setPen(QPen(theme.colour("on_accent"), theme.px(2)))
                points = ((0.22, 0.52), (0.43, 0.72), (0.78, 0.3))
                tick = [QPointF(box.left() + x * edge, box.top() + y * edge) for x, y in points]
                painter.drawPolyline(QPolygonF(tick))
            painter.setPen(theme.colour("muted"))
            words = QRectF(box.right() + theme.px(tokens.SPACE_S), 0, self.width(), self.height())
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
