"""Small painted gauges. They get shares of 0…1 (above 1 is shown as over) and know nothing of tokens."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current


class Ring(QWidget):
    """How full something is: a ring that closes at 1 and changes colour from .8 and from 1 on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float) -> None:
        """Show ``share`` (0…1, more is over)."""
        self.share = share
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(22), current().px(22))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            width = theme.px(3.5)
            box = QRectF(self.rect()).adjusted(width / 2 + 1, width / 2 + 1, -width / 2 - 1, -width / 2 - 1)
            painter.setPen(QPen(theme.colour("track"), width))
            painter.drawEllipse(box)
            if self.share <= 0:
                return
            role = "danger" if self.share > 1 else "warning" if self.share >= 0.8 else "accent"
            painter.setPen(QPen(theme.colour(role), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawArc(box, 90 * 16, -round(min(1.0, self.share) * 360 * 16))


class Bar(QWidget):
    """A horizontal bar of coloured shares, with tick marks; ``set_segments`` takes (share, palette role)."""

    def __init__(self, parent: QWidget | None = None, *, height: int = 8) -> None:
        super().__init__(parent)
        self._height = height
        self.segments: tuple[tuple[float, str], ...] = ()
        self.ticks: tuple[float, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_segments(self, segments: Sequence[tuple[float, str]], ticks: Sequence[float] = ()) -> None:
        """Show shares of the whole, left to right, and ticks at shares of it."""
        self.segments, self.ticks = tuple(segments), tuple(ticks)
        self.update()

    @override
    def sizeHint(self) -> QSize:
        theme = current()
        return QSize(theme.px(80), theme.px(self._height) + (theme.px(6) if self.ticks else 0))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(current().px(24), self.sizeHint().height())

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            height = theme.px(self._height)
            box = QRectF(0, (self.height() - height) / 2, self.width(), height)
            shape = QPainterPath()
            shape.addRoundedRect(box, height / 2, height / 2)
            painter.fillPath(shape, theme.colour("track"))
            painter.setClipPath(shape)
            left = 0.0
            for share, role in self.segments:
                width = max(0.0, min(share, 1.0)) * self.width()
                painter.fillRect(QRectF(left, box.top(), width, height), theme.colour(role))
                left += width
            painter.setClipping(False)
            painter.setPen(QPen(theme.colour("muted"), 1))
            for tick in self.ticks:
                x = round(min(max(tick, 0.0), 1.0) * (self.width() - 1)) + 0.5
                painter.drawLine(QRectF(x, 0, 0, self.height()).topLeft(), QRectF(x, 0, 0, self.height()).bottomLeft())
