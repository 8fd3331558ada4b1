"""One small picture per strategy: what stands in a request right after it acted, and when it acts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.services.advisor.comparison import acts, diagram
from weclaw_desktop.services.lab.table import strategy_title
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import current, tokens

BAR = 24
"""Height of the bar in pixels at 100 %."""


class StrategyDiagram(QWidget):
    """A bar of parts with their names; names that do not fit into their part stand under it."""

    def __init__(self, strategy: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strategy = strategy
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        parts = i18n.joined(i18n.say(part.name) for part in diagram(self.strategy))
        name = strategy_title(self.strategy, i18n.language())
        self.setAccessibleName(name)
        self.setAccessibleDescription(i18n.joined((parts, i18n.say(acts(self.strategy))), "; "))
        self.setToolTip(i18n.joined((name, parts), ": "))
        self.update()

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(280), current().px(BAR + 38))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(theme.font("small", bold=True))
            painter.setPen(theme.colour("text"))
            line = theme.px(18)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignLeft, strategy_title(self.strategy, i18n.language()))
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignRight, i18n.say(acts(self.strategy)))
            self._bar(painter, line)

    def _bar(self, painter: QPainter, top: int) -> None:
        theme, left, taken = current(), 0.0, 0.0
        for part in diagram(self.strategy):
            width = part.share * self.width()
            box = QRectF(left, top, width - 2, theme.px(BAR))
            ground = QColor(theme.colour(f"part:{part.role}"))
            ground.setAlpha(90)
            painter.setPen(theme.colour(f"part:{part.role}"))
            painter.setBrush(ground)
            painter.drawRoundedRect(box, theme.px(4), theme.px(4))
            said = i18n.say(part.name)
            painter.setPen(theme.colour("text"))
            if painter.fontMetrics().horizontalAdvance(said) <= width - 8:
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)
            else:
                taken = self._below(painter, said, max(left, taken), top + theme.px(BAR))
            left += width

    def _below(self, painter: QPainter, said: str, left: float, top: int) -> float:
        """A name under its part, or right of the one before; returns where the next may begin."""
        wide = painter.fontMetrics().horizontalAdvance(said)
        x = max(0.0, min(left, self.width() - wide))
        painter.setPen(current().colour("muted"))
        painter.drawText(QRectF(x, top, wide + tokens.SPACE_XS, current().px(18)), said)
        return x + wide + current().px(tokens.SPACE_S)
