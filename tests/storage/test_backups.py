"""Copies of the database: when one is made, how many stay, and how one takes the place of a damaged file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.storage import backups

DAY = backups.DAY_S


class Usage(NamedTuple):
    """As shutil tells it."""

    total: int
    used: int
    free: int


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "weclaw.db"
    with closing(sqlite3.connect(made)) as connection:
        connection.execute("CREATE TABLE kept (x TEXT)")
        connection.executemany("INSERT INTO kept VALUES (?)", [("word" * 500,)] * 3_000)
        connection.commit()
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT COUNT(*) FROM kept").fetchone()[0])


def _nearly_full(_path: Path) -> Usage:
    return Usage(10, 10, 1_000_000)


def never() -> bool:
    return False


def test_D5_a_copy_is_made_once_a_day_and_only_after_a_change(path: Path, folder: Path) -> None:
    now = time.time()
    os.utime(path, (now - 60, now - 60))
    made = backups.daily(path, folder, stopped=never, now=now)
    assert made is not None
    assert rows(made) == 3_000
    assert backups.daily(path, folder, stopped=never, now=now + DAY / 2) is None
    assert backups.daily(path, folder, stopped=never, now=now + 2 * DAY) is None, "nothing changed since"
    later = now + 2 * DAY
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO kept VALUES ('new')")
        connection.commit()
    os.utime(path, (later, later))
    again = backups.daily(path, folder, stopped=never, now=later)
    assert again is not None
    assert rows(again) == 3_001
    kept = backups.kept(path, folder)
    assert kept.count == 2
    assert abs(kept.newest_ms / 1_000 - now) < 60


def test_D5_three_daily_copies_stay_and_push_no_other_out(
    path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = (f"2026010{day}-120000" for day in range(1, 8))
    monkeypatch.setattr(backups, "_stamp", lambda: next(days))
    before = backups.backup(path, folder, label="0001")
    made = [backups.backup(path, folder, label=backups.DAILY) for _ in range(5)]
    assert sorted(folder.iterdir()) == sorted((before, *made[-3:]))


def test_a_copy_that_is_stopped_leaves_nothing(path: Path, folder: Path) -> None:
    calls = 0

    def soon() -> bool:
        nonlocal calls
        calls += 1
        return calls > 1

    with pytest.raises(backups.Stopped):
        backups.backup(path, folder, label=backups.DAILY, stopped=soon)
    assert list(folder.iterdir()) == []
    assert calls == 2


def test_what_is_written_meanwhile_neither_disturbs_nor_enters_the_copy(path: Path, folder: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:

        def write() -> bool:
            writer.execute("INSERT INTO kept VALUES ('meanwhile')")
            return False

        made = backups.backup(path, folder, label=backups.DAILY, stopped=write)
    assert rows(made) == 3_000
    assert rows(path) > 3_000


@pytest.mark.parametrize("why", ["large", "no room", "no file"])
def test_no_copy_is_made_where_it_would_do_harm(
    path: Path, folder: Path, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why == "large":
        monkeypatch.setattr(backups, "LARGEST", 1_000)
    elif why == "no room":
        monkeypatch.setattr(shutil, "disk_usage", _nearly_full)
    else:
        path.unlink()
    assert backups.daily(path, folder, stopped=never, now=time.time()) is None
    assert not folder.exists()


def test_D4_the_newest_sound_copy_takes_the_place_of_a_damaged_file_which_stays(path: Path, folder: Path) -> None:
    good = backups.backup(path, folder, label=backups.DAILY)
    rubbish = folder / f"{path.stem}-29991231-235959-daily.db"
    rubbish.write_bytes(b"no database")
    path.write_bytes(b"damaged")
    path.with_name("weclaw.db-wal").write_bytes(b"its log")
    used, kept = backups.restore(path, folder)
    assert used == good
    assert kept is not None
    assert kept.read_bytes() == b"damaged"
    assert rows(path) == 3_000
    assert sorted(file.read_bytes() for file in path.parent.glob("weclaw.db.aside-*")) == [b"damaged", b"its log"]
    assert good.exists()


def test_D4_without_a_sound_copy_nothing_is_touched(path: Path, folder: Path) -> None:
    path.write_bytes(b"damaged")
    with pytest.raises(StorageError, match="no sound backup"):
        backups.restore(path, folder)
    assert path.read_bytes() == b"damaged"


def test_D4_set_aside_names_are_free_and_nothing_is_overwritten(path: Path) -> None:
    first = backups.set_aside(path)
    path.write_bytes(b"second")
    second = backups.set_aside(path)
    assert first is not None
    assert second is not None
    assert first != second
    assert second.read_bytes() == b"second"
    assert backups.set_aside(path) is None
