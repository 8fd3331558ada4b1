"""Chats in the database."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select, update

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.codec import clean, dump
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.ids import new_id
from weclaw_desktop.storage.tables import ChatRow, MessageRow, PendingRow

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
)
"""In the order of Chat's fields."""
_NAMES = tuple(f.name for f in fields(Chat))
_TEXTS = ("title", "title_by", "model", "strategy", "profile", "language", "draft")
_FLAGS = ("pinned", "archived")
_ERASED_AT_ONCE = 200
_RAISES_EPOCH = ("model", "strategy")
"""A change of these makes prepared work stale."""


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

    async def all(self, *, query: str = "", limit: int = 1_000, trash: bool = False) -> list[Chat]:
        """Newest activity first; every word of ``query`` must be in the title, in any case, also inside words."""
        statement = _listing(query, limit, trash)
        return await self._database.read(lambda connection: [_chat(row) for row in connection.execute(statement)])

    async def change(self, chat_id: str, **fields: object) -> Chat:
        """Set fields of Chat by name. Raises InputError for an unknown chat or field."""
        values = _values(fields)

        def work(connection: Connection) -> Chat:
            before = fetch(connection, chat_id)
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
        """Put the chat in the trash. Nothing is erased until ``purge``."""
        now = self._clock()
        await self._database.write(lambda connection: _mark(connection, chat_id, now))

    async def restore(self, chat_id: str) -> Chat:
        """Take the chat out of the trash."""
        return await self._database.write(lambda connection: _mark(connection, chat_id, None))

    async def purge(self, *, deleted_before_ms: int) -> int:
        """Erase chats that went to the trash before a time, with messages, records and search entries; how many."""
        doomed = select(ChatRow.id).where(ChatRow.deleted_ms.is_not(None), ChatRow.deleted_ms < deleted_before_ms)
        ids = await self._database.read(lambda connection: list(connection.scalars(doomed)))
        for chat_id in ids:
            while await self._database.write(lambda connection, chat_id=chat_id: _erase(connection, chat_id)):
                continue
        return len(ids)


def fetch(connection: Connection, chat_id: str) -> Chat:
    """The chat. Raises InputError when there is none."""
    row = connection.execute(select(*_COLUMNS).where(ChatRow.id == chat_id)).one_or_none()
    if row is None:
        raise InputError(text("storage.no_chat", chat=chat_id))
    return _chat(row)


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


def _listing(query: str, limit: int, trash: bool) -> Select[*tuple[Any, ...]]:
    statement = select(*_COLUMNS).where(ChatRow.deleted_ms.is_not(None) if trash else ChatRow.deleted_ms.is_(None))
    for word in fold(clean(query)).split():
        statement = statement.where(ChatRow.title_folded.contains(word, autoescape=True))
    return statement.order_by(ChatRow.updated_ms.desc(), ChatRow.id.desc()).limit(limit)


def _chat(row: Sequence[Any]) -> Chat:
    return Chat(**{**dict(zip(_NAMES, row, strict=True)), "overrides": json.loads(row[-1])})


def _values(fields: dict[str, object]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if name in _TEXTS:
            values[name] = clean(str(value))
        elif name in _FLAGS:
            values[name] = bool(value)
        elif name == "held_until" and isinstance(value, int):
            values[name] = value
        elif name == "overrides":
            values[name] = dump(value)
        else:
            raise InputError(text("storage.no_field", field=name))
    if "title" in values:
        values["title_folded"] = fold(values["title"])
    return values


def _mark(connection: Connection, chat_id: str, deleted_ms: int | None) -> Chat:
    connection.execute(update(ChatRow).where(ChatRow.id == chat_id).values(deleted_ms=deleted_ms))
    return fetch(connection, chat_id)


def _erase(connection: Connection, chat_id: str) -> bool:
    """Erase a part of the chat small enough for one transaction; whether more is left."""
    from weclaw_desktop.storage.search import forget  # search knows messages; only erasing needs it here

    rows = connection.execute(
        select(MessageRow.key).where(MessageRow.chat_id == chat_id).order_by(MessageRow.key).limit(_ERASED_AT_ONCE)
    )
    keys = [row.key for row in rows]
    if not keys:
        connection.execute(delete(ChatRow).where(ChatRow.id == chat_id))
        return False
    forget(connection, keys)
    connection.execute(delete(PendingRow).where(PendingRow.key.in_(keys)))
    connection.execute(delete(MessageRow).where(MessageRow.key.in_(keys)))
    return True
