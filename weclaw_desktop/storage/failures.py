"""What the database library raises, as errors people can act on."""

from __future__ import annotations

import errno
import sqlite3
from typing import TYPE_CHECKING

from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseLocked, DiskFull, StorageError
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text

if TYPE_CHECKING:
    from sqlalchemy.exc import DBAPIError  # commands that need no database do without its library

_FULL = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR_WRITE,
    sqlite3.SQLITE_IOERR_TRUNCATE,
    sqlite3.SQLITE_IOERR_SHMSIZE,
}
"""Writing fails with an I/O error instead of "full" when a quota or a size limit says no."""
_NO_SPACE = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def translate(error: DBAPIError | sqlite3.Error | OSError, place: str) -> StorageError:
    """The typed error for a failure at ``place`` (the file's path, or the server's address without password)."""
    cause: object = getattr(error, "orig", error)
    detail = str(cause)
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(cause, OSError) and cause.errno in _NO_SPACE:
        return DiskFull(text("storage.full", path=place), detail)
    if not isinstance(code, int):
        reason = why(cause) if isinstance(cause, OSError) else detail
        return StorageError(text("storage.failed", path=place, reason=reason), detail)
    if code in _FULL:
        return DiskFull(text("storage.full", path=place), detail)
    match code & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return DatabaseLocked(text("storage.locked", path=place), detail)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return DatabaseDamaged(text("storage.damaged", path=place), detail)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StorageError(text("storage.readonly", path=place), detail)
        case sqlite3.SQLITE_CANTOPEN:
            return StorageError(text("storage.cannot_open", path=place), detail)
        case _:
            return StorageError(text("storage.failed", path=place, reason=detail), detail)
