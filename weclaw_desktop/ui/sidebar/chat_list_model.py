"""Rows of the chat list as Qt's model: headings and chats, what they say aloud, and what may be dragged where.

It holds values and shows intents: a title or a folder's name that was edited, chats that were dropped. A change moves
no more rows than it must, so that a list of thousands keeps its place while answers come in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from typing_extensions import override

from weclaw_desktop.core.chats import Chat, Folder
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.sidebar.groups import APART, CLOSABLE, Heading, Listing, Row

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
TOLD_FROM, MOST_TOLD = 0.8, 9.99
"""Shares of the window from which a chat's is told, and beyond which it is only said to be larger."""
CHAT = Qt.ItemDataRole.UserRole
HEADING = Qt.ItemDataRole.UserRole + 1
SHARE = Qt.ItemDataRole.UserRole + 2
BUSY = Qt.ItemDataRole.UserRole + 3
UNREAD = Qt.ItemDataRole.UserRole + 4
MIME = "application/x-weclaw-chats"


class ChatListModel(QAbstractListModel):
    """``renamed`` and ``folder_renamed`` carry id and new name; ``dropped`` carries ids of chats and a heading."""

    renamed = Signal(str, str)
    folder_renamed = Signal(str, str)
    dropped = Signal(object, object)
    arranging = Signal()
    arranged = Signal()
    """Rows are about to be moved, and were."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listing = Listing()
        self._rows: list[Row] = []
        self._places: dict[str, int] = {}
        self._shares: dict[str, float] = {}
        self._busy: set[str] = set()
        self.words: dict[str, str] = {}
        """Names of groups, and what is said of a chat: ``untitled``, ``unread``, ``busy``, ``chats``."""

    def set_all(self, chats: Iterable[Chat], trash: Iterable[Chat] = (), folders: Sequence[Folder] = ()) -> None:
        """Show these chats and no others."""
        self.listing.chats = {chat.id: chat for chat in chats}
        self.listing.trash = {chat.id: chat for chat in trash}
        self.listing.folders = tuple(folders)
        self.arrange()

    def put(self, *chats: Chat) -> None:
        """Chats were made or changed."""
        for chat in chats:
            home, other = self.listing.chats, self.listing.trash
            if chat.deleted_ms is not None:
                home, other = other, home
            home[chat.id] = chat
            other.pop(chat.id, None)
        self.arrange()

    def forget(self, *chat_ids: str) -> None:
        """Chats are gone for good."""
        for chat_id in chat_ids:
            self.listing.chats.pop(chat_id, None)
            self.listing.trash.pop(chat_id, None)
        self.arrange()

    def set_aside(self, chat_id: str, on: bool) -> None:
        """Leave a chat out for now, or not any more."""
        (self.listing.aside.add if on else self.listing.aside.discard)(chat_id)
        self.arrange()

    def touch(self, chat_id: str, used_ms: int) -> None:
        """Something was said in a chat at a time."""
        chat = self.listing.chats.get(chat_id)
        if chat is not None and used_ms > chat.updated_ms:
            self.listing.chats[chat_id] = replace(chat, updated_ms=used_ms)
            self.arrange()

    def known(self, chat_id: str) -> Chat | None:
        """A chat that is in the list or hidden in a closed group."""
        return self.listing.chats.get(chat_id) or self.listing.trash.get(chat_id)

    def set_folders(self, folders: Sequence[Folder]) -> None:
        """Folders were made, renamed or deleted."""
        self.listing.folders = tuple(folders)
        self.arrange()

    def show_tag(self, tag: str) -> None:
        """Only chats with a tag, "" for all."""
        self.listing.tag = tag
        self.arrange()

    def open_group(self, key: str, on: bool) -> None:
        """List the chats of the archive or the trash, or not. Folders are opened through ``set_folders``."""
        (self.listing.opened.add if on else self.listing.opened.discard)(key)
        self.arrange()

    def set_share(self, chat_id: str, share: float) -> None:
        """Load over threshold of a chat, 0…1 and more. What reads the same is not told: it lays the list out anew."""
        before, self._shares[chat_id] = self._shares.get(chat_id, 0.0), share
        if _read(before) != _read(share):
            self._tell(chat_id)

    def set_busy(self, chat_id: str, busy: bool) -> None:
        """A reply is written in a chat, or not any more."""
        (self._busy.add if busy else self._busy.discard)(chat_id)
        self._tell(chat_id)

    def row_of(self, key: str) -> int:
        """Row of a chat's id or a heading's key, -1 when it is not listed."""
        return self._places.get(key, -1)

    def chat_at(self, row: int) -> Chat | None:
        """The chat in a row, None for a heading or no row."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Chat) else None

    def heading_at(self, row: int) -> Heading | None:
        """The heading in a row, None for a chat or no row."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Heading) else None

    def group_at(self, row: int) -> Heading | None:
        """The heading over a row, itself when it is one."""
        above = (self._rows[at] for at in range(min(row, len(self._rows) - 1), -1, -1))
        return next((found for found in above if isinstance(found, Heading)), None)

    def at_hand(self) -> list[str]:
        """Ids of the chats that are listed, from top to bottom, without archive and trash."""
        found: list[str] = []
        for row in self._rows:
            if isinstance(row, Chat):
                found.append(row.id)
            elif row.kind in APART:
                break
        return found

    def neighbour(self, chat_id: str, step: int) -> str:
        """Id of the next (+1) or previous (-1) chat, round the ends; "" when there is none."""
        ids = self.at_hand()
        if not ids:
            return ""
        return ids[(ids.index(chat_id) + step) % len(ids)] if chat_id in ids else ids[0]

    def retranslate(self, words: dict[str, str]) -> None:
        """Words in the language of the window."""
        self.words = words
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def arrange(self) -> None:
        """Put everything in its place as of now."""
        self.arranging.emit()
        old, new = self._rows, self.listing.rows(datetime.now().astimezone().replace(tzinfo=None))
        was, keys = [_key(row) for row in old], [_key(row) for row in new]
        shared = min(len(old), len(new))
        head = next((i for i in range(shared) if was[i] != keys[i]), shared)
        rest = shared - head
        foot = next((i for i in range(rest) if was[-1 - i] != keys[-1 - i]), rest)
        if removed := len(old) - head - foot:
            self.beginRemoveRows(QModelIndex(), head, head + removed - 1)
            self._set(old[:head] + old[len(old) - foot :])
            self.endRemoveRows()
        if added := len(new) - head - foot:
            self.beginInsertRows(QModelIndex(), head, head + added - 1)
            self._set(new)
            self.endInsertRows()
        self._set(new)
        if new:
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))
        self.arranged.emit()

    @override
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    @override
    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self._rows[index.row()] if 0 <= index.row() < len(self._rows) else None
        enabled, drop = Qt.ItemFlag.ItemIsEnabled, Qt.ItemFlag.ItemIsDropEnabled
        if isinstance(row, Heading):
            if row.kind == "folder":
                return enabled | drop | Qt.ItemFlag.ItemIsEditable
            return (enabled if row.kind in CLOSABLE else Qt.ItemFlag.NoItemFlags) | drop
        if row is None:
            return drop
        found = enabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled | drop
        return found if row.deleted_ms is not None else found | Qt.ItemFlag.ItemIsEditable

    @override
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        return self._heading_data(row, role) if isinstance(row, Heading) else self._chat_data(row, role)

    @override
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        name = " ".join(str(value).split())
        if role != Qt.ItemDataRole.EditRole or not name:
            return False
        row = self._rows[index.row()]
        if isinstance(row, Heading):
            if not row.folder_id or name == row.name:
                return False
            self.folder_renamed.emit(row.folder_id, name)
        else:
            if name == row.title:
                return False
            self.renamed.emit(row.id, name)
        return True

    @override
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    @override
    def mimeTypes(self) -> list[str]:
        return [MIME]

    @override
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        ids = [chat.id for index in indexes if (chat := self.chat_at(index.row())) is not None]
        data = QMimeData()
        data.setData(MIME, "\n".join(ids).encode())
        return data

    @override
    def canDropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        del action, column
        return data.hasFormat(MIME) and self.group_at(parent.row() if parent.isValid() else row - 1) is not None

    @override
    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        """Tell what was dropped where; False, so that the view removes nothing."""
        if self.canDropMimeData(data, action, row, column, parent):
            ids = [name for name in bytes(data.data(MIME).data()).decode().split("\n") if name]
            self.dropped.emit(ids, self.group_at(parent.row() if parent.isValid() else row - 1))
        return False

    def _heading_data(self, row: Heading, role: int) -> object:
        name = row.name or self.words.get(row.kind, row.kind)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = counted.chats(row.count)
            if row.kind not in CLOSABLE:
                return name
            return i18n.joined((name, said, self.words.get("open" if row.open else "closed", "")))
        return {Qt.ItemDataRole.DisplayRole: name, Qt.ItemDataRole.EditRole: row.name, HEADING: row}.get(role)

    def _chat_data(self, chat: Chat, role: int) -> object:
        title = chat.title or self.words.get("untitled", "New chat")
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return title
        share = self._shares.get(chat.id, 0.0)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            said = [title, *(f"#{tag}" for tag in chat.tags)]
            said += [self.words.get("busy", "")] if chat.id in self._busy else []
            said += [self.words.get("unread", "")] if chat.unread else []
            said += [percent(share)] if share >= TOLD_FROM else []
            return i18n.joined(said)
        told = share if share >= TOLD_FROM else None
        return {CHAT: chat, SHARE: told, BUSY: chat.id in self._busy, UNREAD: chat.unread}.get(role)

    def _set(self, rows: list[Row]) -> None:
        self._rows = rows
        self._places = {_key(row): place for place, row in enumerate(rows)}

    def _tell(self, chat_id: str) -> None:
        row = self.row_of(chat_id)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))


def percent(share: float) -> str:
    """A share of the window as it stands beside a chat; how many times over does not matter there."""
    return f"{round(share * 100)} %" if share < MOST_TOLD else f">{round(MOST_TOLD * 100)} %"


def _read(share: float) -> int:
    """What is read of a share: whole percent, and those of a danger apart; nothing while it does not matter."""
    share = min(share, MOST_TOLD)
    return 0 if share < TOLD_FROM else round(share * 100) if share <= 1 else -round(share * 100)


def _key(row: Row) -> str:
    return row.id if isinstance(row, Chat) else row.key
