"""Folders of the chat list in the database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from weclaw_desktop.core.chats import Chat, Folder
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.chats import read
from weclaw_desktop.storage.codec import clean
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.ids import new_id
from weclaw_desktop.storage.tables import ChatRow, FolderRow

LONGEST = 80
"""Characters of a name."""
_COLUMNS = (FolderRow.id, FolderRow.name, FolderRow.position, FolderRow.collapsed)


class SqlFolders:
    """Implements ``core.stores.Folders``."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def all(self) -> list[Folder]:
        """In their order."""
        statement = select(*_COLUMNS).order_by(FolderRow.position, FolderRow.id)
        return await self._database.read(lambda connection: [_folder(row) for row in connection.execute(statement)])

    async def create(self, name: str) -> Folder:
        """A new one, the last in order. Raises InputError for a name of nothing."""
        given, folder_id = _name(name), new_id(self._clock())

        def work(connection: Connection) -> Folder:
            last = connection.scalar(select(func.max(FolderRow.position)))
            place = 0 if last is None else last + 1
            values = {"id": folder_id, "name": given, "position": place, "collapsed": False}
            connection.execute(insert(FolderRow).values(**values))
            return Folder(folder_id, given, place)

        return await self._database.write(work)

    async def change(self, folder_id: str, **fields: object) -> Folder:
        """Set name, position or collapsed. Raises InputError for no such folder or field, or a name of nothing."""
        values = _values(fields)

        def work(connection: Connection) -> Folder:
            _fetch(connection, folder_id)
            if values:
                connection.execute(update(FolderRow).where(FolderRow.id == folder_id).values(**values))
            return _fetch(connection, folder_id)

        return await self._database.write(work)

    async def delete(self, folder_id: str) -> list[Chat]:
        """Take the folder away; its chats stay, in none, those of the trash too. Returns them as they are now."""

        def work(connection: Connection) -> list[Chat]:
            ids = list(connection.scalars(select(ChatRow.id).where(ChatRow.folder == folder_id)))
            connection.execute(update(ChatRow).where(ChatRow.folder == folder_id).values(folder=""))
            connection.execute(delete(FolderRow).where(FolderRow.id == folder_id))
            return read(connection, ids)

        return await self._database.write(work)


def _folder(row: Sequence[Any]) -> Folder:
    return Folder(row[0], row[1], row[2], bool(row[3]))


def _fetch(connection: Connection, folder_id: str) -> Folder:
    row = connection.execute(select(*_COLUMNS).where(FolderRow.id == folder_id)).one_or_none()
    if row is None:
        raise InputError(text("storage.no_such_folder", folder=folder_id))
    return _folder(row)


def _name(value: str) -> str:
    name = clean(" ".join(value.split()))[:LONGEST].rstrip()
    if not name:
        raise InputError(text("storage.nameless_folder"))
    return name


def _values(fields: dict[str, object]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in fields.items():
        if name == "name":
            values[name] = _name(str(value))
        elif name == "collapsed":
            values[name] = bool(value)
        elif name == "position" and isinstance(value, int):
            values[name] = value
        else:
            raise InputError(text("storage.no_field", field=name))
    return values
