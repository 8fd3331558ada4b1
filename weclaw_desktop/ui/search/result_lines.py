"""Paints the palette's lines: the words that were looked for stand on a ground of their own."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from weclaw_desktop.ui.search.results import Result
from weclaw_desktop.ui.theme import current, tokens

Index = QModelIndex | QPersistentModelIndex


class ResultLines(QStyledItemDelegate):
    """One line for chats and headings, two for messages."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        found = index.data(Qt.ItemDataRole.UserRole)
        if not isinstance(found, Result):
            return QSize(100, current().px(28))
        return QSize(100, current().px(50 if found.seq else 34))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme, found = current(), index.data(Qt.ItemDataRole.UserRole)
        box = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        inside = box.adjusted(theme.px(10), theme.px(4), -theme.px(10), -theme.px(4))
        if not isinstance(found, Result):
            painter.setFont(theme.font("small", bold=True))
            painter.setPen(theme.colour("muted"))
            painter.drawText(inside, Qt.AlignmentFlag.AlignBottom, str(index.data()))
            painter.restore()
            return
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(box.adjusted(2, 1, -2, -1), theme.px(tokens.RADIUS_S), theme.px(tokens.RADIUS_S))
        line = QRect(inside.left(), inside.top(), inside.width(), theme.px(22) if found.seq else inside.height())
        line.setRight(line.right() - self._paint_right(painter, line, found.right))
        self._paint_marked(painter, line, found)
        if found.seq:
            under = inside.adjusted(0, theme.px(22), 0, 0)
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("muted"))
            said = painter.fontMetrics().elidedText(found.under, Qt.TextElideMode.ElideRight, under.width())
            painter.drawText(under, Qt.AlignmentFlag.AlignVCenter, said)
        painter.restore()

    def _paint_right(self, painter: QPainter, line: QRect, words: str) -> int:
        if not words:
            return 0
        theme = current()
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        return painter.fontMetrics().horizontalAdvance(words) + theme.px(12)

    def _paint_marked(self, painter: QPainter, line: QRect, found: Result) -> None:
        theme = current()
        painter.setFont(theme.font())
        shown = painter.fontMetrics().elidedText(found.title, Qt.TextElideMode.ElideRight, line.width())
        kept = len(shown) - 1 if shown != found.title else len(shown)
        layout = QTextLayout(shown, theme.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        layout.setTextOption(option)
        layout.setFormats([_mark(shown, a, min(b, kept)) for a, b in found.marked if a < kept])
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        painter.setPen(theme.colour("text"))
        top = line.top() + (line.height() - layout.boundingRect().height()) / 2
        layout.draw(painter, QPointF(line.left(), top))


def _mark(text: str, first: int, last: int) -> QTextLayout.FormatRange:
    """One mark; Qt counts UTF-16 units, Python characters."""
    made, form = QTextLayout.FormatRange(), QTextCharFormat()
    made.start = len(text[:first].encode("utf-16-le", "surrogatepass")) // 2
    made.length = len(text[first:last].encode("utf-16-le", "surrogatepass")) // 2
    form.setFontWeight(QFont.Weight.DemiBold)
    form.setBackground(current().colour("warning_soft"))
    made.format = form
    return made
