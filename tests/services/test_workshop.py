"""A profile that cannot be opened leaves nothing open behind; one that can only be read opens."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from weclaw_desktop.core.errors import DatabaseLocked
from weclaw_desktop.core.messages import user
from weclaw_desktop.core.text import text
from weclaw_desktop.services.workshop import Workshop
from weclaw_desktop.storage import database
from weclaw_desktop.storage.messages import SqlMessages
from weclaw_desktop.storage.profile import Profile, ProfileLock, open_store


async def test_D6_a_profile_that_could_not_be_tidied_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def locked(_: object) -> None:
        raise DatabaseLocked(text("storage.locked", path="weclaw.db"))

    with monkeypatch.context() as patched:
        patched.setattr(SqlMessages, "interrupt_unfinished", locked)
        with pytest.raises(DatabaseLocked):
            await Workshop.open(tmp_path)
    lock = ProfileLock(Profile(tmp_path))
    assert lock.acquire()
    lock.release()
    workshop = await Workshop.open(tmp_path)
    assert workshop.holds_profile
    await workshop.close()


async def test_A1_a_profile_that_can_only_be_read_opens_where_a_question_waits_for_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The note that makes the question ready to be asked again cannot be written there; that is no reason to refuse."""
    store = await open_store(tmp_path)
    chat = await store.chats.create()
    await store.messages.append(chat.id, user("What now?"))
    await store.close()
    with monkeypatch.context() as patched:
        patched.setattr(database, "sqlite_engine", partial(database.sqlite_engine, writes=False))
        workshop = await Workshop.open(tmp_path)
        try:
            assert workshop.holds_profile
            assert workshop.store.read_only is not None
            assert workshop.store.read_only.key == "storage.readonly"
            assert [message.text for message in await workshop.store.messages.path(chat.id)] == ["What now?"]
        finally:
            await workshop.close()
    again = await Workshop.open(tmp_path)
    try:
        states = [message.state for message in await again.store.messages.path(chat.id)]
        assert states == ["committed", "interrupted"], "it can be asked again where the file may be written to"
    finally:
        await again.close()


async def test_D4_a_profile_opens_where_the_disk_is_too_full_to_tidy_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There was room for the small writes of opening, and none for the note behind the question that waits."""
    store = await open_store(tmp_path)
    chat = await store.chats.create()
    await store.messages.append(chat.id, user("What now?"))
    await store.close()

    async def full(messages: SqlMessages) -> None:
        database = messages._database
        pages = await database.read(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar())
        await database.write(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
        await database.write(lambda c: c.exec_driver_sql("CREATE TABLE no_room_for_it (x)"))
        raise AssertionError("the disk is full")

    monkeypatch.setattr(SqlMessages, "interrupt_unfinished", full)
    workshop = await Workshop.open(tmp_path)
    try:
        assert workshop.store.read_only is not None
        assert workshop.store.read_only.key == "storage.full"
        assert [message.text for message in await workshop.store.messages.path(chat.id)] == ["What now?"]
    finally:
        await workshop.close()


async def test_A8_a_profile_is_let_go_whatever_of_its_end_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = await Workshop.open(tmp_path)
    closed: list[str] = []

    def failing(name: str) -> Callable[[], None]:
        def fails() -> None:
            closed.append(name)
            raise ValueError(name)

        return fails

    monkeypatch.setattr(workshop.speech, "stop", failing("speech"))
    monkeypatch.setattr(workshop.dialog, "close", failing("dialog"))
    monkeypatch.setattr(workshop.desks, "close", failing("desks"))
    with pytest.raises(ValueError, match="speech"):
        await workshop.close()
    assert closed == ["speech", "dialog", "desks"]
    lock = ProfileLock(Profile(tmp_path))
    assert lock.acquire()
    lock.release()
    assert not Profile(tmp_path).database.with_name("weclaw.db-wal").exists(), "the database was closed"
