"""Bad days: kill, full disk, locked file, many writers; nothing committed is lost and each is told in one sentence."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from tests.storage.children import run, start
from weclaw_desktop.core.errors import DatabaseLocked, DiskFull, StorageError
from weclaw_desktop.core.messages import Message, TextPart, assistant, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.storage import database as database_module
from weclaw_desktop.storage.profile import Profile, open_store
from weclaw_desktop.storage.store import SqlStore

WAL_BOUND = 64_000_000


def sound(folder: Path) -> bool:
    with closing(sqlite3.connect(Profile(folder).database)) as connection:
        return connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def pragma(line: str) -> Callable[[Connection], object]:
    return lambda connection: connection.exec_driver_sql(line).close()


async def test_D3_every_committed_turn_survives_a_kill(folder: Path) -> None:
    body = """
        async def main():
            store = await open_store(folder)
            chat = await store.chats.create()
            say(chat.id)
            number = 0
            while True:
                await store.messages.append(chat.id, user(str(number) * 200))
                say(number)
                number += 1
        asyncio.run(main())
    """
    child = start(folder, body)
    assert child.stdout is not None
    chat_id = child.stdout.readline().strip()
    last = 0
    while last < 400:
        last = int(child.stdout.readline())
    child.kill()
    rest, _ = child.communicate(timeout=30)
    last = max([last, *map(int, [line for line in rest.splitlines() if line.isdigit()])])
    store = await open_store(folder)
    log = await store.messages.path(chat_id)
    await store.close()
    assert len(log) in (last + 1, last + 2)
    assert [m.text for m in log] == [str(i) * 200 for i in range(len(log))]
    assert sound(folder)


async def test_D3_a_killed_stream_keeps_its_last_checkpoint(folder: Path) -> None:
    body = """
        async def main():
            store = await open_store(folder)
            chat = await store.chats.create()
            growing = await store.messages.append(chat.id, assistant("", state="generating"))
            await store.messages.checkpoint(growing.id, (TextPart("x" * 5000),))
            say(chat.id)
            die()
        asyncio.run(main())
    """
    out, err, code = run(folder, body)
    assert code == -9, err
    store = await open_store(folder)
    assert await store.messages.interrupt_unfinished() == 1
    (found,) = await store.messages.path(out.strip())
    await store.close()
    assert (found.text, found.state) == ("x" * 5_000, "interrupted")


@pytest.mark.parametrize("step", ["raise_epoch", "_activate_new", "_set_state", "commit", "checkpoint"])
async def test_D2_a_kill_in_an_apply_leaves_all_or_nothing(folder: Path, step: str) -> None:
    body = f"""
        from weclaw_desktop.storage import database, records
        step = {step!r}
        async def main():
            store = await open_store(folder)
            chat = await store.chats.create()
            await store.messages.extend(chat.id, [user(str(i)) for i in range(50)])
            await store.records.apply(chat.id, Record("adaptive", "digest", "first"), epoch=0)
            await store.records.prepare(chat.id, Record("adaptive", "model", "waiting"))
            say(chat.id)
            where = records.SqlRecords if step == "_activate_new" else records
            if step == "commit":
                from sqlalchemy import event
                event.listen(store.database._engines["writer"], "commit", lambda connection: die())
            elif step == "checkpoint":
                store.database._checkpoint = die
            else:
                whole = getattr(where, step)
                def half(*args, **named):
                    whole(*args, **named)
                    die()
                setattr(where, step, half)
            await store.records.apply(chat.id, Record("adaptive", "digest", "second"), epoch=1)
            await store.close()
        asyncio.run(main())
    """
    out, err, code = run(folder, body)
    assert code == -9, err
    chat_id = out.strip()
    store = await open_store(folder)
    log, records = await store.messages.path(chat_id), await store.records.all(chat_id)
    epoch = (await store.chats.get(chat_id)).epoch
    dropped = await store.records.drop_prepared()
    await store.close()
    assert [m.text for m in log] == [str(i) for i in range(50)]
    assert dropped == 0
    if step == "checkpoint":
        assert [(r.prefix_hash, r.state) for r in records] == [("first", "superseded"), ("second", "active")]
        assert epoch == 2
    else:
        assert [(r.prefix_hash, r.state) for r in records] == [("first", "active")]
        assert epoch == 1
    assert sound(folder)


async def test_D1_a_restart_brings_back_log_and_record(folder: Path) -> None:
    store = await open_store(folder)
    chat = await store.chats.create()
    await store.messages.extend(chat.id, [user(f"{i}") for i in range(20)])
    record = await store.records.apply(chat.id, Record("adaptive", "digest", "h", cut_id="x"), epoch=0)
    before = await store.messages.path(chat.id)
    await store.close()
    store = await open_store(folder)
    assert await store.messages.path(chat.id) == before
    assert await store.records.active(chat.id) == record
    await store.close()


async def test_D4_a_full_disk_is_told_and_saving_resumes(store: SqlStore, folder: Path) -> None:
    chat = await store.chats.create()
    kept = await store.messages.append(chat.id, user("kept"))
    used = await store.database.read(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar())
    await store.database.write(pragma(f"PRAGMA max_page_count = {used}"))
    with pytest.raises(DiskFull, match="full"):
        await store.messages.append(chat.id, user("z" * 100_000))
    assert store.read_only is not None
    assert store.read_only.key == "storage.full"
    assert await store.messages.path(chat.id) == (kept,)
    await store.database.write(pragma("PRAGMA max_page_count = 1000000"))
    assert await store.database.probe()
    assert store.read_only is None
    await store.messages.append(chat.id, user("z" * 100_000))
    assert len(await store.messages.path(chat.id)) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on file sizes per process")
async def test_D4_a_disk_that_really_takes_no_more(folder: Path) -> None:
    body = """
        import resource
        from weclaw_desktop.core.errors import DiskFull
        async def main():
            store = await open_store(folder)
            chat = await store.chats.create()
            say(chat.id)
            soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
            stored = 0
            try:
                while True:
                    await store.messages.append(chat.id, user("q" * 20_000))
                    stored += 1
            except DiskFull as error:
                say(stored, error.text.key, store.read_only.key)
            say(len(await store.messages.path(chat.id)))
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            await store.messages.append(chat.id, user("room again"))
            say(store.read_only)
            await store.close()
        asyncio.run(main())
    """
    out, err, code = run(folder, body)
    assert code == 0, err
    chat_id, told, seen, after = out.splitlines()
    stored, *keys = told.split(" ")
    assert keys == ["storage.full", "storage.full"]
    assert seen == stored
    assert after == "None"
    store = await open_store(folder)
    assert len(await store.messages.path(chat_id)) == int(stored) + 1
    await store.close()
    assert sound(folder)


async def test_D4_a_file_that_may_not_be_written_is_told(store: SqlStore) -> None:
    chat = await store.chats.create()
    await store.database.write(pragma("PRAGMA query_only = ON"))
    with pytest.raises(StorageError, match="may not be written"):
        await store.messages.append(chat.id, user("x"))
    assert store.read_only is not None
    assert await store.chats.all() == [chat]
    assert not await store.database.probe()


async def test_D6_a_lock_that_is_not_released_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "BUSY_S", 0.1)
    store = await open_store(folder)
    chat = await store.chats.create()
    with closing(sqlite3.connect(Profile(folder).database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked):
            await store.messages.append(chat.id, user("x"))
        assert await store.chats.all() == [chat]
        other.execute("ROLLBACK")
    await store.messages.append(chat.id, user("x"))
    assert store.read_only is None
    await store.close()


async def test_D6_five_writers_and_a_long_reader(folder: Path) -> None:
    """Two processes, five writers, records applied, a reader that never lets go: no "locked", a bounded WAL."""
    body = """
        async def main():
            store = await open_store(folder)
            chat = await store.chats.create()
            say(chat.id)
            for number in range(20):
                await store.messages.append(chat.id, user("w" * 4_000))
            await store.close()
        asyncio.run(main())
    """
    store = await open_store(folder)
    with closing(sqlite3.connect(Profile(folder).database, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT COUNT(*) FROM chats").fetchall()
        child = start(folder, body)

        async def writer(number: int) -> str:
            chat = await store.chats.create()
            for turn in range(15):
                message = await store.messages.append(chat.id, assistant("", state="generating"))
                await store.messages.checkpoint(message.id, (TextPart("v" * 2_000),))
                await store.messages.finish(message.id, (TextPart("v" * 4_000),), "committed")
                epoch = (await store.chats.get(chat.id)).epoch
                assert await store.records.apply(chat.id, Record("adaptive", "digest", str(turn)), epoch=epoch)
            return chat.id

        ids = await asyncio.gather(*(writer(number) for number in range(4)))
        out, err = await asyncio.to_thread(child.communicate, timeout=60)
        assert child.returncode == 0, err
        assert Profile(folder).database.with_name("weclaw.db-wal").stat().st_size < WAL_BOUND
    for chat_id in ids:
        assert len(await store.messages.path(chat_id)) == 15
    assert len(await store.messages.path(out.strip())) == 20
    assert store.read_only is None
    await store.close()
    assert not Profile(folder).database.with_name("weclaw.db-wal").exists()
    assert sound(folder)


async def test_D6_the_idle_writer_flushes(store: SqlStore, folder: Path) -> None:
    chat = await store.chats.create()
    await store.messages.extend(chat.id, [user("f" * 10_000) for _ in range(50)])
    path = Profile(folder).database
    small = path.stat().st_size
    for _ in range(100):
        await asyncio.sleep(0.05)
        if path.stat().st_size > small + 400_000:
            break
    assert path.stat().st_size > small + 400_000


async def test_a_write_cancelled_before_its_turn_is_not_done(store: SqlStore) -> None:
    chat = await store.chats.create()
    started = asyncio.get_running_loop().create_future()

    def slow(connection: Connection) -> None:
        started.get_loop().call_soon_threadsafe(started.set_result, None)
        connection.exec_driver_sql(
            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM n LIMIT 2000000) SELECT MAX(x) FROM n"
        )

    async with asyncio.TaskGroup() as group:
        group.create_task(store.database.write(slow))
        await started
        late = group.create_task(store.messages.append(chat.id, user("never")))
        await asyncio.sleep(0)
        late.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await late
    assert await store.messages.path(chat.id) == ()


async def test_an_error_in_the_work_rolls_back_and_is_passed_on(store: SqlStore) -> None:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql("INSERT INTO kv VALUES ('a', 'b')")
        raise LookupError("ours")

    with pytest.raises(LookupError):
        await store.database.write(work)
    count = await store.database.read(lambda c: c.exec_driver_sql("SELECT COUNT(*) FROM kv WHERE key = 'a'").scalar())
    assert count == 0


async def test_closing_twice_is_harmless_and_then_nothing_is_taken(folder: Path) -> None:
    store = await open_store(folder)
    await store.close()
    await store.close()
    with pytest.raises(RuntimeError):
        await store.chats.create()


async def test_the_reading_connection_cannot_write(store: SqlStore) -> None:
    with pytest.raises(StorageError):
        await store.database.read(lambda c: c.exec_driver_sql("INSERT INTO kv VALUES ('a', 'b')"))


async def test_a_failing_chore_does_not_end_the_writer(store: SqlStore, expect_log: Callable[..., None]) -> None:
    expect_log("a chore failed")

    def broken(connection: Connection) -> bool:
        store.database.chores.remove(broken)
        raise LookupError("a bug")

    store.database.chores.append(broken)
    await store.chats.create()
    await asyncio.sleep(0.6)
    await store.chats.create()
    assert len(await store.chats.all()) == 2


async def test_the_count_of_strangers_tells_what_others_wrote_and_nothing_else(tmp_path: Path) -> None:
    store, other = await open_store(tmp_path), await open_store(tmp_path)
    try:
        chat = await store.chats.create()
        before, stamp = await store.strangers(), await store.chats.stamp(chat.id)
        assert await store.chats.stamp("nowhere") == ()
        await store.chats.change(chat.id, draft="half a thought")
        assert (await store.strangers(), await store.chats.stamp(chat.id)) == (before, stamp)
        await store.messages.append(chat.id, user("mine"))
        own = await store.chats.stamp(chat.id)
        assert (await store.strangers(), own != stamp) == (before, True)
        growing = await other.messages.append(chat.id, Message("assistant", (), state="generating"))
        grown = await store.chats.stamp(chat.id)
        assert (await store.strangers() != before, grown != own) == (True, True)
        await other.messages.finish(growing.id, (), "committed")
        assert await store.chats.stamp(chat.id) != grown
    finally:
        await store.close()
        await other.close()
