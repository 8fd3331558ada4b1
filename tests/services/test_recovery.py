"""The daily copy beside the work, and the ways out for a database that cannot be opened."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseLocked, DatabaseMissing
from weclaw_desktop.core.text import text
from weclaw_desktop.services import recovery
from weclaw_desktop.storage import backups
from weclaw_desktop.storage.profile import Profile, ProfileLock, open_store


async def filled(folder: Path) -> Profile:
    store = await open_store(folder)
    await store.chats.create()
    await store.close()
    return Profile(folder)


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.glob("weclaw.db.aside-*")]


def aside(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.glob("weclaw.db.aside-*")]


async def count(folder: Path) -> int:
    store = await open_store(folder)
    found = len(await store.chats.all())
    await store.close()
    return found


async def test_D5_a_daily_copy_is_told_and_restored(tmp_path: Path) -> None:
    profile = await filled(tmp_path)
    assert (await recovery.kept_of(tmp_path)).newest_ms == 0
    made = await recovery.back_up_daily(tmp_path, after_s=0)
    assert made is not None
    assert (await recovery.kept_of(tmp_path)).newest == made
    assert await recovery.back_up_daily(tmp_path, after_s=0) is None
    profile.database.write_bytes(b"damaged")
    with pytest.raises(DatabaseDamaged):
        await open_store(tmp_path)
    told = await recovery.repair(tmp_path, "restore")
    assert await count(tmp_path) == 1
    assert told == text("storage.restored_kept", copy=made.name, file=names(tmp_path)[0])
    profile.database.unlink()
    assert (await recovery.repair(tmp_path, "restore")).key == "storage.restored"


async def test_D4_starting_anew_keeps_the_damaged_file(tmp_path: Path) -> None:
    profile = await filled(tmp_path)
    profile.database.write_bytes(b"damaged")
    told = await recovery.repair(tmp_path, "anew")
    assert await count(tmp_path) == 0
    assert aside(tmp_path) == [b"damaged"]
    assert told.key == "storage.anew_kept"


async def test_D5_a_lost_file_is_begun_anew_only_when_asked(tmp_path: Path) -> None:
    profile = await filled(tmp_path)
    profile.database.unlink()
    with pytest.raises(DatabaseMissing):
        await open_store(tmp_path)
    assert (await recovery.repair(tmp_path, "anew")).key == "storage.anew"
    assert await count(tmp_path) == 0


async def test_nothing_is_repaired_under_a_process_that_works_on_it(tmp_path: Path) -> None:
    profile = await filled(tmp_path)
    other = ProfileLock(profile)
    assert other.acquire()
    with pytest.raises(DatabaseLocked, match="Another window"):
        await recovery.repair(tmp_path, "anew")
    other.release()
    assert await count(tmp_path) == 1


async def test_closing_stops_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = await filled(tmp_path)
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(*_: object, stopped: object, **__: object) -> None:
        assert callable(stopped)
        loop.call_soon_threadsafe(begun.set)
        while not stopped():
            pass
        raise backups.Stopped

    monkeypatch.setattr(backups, "daily", slow)
    task = asyncio.ensure_future(recovery.back_up_daily(tmp_path, after_s=0))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert list(profile.backups.iterdir()) == []


async def test_a_copy_that_fails_is_no_failure_of_the_work(tmp_path: Path) -> None:
    profile = await filled(tmp_path)
    profile.database.write_bytes(b"damaged" * 1_000)
    assert await recovery.back_up_daily(tmp_path, after_s=0) is None
