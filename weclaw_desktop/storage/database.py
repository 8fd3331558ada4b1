"""One writer thread, one reader thread, and what happens when the disk or the file says no.

Writes are ``BEGIN IMMEDIATE`` transactions: a transaction that reads first and writes later fails at once when somebody
else wrote in between, whatever the busy timeout is. Reads run on a connection that cannot write.

Durability: SQLite runs in WAL with ``synchronous=NORMAL``. A commit has left the process when it returns, so kill -9
loses nothing. Only a power cut or a crash of the system can take the last commits (never the file's soundness), and not
those older than about a second, because the idle writer checkpoints, which flushes to the disk. ``FULL`` would add one
flush of the disk to every commit, several milliseconds on ordinary drives, for that second.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, delete, event, insert
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from weclaw_desktop.core.errors import DatabaseDamaged, InputError, StorageError
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.storage.failures import translate
from weclaw_desktop.storage.tables import ValueRow
from weclaw_desktop.storage.worker import Worker

T = TypeVar("T")
BUSY_S = 5.0
"""How long a transaction waits for another program's."""
REST_S = 0.25
"""How long the writer must have had nothing to do before it does its chores."""
FLUSH_S = 1.0
"""How old the newest commit is when it is flushed to the disk."""
WAL_PAGES = 4_000
"""Pages of 4 KB after which a commit checkpoints by itself; idle checkpoints usually come first."""
WAL_BYTES = 32_000_000
"""Size to which the WAL file is cut back after a checkpoint."""

_log = logging.getLogger(__name__)


