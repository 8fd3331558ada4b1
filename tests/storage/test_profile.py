"""A profile's folder, its holder, and the blobs in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from errno import EACCES, ENOSPC, EROFS
from pathlib import Path

import pytest

from tests.storage.children import ROOT, start
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.storage.ids import LENGTH, new_id
from weclaw_desktop.storage.profile import APP, Profile, ProfileLock, cache_folder, default_folder, open_store
from weclaw_desktop.storage.store import SqlStore


def test_folders_are_the_users_own() -> None:
    home = os.environ["HOME"]
    assert str(default_folder()).startswith(home)
    assert str(cache_folder()).startswith(home)
    assert default_folder() != cache_folder()


def test_the_readme_names_the_folders_in_both_languages() -> None:
    told = (ROOT / "README.md").read_text("utf-8")
    assert default_folder().name == cache_folder().name == APP
    assert told.count(f"/{APP}`") == 8, "two folders on Linux and macOS, in two languages"
    assert told.count(f"%LOCALAPPDATA%\\{APP}") == 4


def test_names_lie_in_the_folder(folder: Path) -> None:
    profile = Profile(folder)
    profile.make()
    names = [profile.database, profile.settings, profile.logs, profile.backups, profile.artifacts]
    names += [profile.vault, profile.lock, profile.mark]
    assert len({name.name for name in names}) == len(names)
    assert {name.parent for name in names} == {folder}
    assert folder.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="cannot be made"):
        Profile(tmp_path / "file" / "profile").make()


def test_a_lock_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StorageError, match="cannot be made"):
        ProfileLock(Profile(tmp_path / "file")).acquire()


@pytest.mark.parametrize(("reason", "number"), [("access is not allowed", EACCES), ("the disk is read-only", EROFS)])
def test_a_folder_that_may_not_be_written_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reason: str, number: int
) -> None:
    """It is there, so "cannot be made" would be wrong; what is to be looked at is named: the folder, or the file."""
    profile = Profile(tmp_path / "p")

    def told(place: Path) -> str:
        return rf"Nothing can be written to {re.escape(str(place))}: {reason}"

    def refuses(path: Path, *given: object, **named: object) -> None:
        del given, named
        raise OSError(number, "refused", str(path))

    profile.folder.mkdir()
    with monkeypatch.context() as patched:
        mkdir = Path.mkdir
        patched.setattr(Path, "mkdir", lambda path, *a, **n: mkdir(path, *a, **n) if path.exists() else refuses(path))
        with pytest.raises(StorageError, match=told(profile.folder)):
            profile.make()
    profile.make()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", refuses)
        with pytest.raises(StorageError, match=told(profile.folder)):
            ProfileLock(profile).acquire()
        profile.lock.touch()
        with pytest.raises(StorageError, match=told(profile.lock)):
            ProfileLock(profile).acquire()


def test_D4_a_full_disk_is_no_reason_not_to_hold_a_profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """[Errno 28] No space left on device, from writing who holds it: the window opened on nothing and said nothing."""
    profile = Profile(tmp_path)

    def full(*_: object) -> int:
        raise OSError(ENOSPC, "No space left on device")

    ours, theirs = ProfileLock(profile), ProfileLock(profile)
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        assert ours.acquire()
    assert not theirs.acquire()
    assert ours.holder() is None
    ours.release()
    assert theirs.acquire()
    assert theirs.holder() == os.getpid()
    theirs.release()


def test_a_file_in_the_place_of_a_folder_is_told(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    Profile(folder).logs.touch()
    with pytest.raises(StorageError, match=r"logs cannot be made: something of that name is there already"):
        Profile(folder).make()


def test_two_processes_are_told_apart(folder: Path) -> None:
    profile = Profile(folder)
    profile.make()
    body = """
        from weclaw_desktop.storage.profile import APP, Profile, ProfileLock
        lock = ProfileLock(Profile(folder))
        say(lock.acquire())
        signal.pause()
    """
    ours = ProfileLock(profile)
    assert ours.holder() is None
    with start(folder, body) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "True\n"
        assert not ours.acquire()
        assert ours.holder() == child.pid
        child.kill()
    assert ours.acquire()
    assert ours.acquire()
    assert ours.holder() == os.getpid()
    other = ProfileLock(profile)
    assert not other.acquire()
    ours.release()
    ours.release()
    assert other.acquire()
    other.release()


def test_importing_the_profile_loads_no_database_library() -> None:
    heavy = "{'sqlalchemy', 'alembic', 'keyring'}"
    code = f"import sys, weclaw_desktop.storage.profile; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "[]\n"


def test_a_start_without_migration_loads_no_alembic(folder: Path) -> None:
    code = (
        "import asyncio, sys; from pathlib import Path; from weclaw_desktop.storage.profile import open_store\n"
        "async def main():\n    await (await open_store(Path(sys.argv[1]))).close()\n"
        "asyncio.run(main()); print('alembic' in sys.modules)"
    )
    command = [sys.executable, "-c", code, str(folder)]
    seen = [subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True).stdout for _ in range(2)]
    assert seen == ["True\n", "False\n"]


async def test_blobs_are_kept_once(store: SqlStore) -> None:
    name = await store.blobs.put(b"\0bytes", "image/png")
    assert await store.blobs.put(b"\0bytes", "image/png") == name
    assert await store.blobs.get(name) == b"\0bytes"
    with pytest.raises(InputError):
        await store.blobs.get("0" * 64)


async def test_a_server_that_is_not_there_is_told(folder: Path) -> None:
    with pytest.raises(StorageError):
        await open_store(folder, database_url=f"sqlite:///{folder}/nowhere/x.db")


def test_ids_rise_strictly() -> None:
    ids = [new_id(now) for now in (5, 5, 5, 4, 6, 5)]
    assert ids == sorted(set(ids))
    assert {len(i) for i in ids} == {LENGTH}
