"""The bar over the usable window: coloured parts of the next request, one labelled mark, ticks with tooltips."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget
from typing_extensions import override

from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.panel_model import PartView
from weclaw_desktop.ui.theme import current, tokens

_BAR = 13
_REACH = 4
_LABEL = 15


class ContextBar(QWidget):
    """Full width is what is usable. What does not fit ends in a red arrow at the right edge, never silently."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts: tuple[PartView, ...] = ()
        self.ticks: tuple[tuple[float, str], ...] = ()
        self.mark = 0.0
        self._label = self._told = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def over(self) -> bool:
        """Whether the request is larger than the bar."""
        return sum(part.share for part in self.parts) > 1.0

    def set_state(
        self, parts: Sequence[PartView], mark: float, label: str, told: str, ticks: Sequence[tuple[float, str]]
    ) -> None:
        """Show parts (shares of the bar), the mark with its label and sentence, and ticks with their sentences.

        What is shown already is not painted again.
        """
        if (self.parts, self.ticks, self.mark, self._label, self._told) == (
            tuple(parts),
            tuple(ticks),
            mark,
            label,
            told,
        ):
            return
        self.parts, self.ticks = tuple(parts), tuple(ticks)
        self.mark, self._label, self._told = mark, label, told
        said = [told, *(tick for _, tick in ticks), *(f"{part.label} {part.tokens}" for part in parts)]
        self.setAccessibleDescription(i18n.joined(said, "; "))
        self.update()

    def told_at(self, share: float) -> str:
        """The sentence for a place on the bar: a tick or the mark within 1.5 %, else the part."""
        for place, told in (*self.ticks, (self.mark, self._told)):
            if abs(place - share) < 0.015:
                return told
        left = 0.0
        for part in self.parts:
            left += part.share
            if share <= left:
                return f"{i18n.joined((part.label, part.tokens), ': ')}\n{part.explained}"
        return self._told

    @override
    def sizeHint(self) -> QSize:
        theme = current()
        return QSize(theme.px(200), theme.px(_BAR + 2 * _REACH + _LABEL))

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.told_at(event.pos().x() / max(1, self.width())), self)
            return True
        return super().event(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            box = QRectF(0, theme.px(_REACH), self.width(), theme.px(_BAR))
            self._paint_parts(painter, box)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            for place, _ in self.ticks:
                self._line(painter, box, place, "muted", 1, theme.px(2))
            self._line(painter, box, self.mark, "text", 2, theme.px(_REACH))
            self._paint_label(painter, box)

    def _paint_parts(self, painter: QPainter, box: QRectF) -> None:
        theme = current()
        shape = QPainterPath()
        shape.addRoundedRect(box, theme.px(tokens.RADIUS_S), theme.px(tokens.RADIUS_S))
        painter.fillPath(shape, theme.colour("track"))
        painter.save()
        painter.setClipPath(shape)
        left = 0.0
        for part in self.parts:
            width = part.share * box.width()
            painter.fillRect(QRectF(left, box.top(), max(width, 1.0), box.height()), theme.colour(f"part:{part.key}"))
            left += width
        painter.restore()
        if self.over:
            edge, half = box.right(), box.height() / 2
            tip = QPolygonF([QPointF(edge - half * 1.6, box.top()), QPointF(edge, box.center().y())])
            tip.append(QPointF(edge - half * 1.6, box.bottom()))
            painter.setPen(QPen(theme.colour("panel"), 1))
            painter.setBrush(theme.colour("danger"))
            painter.drawPolygon(tip)

    def _line(self, painter: QPainter, box: QRectF, place: float, role: str, width: int, reach: int) -> None:
        x = round(min(max(place, 0.0), 1.0) * (box.width() - width))
        painter.fillRect(
            QRectF(x, box.top() - reach, max(width, current().px(width)), box.height() + 2 * reach),
            current().colour(role),
        )

    def _paint_label(self, painter: QPainter, box: QRectF) -> None:
        theme = current()
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        width = painter.fontMetrics().horizontalAdvance(self._label) + 2
        left = min(max(self.mark * box.width() - width / 2, 0.0), max(0.0, box.width() - width))
        place = QRectF(left, box.bottom() + theme.px(_REACH) - 1, width, theme.px(_LABEL) + 1)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self._label)