class Database:
    """Runs functions that take a connection, on the right thread, inside a transaction, with typed errors."""

    def __init__(self, writing: Engine, reading: Engine, place: str) -> None:
        """Connects at the first job. ``place`` names the database in errors."""
        self.place = place
        self.chores: list[Callable[[Connection], bool]] = []
        self._engines = {"writer": writing, "reader": reading}
        self._connections: dict[str, Connection] = {}
        self._reason: Text | None = None
        self._damaged: DatabaseDamaged | None = None
        self._written = 0.0
        self._writer = Worker("storage-writer", self._idle, REST_S)
        self._reader = Worker("storage-reader")

    @property
    def read_only(self) -> Text | None:
        """Why the last write failed, if none has succeeded since."""
        return self._reason

    async def write(self, work: Callable[[Connection], T], *, busy_s: float = BUSY_S) -> T:
        """Run ``work`` in one write transaction. Raises StorageError; then nothing of it is stored.

        ``busy_s`` is how long it waits for another program's transaction.

        Cancelling drops the work if it has not begun; if it has, it is committed all the same.
        """
        return await asyncio.wrap_future(self._writer.submit(lambda: self._write(work, busy_s)))

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on the reading connection, which sees everything committed so far. Raises StorageError."""
        return await asyncio.wrap_future(self._reader.submit(lambda: self._read(work)))

    async def strangers(self) -> int:
        """A number that is another one after somebody else wrote to the file; on a server always 0: it tells nobody.

        What this process writes leaves it as it is. Raises StorageError.
        """
        return await asyncio.wrap_future(self._writer.submit(self._strangers))

    async def probe(self) -> bool:
        """Try to save something small, so that ``read_only`` tells the truth. Raises nothing."""
        stamp = str(time.time_ns())

        def work(connection: Connection) -> None:
            connection.execute(delete(ValueRow).where(ValueRow.key == "probe"))
            connection.execute(insert(ValueRow).values(key="probe", value=stamp))

        try:
            await self.write(work)
        except StorageError:
            return False
        return True

    async def close(self) -> None:
        """Finish queued work, checkpoint, let the files go. Safe to call twice."""
        for worker, name in ((self._reader, "reader"), (self._writer, "writer")):
            done = worker.close(lambda name=name: self._disconnect(name))
            if done is not None:
                await asyncio.wrap_future(done)
                worker.join()

    def _connect(self, name: str) -> Connection:
        connection = self._connections.get(name)
        if connection is None:
            connection = self._connections[name] = self._engines[name].connect()
        return connection

    def _write(self, work: Callable[[Connection], T], busy_s: float = BUSY_S) -> T:
        if self._damaged is not None:
            raise self._damaged
        try:
            connection = self._connect("writer")
            _wait_at_most(connection, busy_s)
            with connection.begin():
                result = work(connection)
        except (DBAPIError, sqlite3.Error) as error:
            raise self._failed(error) from error
        except UnicodeEncodeError as error:
            raise InputError(text("storage.not_text")) from error
        self._reason = None
        self._written = self._written or time.monotonic()
        return result

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            connection = self._connect("reader")
            with connection.begin():
                return work(connection)
        except (DBAPIError, sqlite3.Error) as error:
            failure = translate(error, self.place)
            if isinstance(failure, DatabaseDamaged):
                self._reason = failure.text
            raise failure from error
        except UnicodeEncodeError as error:
            raise InputError(text("storage.not_text")) from error

    def _strangers(self) -> int:
        try:
            driver = self._connect("writer").connection.driver_connection
            if isinstance(driver, sqlite3.Connection):  # its own commits do not count for the connection that asks
                return int(driver.execute("PRAGMA data_version").fetchone()[0])
        except (DBAPIError, sqlite3.Error) as error:
            raise translate(error, self.place) from error
        return 0

    def _failed(self, error: DBAPIError | sqlite3.Error) -> StorageError:
        """Remember why saving failed. A damaged file is not written to again; everything else may pass."""
        failure = translate(error, self.place)
        self._reason = failure.text
        if isinstance(failure, DatabaseDamaged):
            self._damaged = failure
        return failure

    def _idle(self) -> float | None:
        """Do one chore, or flush. Returns seconds until there may be more to do."""
        try:
            for chore in self.chores if self._damaged is None else ():
                if self._write(chore):
                    return 0.0
            if not self._written:
                return None
            left = self._written + FLUSH_S - time.monotonic()
            if left > 0:
                return left
            self._checkpoint()
        except StorageError as error:
            _log.info("the idle writer stopped: %s", error.detail)
        self._written = 0.0
        return None

    def _checkpoint(self) -> None:
        """Flush the WAL to the disk and into the file, as far as readers allow; the other modes would wait for them."""
        if self._damaged is not None:
            return
        try:
            driver = self._connect("writer").connection.driver_connection
            if isinstance(driver, sqlite3.Connection):
                driver.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        except (DBAPIError, sqlite3.Error) as error:
            raise self._failed(error) from error

    def _disconnect(self, name: str) -> None:
        connection = self._connections.pop(name, None)
        if connection is None:
            return
        if name == "writer" and self._written:
            self._connections[name] = connection
            try:
                self._checkpoint()
            except StorageError as error:
                _log.info("closing without a checkpoint: %s", error.detail)
            del self._connections[name]
        connection.close()
        self._engines[name].dispose()


def open_file(path: Path) -> Database:
    """The database in the SQLite file ``path``, which must exist."""
    writing = sqlite_engine(path)
    reading = sqlite_engine(path, writes=False)
    return Database(writing, reading, str(path))


def open_server(url: str) -> Database:
    """The database that ``url`` names (PostgreSQL). Its driver must be installed."""
    parsed = make_url(url)
    writing = create_engine(parsed, poolclass=NullPool)
    reading = create_engine(parsed, poolclass=NullPool, execution_options={"postgresql_readonly": True})
    return Database(writing, reading, parsed.render_as_string(hide_password=True))


def sqlite_engine(path: Path, *, writes: bool = True, busy_s: float | None = None) -> Engine:
    """An engine on an existing SQLite file. Its connections never create a file."""

    def connect() -> sqlite3.Connection:
        uri = f"{path.absolute().as_uri()}?mode={'rw' if writes else 'ro'}"
        timeout = BUSY_S if busy_s is None else busy_s
        connection = sqlite3.connect(uri, uri=True, timeout=timeout, isolation_level=None)
        try:
            _set_up(connection, writes)
        except BaseException:
            connection.close()
            raise
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    begin = "BEGIN IMMEDIATE" if writes else "BEGIN"

    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "begin", start)
    return engine


def _wait_at_most(connection: Connection, busy_s: float) -> None:
    """Set how long the next transaction waits for another program's; a server has its own ways."""
    driver = connection.connection.driver_connection
    if isinstance(driver, sqlite3.Connection):
        driver.execute(f"PRAGMA busy_timeout={round(busy_s * 1_000)}")


def _set_up(connection: sqlite3.Connection, writes: bool) -> None:
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA temp_store=MEMORY")
    connection.execute("PRAGMA trusted_schema=OFF")
    if writes:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(f"PRAGMA wal_autocheckpoint={WAL_PAGES}")
        connection.execute(f"PRAGMA journal_size_limit={WAL_BYTES}")
    else:
        connection.execute("PRAGMA query_only=ON")
