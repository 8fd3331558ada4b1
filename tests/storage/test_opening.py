"""What opening does to a new, an older, a newer, a damaged and a missing database."""

from __future__ import annotations

import io
import os
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from alembic import op
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from tests.storage.children import run
from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseLocked, SchemaTooNew, StorageError
from weclaw_desktop.core.messages import user
from weclaw_desktop.storage import migrations, opening, versions
from weclaw_desktop.storage.profile import Profile, open_store
from weclaw_desktop.storage.store import SqlStore
from weclaw_desktop.storage.tables import Base


async def fill(folder: Path) -> str:
    store = await open_store(folder)
    chat = await store.chats.create()
    await store.messages.append(chat.id, user("kept"))
    await store.close()
    return chat.id


async def texts(folder: Path, chat_id: str) -> list[str]:
    store = await open_store(folder)
    try:
        return [message.text for message in await store.messages.path(chat_id)]
    finally:
        await store.close()


def sql(path: Path, statement: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(statement).fetchall()
        connection.commit()
        return rows


def newer(monkeypatch: pytest.MonkeyPatch, upgrade: object) -> None:
    """Pretend that the next version has one more revision."""
    step = SimpleNamespace(revision="9999", upgrade=upgrade)
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, step))
    monkeypatch.setattr(opening, "REVISIONS", (*versions.REVISIONS, "9999"))


async def test_D5_migrations_lead_to_the_declared_tables(store: SqlStore) -> None:
    def differences(connection: Connection) -> list[object]:
        ours = {"include_object": lambda thing, name, kind, *_: not str(name).startswith(("message_search", "alembic"))}
        return compare_metadata(MigrationContext.configure(connection, opts=ours), Base.metadata)

    assert await store.database.read(differences) == []
    assert tuple(step.revision for step in migrations.STEPS) == versions.REVISIONS


async def test_a_new_profile_is_whole_and_leaves_no_scraps(folder: Path) -> None:
    chat_id = await fill(folder)
    names = sorted(name for _, folders, files in os.walk(folder) for name in (*folders, *files))
    assert names == ["artifacts", "backups", "logs", "profile.json", "weclaw.db"]
    assert await texts(folder, chat_id) == ["kept"]


async def test_D5_an_older_schema_is_backed_up_and_migrated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chat_id = await fill(folder)
    newer(monkeypatch, lambda: op.execute("CREATE TABLE extra (x INTEGER)"))
    assert await texts(folder, chat_id) == ["kept"]
    profile = Profile(folder)
    assert sql(profile.database, "SELECT version_num FROM alembic_version") == [("9999",)]
    (copy,) = profile.backups.iterdir()
    assert sql(copy, "SELECT version_num FROM alembic_version") == [(versions.REVISIONS[-1],)]
    assert sql(copy, "SELECT COUNT(*) FROM messages") == [(1,)]
    assert await texts(folder, chat_id) == ["kept"]
    assert len(list(profile.backups.iterdir())) == 1


