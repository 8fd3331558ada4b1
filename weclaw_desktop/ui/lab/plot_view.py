"""Paints a plot of the Lab in the theme's colours and at its zoom; the same painter makes the picture to save."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QMargins, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.services.lab.plots import Mark, Plot, Stroke, Words
from weclaw_desktop.services.lab.report import outline
from weclaw_desktop.ui.theme import current, tokens

ROLES = {
    "adaptive": "part:recent",
    "pipeline": "part:skills",
    "layered": "part:schemas",
    "truncate": "part:files",
    "off": "part:notice",
    "other": "part:rules",
    "grid": "border",
}
"""Colours of the theme for those of a plot; any other goes by its own name."""
HEIGHT = 300
LEAST = 320
"""Pixels at 100 %."""
MOST_TOLD = 1_500

Make = Callable[[float, float], Plot]
"""A plot for a width and a height in pixels at 100 %."""


class PlotView(QWidget):
    """Shows what ``make`` gives for its size; None shows a panel with a few words of why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make: Make | None = None
        self._instead = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_plot(self, make: Make | None, instead: str = "") -> None:
        """Show another plot, or where there is none ``instead``."""
        self._make, self._instead = make, instead
        made = self.plot()
        self.setAccessibleName(made.title if made is not None else instead)
        self.setAccessibleDescription(made.told[:MOST_TOLD] if made is not None else "")
        self.update()

    def plot(self) -> Plot | None:
        """The plot at the size that there is."""
        scale = current().zoom / 100
        return None if self._make is None else self._make(max(1, self.width()) / scale, self.height() / scale)

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(LEAST), current().px(HEIGHT))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(current().px(LEAST * 0.8), current().px(HEIGHT))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, made = current(), self.plot()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("panel"))
            painter.drawRoundedRect(QRectF(self.rect()), theme.px(tokens.RADIUS_L), theme.px(tokens.RADIUS_L))
            if made is not None:
                painter.scale(theme.zoom / 100, theme.zoom / 100)
                paint(painter, made)
            else:
                painter.setFont(theme.font("small"))
                painter.setPen(theme.colour("muted"))
                inside = self.rect().marginsRemoved(QMargins(*[theme.px(tokens.SPACE_L)] * 4))
                painter.drawText(inside, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self._instead)


def paint(painter: QPainter, plot: Plot) -> None:
    """Paint a plot at its own size, with the painter's scale."""
    for shape in plot.shapes:
        if isinstance(shape, Words):
            _words(painter, shape)
        elif isinstance(shape, Stroke):
            pen = QPen(_colour(shape.role), shape.width)
            if shape.dash:
                pen.setDashPattern([length / shape.width for length in shape.dash])
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in shape.points]))
        else:
            _mark(painter, shape)


def picture(plots: list[Plot], width: int, height: int, scale: float = 2.0) -> QImage:
    """All plots under one another, each with its title."""
    head = 28
    image = QImage(round(width * scale), round((height + head) * len(plots) * scale), QImage.Format.Format_RGB32)
    image.fill(current().colour("surface"))
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        for plot in plots:
            _words(painter, Words(12, 19, plot.title, "text", size=14))
            painter.translate(0, head)
            paint(painter, plot)
            painter.translate(0, height)
    return image


def _colour(role: str) -> QColor:
    return current().colour(ROLES.get(role, role))


def _words(painter: QPainter, words: Words) -> None:
    font = current().font()
    font.setPixelSize(words.size)
    painter.setFont(font)
    painter.setPen(_colour(words.role))
    wide = QFontMetricsF(font).horizontalAdvance(words.said)
    back = {"start": 0.0, "middle": wide / 2, "end": wide}[words.anchor]
    painter.drawText(QPointF(words.x - back, words.y), words.said)


def _mark(painter: QPainter, mark: Mark) -> None:
    colour = _colour(mark.role)
    painter.setPen(QPen(colour, 1.4 if mark.hollow and mark.shape == "cross" else 1.8))
    painter.setBrush(QBrush(current().colour("panel") if mark.hollow else colour))
    x, y, r = mark.x, mark.y, mark.size
    if mark.shape == "circle":
        painter.drawEllipse(QPointF(x, y), r, r)
    elif mark.shape == "cross":
        if not mark.hollow:
            painter.setPen(QPen(colour, 3))
        painter.drawLine(QPointF(x - r, y - r), QPointF(x + r, y + r))
        painter.drawLine(QPointF(x - r, y + r), QPointF(x + r, y - r))
    else:
        painter.drawPolygon(QPolygonF([QPointF(px, py) for px, py in outline(mark)]))
