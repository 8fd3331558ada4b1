"""Everything a profile keeps in its database, behind the ports of ``core``."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseLocked, StorageError
from weclaw_desktop.core.text import Text
from weclaw_desktop.storage.blobs import SqlBlobs
from weclaw_desktop.storage.chats import SqlChats
from weclaw_desktop.storage.database import Database, open_file, open_server
from weclaw_desktop.storage.finding import SqlSearch
from weclaw_desktop.storage.folders import SqlFolders
from weclaw_desktop.storage.messages import SqlMessages
from weclaw_desktop.storage.opening import OPEN_BUSY_S, prepare, prepare_server
from weclaw_desktop.storage.pins import SqlPins
from weclaw_desktop.storage.records import SqlRecords
from weclaw_desktop.storage.remembered import SqlRemembered
from weclaw_desktop.storage.search import catch_up, renew_if_older

_log = logging.getLogger(__name__)


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class SqlStore:
    """Implements ``core.stores.Store``; attachments are in ``blobs``."""

    def __init__(self, database: Database, clock: Callable[[], int] = now_ms, *, indexed: bool = True) -> None:
        self.database = database
        self.chats = SqlChats(database, clock)
        self.folders = SqlFolders(database, clock)
        self.messages = SqlMessages(database, clock)
        self.records = SqlRecords(database, clock)
        self.pins = SqlPins(database, clock)
        self.remembered = SqlRemembered(database, clock)
        self.blobs = SqlBlobs(database, clock)
        self.search = SqlSearch(database, indexed=indexed)

    @property
    def read_only(self) -> Text | None:
        """Why nothing can be saved now, or None. Every write tries again, so it clears by itself."""
        return self.database.read_only

    async def strangers(self) -> int:
        """Another number than before when another program wrote to the profile since. Raises StorageError."""
        return await self.database.strangers()

    async def close(self) -> None:
        """Finish what is queued and let the file go."""
        await self.database.close()

    async def begin(self) -> None:
        """First writes after opening. When they fail for want of space or rights, the store opens read-only.

        Raises DatabaseDamaged; DatabaseLocked when another program writes for longer than a moment.
        """
        try:
            await self.database.write(renew_if_older, busy_s=OPEN_BUSY_S)
            await self.records.drop_prepared()
        except (DatabaseDamaged, DatabaseLocked):
            raise
        except StorageError as error:
            _log.info("opened read-only: %s", error.detail)
        self.database.chores.append(catch_up)


async def open_sqlite(path: Path, backups: Path, *, may_create: bool = True) -> SqlStore:
    """The store in ``path``, created or migrated as needed. Raises StorageError (see ``opening.prepare``)."""
    await asyncio.to_thread(prepare, path, backups, may_create=may_create)
    return await _begun(SqlStore(open_file(path)))


async def open_url(url: str) -> SqlStore:
    """The store on the server that ``url`` names. Its driver (psycopg) must be installed. Raises StorageError."""
    await asyncio.to_thread(prepare_server, url)
    return await _begun(SqlStore(open_server(url), indexed=False))


async def _begun(store: SqlStore) -> SqlStore:
    try:
        await store.begin()
    except BaseException:
        await store.close()
        raise
    return store