async def test_D5_a_migration_that_fails_leaves_the_old_schema(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chat_id = await fill(folder)

    def broken() -> None:
        op.execute("CREATE TABLE extra (x INTEGER)")
        op.execute("INSERT INTO nowhere VALUES (1)")

    with monkeypatch.context() as patch:
        newer(patch, broken)
        with pytest.raises(StorageError):
            await open_store(folder)
    assert await texts(folder, chat_id) == ["kept"]
    tables = [row[0] for row in sql(Profile(folder).database, "SELECT name FROM sqlite_master WHERE name = 'extra'")]
    assert tables == []


@pytest.mark.parametrize("step", ["before", "inside", "after", "backup"])
async def test_D5_a_kill_in_a_migration_leaves_old_or_new(folder: Path, step: str) -> None:
    chat_id = await fill(folder)
    body = f"""
        from types import SimpleNamespace
        from alembic import op
        from weclaw_desktop.storage import backups, migrations, opening, versions
        step = {step!r}
        def upgrade():
            if step == "before": die()
            op.execute("CREATE TABLE extra (x INTEGER)")
            op.execute("UPDATE messages SET parts = '[]'")
            if step == "inside": die()
        if step == "backup":
            backups._flush = lambda path: die()
        migrations.STEPS += (SimpleNamespace(revision="9999", upgrade=upgrade),)
        opening.REVISIONS = (*versions.REVISIONS, "9999")
        opening.prepare(folder / "weclaw.db", folder / "backups", may_create=False)
        die()
    """
    _, err, code = run(folder, body)
    assert code == -9, err
    if step != "after":
        assert await texts(folder, chat_id) == ["kept"]
    else:
        assert sql(Profile(folder).database, "SELECT version_num FROM alembic_version") == [("9999",)]
    copies = list(Profile(folder).backups.glob("*.db"))
    assert len(copies) == (0 if step == "backup" else 1)
    for copy in copies:
        assert sql(copy, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("step", ["begin", "migrated", "placed"])
async def test_D5_a_kill_while_a_profile_is_made_leaves_none_or_all(folder: Path, step: str) -> None:
    body = f"""
        from weclaw_desktop.storage import migrations, opening
        step = {step!r}
        if step == "begin":
            migrations.upgrade = lambda *_: die()
        if step == "migrated":
            opening._place = lambda *_: die()
        folder.mkdir(parents=True)
        opening.prepare(folder / "weclaw.db", folder / "backups", may_create=True)
        die()
    """
    _, err, code = run(folder, body)
    assert code == -9, err
    assert Profile(folder).database.exists() == (step == "placed")
    chat_id = await fill(folder)
    assert await texts(folder, chat_id) == ["kept"]


async def test_D5_only_the_newest_backups_are_kept(folder: Path) -> None:
    await fill(folder)
    profile = Profile(folder)
    made = [opening.backup(profile.database, profile.backups, label=str(i)) for i in range(7)]
    assert sorted(profile.backups.iterdir()) == sorted(made)[-5:]


async def test_a_newer_schema_is_refused_and_untouched(folder: Path) -> None:
    await fill(folder)
    path = Profile(folder).database
    sql(path, "UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(SchemaTooNew):
        await open_store(folder)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"garbage" * 1_000, b"SQLite format 3\0" + b"\0" * 5_000])
async def test_D4_a_damaged_file_is_told_and_untouched(folder: Path, content: bytes) -> None:
    profile = Profile(folder)
    profile.make()
    profile.database.write_bytes(content)
    with pytest.raises(DatabaseDamaged):
        await open_store(folder)
    assert profile.database.read_bytes() == content


async def test_D4_damage_inside_is_told_and_not_written_to(folder: Path) -> None:
    store = await open_store(folder)
    chat = await store.chats.create()
    await store.messages.extend(chat.id, [user("x" * 3_000) for _ in range(200)])
    await store.close()
    path = Profile(folder).database
    content = bytearray(path.read_bytes())
    for page in range(60, len(content) // 4096):
        content[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(content)
    store = await open_store(folder)
    with pytest.raises(DatabaseDamaged):
        await store.messages.path(chat.id)
    with pytest.raises(DatabaseDamaged):
        await store.messages.extend(chat.id, [user("y" * 3_000) for _ in range(50)])
    assert store.read_only is not None
    with pytest.raises(DatabaseDamaged):
        await store.chats.create()
    await store.close()


async def test_another_programs_database_is_refused(folder: Path) -> None:
    profile = Profile(folder)
    profile.make()
    sql(profile.database, "CREATE TABLE theirs (x)")
    before = profile.database.read_bytes()
    with pytest.raises(DatabaseDamaged):
        await open_store(folder)
    assert profile.database.read_bytes() == before


async def test_D5_a_lost_database_is_never_replaced_unasked(folder: Path) -> None:
    await fill(folder)
    path = Profile(folder).database
    path.rename(path.with_suffix(".moved"))
    with pytest.raises(StorageError, match="missing"):
        await open_store(folder)
    assert not path.exists()


async def test_D6_a_database_held_by_another_program_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(folder)
    monkeypatch.setattr(opening, "OPEN_BUSY_S", 0.05)
    newer(monkeypatch, lambda: None)
    with closing(sqlite3.connect(Profile(folder).database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseLocked):
            await open_store(folder)


async def test_D6_a_writer_that_does_not_end_is_told_within_two_seconds(folder: Path) -> None:
    await fill(folder)
    with closing(sqlite3.connect(Profile(folder).database, isolation_level=None)) as other:
        for held in ("BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"):
            other.execute(held)
            began = time.monotonic()
            with pytest.raises(DatabaseLocked):
                await open_store(folder)
            assert time.monotonic() - began < 2.0 + 1.0, "one second for a busy machine"
            other.execute("ROLLBACK")


def test_the_schema_is_also_valid_for_a_server() -> None:
    """Written out for PostgreSQL without one: no SQLite words in it."""
    written = io.StringIO()
    options = {"as_sql": True, "output_buffer": written}
    with Operations.context(MigrationContext.configure(dialect_name="postgresql", opts=options)):
        for step in migrations.STEPS:
            step.upgrade()
    script = written.getvalue()
    for table in Base.metadata.tables:
        assert f"CREATE TABLE {table} (" in script
    assert "BIGSERIAL" in script
    assert "WHERE state = 'active'" in script
    assert "fts5" not in script
