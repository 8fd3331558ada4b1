"""Chats in the database."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, cast

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, or_, select, update

from weclaw_desktop.core.chats import CONFIRMED, Chat, Occurrence, as_tag
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.stores import Stamp
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.codec import clean, dump, load_parts
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.ids import new_id
from weclaw_desktop.storage.occurrences import occurrences
from weclaw_desktop.storage.tables import BlobRow, CalibrationRow, CallRow, ChatRow, MessageRow, PendingRow

_COLUMNS: tuple[Any, ...] = (
    ChatRow.id,
    ChatRow.title,
    ChatRow.title_by,
    ChatRow.model,
    ChatRow.strategy,
    ChatRow.profile,
    ChatRow.language,
    ChatRow.head_id,
    ChatRow.epoch,
    ChatRow.pinned,
    ChatRow.archived,
    ChatRow.created_ms,
    ChatRow.updated_ms,
    ChatRow.deleted_ms,
    ChatRow.draft,
    ChatRow.held_until,
    ChatRow.overrides,
    ChatRow.folder,
    ChatRow.tags,
    ChatRow.unread,
    ChatRow.workdir,
    ChatRow.persona,
    ChatRow.parameters,
    ChatRow.source,
)
"""In the order of Chat's fields."""
_NAMES = tuple(f.name for f in fields(Chat))
_TEXTS = (
    "title", "title_by", "model", "strategy", "profile", "language", "draft", "folder", "workdir", "persona", "source",
)  # fmt: skip
_FLAGS = ("pinned", "archived", "unread")
_OBJECTS = ("overrides", "parameters")
_PLACE = ("folder", "tags", "pinned", "archived", "unread", "deleted_ms")
"""Where a chat stands in the list: what ``put_back`` gives back."""
_ERASED_AT_ONCE = 200
_READ_AT_ONCE = 500
_RAISES_EPOCH = ("model", "strategy")
"""A change of these makes prepared work stale."""

_STAMP: Select[*tuple[Any, ...]] = select(
    *(column for column in _COLUMNS if column.key not in ("updated_ms", "draft", "unread", *_PLACE)),
    ChatRow.deleted_ms,
    ChatRow.next_seq,
    select(func.count(MessageRow.key))
    .where(MessageRow.state == "generating", MessageRow.chat_id == ChatRow.id)
    .scalar_subquery(),
    select(func.max(CallRow.key)).where(CallRow.chat_id == ChatRow.id).scalar_subquery(),
).where(ChatRow.id == bindparam("chat"))


