"""Pins: kept word for word, each change makes prepared work stale, and what is taken away comes back as it was."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import user
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.storage.store import SqlStore


async def test_K12_pins_keep_their_words_and_order_and_raise_the_epoch(store: SqlStore) -> None:
    chat, other = await store.chats.create(), await store.chats.create()
    said = await store.messages.append(chat.id, user("Never sleep in tests."))
    first = await store.pins.add(chat.id, "  No sleeps in tests.\n不要 sleep。 ")
    second = await store.pins.add(
        chat.id, "Never sleep in tests.", kind="rule", state="confirmed", source_id=said.id, seq=said.seq
    )
    assert await store.pins.all(chat.id) == [first, second]
    assert first == Pin(first.id, chat.id, "No sleeps in tests.\n不要 sleep。", created_ms=first.created_ms)
    assert (second.kind, second.state, second.source_id, second.seq) == ("rule", "confirmed", said.id, said.seq)
    assert await store.pins.all(other.id) == []
    assert (await store.chats.get(chat.id)).epoch == chat.epoch + 2
    assert (await store.chats.get(other.id)).epoch == other.epoch


async def test_K12_a_pin_changes_goes_and_comes_back(store: SqlStore) -> None:
    chat = await store.chats.create()
    pin = await store.pins.add(chat.id, "one")
    await store.pins.add(chat.id, "two")
    changed = await store.pins.change(pin.id, text=" uno ")
    assert (changed.text, changed.state) == ("uno", "active")
    assert (await store.pins.change(pin.id, state="dismissed")).state == "dismissed"
    epoch = (await store.chats.get(chat.id)).epoch
    assert await store.pins.change(pin.id) == await store.pins.delete(pin.id)
    assert [left.text for left in await store.pins.all(chat.id)] == ["two"]
    assert (await store.chats.get(chat.id)).epoch == epoch + 1  # nothing to change is no change
    back = await store.pins.restore(Pin(pin.id, chat.id, "uno", created_ms=pin.created_ms))
    assert (await store.pins.all(chat.id))[0] == back
    await store.pins.restore(back)  # twice is once
    assert len(await store.pins.all(chat.id)) == 2


async def test_what_is_no_pin_is_refused(store: SqlStore) -> None:
    chat = await store.chats.create()
    pin = await store.pins.add(chat.id, "words")
    with pytest.raises(InputError, match="no words"):
        await store.pins.add(chat.id, " \n")
    with pytest.raises(InputError, match="no words"):
        await store.pins.change(pin.id, text="")
    with pytest.raises(InputError, match="nowhere"):
        await store.pins.add("nowhere", "words")
    await store.pins.delete(pin.id)
    with pytest.raises(InputError, match="not there"):
        await store.pins.delete(pin.id)
    with pytest.raises(InputError, match="not there"):
        await store.pins.change(pin.id, text="x")


async def test_pins_are_erased_with_their_chat_and_with_the_words_they_are_from(store: SqlStore) -> None:
    chat, kept = await store.chats.create(), await store.chats.create()
    said = await store.messages.append(kept.id, user("My secret is 4711."))
    await store.pins.add(chat.id, "gone with the chat")
    await store.pins.add(kept.id, "secret is 4711", source_id=said.id, seq=said.seq)
    await store.pins.add(kept.id, "stays")
    await store.chats.delete(chat.id)
    await store.chats.purge(ids=[chat.id])
    assert await store.pins.all(chat.id) == []
    await store.messages.delete(said.id)
    assert len(await store.pins.all(kept.id)) == 2  # the message can still come back
    await store.messages.purge(deleted_before_ms=1 << 60)
    assert [pin.text for pin in await store.pins.all(kept.id)] == ["stays"]
