"""What people keep of chats, in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.pins import Pin, PinKind, PinState
from weclaw_desktop.core.text import text as make_text
from weclaw_desktop.storage.chats import raise_epoch
from weclaw_desktop.storage.codec import clean
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.ids import new_id
from weclaw_desktop.storage.tables import PinRow

_COLUMNS: tuple[Any, ...] = (
    PinRow.id,
    PinRow.chat_id,
    PinRow.text,
    PinRow.kind,
    PinRow.state,
    PinRow.source_id,
    PinRow.seq,
    PinRow.created_ms,
)
"""In the order of Pin's fields."""


class SqlPins:
    """Implements ``core.stores.Pins``: each change and the raised epoch are one transaction."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def all(self, chat_id: str) -> list[Pin]:
        """All of a chat, oldest first."""
        statement = select(*_COLUMNS).where(PinRow.chat_id == chat_id).order_by(PinRow.id)
        return await self._database.read(lambda connection: [_pin(row) for row in connection.execute(statement)])

    async def add(
        self,
        chat_id: str,
        text: str,
        *,
        kind: PinKind = "pin",
        state: PinState = "active",
        source_id: str = "",
        seq: int = 0,
    ) -> Pin:
        """Keep words. Raises InputError for no such chat, or for words of nothing."""
        now = self._clock()
        return await self.restore(Pin(new_id(now), chat_id, _words(text), kind, state, source_id, seq, now))

    async def change(self, pin_id: str, *, text: str | None = None, state: PinState | None = None) -> Pin:
        """Other words or another state. Raises InputError for no such pin, or for words of nothing."""
        given: tuple[tuple[str, str | None], ...] = (
            ("text", None if text is None else _words(text)),
            ("state", state),
        )
        values = {name: value for name, value in given if value is not None}

        def work(connection: Connection) -> Pin:
            before = _fetch(connection, pin_id)
            if values:
                connection.execute(update(PinRow).where(PinRow.id == pin_id).values(**values))
                raise_epoch(connection, before.chat_id)
            return _fetch(connection, pin_id)

        return await self._database.write(work)

    async def delete(self, pin_id: str) -> Pin:
        """Take it away; what it was. Raises InputError when there is no such pin."""

        def work(connection: Connection) -> Pin:
            pin = _fetch(connection, pin_id)
            connection.execute(delete(PinRow).where(PinRow.id == pin_id))
            raise_epoch(connection, pin.chat_id)
            return pin

        return await self._database.write(work)

    async def restore(self, pin: Pin) -> Pin:
        """Put a pin in its place, whether or not it stands there already. Raises InputError for no such chat."""
        values = {column.key: getattr(pin, column.key) for column in _COLUMNS}

        def work(connection: Connection) -> Pin:
            raise_epoch(connection, pin.chat_id)
            connection.execute(delete(PinRow).where(PinRow.id == pin.id))
            connection.execute(insert(PinRow).values(**values))
            return pin

        return await self._database.write(work)


def _words(text: str) -> str:
    words = clean(text.strip())
    if not words:
        raise InputError(make_text("storage.nothing_to_pin"))
    return words


def _pin(row: Sequence[Any]) -> Pin:
    return Pin(*row)


def _fetch(connection: Connection, pin_id: str) -> Pin:
    row = connection.execute(select(*_COLUMNS).where(PinRow.id == pin_id)).one_or_none()
    if row is None:
        raise InputError(make_text("storage.no_pin"))
    return _pin(row)