class SqlChats:
    """Implements ``core.stores.Chats``."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def create(self, *, model: str = "", strategy: str = "", language: str = "") -> Chat:
        """A new, empty chat."""
        now = self._clock()
        chat = Chat(new_id(now), model=clean(model), strategy=clean(strategy), language=clean(language))
        chat = replace(chat, created_ms=now, updated_ms=now)
        names = ("id", "model", "strategy", "language", "created_ms", "updated_ms")
        values = {name: getattr(chat, name) for name in names}

        def work(connection: Connection) -> None:
            connection.execute(insert(ChatRow).values(**values))

        await self._database.write(work)
        return chat

    async def get(self, chat_id: str) -> Chat:
        """The chat, also from the trash. Raises InputError when there is none."""
        return await self._database.read(lambda connection: fetch(connection, chat_id))

    async def stamp(self, chat_id: str) -> Stamp:
        """Values that are other ones when anything changed that the chat's requests rest on; () for no such chat.

        One cheap query: the log grows, moves and is marked with the chat's own row, an answer ends with its row's
        state, calls are numbered.
        """
        row = await self._database.read(lambda connection: connection.execute(_STAMP, {"chat": chat_id}).one_or_none())
        return () if row is None else tuple(row)

    async def some(self, ids: Sequence[str]) -> list[Chat]:
        """The chats of these ids that there are, also from the trash, in their order."""
        return await self._database.read(lambda connection: read(connection, ids))

    async def all(
        self, *, query: str = "", limit: int = 1_000, trash: bool = False, archived: bool | None = None
    ) -> list[Chat]:
        """Newest activity first; every word of ``query`` must be in the title, in any case, also inside words."""
        statement = _listing(query, limit, trash, archived)
        return await self._database.read(lambda connection: [_chat(row) for row in connection.execute(statement)])

    async def change(self, chat_id: str, *, only_if: Mapping[str, object] | None = None, **fields: object) -> Chat:
        """Set fields of Chat by name, in one step with looking whether fields are as ``only_if`` says.

        Raises InputError for an unknown chat or field.
        """
        values = _values(fields)

        def work(connection: Connection) -> Chat:
            before = fetch(connection, chat_id)
            if any(getattr(before, name) != value for name, value in (only_if or {}).items()):
                return before
            if any(getattr(before, name) != fields[name] for name in _RAISES_EPOCH if name in fields):
                values["epoch"] = before.epoch + 1
            if values:
                connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(**values))
            return fetch(connection, chat_id)

        return await self._database.write(work)

    async def bump_epoch(self, chat_id: str) -> int:
        """Raise the epoch, so that work prepared before is dropped; returns the new one."""
        return await self._database.write(lambda connection: raise_epoch(connection, chat_id))

    async def delete(self, chat_id: str) -> None:
        """Put the chat in the trash, which makes prepared work stale. Nothing is erased until ``purge``."""
        now = self._clock()
        await self._database.write(lambda connection: _mark(connection, chat_id, now))

    async def restore(self, chat_id: str) -> Chat:
        """Take the chat out of the trash."""
        return await self._database.write(lambda connection: _mark(connection, chat_id, None))

    async def put_back(self, chats: Sequence[Chat]) -> list[Chat]:
        """Give chats the place in the list that these say. One transaction; erased ones are passed over."""
        places = [(chat.id, {**_values(_place(chat)), "deleted_ms": chat.deleted_ms}) for chat in chats]

        def work(connection: Connection) -> list[Chat]:
            for chat_id, values in places:
                connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(**values))
            return read(connection, [chat_id for chat_id, _ in places])

        return await self._database.write(work)

    async def from_source(self, source: str) -> Chat | None:
        """The newest chat that was made from ``source``, not one in the trash; None when there is none."""
        statement = select(*_COLUMNS).where(
            ChatRow.source == source, ChatRow.source != "", ChatRow.deleted_ms.is_(None)
        )
        row = await self._database.read(
            lambda connection: connection.execute(statement.order_by(ChatRow.id.desc())).first()
        )
        return None if row is None else _chat(row)

    async def occurrences(self, chat_id: str, words: str) -> list[Occurrence]:
        """Messages on the path of the chat that say ``words``, oldest first. Raises InputError for no such chat."""
        return await self._database.read(lambda connection: occurrences(connection, chat_id, words))

    async def purge(self, *, deleted_before_ms: int = 0, ids: Sequence[str] = ()) -> list[str]:
        """Erase chats of the trash with messages, records, search entries and attachments; the ids of all erased.

        Those that went to the trash before a time, and those that are named. A chat that is not in the trash stays.
        """
        doomed = select(ChatRow.id).where(
            ChatRow.deleted_ms.is_not(None), or_(ChatRow.deleted_ms < deleted_before_ms, ChatRow.id.in_(ids))
        )
        erased = await self._database.read(lambda connection: list(connection.scalars(doomed)))
        for chat_id in erased:
            held: set[str] = set()
            while await self._database.write(lambda connection, i=chat_id, held=held: _erase(connection, i, held)):
                continue
        return erased


def fetch(connection: Connection, chat_id: str) -> Chat:
    """The chat. Raises InputError when there is none."""
    row = connection.execute(select(*_COLUMNS).where(ChatRow.id == chat_id)).one_or_none()
    if row is None:
        raise InputError(text("storage.no_chat", chat=chat_id))
    return _chat(row)


def read(connection: Connection, ids: Sequence[str]) -> list[Chat]:
    """The chats of these ids that there are, in their order."""
    rows: dict[str, Chat] = {}
    for start in range(0, len(ids), _READ_AT_ONCE):
        some = select(*_COLUMNS).where(ChatRow.id.in_(ids[start : start + _READ_AT_ONCE]))
        rows.update({row[0]: _chat(row) for row in connection.execute(some)})
    return [rows[chat_id] for chat_id in ids if chat_id in rows]


def raise_epoch(connection: Connection, chat_id: str, *, expected: int | None = None) -> int:
    """Add one to the epoch; returns the new one, 0 when it is not ``expected``. Raises InputError for no such chat."""
    statement = update(ChatRow).where(ChatRow.id == chat_id).values(epoch=ChatRow.epoch + 1)
    if expected is not None:
        statement = statement.where(ChatRow.epoch == expected)
    if connection.execute(statement).rowcount:
        return connection.scalars(select(ChatRow.epoch).where(ChatRow.id == chat_id)).one()
    fetch(connection, chat_id)
    return 0


def fold(value: str) -> str:
    """Text as titles are compared: one width and case."""
    return unicodedata.normalize("NFKC", value).casefold()


def _listing(query: str, limit: int, trash: bool, archived: bool | None) -> Select[*tuple[Any, ...]]:
    statement = select(*_COLUMNS).where(ChatRow.deleted_ms.is_not(None) if trash else ChatRow.deleted_ms.is_(None))
    if archived is not None:
        statement = statement.where(ChatRow.archived.is_(archived))
    for word in fold(clean(query)).split():
        statement = statement.where(ChatRow.title_folded.contains(word, autoescape=True))
    return statement.order_by(ChatRow.updated_ms.desc(), ChatRow.id.desc()).limit(limit)


def _chat(row: Sequence[Any]) -> Chat:
    values = dict(zip(_NAMES, row, strict=True))
    values["tags"] = tuple(json.loads(values["tags"])) if values["tags"] != "[]" else ()
    for name in _OBJECTS:
        values[name] = json.loads(values[name])
    return Chat(**values)


def _place(chat: Chat) -> dict[str, object]:
    return {name: getattr(chat, name) for name in _PLACE if name != "deleted_ms"}


def _values(fields: dict[str, object]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if name in _TEXTS:
            values[name] = clean(str(value))
        elif name in _FLAGS:
            values[name] = bool(value)
        elif name == "held_until" and isinstance(value, int):
            values[name] = value
        elif name in _OBJECTS:
            values[name] = dump(value)
        elif name == "tags" and isinstance(value, Sequence):
            tags = (as_tag(clean(str(tag))) for tag in cast("Sequence[object]", value))
            values[name] = dump(list(dict.fromkeys(tag for tag in tags if tag)))
        else:
            raise InputError(text("storage.no_field", field=name))
    if "title" in values:
        values["title_folded"] = fold(values["title"])
    return values


def _mark(connection: Connection, chat_id: str, deleted_ms: int | None) -> Chat:
    values: dict[str, Any] = {"deleted_ms": deleted_ms}
    if deleted_ms is not None:
        before = fetch(connection, chat_id)
        raised = raise_epoch(connection, chat_id)
        if before.overrides.get(CONFIRMED) == before.epoch:  # the trash changes nothing of what a provider counted
            values["overrides"] = dump({**before.overrides, CONFIRMED: raised})
    connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(**values))
    return fetch(connection, chat_id)


def _erase(connection: Connection, chat_id: str, held: set[str]) -> bool:
    """Erase a part of the chat small enough for one transaction; whether more is left.

    ``held`` gathers the names of bytes that its messages held; what no other message holds goes with the last part.
    """
    from weclaw_desktop.storage.search import forget  # search knows messages; only erasing needs it here

    rows = connection.execute(
        select(MessageRow.key).where(MessageRow.chat_id == chat_id).order_by(MessageRow.key).limit(_ERASED_AT_ONCE)
    )
    keys = [row.key for row in rows]
    if not keys:
        connection.execute(delete(CalibrationRow).where(CalibrationRow.chat_id == chat_id))
        connection.execute(delete(ChatRow).where(ChatRow.id == chat_id))
        for sha256 in held:
            if connection.scalar(select(MessageRow.key).where(MessageRow.parts.contains(sha256)).limit(1)) is None:
                connection.execute(delete(BlobRow).where(BlobRow.sha256 == sha256))
        return False
    held |= _attached(connection, keys)
    forget(connection, keys)
    connection.execute(delete(PendingRow).where(PendingRow.key.in_(keys)))
    connection.execute(delete(MessageRow).where(MessageRow.key.in_(keys)))
    return True


def _attached(connection: Connection, keys: Sequence[int]) -> set[str]:
    """Names of the bytes that messages hold."""
    holding = select(MessageRow.parts).where(MessageRow.key.in_(keys), MessageRow.parts.contains('"attachment"'))
    parts = (part for stored in connection.scalars(holding) for part in load_parts(stored))
    return {part.sha256 for part in parts if isinstance(part, AttachmentPart) and part.sha256}
