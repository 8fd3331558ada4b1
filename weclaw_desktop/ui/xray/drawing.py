"""Paints the lines of the X-ray: a bar in the colour of the section, what it is, what it costs, how it stands."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from weclaw_desktop.ui.context_panel import words as parts
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.xray import words
from weclaw_desktop.ui.xray.rows import Fold, Line

Index = QModelIndex | QPersistentModelIndex
_LINE = 46
_FOLD = 30
_BAR = 4


class XrayLines(QStyledItemDelegate):
    """Two rows of words for a part, one for a fold. What is not sent is greyed, and says so in words."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        folds = isinstance(index.data(Qt.ItemDataRole.UserRole), Fold)
        return QSize(120, current().px(_FOLD if folds else _LINE))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry = index.data(Qt.ItemDataRole.UserRole)
        box = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, box, option)
        if isinstance(entry, Fold):
            self._fold(painter, box, entry)
        elif isinstance(entry, Line):
            self._line(painter, box, entry)
        painter.restore()

    def _ground(self, painter: QPainter, box: QRect, option: QStyleOptionViewItem) -> None:
        theme = current()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if not chosen and not hovered:
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent_soft" if chosen else "hover"))
        painter.drawRoundedRect(box.adjusted(2, 1, -2, -1), theme.px(tokens.RADIUS_S), theme.px(tokens.RADIUS_S))

    def _line(self, painter: QPainter, box: QRect, line: Line) -> None:
        theme, part = current(), line.part
        self._bar(painter, box, f"part:{part.key}" if part.sent else "track")
        inside = box.adjusted(theme.px(18), theme.px(4), -theme.px(10), -theme.px(4))
        half = inside.height() // 2
        first = QRect(inside.left(), inside.top(), inside.width(), half)
        second = QRect(inside.left(), inside.top() + half, inside.width(), half)
        first.setRight(first.right() - self._right(painter, first, line.tokens))
        named = f"m{part.seq} · {line.title}" if part.seq else line.title
        painter.setFont(theme.font("small", bold=True))
        painter.setPen(theme.colour("text" if part.sent else "muted"))
        used = self._words(painter, first, named)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        first.setLeft(first.left() + used + theme.px(8))
        if first.width() > theme.px(24):
            self._words(painter, first, line.excerpt)
        section = parts.part(part.key)
        how = (words.state(part.state), *((section,) if part.sent and section != line.title else ()), line.reason)
        self._words(painter, second, " · ".join(how))

    def _fold(self, painter: QPainter, box: QRect, fold: Fold) -> None:
        theme = current()
        inside = box.adjusted(theme.px(18), 0, -theme.px(10), 0)
        self._bar(painter, box, "part:schemas" if fold.kind == "tools" else "track")
        self._arrow(painter, QRect(inside.left(), box.top(), theme.px(10), box.height()), fold.open)
        inside.adjust(theme.px(18), 0, -self._right(painter, inside, fold.tokens), 0)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        self._words(painter, inside, words.fold(fold.kind, len(fold.lines), *fold.seqs))

    def _bar(self, painter: QPainter, box: QRect, colour: str) -> None:
        theme = current()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour(colour))
        inset, width = theme.px(6), theme.px(_BAR)
        painter.drawRoundedRect(QRect(box.left() + inset, box.top() + inset, width, box.height() - 2 * inset), 2, 2)

    def _arrow(self, painter: QPainter, box: QRect, opened: bool) -> None:
        theme, middle = current(), box.center()
        reach = theme.px(3)
        x, y = float(middle.x()), float(middle.y())
        shape = [(x - reach, y - reach / 2), (x + reach, y - reach / 2), (x, y + reach)]
        if not opened:
            shape = [(x - reach / 2, y - reach), (x + reach, y), (x - reach / 2, y + reach)]
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("muted"))
        painter.drawPolygon(QPolygonF([QPointF(*point) for point in shape]))
        painter.restore()

    def _right(self, painter: QPainter, box: QRect, said: str) -> int:
        """Paint at the right end; returns the room that it takes."""
        theme = current()
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, said)
        return painter.fontMetrics().horizontalAdvance(said) + theme.px(12)

    def _words(self, painter: QPainter, box: QRect, said: str) -> int:
        shown = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
        return painter.fontMetrics().horizontalAdvance(shown)
