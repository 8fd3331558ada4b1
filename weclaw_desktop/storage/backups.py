"""Copies of the database, and what is done with them when the database itself is lost or damaged.

A copy is made by SQLite's own backup, so it holds everything committed, whoever writes meanwhile. Nothing here ever
deletes a database: what makes room is renamed, with the time in its name. Everything blocks: use a thread.
"""

from __future__ import annotations

import calendar
import os
import re
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.failures import translate

KEPT_BACKUPS = 5
"""Copies from before migrations that are kept."""
KEPT_DAILY = 3
DAILY = "daily"
"""Label of the copies made once a day."""
DAY_S = 86_400.0
LARGEST = 2_000_000_000
"""Bytes above which a database is not copied every day."""
SPARE = 3
"""A daily copy is made only where so many of them would fit on the disk."""
BUSY_S = 5.0
_STEP = 1_000
"""Pages that are copied before somebody may say stop: about 4 MB."""
_SIDE_FILES = ("-wal", "-shm")
_FORMAT = "%Y%m%d-%H%M%S"
_STAMP = re.compile(r"\d{8}-\d{6}")


class Stopped(Exception):
    """Somebody said stop while a copy was made; there is no copy then."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The copies there are: their folder, how many, and the newest one."""

    folder: Path
    count: int = 0
    newest: Path | None = None

    @property
    def newest_ms(self) -> int:
        """When the newest was made, in milliseconds of Unix time; 0 when there is none."""
        return 0 if self.newest is None else round(_made_at(self.newest) * 1_000)


def backup(path: Path, folder: Path, *, label: str, stopped: Callable[[], bool] = lambda: False) -> Path:
    """Copy the database with everything committed; returns the copy. Keeps the newest of its kind.

    Raises StorageError; Stopped when ``stopped`` says so between two steps.
    """
    folder.mkdir(parents=True, exist_ok=True)
    target = _free(folder, f"{path.stem}-{_stamp()}-{label}", ".db")
    partial = target.with_suffix(".partial")
    partial.unlink(missing_ok=True)

    def look(_status: int, _left: int, _total: int) -> None:
        if stopped():
            raise Stopped

    try:
        source = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=BUSY_S, isolation_level=None)
        with closing(source), closing(sqlite3.connect(partial)) as copy:
            source.execute("BEGIN")
            source.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()  # what others write meanwhile is not in it
            source.backup(copy, pages=_STEP, progress=look)
        _flush(partial)
        partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise translate(error, str(target)) from error
    finally:
        partial.unlink(missing_ok=True)
    _trim(folder, path.stem, daily=label == DAILY)
    return target


def daily(path: Path, folder: Path, *, stopped: Callable[[], bool], now: float) -> Path | None:
    """Copy the database if the newest copy is a day old and something changed since; None when there is no need.

    ``now`` is Unix time in seconds. A database that is very large, or that the disk has no room for, is not copied.
    """
    newest = kept(path, folder).newest
    made = 0.0 if newest is None else _made_at(newest)
    files = (path, path.with_name(f"{path.name}-wal"))
    try:
        found = [stat for file in files if file.exists() and (stat := file.stat()).st_size]
        size, changed = sum(stat.st_size for stat in found), max((stat.st_mtime for stat in found), default=0.0)
        if not size or now - made < DAY_S or changed <= made:
            return None
        if size > LARGEST or shutil.disk_usage(path.parent).free < SPARE * size:
            return None
    except OSError as error:
        raise translate(error, str(path)) from error
    return backup(path, folder, label=DAILY, stopped=stopped)


def kept(path: Path, folder: Path) -> Kept:
    """The copies of ``path`` in ``folder``."""
    found = _copies(folder, path.stem)
    return Kept(folder, len(found), found[-1] if found else None)


def restore(path: Path, folder: Path) -> tuple[Path, Path | None]:
    """Put the newest sound copy in the place of ``path``, which is set aside.

    Returns the copy that was used, and what the old file is called now, if there was one.

    Raises StorageError when there is none; nothing was changed then.
    """
    source = next((copy for copy in reversed(_copies(folder, path.stem)) if _sound(copy)), None)
    if source is None:
        raise StorageError(text("storage.no_backup", folder=str(folder)))
    partial = path.with_name(f"{path.name}.new-{os.getpid()}")
    try:
        shutil.copyfile(source, partial)
        _flush(partial)
        kept = set_aside(path)
        partial.replace(path)
    except OSError as error:
        raise translate(error, str(path)) from error
    finally:
        partial.unlink(missing_ok=True)
    return source, kept


def set_aside(path: Path) -> Path | None:
    """Rename ``path`` and what belongs to it, so that its name is free; None when nothing was there.

    Raises StorageError.
    """
    aside = _free(path.parent, f"{path.name}.aside-{_stamp()}", "")
    try:
        for end in (*_SIDE_FILES, ""):
            file = path.with_name(path.name + end)
            if file.exists():
                file.rename(aside.with_name(aside.name + end))
    except OSError as error:
        raise translate(error, str(path)) from error
    return aside if aside.exists() else None


def _sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error:
        return False


def _copies(folder: Path, stem: str) -> list[Path]:
    """Oldest first."""
    return sorted(folder.glob(f"{stem}-*.db"), key=lambda copy: (_made_at(copy), copy.name))


def _made_at(path: Path) -> float:
    """When a copy was made, by its name, for a file's own time changes when it is moved; Unix time in seconds."""
    found = _STAMP.search(path.stem)
    return calendar.timegm(time.strptime(found[0], _FORMAT)) if found is not None else 0.0


def _stamp() -> str:
    return time.strftime(_FORMAT, time.gmtime())


def _free(folder: Path, name: str, suffix: str) -> Path:
    target, number = folder / f"{name}{suffix}", 1
    while target.exists():
        number += 1
        target = folder / f"{name}-{number}{suffix}"
    return target


def _trim(folder: Path, stem: str, *, daily: bool) -> None:
    alike = [copy for copy in _copies(folder, stem) if copy.stem.rstrip("-0123456789").endswith(DAILY) == daily]
    for old in alike[: -(KEPT_DAILY if daily else KEPT_BACKUPS)]:
        old.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
