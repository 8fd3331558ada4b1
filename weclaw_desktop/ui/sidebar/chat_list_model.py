"""Rows of the chat list: headings by day and chats, newest first; a share is told only from 80 % on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.ui.sidebar.days import DAYS, Day, day_of

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
TOLD_FROM = 0.8
CHAT = Qt.ItemDataRole.UserRole
DAY = Qt.ItemDataRole.UserRole + 1
SHARE = Qt.ItemDataRole.UserRole + 2
BUSY = Qt.ItemDataRole.UserRole + 3
UNREAD = Qt.ItemDataRole.UserRole + 4


@dataclass(frozen=True, slots=True)
class _Heading:
    day: Day


class ChatListModel(QAbstractListModel):
    """Chats by day. ``renamed`` carries id and new title when a title was edited in place."""

    renamed = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._chats: dict[str, Chat] = {}
        self._rows: list[_Heading | Chat] = []
        self._shares: dict[str, float] = {}
        self._busy: set[str] = set()
        self._unread: set[str] = set()
        self.untitled = "New chat"
        self.day_names: dict[Day, str] = {day: day for day in DAYS}

    def set_chats(self, chats: Iterable[Chat]) -> None:
        """Show these chats and no others."""
        self._chats = {chat.id: chat for chat in chats}
        self._arrange()

    def put(self, chat: Chat) -> None:
        """A chat was made or changed."""
        if chat.deleted_ms is not None or chat.archived:
            self.remove(chat.id)
            return
        before = self._chats.get(chat.id)
        self._chats[chat.id] = chat
        same_place = before is not None and (before.updated_ms, before.pinned) == (chat.updated_ms, chat.pinned)
        if same_place:
            self._rows = [chat if isinstance(row, Chat) and row.id == chat.id else row for row in self._rows]
            self._tell(chat.id)
        else:
            self._arrange()

    def remove(self, chat_id: str) -> None:
        """A chat is gone."""
        if self._chats.pop(chat_id, None) is not None:
            self._arrange()

    def set_share(self, chat_id: str, share: float) -> None:
        """Load over threshold of a chat, 0…1 and more."""
        self._shares[chat_id] = share
        self._tell(chat_id)

    def set_busy(self, chat_id: str, busy: bool) -> None:
        """A reply is written in a chat, or not any more."""
        (self._busy.add if busy else self._busy.discard)(chat_id)
        self._tell(chat_id)

    def set_unread(self, chat_id: str, unread: bool) -> None:
        """An answer came while another chat was shown."""
        (self._unread.add if unread else self._unread.discard)(chat_id)
        self._tell(chat_id)

    def row_of(self, chat_id: str) -> int:
        """Row of a chat, -1 when it is not listed."""
        return next((i for i, row in enumerate(self._rows) if isinstance(row, Chat) and row.id == chat_id), -1)

    def chat_at(self, row: int) -> Chat | None:
        """The chat in a row, None for a heading or no row."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Chat) else None

    def neighbour(self, chat_id: str, step: int) -> str:
        """Id of the next (+1) or previous (-1) chat, round the ends; "" when there is none."""
        ids = [row.id for row in self._rows if isinstance(row, Chat)]
        if not ids:
            return ""
        return ids[(ids.index(chat_id) + step) % len(ids)] if chat_id in ids else ids[0]

    def retranslate(self, untitled: str, day_names: dict[Day, str]) -> None:
        """Words in the language of the window."""
        self.untitled, self.day_names = untitled, day_names
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        if self.chat_at(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if isinstance(row, _Heading):
            return {Qt.ItemDataRole.DisplayRole: self.day_names[row.day], DAY: row.day}.get(role)
        share = self._shares.get(row.id, 0.0)
        told = share if share >= TOLD_FROM else None
        title = row.title or self.untitled
        spoken = title if told is None else f"{title}, {round(share * 100)} %"
        return {
            Qt.ItemDataRole.DisplayRole: title,
            Qt.ItemDataRole.EditRole: title,
            Qt.ItemDataRole.AccessibleTextRole: spoken,
            CHAT: row,
            SHARE: told,
            BUSY: row.id in self._busy,
            UNREAD: row.id in self._unread,
        }.get(role)

    @override
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        chat = self.chat_at(index.row())
        title = " ".join(str(value).split())
        if chat is None or role != Qt.ItemDataRole.EditRole or not title or title == chat.title:
            return False
        self.renamed.emit(chat.id, title)
        return True

    def _tell(self, chat_id: str) -> None:
        row = self.row_of(chat_id)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    def _arrange(self) -> None:
        now = datetime.now().astimezone()
        chats = sorted(self._chats.values(), key=lambda chat: chat.updated_ms, reverse=True)
        groups: dict[Day, list[Chat]] = {day: [] for day in DAYS}
        for chat in chats:
            groups[day_of(chat.updated_ms, now, pinned=chat.pinned)].append(chat)
        self.beginResetModel()
        self._rows = [row for day, found in groups.items() if found for row in (_Heading(day), *found)]
        self.endResetModel()
