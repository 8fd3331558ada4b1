"""Paints one line of the chat list and edits its title in place."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.sidebar.chat_list_model import BUSY, CHAT, DAY, SHARE, UNREAD
from weclaw_desktop.ui.theme import current, tokens

Index = QModelIndex | QPersistentModelIndex


class ChatDelegate(QStyledItemDelegate):
    """Headings are small and quiet; a chat shows its title, a dot while it works, its share when that matters."""

    title_name = ""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        theme = current()
        if index.data(DAY) is not None:
            return QSize(0, theme.px(34 if index.row() else 26))
        return QSize(0, theme.px(36))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        theme = current()
        box = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(DAY) is not None:
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("muted"))
            line = box.adjusted(theme.px(tokens.SPACE_S), 0, 0, -theme.px(6))
            painter.drawText(line, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, str(index.data()))
        else:
            self._paint_chat(painter, option, index, box)
        painter.restore()

    @override
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setAccessibleName(self.title_name)
        editor.setMaxLength(200)
        return editor

    @override
    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    @override
    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            model.setData(model.index(index.row(), 0), editor.text())

    def _paint_chat(self, painter: QPainter, option: QStyleOptionViewItem, index: Index, box: QRect) -> None:
        theme = current()
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        ground = box.adjusted(0, 1, 0, -1)
        radius = theme.px(tokens.RADIUS_S)
        if selected or hovered:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft" if selected else "hover"))
            painter.drawRoundedRect(ground, radius, radius)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), radius, radius)
        pad = theme.px(tokens.SPACE_S)
        line = box.adjusted(pad, 0, -pad, 0)
        chat = cast("Chat", index.data(CHAT))
        if chat.pinned:
            edge = theme.px(14)
            theme.icon("pin").paint(painter, QRect(line.left(), line.center().y() - edge // 2 + 1, edge, edge))
            line.setLeft(line.left() + edge + theme.px(6))
        line.setRight(line.right() - self._paint_right(painter, line, index))
        font = theme.font(bold=bool(index.data(UNREAD)))
        painter.setFont(font)
        painter.setPen(theme.colour("text"))
        metrics = painter.fontMetrics()
        title = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title)

    def _paint_right(self, painter: QPainter, line: QRect, index: Index) -> int:
        """Share or dot at the right; returns the width taken."""
        theme = current()
        share = index.data(SHARE)
        if share is not None:
            painter.setFont(theme.font("small"))
            painter.setPen(theme.colour("danger" if float(share) > 1 else "warning"))
            said = f"{round(float(share) * 100)} %"
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, said)
            return painter.fontMetrics().horizontalAdvance(said) + theme.px(6)
        if index.data(BUSY) or index.data(UNREAD):
            edge = theme.px(7)
            painter.setPen(QPen(theme.colour("accent"), 1.5))
            painter.setBrush(QColor(0, 0, 0, 0) if index.data(BUSY) else theme.colour("accent"))
            painter.drawEllipse(line.right() - edge, line.center().y() - edge // 2, edge, edge)
            return edge + theme.px(6)
        return 0
