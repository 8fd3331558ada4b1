"""Records: one active per chat, moved by compare-and-swap, undone and redone without loss."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.store import SqlStore

FULL = Record(
    strategy="adaptive",
    method="model",
    prefix_hash="ab" * 32,
    cut_id="m7",
    block=ContextBlock("frame", "rules", "ledger", "narrative 摘要", "digest", "lead"),
    replacements=(Replacement("m3", "short", "line", "a3"), Replacement("m4", "{}", "arguments", "a4", 2)),
    narrative_up_to="m5",
    first_seq=1,
    last_seq=6,
    count=6,
    first_ms=10,
    last_ms=20,
    shortened=2,
    tokens_before=9_000,
    tokens_after=3_000,
    duration_ms=40,
    cost=0.002,
    currency="USD",
    summary_model="a/b",
    degraded=text("storage.full", path="x"),
)


@pytest.fixture
async def chat(store: SqlStore) -> Chat:
    return await store.chats.create()


async def epoch(store: SqlStore, chat: Chat) -> int:
    return (await store.chats.get(chat.id)).epoch


async def applied(store: SqlStore, chat: Chat, record: Record = FULL) -> Record:
    stored = await store.records.apply(chat.id, record, epoch=await epoch(store, chat))
    assert stored is not None
    return stored


async def test_every_field_comes_back(store: SqlStore, chat: Chat) -> None:
    stored = await applied(store, chat)
    assert stored == replace(
        FULL, id=stored.id, chat_id=chat.id, created_ms=stored.created_ms, state="active", previous_id=None
    )
    assert await store.records.active(chat.id) == stored
    assert await store.records.all(chat.id) == [stored]


async def test_a_moved_epoch_stops_everything(store: SqlStore, chat: Chat) -> None:
    stored = await applied(store, chat)
    old = await epoch(store, chat)
    await store.chats.bump_epoch(chat.id)
    assert await store.records.apply(chat.id, FULL, epoch=old) is None
    assert await store.records.undo(chat.id, epoch=old) is None
    assert await store.records.edit(chat.id, stored.id, ContextBlock("x"), 1, epoch=old) is None
    assert not await store.records.mark_stale(chat.id, [stored.id], epoch=old)
    assert await store.records.all(chat.id) == [stored]
    undone = await store.records.undo(chat.id, epoch=old + 1)
    assert undone is not None
    assert await store.records.redo(chat.id, epoch=old) is None
    assert await store.records.active(chat.id) is None


async def test_undo_and_redo_walk_the_chain(store: SqlStore, chat: Chat) -> None:
    one = await applied(store, chat)
    two = await applied(store, chat, replace(FULL, method="digest"))
    assert [r.state for r in await store.records.all(chat.id)] == ["superseded", "active"]

    async def undo() -> tuple[Record, Record | None] | None:
        return await store.records.undo(chat.id, epoch=await epoch(store, chat))

    async def redo() -> Record | None:
        return await store.records.redo(chat.id, epoch=await epoch(store, chat))

    assert await undo() == (replace(two, state="undone"), one)
    assert await store.records.active(chat.id) == one
    assert await undo() == (replace(one, state="undone"), None)
    assert await undo() is None
    assert await redo() == one
    assert await redo() == two
    assert await redo() is None
    await undo()
    three = await applied(store, chat)
    assert three.previous_id == one.id
    assert await redo() is None
    assert [r.state for r in await store.records.all(chat.id)] == ["superseded", "undone", "active"]


async def test_an_edit_is_a_new_record(store: SqlStore, chat: Chat) -> None:
    one = await applied(store, chat)
    edited = await store.records.edit(chat.id, one.id, ContextBlock("new"), 77, epoch=await epoch(store, chat))
    assert edited is not None
    assert (edited.block, edited.tokens_after, edited.previous_id) == (ContextBlock("new"), 77, one.id)
    assert edited.id != one.id
    undone = await store.records.undo(chat.id, epoch=await epoch(store, chat))
    assert undone is not None
    assert undone[1] == one
    with pytest.raises(InputError):
        await store.records.edit(chat.id, "none", ContextBlock("x"), 1, epoch=await epoch(store, chat))


async def test_undo_passes_over_stale_records(store: SqlStore, chat: Chat) -> None:
    one, two, _ = [await applied(store, chat) for _ in range(3)]
    assert await store.records.mark_stale(chat.id, [two.id], epoch=await epoch(store, chat))
    undone = await store.records.undo(chat.id, epoch=await epoch(store, chat))
    assert undone is not None
    assert undone[1] == one
    assert two.id not in [r.id for r in await store.records.all(chat.id)]


async def test_what_was_put_aside_comes_back_and_changes_places_with_the_one_in_force(
    store: SqlStore, chat: Chat
) -> None:
    one = await applied(store, chat)
    assert await store.records.aside(chat.id) == []
    assert await store.records.mark_stale(chat.id, [one.id], epoch=await epoch(store, chat))
    two = await applied(store, chat)
    assert await store.records.aside(chat.id) == [replace(one, state="stale")]
    before = await epoch(store, chat)
    assert await store.records.revive(chat.id, one.id, epoch=before - 1) is None, "the epoch moved"
    assert await store.records.revive(chat.id, one.id, epoch=before) == one
    assert await epoch(store, chat) == before + 1
    assert await store.records.active(chat.id) == one
    assert await store.records.aside(chat.id) == [replace(two, state="stale")]
    for nothing in (one.id, "none"):
        assert await store.records.revive(chat.id, nothing, epoch=before + 1) is None
    other = await store.chats.create()
    assert await store.records.revive(other.id, two.id, epoch=0) is None
    assert await epoch(store, chat) == before + 1
    assert await store.records.mark_stale(chat.id, [one.id], epoch=before + 1)
    assert [record.id for record in await store.records.aside(chat.id)] == [two.id, one.id], "the last one at the end"


async def test_prepared_records_change_nothing_and_are_dropped(store: SqlStore, chat: Chat) -> None:
    prepared = await store.records.prepare(chat.id, FULL)
    assert prepared.state == "prepared"
    assert await store.records.all(chat.id) == []
    await applied(store, chat, prepared)
    assert len(await store.records.all(chat.id)) == 1
    await store.records.prepare(chat.id, FULL)
    assert await store.records.drop_prepared() == 1


async def test_of_many_at_once_one_wins(store: SqlStore, chat: Chat) -> None:
    results = await asyncio.gather(*(store.records.apply(chat.id, FULL, epoch=0) for _ in range(20)))
    assert len([r for r in results if r is not None]) == 1
    assert await epoch(store, chat) == 1
    with pytest.raises(InputError):
        await store.records.apply("nowhere", FULL, epoch=0)
