"""Backups of a profile's database: one a day while the window runs, and the two ways out when the database is lost.

Nothing is deleted: a damaged file is renamed, with the time in its name, before another takes its place.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from pathlib import Path
from typing import Literal

from weclaw_desktop.core.errors import DatabaseLocked, StorageError
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.storage import backups
from weclaw_desktop.storage.backups import Kept
from weclaw_desktop.storage.profile import Profile, ProfileLock

Remedy = Literal["restore", "anew"]
"""Bring back the newest backup, or begin with an empty history."""
AFTER_S = 20.0
"""Seconds after the start before a copy is made, so that it does not slow the start down."""

_log = logging.getLogger(__name__)


async def kept_of(folder: Path) -> Kept:
    """The backups that there are of a profile's database."""
    profile = Profile(folder)
    return await asyncio.to_thread(backups.kept, profile.database, profile.backups)


async def back_up_daily(folder: Path, *, after_s: float = AFTER_S) -> Path | None:
    """Copy the profile's database if the newest copy is a day old and something changed; None when it was not due.

    Cancelling stops the copying between two steps and leaves no half of one. A copy that fails is only noted in the
    log: settings and ``doctor`` say how old the newest one is.
    """
    await asyncio.sleep(after_s)
    profile, stop = Profile(folder), threading.Event()
    work = asyncio.get_running_loop().run_in_executor(
        None, lambda: backups.daily(profile.database, profile.backups, stopped=stop.is_set, now=time.time())
    )
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait({work})
        work.exception()
        raise
    except StorageError as error:
        _log.info("no daily backup: %s", error)
        return None


async def repair(folder: Path, remedy: Remedy) -> Text:
    """Do what the user chose for a database that cannot be opened, and say what was done and where the old file is.

    Raises StorageError; nothing was lost then.
    """
    return await asyncio.to_thread(_repair, Profile(folder), remedy)


def _repair(profile: Profile, remedy: Remedy) -> Text:
    profile.make()
    lock = ProfileLock(profile)
    if not lock.acquire():
        raise DatabaseLocked(text("storage.in_use"))
    try:
        if remedy == "restore":
            copy, kept = backups.restore(profile.database, profile.backups)
            if kept is None:
                return text("storage.restored", copy=copy.name)
            return text("storage.restored_kept", copy=copy.name, file=kept.name)
        kept = backups.set_aside(profile.database)
        profile.mark.unlink(missing_ok=True)  # what comes next is a beginning and no loss
        return text("storage.anew") if kept is None else text("storage.anew_kept", file=kept.name)
    except OSError as error:
        raise StorageError(text("storage.cannot_open", path=str(profile.folder)), str(error)) from error
    finally:
        lock.release()
