"""Finds out what a database file is before anything writes to it: new, ours, older, newer, damaged.

A new file is built under another name and moved into place when it is whole, so an empty file under the real name is
always damage, never a beginning. An older file is copied with SQLite's own backup and migrated in one transaction. A
damaged or newer file is not touched.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, create_engine, inspect
from sqlalchemy.exc import DBAPIError

from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseMissing, SchemaTooNew
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.backups import backup
from weclaw_desktop.storage.database import sqlite_engine
from weclaw_desktop.storage.failures import translate
from weclaw_desktop.storage.versions import REVISIONS, TABLE

MAGIC = b"SQLite format 3\0"
OPEN_BUSY_S = 0.9
"""How long opening waits for another program, twice at most; people rather hear of it and try again."""

_log = logging.getLogger(__name__)


def prepare(path: Path, backups: Path, *, may_create: bool) -> None:
    """Make sure that ``path`` is a database of the newest schema.

    ``may_create`` False means that there was one before: a missing file is then an error, never replaced by an empty
    one. Raises DatabaseDamaged, DatabaseMissing, SchemaTooNew, DatabaseLocked, DiskFull or StorageError.
    """
    try:
        if not path.exists():
            _create(path, may_create)
            return
        _check_header(path)
        current = _revision(path)
        if current != REVISIONS[-1]:
            backup(path, backups, label=current)
            _migrate(path)
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise translate(error, str(path)) from error


def prepare_server(url: str) -> None:
    """Make sure that the server's database has the newest schema. Backups are the server's own affair there."""
    engine = create_engine(url)
    try:
        with engine.begin() as connection:
            current = _stored_revision(connection) or ""
            if current and current not in REVISIONS:
                raise SchemaTooNew(text("storage.too_new", path=engine.url.render_as_string()), f"revision {current}")
            if current != REVISIONS[-1]:
                from weclaw_desktop.storage import migrations

                migrations.upgrade(connection, current)
    except DBAPIError as error:
        raise translate(error, engine.url.render_as_string()) from error
    finally:
        engine.dispose()


def _create(path: Path, may_create: bool) -> None:
    if not may_create or path.with_name(f"{path.name}-wal").exists():
        raise DatabaseMissing(text("storage.gone", path=str(path)))
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.new-{os.getpid()}")
    partial.unlink(missing_ok=True)
    try:
        sqlite3.connect(partial).close()
        partial.touch()
        _migrate(partial)
        with closing(sqlite3.connect(partial)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _place(partial, path)
    finally:
        for leftover in path.parent.glob(f"{partial.name}*"):
            leftover.unlink(missing_ok=True)


def _place(partial: Path, path: Path) -> None:
    """Give the finished file its name, unless another process was faster: then theirs stays."""
    try:
        path.hardlink_to(partial)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if not path.exists():
            partial.replace(path)


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
    if head != MAGIC:
        raise DatabaseDamaged(text("storage.damaged", path=str(path)), f"header {head!r}")


def _revision(path: Path) -> str:
    """The schema revision, read without changing a byte."""
    engine = sqlite_engine(path, writes=False, busy_s=OPEN_BUSY_S)
    try:
        with engine.connect() as connection:
            found = _stored_revision(connection)
    finally:
        engine.dispose()
    if found is None:
        raise DatabaseDamaged(text("storage.foreign", path=str(path)))
    if found not in REVISIONS:
        raise SchemaTooNew(text("storage.too_new", path=str(path)), f"revision {found}")
    return found


def _stored_revision(connection: Connection) -> str | None:
    """None when the tables are not ours."""
    if not inspect(connection).has_table(TABLE):
        return None
    found = connection.exec_driver_sql(f"SELECT version_num FROM {TABLE}").scalar()
    return None if found is None else str(found)


def _migrate(path: Path) -> None:
    from weclaw_desktop.storage import migrations  # imports Alembic, which a start without migration need not

    engine = sqlite_engine(path, busy_s=OPEN_BUSY_S)
    try:
        with engine.begin() as connection:
            current = _stored_revision(connection) or ""
            if current != REVISIONS[-1]:  # another process may have been faster
                _log.info("migrating %s from %r to %s", path, current, REVISIONS[-1])
                migrations.upgrade(connection, current)
    finally:
        engine.dispose()
