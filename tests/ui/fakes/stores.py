"""Chats, folders, messages and records in dictionaries."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from weclaw_desktop.core.chats import Chat, Folder, Occurrence
from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Text


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class FakeChats:
    def __init__(self) -> None:
        self.rows: dict[str, Chat] = {}
        self.messages = FakeMessages()
        self._ids = itertools.count(1)

    async def create(self, *, model: str = "", strategy: str = "", language: str = "") -> Chat:
        number = f"c{next(self._ids)}"
        chat = Chat(number, model=model, strategy=strategy, language=language, created_ms=now_ms(), updated_ms=now_ms())
        self.rows[number] = chat
        return chat

    async def get(self, chat_id: str) -> Chat:
        return self.rows[chat_id]

    async def some(self, ids: Sequence[str]) -> list[Chat]:
        return [self.rows[chat_id] for chat_id in ids if chat_id in self.rows]

    async def all(
        self, *, query: str = "", limit: int = 1_000, trash: bool = False, archived: bool | None = None
    ) -> list[Chat]:
        found = [c for c in self.rows.values() if (c.deleted_ms is not None) == trash]
        found = [c for c in found if archived is None or c.archived == archived]
        found = [c for c in found if query.lower() in c.title.lower()]
        return sorted(found, key=lambda c: -c.updated_ms)[:limit]

    async def change(self, chat_id: str, *, only_if: Mapping[str, object] | None = None, **fields: object) -> Chat:
        if any(getattr(self.rows[chat_id], name) != value for name, value in (only_if or {}).items()):
            return self.rows[chat_id]
        self.rows[chat_id] = replace(self.rows[chat_id], **fields)
        return self.rows[chat_id]

    async def put_back(self, chats: Sequence[Chat]) -> list[Chat]:
        for chat in chats:
            places = ("folder", "tags", "pinned", "archived", "unread", "deleted_ms")
            await self.change(chat.id, **{name: getattr(chat, name) for name in places})
        return [self.rows[chat.id] for chat in chats]

    async def from_source(self, source: str) -> Chat | None:
        return next((chat for chat in self.rows.values() if chat.source == source and source), None)

    async def purge(self, *, deleted_before_ms: int = 0, ids: Sequence[str] = ()) -> list[str]:
        gone = [c.id for c in self.rows.values() if c.deleted_ms is not None]
        gone = [i for i in gone if i in ids or (self.rows[i].deleted_ms or 0) < deleted_before_ms]
        for chat_id in gone:
            del self.rows[chat_id]
        return gone

    async def occurrences(self, chat_id: str, words: str) -> list[Occurrence]:
        found = ((m, m.text.casefold().count(words.casefold())) for m in self.messages.paths.get(chat_id, ()))
        return [Occurrence(m.id, m.seq, count) for m, count in found if count and m.role != "tool"]


class FakeFolders:
    def __init__(self, chats: FakeChats) -> None:
        self.rows: dict[str, Folder] = {}
        self._chats = chats

    async def all(self) -> list[Folder]:
        return sorted(self.rows.values(), key=lambda folder: folder.position)

    async def create(self, name: str) -> Folder:
        made = Folder(f"f{len(self.rows) + 1}", name, len(self.rows))
        self.rows[made.id] = made
        return made

    async def change(self, folder_id: str, **fields: object) -> Folder:
        self.rows[folder_id] = replace(self.rows[folder_id], **fields)
        return self.rows[folder_id]

    async def delete(self, folder_id: str) -> list[Chat]:
        del self.rows[folder_id]
        freed = [chat.id for chat in self._chats.rows.values() if chat.folder == folder_id]
        return [await self._chats.change(chat_id, folder="") for chat_id in freed]


class FakeSearch:
    def __init__(self, messages: FakeMessages) -> None:
        self.indexed = True
        self.typed: list[str] = []
        """Queries whose last word might be unfinished."""
        self._messages = messages

    async def find(self, query: str, *, limit: int = 10, typing: bool = False, **_: object) -> list[Hit]:
        if typing:
            self.typed.append(query)
        words = query.casefold().split()
        found = (m for path in self._messages.paths.values() for m in path)
        hits = [m for m in found if words and all(word in m.text.casefold() for word in words)]
        return [
            Hit(f"m{m.seq}", m.chat_id, m.created_ms, m.role, m.text, 1.0, m.seq, m.id, near="") for m in hits[:limit]
        ]


class FakeMessages:
    def __init__(self) -> None:
        self.paths: dict[str, list[Message]] = {}
        self.versions: list[dict[str, list[Message]]] = []
        """Per message with versions: what follows each of them, itself included, as it was when it was shown last."""
        self.reads = 0
        self._ids = itertools.count(1)

    def add(self, chat_id: str, message: Message, **fields: object) -> Message:
        path = self.paths.setdefault(chat_id, [])
        number = next(self._ids)
        base = {
            "id": f"m{number}",
            "chat_id": chat_id,
            "seq": number,
            "parent_id": path[-1].id if path else None,
            "created_ms": message.created_ms or now_ms(),
        }
        made = replace(message, **{**base, **fields})
        path.append(made)
        return made

    def put(self, message: Message) -> Message:
        path = self.paths[message.chat_id]
        path[:] = [message if m.id == message.id else m for m in path]
        return message

    async def extend(self, chat_id: str, messages: Sequence[Message]) -> list[Message]:
        return [self.add(chat_id, message) for message in messages]

    async def path(self, chat_id: str) -> tuple[Message, ...]:
        return tuple(self.paths.get(chat_id, ()))

    async def page(self, chat_id: str, *, before_seq: int = 0, limit: int = 100) -> tuple[Message, ...]:
        self.reads += 1
        path = self.paths.get(chat_id, [])
        end = len(path) if not before_seq else next((i for i, m in enumerate(path) if m.seq >= before_seq), len(path))
        return tuple(path[max(0, end - limit) : end])

    def branch_off(self, old: Message, message: Message) -> Message:
        """Another version of ``old`` is shown; what stood from there on can be shown again."""
        path = self.paths[old.chat_id]
        at = path.index(old)
        kept, self.paths[old.chat_id] = path[at:], path[:at]
        made = self.add(old.chat_id, message, parent_id=old.parent_id)
        for versions in self.versions:
            if old.id in versions:
                versions[old.id], versions[made.id] = kept, []
                return made
        self.versions.append({old.id: kept, made.id: []})
        return made

    def show(self, message_id: str) -> str:
        """Show a version; returns its chat."""
        versions = next(known for known in self.versions if message_id in known)
        chat_id = versions[message_id][0].chat_id
        path = self.paths[chat_id]
        at = next(i for i, m in enumerate(path) if m.id in versions)
        versions[path[at].id] = path[at:]
        self.paths[chat_id] = [*path[:at], *versions[message_id]]
        return chat_id

    async def forks(self, chat_id: str, messages: Sequence[Message]) -> dict[str, Fork]:
        found: dict[str, Fork] = {}
        for versions in self.versions:
            ids = tuple(versions)
            found |= {m.id: Fork(ids, ids.index(m.id)) for m in messages if m.id in versions}
        return found

    async def get(self, message_id: str) -> Message:
        return next(m for path in self.paths.values() for m in path if m.id == message_id)


class FakeRecords:
    def __init__(self) -> None:
        self.rows: dict[str, list[Record]] = {}

    async def all(self, chat_id: str) -> list[Record]:
        return list(self.rows.get(chat_id, ()))


class FakeStore:
    def __init__(self) -> None:
        self.chats = FakeChats()
        self.messages = self.chats.messages
        self.folders = FakeFolders(self.chats)
        self.search = FakeSearch(self.messages)
        self.records = FakeRecords()
        self.read_only: Text | None = None
