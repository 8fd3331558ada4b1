"""The list's keyboard and mouse: one or many chats, dragged onto groups; groups open and close.

Arrows go through the list and leave the focus in it, Return opens a chat. Shift with arrows selects a stretch; Space
begins to gather single ones: arrows then keep what is selected, and Space takes the one they are on in or out.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QListView, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.sidebar.chat_list_model import ChatListModel
from weclaw_desktop.ui.sidebar.groups import CLOSABLE, Heading

Index = QModelIndex | QPersistentModelIndex
_PLAIN = Qt.KeyboardModifier.NoModifier
_RANGE = Qt.KeyboardModifier.ShiftModifier
_OPENS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WALKS = (
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown),
)


class ChatList(QListView):
    """Emits what was meant: a chat to open, a group to open or close, chats to delete, a name to edit."""

    chat_wanted = Signal(str)
    group_toggled = Signal(object)
    delete_wanted = Signal()

    def __init__(self, model: ChatListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._kept: set[str] = set()
        self._gathering = False
        self.setModel(model)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(True)
        model.arranging.connect(self._keep_selection)
        model.arranged.connect(self._give_selection_back)

    @property
    def editing(self) -> bool:
        """Whether a name is being edited. The view's own state forgets that when rows move."""
        return any(editor.isVisible() for editor in self.viewport().findChildren(QLineEdit))

    def chosen(self) -> list[Chat]:
        """The selected chats from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [chat for row in rows if (chat := self._model.chat_at(row)) is not None]

    def show_current(self, chat_id: str) -> None:
        """Mark the chat that is shown in the window; a selection of many stays, and so does a name being edited."""
        if self.editing:
            return
        row = self._model.row_of(chat_id)
        many = len(self.selectionModel().selectedRows()) > 1
        if row < 0:
            if not many:
                self.clearSelection()
            return
        how = QItemSelectionModel.SelectionFlag
        flag = how.NoUpdate if many else how.ClearAndSelect
        self.selectionModel().setCurrentIndex(self._model.index(row), flag)

    def edit_name(self, key: str) -> None:
        """Edit a chat's title or a folder's name in place."""
        row = self._model.row_of(key)
        if row >= 0:
            index = self._model.index(row)
            self.scrollTo(index)
            self.setCurrentIndex(index)
            self.edit(index)

    @override
    def event(self, event: QEvent) -> bool:
        """Keys that mean something here stay here, whatever the window does with them otherwise."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            own = (Qt.Key.Key_F2, Qt.Key.Key_Escape) if self.many else (Qt.Key.Key_F2,)
            if event.key() in own:
                event.accept()
                return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        index, key = self.currentIndex(), event.key()
        chat, heading = self._model.chat_at(index.row()), self._model.heading_at(index.row())
        if self.editing:
            super().keyPressEvent(event)
        elif key == Qt.Key.Key_Delete or (key == Qt.Key.Key_Backspace and event.modifiers() != _PLAIN):
            self.delete_wanted.emit()
        elif key == Qt.Key.Key_F2 and index.isValid():
            self.edit(index)
        elif key == Qt.Key.Key_Escape and self.many:
            self._gathering = False
            self.setCurrentIndex(index)
        elif key in _OPENS and chat is not None:
            self._gathering = False
            self.chat_wanted.emit(chat.id)
        elif heading is not None and self._folds(event, heading):
            self.group_toggled.emit(heading)
        elif chat is not None and key == Qt.Key.Key_Space and event.modifiers() == _PLAIN:
            self._gather(index)
        elif self._gathering and key in _WALKS and event.modifiers() == _PLAIN:
            super().keyPressEvent(QKeyEvent(event.type(), key, Qt.KeyboardModifier.ControlModifier))
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._gathering = False
        super().mousePressEvent(event)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        dragged = self.state() == self.State.DraggingState
        super().mouseReleaseEvent(event)
        if event.button() != Qt.MouseButton.LeftButton or event.modifiers() != _PLAIN or dragged:
            return
        chat, heading = self._model.chat_at(index.row()), self._model.heading_at(index.row())
        if chat is not None and self.selectionModel().isSelected(index):
            self.chat_wanted.emit(chat.id)
        elif heading is not None and heading.kind in CLOSABLE:
            self.group_toggled.emit(heading)

    @property
    def many(self) -> bool:
        """Whether several chats are selected or gathered."""
        return self._gathering or len(self.chosen()) > 1

    def _gather(self, index: QModelIndex) -> None:
        """Take a chat in or out; the first press begins with the one that is selected anyway."""
        how = QItemSelectionModel.SelectionFlag
        self.selectionModel().select(index, how.Toggle if self._gathering else how.Select)
        self._gathering = True

    def _folds(self, event: QKeyEvent, heading: Heading) -> bool:
        if heading.kind not in CLOSABLE:
            return False
        turns = {Qt.Key.Key_Left: heading.open, Qt.Key.Key_Right: not heading.open}
        return event.key() in (*_OPENS, Qt.Key.Key_Space) or turns.get(Qt.Key(event.key()), False)

    def _keep_selection(self) -> None:
        """Rows that move are taken out and put in again: who is selected is remembered by id."""
        if len(self.chosen()) > 1:
            self._kept.update(chat.id for chat in self.chosen())

    def _give_selection_back(self) -> None:
        kept, self._kept = self._kept, set()
        flag = QItemSelectionModel.SelectionFlag.Select
        for chat_id in kept:
            row = self._model.row_of(chat_id)
            if row >= 0:
                self.selectionModel().select(self._model.index(row), flag)
