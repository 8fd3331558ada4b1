"""Words inside one chat: any part of a text, on the path only, as it is now."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import Message, TextPart, ToolResultPart, user
from weclaw_desktop.storage.store import SqlStore


async def found(store: SqlStore, chat_id: str, words: str) -> list[tuple[int, int]]:
    return [(one.seq, one.count) for one in await store.chats.occurrences(chat_id, words)]


async def test_parts_of_words_in_any_case_in_order(store: SqlStore) -> None:
    chat = await store.chats.create()
    said = ("Import the importer", "reimports it", "数据库选型，数据库", 'say "50% _off_" \\ now', "ÉTÉ", "")
    for text in said:
        await store.messages.append(chat.id, user(text))
    assert await found(store, chat.id, "IMPORT") == [(1, 2), (2, 1)]
    assert await found(store, chat.id, "数据库") == [(3, 2)]
    assert await found(store, chat.id, '"50% _off_" \\') == [(4, 1)]
    assert await found(store, chat.id, "été") == [(5, 1)]
    assert await found(store, chat.id, "%") == [(4, 1)]
    assert await found(store, chat.id, "  ") == []
    assert await found(store, chat.id, "text") == []


async def test_words_are_found_as_people_read_them(store: SqlStore) -> None:
    chat = await store.chats.create()
    said = (
        "see the **needle** and *the* `needle`",
        "the\nneedle\n\n- the needle",
        "我们用**数据库**选型",
        "needle of the",
        "```\na = the, needle ** 2\n```",
        "read [the needle](https://a.example/x) twice",
    )
    for text in said:
        await store.messages.append(chat.id, user(text))
    assert await found(store, chat.id, "The Needle") == [(1, 2), (2, 1), (6, 1)]
    assert await found(store, chat.id, "the  needle") == [(1, 2), (2, 2), (6, 1)]
    assert await found(store, chat.id, "数据库选型") == [(3, 1)]
    assert await found(store, chat.id, "needle ** 2") == [(5, 1)]
    assert await found(store, chat.id, "needle](https") == [(6, 1)]
    assert await found(store, chat.id, "needle twice") == [(6, 1)]
    assert await found(store, chat.id, "eedl") == [(1, 2), (2, 2), (4, 1), (5, 1), (6, 1)]


async def test_only_what_people_read_in_the_chat_counts(store: SqlStore) -> None:
    chat, other = await store.chats.create(), await store.chats.create()
    await store.messages.append(other.id, user("needle"))
    kept = await store.messages.append(chat.id, user("needle"))
    gone = await store.messages.append(chat.id, user("needle"))
    await store.messages.append(chat.id, Message("tool", (ToolResultPart("c", "t", "needle"),)))
    edited = await store.messages.append(chat.id, user("needle"))
    await store.messages.revise(edited.id, (TextPart("thread"),))
    await store.messages.delete(gone.id)
    assert [one.message_id for one in await store.chats.occurrences(chat.id, "needle")] == [kept.id]
    assert [one.message_id for one in await store.chats.occurrences(chat.id, "thread")] == [edited.id]


async def test_another_branch_is_not_searched(store: SqlStore) -> None:
    chat = await store.chats.create()
    root = await store.messages.append(chat.id, user("root word"))
    await store.messages.append(chat.id, user("left word"))
    await store.messages.set_head(chat.id, root.id)
    right = await store.messages.append(chat.id, user("right word"))
    assert [one.message_id for one in await store.chats.occurrences(chat.id, "word")] == [root.id, right.id]


async def test_a_long_chat_is_searched_to_its_end_in_order(store: SqlStore) -> None:
    chat = await store.chats.create()
    said = [user("needle \x1e needle" if number % 250 == 0 else "hay") for number in range(1, 1_251)]
    await store.messages.extend(chat.id, said)
    await store.messages.revise((await store.messages.page(chat.id, before_seq=501))[-1].id, (TextPart("thread"),))
    assert await found(store, chat.id, "needle") == [(250, 2), (750, 2), (1_000, 2), (1_250, 2)]
    assert await found(store, chat.id, "le \x1e n") == [(250, 1), (750, 1), (1_000, 1), (1_250, 1)]


async def test_half_characters_are_found_and_no_chat_is_told(store: SqlStore) -> None:
    chat = await store.chats.create()
    await store.messages.append(chat.id, user("broken \ud83d 表情"))
    assert await found(store, chat.id, "表情") == [(1, 1)]
    assert await found(store, (await store.chats.create()).id, "x") == []
    with pytest.raises(InputError, match="nowhere"):
        await store.chats.occurrences("nowhere", "x")
