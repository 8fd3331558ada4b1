"""How the system prompt grew, call by call: one small line, with a dot where it grew at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current

JUMP = 500
"""Tokens between two calls from which growth is marked."""


class Sparkline(QWidget):
    """Takes sizes in tokens, oldest first; the height spans from the smallest to the largest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.samples: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_samples(self, samples: Sequence[int], told: str) -> None:
        """Show the sizes; ``told`` is the same in words. Equal ones are left alone."""
        if (tuple(samples), told) == (self.samples, self.accessibleDescription()):
            return
        self.samples = tuple(samples)
        self.setAccessibleDescription(told)
        self.setToolTip(told)
        self.update()

    @property
    def jumps(self) -> tuple[int, ...]:
        """Indexes of calls whose system prompt had grown by more than ``JUMP`` tokens."""
        pairs = zip(self.samples, self.samples[1:], strict=False)
        return tuple(i for i, (before, after) in enumerate(pairs, start=1) if after - before > JUMP)

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(120), current().px(26))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if len(self.samples) < 2:
            return
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            points = self._points()
            painter.setPen(QPen(theme.colour("muted"), theme.px(1.4)))
            painter.drawPolyline(QPolygonF(points))
            painter.setPen(Qt.PenStyle.NoPen)
            radius = theme.px(3)
            painter.setBrush(theme.colour("warning"))
            for index in self.jumps:
                painter.drawEllipse(points[index], radius, radius)
            if len(points) - 1 not in self.jumps:
                painter.setBrush(theme.colour("muted"))
                painter.drawEllipse(points[-1], radius * 0.7, radius * 0.7)

    def _points(self) -> list[QPointF]:
        edge = current().px(4)
        low, high = min(self.samples), max(self.samples)
        span = max(high - low, JUMP)  # a change of a few tokens must not look like a cliff
        middle = (high + low) / 2
        step = (self.width() - 2 * edge) / (len(self.samples) - 1)
        room = self.height() - 2 * edge
        return [
            QPointF(edge + i * step, self.height() / 2 - (size - middle) / span * room)
            for i, size in enumerate(self.samples)
        ]
