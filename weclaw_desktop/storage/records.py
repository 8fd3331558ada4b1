"""Compaction records in the database: every change of the active one is a compare-and-swap on the chat's epoch.

A chat has at most one active record; a unique index says so too. Undo and redo move that mark along the chain of
``previous_id`` and change nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.records import ContextBlock, Record, RecordState
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.chats import raise_epoch
from weclaw_desktop.storage.codec import (
    dump_block,
    dump_replacements,
    dump_text,
    load_block,
    load_replacements,
    load_text,
)
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.ids import new_id
from weclaw_desktop.storage.tables import RecordRow

_NAMES = tuple(f.name for f in fields(Record))
_COLUMNS: tuple[Any, ...] = tuple(getattr(RecordRow, name) for name in _NAMES)
_DUMP: dict[str, Callable[[Any], str | None]] = {
    "block": dump_block,
    "replacements": dump_replacements,
    "degraded": dump_text,
}
_LOAD: dict[str, Callable[[Any], Any]] = {
    "block": load_block,
    "replacements": load_replacements,
    "degraded": load_text,
}


class SqlRecords:
    """Implements ``core.stores.Records``."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def all(self, chat_id: str) -> list[Record]:
        """Oldest first, without stale ones and without those only prepared."""
        statement = (
            select(*_COLUMNS)
            .where(RecordRow.chat_id == chat_id, RecordRow.state.not_in(("stale", "prepared")))
            .order_by(RecordRow.created_ms, RecordRow.id)
        )
        return await self._database.read(lambda connection: [_record(row) for row in connection.execute(statement)])

    async def active(self, chat_id: str) -> Record | None:
        """The record in force, None for the full log."""
        return await self._database.read(lambda connection: _active(connection, chat_id))

    async def prepare(self, chat_id: str, record: Record) -> Record:
        """Keep a record that may be applied later; it changes nothing and is dropped at the next start."""

        def work(connection: Connection) -> Record:
            return self._insert(connection, replace(record, chat_id=chat_id, state="prepared"), 0)

        return await self._database.write(work)

    async def drop_prepared(self) -> int:
        """Forget records that were prepared and not applied; how many."""
        statement = delete(RecordRow).where(RecordRow.state == "prepared")
        return await self._database.write(lambda connection: connection.execute(statement).rowcount)

    async def apply(self, chat_id: str, record: Record, *, epoch: int) -> Record | None:
        """Make ``record`` active if the epoch still is ``epoch``; raises the epoch. None when it moved."""

        def work(connection: Connection) -> Record | None:
            now = raise_epoch(connection, chat_id, expected=epoch)
            return self._activate_new(connection, replace(record, chat_id=chat_id), now) if now else None

        return await self._database.write(work)

    async def undo(self, chat_id: str, *, epoch: int) -> tuple[Record, Record | None] | None:
        """Activate the previous record (or none): (undone, active).

        None when there is nothing to undo or the epoch moved.
        """

        def work(connection: Connection) -> tuple[Record, Record | None] | None:
            undone = _active(connection, chat_id)
            if undone is None:
                return None
            now = raise_epoch(connection, chat_id, expected=epoch)
            if not now:
                return None
            _set_state(connection, undone.id, "undone", now)
            before = _usable(connection, undone.previous_id)
            if before is not None:
                _set_state(connection, before.id, "active", now)
                before = replace(before, state="active")
            return replace(undone, state="undone"), before

        return await self._database.write(work)

    async def redo(self, chat_id: str, *, epoch: int) -> Record | None:
        """Activate the record that was undone last from the present one. None when there is none or the epoch moved.

        The caller has checked that its prefix hash still holds.
        """

        def work(connection: Connection) -> Record | None:
            present = _active(connection, chat_id)
            again = _undone(connection, chat_id, present)
            if again is None:
                return None
            now = raise_epoch(connection, chat_id, expected=epoch)
            if not now:
                return None
            if present is not None:
                _set_state(connection, present.id, "superseded", now)
            _set_state(connection, again.id, "active", now)
            return replace(again, state="active")

        return await self._database.write(work)

    async def edit(
        self, chat_id: str, record_id: str, block: ContextBlock, tokens_after: int, *, epoch: int
    ) -> Record | None:
        """A new record like ``record_id`` with another block, made active. None when the epoch moved."""

        def work(connection: Connection) -> Record | None:
            old = _fetch(connection, record_id)
            if old is None or old.chat_id != chat_id:
                raise InputError(text("storage.no_record", record=record_id))
            now = raise_epoch(connection, chat_id, expected=epoch)
            if not now:
                return None
            edited = replace(old, block=block, tokens_after=tokens_after, id="", created_ms=0)
            return self._activate_new(connection, edited, now)

        return await self._database.write(work)

    async def mark_stale(self, chat_id: str, record_ids: Sequence[str], *, epoch: int) -> bool:
        """Put records whose prefix hash fails aside: no undo or redo returns to them, only ``revive``.

        False when the epoch moved.
        """

        def work(connection: Connection) -> bool:
            now = raise_epoch(connection, chat_id, expected=epoch)
            for record_id in record_ids if now else ():
                _set_state(connection, record_id, "stale", now)
            return bool(now)

        return await self._database.write(work)

    async def aside(self, chat_id: str) -> list[Record]:
        """The stale ones, the one that was put aside last at the end."""
        statement = (
            select(*_COLUMNS)
            .where(RecordRow.chat_id == chat_id, RecordRow.state == "stale")
            .order_by(RecordRow.state_epoch, RecordRow.created_ms, RecordRow.id)
        )
        return await self._database.read(lambda connection: [_record(row) for row in connection.execute(statement)])

    async def revive(self, chat_id: str, record_id: str, *, epoch: int) -> Record | None:
        """Put a stale record in force again, and the present one aside; None when it is not stale or the epoch moved.

        The caller has checked that its prefix hash holds.
        """

        def work(connection: Connection) -> Record | None:
            again = _fetch(connection, record_id)
            if again is None or again.chat_id != chat_id or again.state != "stale":
                return None
            now = raise_epoch(connection, chat_id, expected=epoch)
            if not now:
                return None
            present = _active(connection, chat_id)
            if present is not None:
                _set_state(connection, present.id, "stale", now)
            _set_state(connection, again.id, "active", now)
            return replace(again, state="active")

        return await self._database.write(work)

    def _activate_new(self, connection: Connection, record: Record, epoch: int) -> Record:
        present = _active(connection, record.chat_id)
        if present is not None:
            _set_state(connection, present.id, "superseded", epoch)
        if record.id:
            connection.execute(delete(RecordRow).where(RecordRow.id == record.id, RecordRow.state == "prepared"))
        previous = None if present is None else present.id
        return self._insert(connection, replace(record, state="active", previous_id=previous), epoch)

    def _insert(self, connection: Connection, record: Record, epoch: int) -> Record:
        now = self._clock()
        stored = replace(record, id=new_id(now), created_ms=now)
        values = {name: _DUMP.get(name, _same)(getattr(stored, name)) for name in _NAMES}
        connection.execute(insert(RecordRow).values(**values, state_epoch=epoch))
        return stored


