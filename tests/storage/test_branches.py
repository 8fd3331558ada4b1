"""The shape of the tree: versions of a message, ends of branches, and what a crash may leave."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message, assistant, user
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.storage.store import SqlStore


async def chat_of(store: SqlStore, *texts: str) -> tuple[str, list[Message]]:
    """A chat of one branch, people and assistant by turns."""
    chat = await store.chats.create()
    made = [user(text) if number % 2 == 0 else assistant(text) for number, text in enumerate(texts)]
    return chat.id, await store.messages.extend(chat.id, made)


async def forks(store: SqlStore, chat_id: str) -> dict[str, Fork]:
    return await store.messages.forks(chat_id, await store.messages.path(chat_id))


async def test_a_chat_of_one_branch_has_no_forks(store: SqlStore) -> None:
    chat_id, _ = await chat_of(store, "a", "b", "c")
    assert await forks(store, chat_id) == {}
    assert await store.messages.forks(chat_id, ()) == {}


async def test_a_branch_is_begun_in_one_step_and_the_old_one_stays(store: SqlStore) -> None:
    chat_id, (ask, answer, then) = await chat_of(store, "ask", "answer", "then")
    epoch = (await store.chats.get(chat_id)).epoch
    again = await store.messages.branch(chat_id, None, user("asked anew"))
    assert (again.parent_id, again.seq) == (None, 4)
    assert await store.messages.path(chat_id) == (again,)
    chat = await store.chats.get(chat_id)
    assert (chat.head_id, chat.epoch) == (again.id, epoch + 1)
    assert await forks(store, chat_id) == {again.id: Fork((ask.id, again.id), 1)}
    assert await store.messages.newest_below(ask.id) == then
    assert await store.messages.next_seq(chat_id) == 5
    await store.messages.set_head(chat_id, then.id)
    assert await store.messages.path(chat_id) == (ask, answer, then)
    fork = (await forks(store, chat_id))[ask.id]
    assert (fork.before, fork.after) == ("", again.id)


async def test_a_branch_under_a_message_of_another_chat_is_refused_whole(store: SqlStore) -> None:
    one, (message,) = await chat_of(store, "one")
    two, _ = await chat_of(store, "two")
    before = await store.chats.get(two)
    with pytest.raises(InputError):
        await store.messages.branch(two, message.id, user("lost?"))
    with pytest.raises(InputError):
        await store.messages.newest_below("nothing")
    assert await store.chats.get(two) == before
    assert one != two


async def test_the_newest_end_of_a_branch_is_found_through_its_own_forks(store: SqlStore) -> None:
    chat_id, (ask, first, _) = await chat_of(store, "ask", "first", "deeper")
    second = await store.messages.branch(chat_id, ask.id, assistant("second"))
    left = await store.messages.branch(chat_id, first.id, user("left"))
    await store.messages.set_head(chat_id, second.id)
    assert await store.messages.newest_below(first.id) == left
    assert await store.messages.newest_below(ask.id) == left
    revised = await store.messages.revise(left.id, left.parts)
    assert await store.messages.newest_below(first.id) == revised, "a revision is no message of its own"


async def test_a_deleted_version_is_not_offered_but_keeps_the_way_to_the_others(store: SqlStore) -> None:
    chat_id, (ask, first, _) = await chat_of(store, "ask", "first", "then")
    second = await store.messages.branch(chat_id, ask.id, assistant("second"))
    follow = await store.messages.append(chat_id, user("follow"))
    last = await store.messages.append(chat_id, assistant("last"))
    await store.messages.delete(second.id)
    await store.messages.delete(follow.id)
    assert await forks(store, chat_id) == {last.id: Fork((first.id, second.id), 1)}, "the next one shown stands for it"
    await store.messages.set_head(chat_id, first.id)
    assert await forks(store, chat_id) == {}, "a deleted version is no choice"
    await store.messages.restore(second.id)
    assert (await forks(store, chat_id))[first.id] == Fork((first.id, second.id), 0)


async def test_D2_a_crash_between_cutting_and_answering_loses_no_branch(folder: Path) -> None:
    """The next start shows the whole branch again, also where the first message was about to be replaced."""
    store = await open_store(folder)
    chat_id, (ask, answer, *_) = await chat_of(store, "ask", "answer", "then", "more")
    other, (_, whole) = await chat_of(store, "x", "y")
    await store.messages.set_head(chat_id, ask.id)
    await store.messages.set_head(other, None)
    single, (kept,) = await chat_of(store, "kept")
    await store.messages.set_head(single, kept.id)
    await store.close()
    store = await open_store(folder)
    try:
        await store.messages.interrupt_unfinished()
        assert [m.text for m in await store.messages.path(chat_id)] == ["ask", "answer", "then", "more"]
        assert (await store.messages.path(other))[-1] == whole
        assert [m.id for m in await store.messages.path(single)][:1] == [kept.id], "its answer can be retried"
        assert answer.parent_id == ask.id
    finally:
        await store.close()


async def test_forks_of_a_page_are_found_by_one_indexed_query(store: SqlStore) -> None:
    chat_id, made = await chat_of(store, *(str(number) for number in range(400)))
    for number in range(1, 120, 2):
        await store.messages.branch(chat_id, made[number].parent_id, assistant("another"))
    await store.messages.set_head(chat_id, made[-1].id)
    page = await store.messages.page(chat_id, before_seq=made[121].seq, limit=60)
    reader = await store.database.read(lambda _: threading.get_ident())
    asked: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        if statement != "BEGIN" and threading.get_ident() == reader:
            asked.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        found = await store.messages.forks(chat_id, page)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    assert len(found) == 30
    assert all(fork.ids[0] == message_id for message_id, fork in found.items())
    assert len(asked) == 3, "is it branched, is the parent above the page deleted, and the versions of all"
    statement, parameters = asked[-1]
    plan = await store.database.read(
        lambda connection: str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all())
    )
    assert "ix_messages_chat_id_parent_id" in plan
    assert "SCAN" not in plan
