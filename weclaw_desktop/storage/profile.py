"""A profile: the folder with everything of one user, who holds it, and how its store is opened.

Importing this module loads no database library; opening does, on a thread, so that a window can be up before.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

import platformdirs

from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text

if TYPE_CHECKING:
    from weclaw_desktop.storage.store import SqlStore

APP = "WeClaw Desktop"


def default_folder() -> Path:
    """Where this system keeps an app's data for the present user."""
    return platformdirs.user_data_path(APP, appauthor=False)


def cache_folder() -> Path:
    """Where models lie, shared by all profiles."""
    return platformdirs.user_cache_path(APP, appauthor=False)


@dataclass(frozen=True, slots=True)
class Profile:
    """Names of what lies in a profile's folder."""

    folder: Path

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "weclaw.db"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.folder / "settings.json"

    @property
    def logs(self) -> Path:
        """Folder of log files and crash reports."""
        return self.folder / "logs"

    @property
    def backups(self) -> Path:
        """Folder of copies made before migrations."""
        return self.folder / "backups"

    @property
    def artifacts(self) -> Path:
        """Folder of files that people may open themselves (exports, notes)."""
        return self.folder / "artifacts"

    @property
    def vault(self) -> Path:
        """The passphrase-protected file of keys, if the user chose one."""
        return self.folder / "keys.vault"

    @property
    def lock(self) -> Path:
        """The file that the process which holds the profile keeps locked."""
        return self.folder / "profile.lock"

    @property
    def mark(self) -> Path:
        """Says that this profile once had a database, so that a missing one is a loss and not a beginning."""
        return self.folder / "profile.json"

    def make(self) -> None:
        """Create the folders, readable by the user alone. Raises StorageError."""
        _make(self.folder)
        for folder in (self.logs, self.backups, self.artifacts):
            try:
                folder.mkdir(exist_ok=True, mode=0o700)
            except FileExistsError as error:
                raise _failed("storage.no_folder", folder, error) from error
            except OSError as error:
                raise _failed("storage.no_writing", self.folder, error) from error


class ProfileLock:
    """Tells two processes on one profile apart. The system frees it however the process ends."""

    def __init__(self, profile: Profile) -> None:
        self._path = profile.lock
        self._file: IO[str] | None = None

    def acquire(self) -> bool:
        """Hold the profile; False when another process does. Only the holder tidies up after a crash.

        Raises StorageError when the folder cannot be written.
        """
        if self._file is not None:
            return True
        _make(self._path.parent)
        try:
            file = self._path.open("a+", encoding="ascii")
        except OSError as error:
            there = self._path if self._path.exists() else self._path.parent
            raise _failed("storage.no_writing", there, error) from error
        if not _lock(file):
            file.close()
            return False
        _sign(file)
        self._file = file
        return True

    def holder(self) -> int | None:
        """Process id of whoever wrote the file last, for messages; None when nobody did."""
        try:
            return int(self._path.read_text(encoding="ascii").strip(" \n\0"))
        except (OSError, ValueError):
            return None

    def release(self) -> None:
        """Let go; safe to call twice."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _make(folder: Path) -> None:
    """Make the folder unless it is there. Raises StorageError."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise _failed("storage.no_folder", folder, error) from error


def _failed(key: str, path: Path, error: OSError) -> StorageError:
    return StorageError(text(key, path=str(path), reason=why(error)), str(error))


def _sign(file: IO[str]) -> None:
    """Write our number behind the locked byte, past the file's buffer: what that could not write fails at its end."""
    try:
        os.ftruncate(file.fileno(), 1)
        os.write(file.fileno(), f"{os.getpid()}\n".encode())
    except OSError:
        return  # it is for messages only; on a full disk the profile can be read all the same


def _lock(file: IO[str]) -> bool:
    """Lock the first byte (content begins at the second: Windows forbids reading what is locked)."""
    try:
        if sys.platform == "win32":
            locking = importlib.import_module("msvcrt")
            file.seek(0)
            locking.locking(file.fileno(), locking.LK_NBLCK, 1)
        else:
            locking = importlib.import_module("fcntl")
            locking.flock(file.fileno(), locking.LOCK_EX | locking.LOCK_NB)
    except OSError:
        return False
    return True


async def open_store(folder: Path, *, database_url: str = "") -> SqlStore:
    """Open the profile's database, made on first use and migrated (after a backup) when it is older.

    ``database_url`` names a server instead of the profile's own file. Raises DatabaseDamaged, DatabaseMissing (a lost
    one is not replaced by an empty one), SchemaTooNew, DatabaseLocked, DiskFull or StorageError; the file is then as it
    was.
    """
    profile = Profile(folder)
    profile.make()
    module = await asyncio.to_thread(importlib.import_module, "weclaw_desktop.storage.store")
    if database_url:
        return await module.open_url(database_url)
    may_create = not profile.mark.exists()
    store: SqlStore = await module.open_sqlite(profile.database, profile.backups, may_create=may_create)
    if not profile.mark.exists():
        _mark(profile)
    return store


def _mark(profile: Profile) -> None:
    try:
        profile.mark.write_text(json.dumps({"created_ms": time.time_ns() // 1_000_000}), encoding="utf-8")
    except OSError:
        return  # the mark only guards against a later loss; a full disk is told by the store itself