def _same(value: Any) -> Any:
    return value


def _record(row: Sequence[Any]) -> Record:
    return Record(**{name: _LOAD.get(name, _same)(value) for name, value in zip(_NAMES, row, strict=True)})


def _fetch(connection: Connection, record_id: str) -> Record | None:
    row = connection.execute(select(*_COLUMNS).where(RecordRow.id == record_id)).one_or_none()
    return None if row is None else _record(row)


def _active(connection: Connection, chat_id: str) -> Record | None:
    active = (RecordRow.chat_id == chat_id) & (RecordRow.state == "active")
    row = connection.execute(select(*_COLUMNS).where(active)).one_or_none()
    return None if row is None else _record(row)


def _usable(connection: Connection, record_id: str | None) -> Record | None:
    """The record, or the nearest one before it that is not stale."""
    while record_id is not None:
        record = _fetch(connection, record_id)
        if record is None or record.state != "stale":
            return record
        record_id = record.previous_id
    return None


def _undone(connection: Connection, chat_id: str, present: Record | None) -> Record | None:
    before = RecordRow.previous_id == present.id if present is not None else RecordRow.previous_id.is_(None)
    row = connection.execute(
        select(*_COLUMNS)
        .where(RecordRow.chat_id == chat_id, RecordRow.state == "undone", before)
        .order_by(RecordRow.state_epoch.desc())
        .limit(1)
    ).one_or_none()
    return None if row is None else _record(row)


def _set_state(connection: Connection, record_id: str, state: RecordState, epoch: int) -> None:
    change = {"state": state, "state_epoch": epoch}
    connection.execute(update(RecordRow).where(RecordRow.id == record_id).values(**change))
