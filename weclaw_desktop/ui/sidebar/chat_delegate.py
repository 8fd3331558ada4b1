"""Paints one line of the chat list and edits its title in place."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.services.organiser import DAY_MS, KEPT_DAYS
from weclaw_desktop.ui.sidebar.chat_list_model import BUSY, CHAT, HEADING, SHARE, UNREAD, percent
from weclaw_desktop.ui.sidebar.groups import CLOSABLE, Heading
from weclaw_desktop.ui.theme import current, tokens

Index = QModelIndex | QPersistentModelIndex
LINE = 36
"""Height of every line at 100 % zoom: equal heights let the view place thousands of lines without asking for each."""
TAG = 72
"""Widest tag at 100 % zoom."""


class ChatDelegate(QStyledItemDelegate):
    """Headings are small and quiet; a chat shows its title, a dot while it works, its share when that matters."""

    title_name = ""
    days_left = "{0}"
    many: Callable[[], bool] = staticmethod(lambda: False)
    """Whether several chats are selected: then the one that keys act on is marked, however the focus came."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, current().px(LINE))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        heading = index.data(HEADING)
        self._paint_ground(painter, option, quiet=heading is not None)
        if isinstance(heading, Heading):
            self._paint_heading(painter, option.rect, heading, str(index.data()))
        else:
            self._paint_chat(painter, option.rect, index)
        painter.restore()

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.title_name)
        editor.setMaxLength(200)
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Once: what is typed stays when the list changes meanwhile."""
        if isinstance(editor, QLineEdit) and not editor.isModified() and not editor.text():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(model.index(index.row(), 0), editor.text())

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, *, quiet: bool) -> None:
        theme, state = current(), option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver) and bool(state & QStyle.StateFlag.State_Enabled)
        ground, radius = option.rect.adjusted(0, 1, 0, -1), theme.px(tokens.RADIUS_S)
        if selected or (hovered and not quiet):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft" if selected else "hover"))
            painter.drawRoundedRect(ground, radius, radius)
        by_key = bool(state & QStyle.StateFlag.State_KeyboardFocusChange)
        if state & QStyle.StateFlag.State_HasFocus and (by_key or self.many()):
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), radius, radius)

    def _paint_heading(self, painter: QPainter, box: QRect, heading: Heading, name: str) -> None:
        theme = current()
        line = box.adjusted(theme.px(tokens.SPACE_S), theme.px(8), -theme.px(tokens.SPACE_S), 0)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour("muted"))
        if heading.kind in CLOSABLE:
            edge = theme.px(14)
            at = QRect(line.left() - theme.px(3), line.center().y() - edge // 2, edge, edge)
            theme.icon("chevron-down" if heading.open else "chevron-right").paint(painter, at)
            line.setLeft(at.right() + theme.px(5))
            count = str(heading.count)
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
            line.setRight(line.right() - painter.fontMetrics().horizontalAdvance(count) - theme.px(6))
            if heading.kind == "folder":
                painter.setFont(theme.font("small", bold=True))
        elided = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)

    def _paint_chat(self, painter: QPainter, box: QRect, index: Index) -> None:
        theme = current()
        pad = theme.px(tokens.SPACE_S)
        line = box.adjusted(pad, 0, -pad, 0)
        chat = cast("Chat", index.data(CHAT))
        if chat.pinned and chat.deleted_ms is None:
            edge = theme.px(14)
            theme.icon("pin").paint(painter, QRect(line.left(), line.center().y() - edge // 2 + 1, edge, edge))
            line.setLeft(line.left() + edge + theme.px(6))
        line.setRight(line.right() - self._paint_right(painter, line, chat, index))
        painter.setFont(theme.font(bold=bool(index.data(UNREAD))))
        painter.setPen(theme.colour("muted" if chat.deleted_ms is not None or chat.archived else "text"))
        title = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)

    def _paint_right(self, painter: QPainter, line: QRect, chat: Chat, index: Index) -> int:
        """Share, dot, tag or days left, at the right; returns the width taken."""
        theme = current()
        if chat.deleted_ms is not None:
            left = KEPT_DAYS - (time.time_ns() // 1_000_000 - chat.deleted_ms) // DAY_MS
            return self._paint_words(painter, line, self.days_left.format(max(0, left)), "muted")
        share, taken = index.data(SHARE), 0
        if index.data(BUSY) or index.data(UNREAD):
            edge = theme.px(7)
            painter.setPen(QPen(theme.colour("accent"), 1.5))
            painter.setBrush(QColor(0, 0, 0, 0) if index.data(BUSY) else theme.colour("accent"))
            painter.drawEllipse(line.right() - edge, line.center().y() - edge // 2, edge, edge)
            taken = edge + theme.px(6)
        rest = line.adjusted(0, 0, -taken, 0)
        if share is not None:
            role = "danger" if float(share) > 1 else "warning"
            return taken + self._paint_words(painter, rest, percent(float(share)), role)
        return taken + (self._paint_tag(painter, rest, chat.tags[0], len(chat.tags) - 1) if chat.tags else 0)

    def _paint_words(self, painter: QPainter, line: QRect, words: str, role: str) -> int:
        theme = current()
        painter.setFont(theme.font("small"))
        painter.setPen(theme.colour(role))
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)
        return painter.fontMetrics().horizontalAdvance(words) + theme.px(6)

    def _paint_tag(self, painter: QPainter, line: QRect, tag: str, others: int) -> int:
        """The first tag as a chip, and how many more there are."""
        theme = current()
        painter.setFont(theme.font("small"))
        metrics, inset = painter.fontMetrics(), theme.px(6)
        more = f" +{others}" if others else ""
        words = metrics.elidedText(tag, Qt.TextElideMode.ElideRight, theme.px(TAG)) + more
        width, height = metrics.horizontalAdvance(words) + 2 * inset, metrics.height() + theme.px(2)
        chip = QRect(line.right() - width, line.center().y() - height // 2, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("track"))
        painter.drawRoundedRect(chip, height / 2, height / 2)
        painter.setPen(theme.colour("muted"))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
        return width + theme.px(6)
