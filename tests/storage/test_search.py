"""The word index follows the messages: added, edited, deleted, restored, made anew."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection

from weclaw_desktop.core.messages import AttachmentPart, ReasoningPart, TextPart, ToolCallPart, assistant, user
from weclaw_desktop.storage import search
from weclaw_desktop.storage.search import bigrams, words
from weclaw_desktop.storage.store import SqlStore


async def settled(store: SqlStore) -> None:
    """Wait until the idle writer has caught up."""

    def pending(connection: Connection) -> int:
        return connection.exec_driver_sql("SELECT COUNT(*) FROM search_pending").scalar() or 0

    for _ in range(200):
        if not await store.database.read(pending):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the index never caught up")


async def found(store: SqlStore, expression: str) -> list[int]:
    await settled(store)
    joined = "message_search s JOIN messages m ON m.key = s.rowid"
    statement = f"SELECT m.seq FROM {joined} WHERE message_search MATCH ? ORDER BY m.seq"

    def work(connection: Connection) -> list[int]:
        return [row[0] for row in connection.exec_driver_sql(statement, (expression,))]

    return await store.database.read(work)


def test_bigrams_of_runs() -> None:
    assert bigrams("数据库 and 选") == "数据 据库 库 选"
    assert bigrams("plain") == ""
    assert bigrams("カタ한글") == "カタ タ한 한글 글"


def test_words_leave_out_reasoning_and_name_tools_and_files() -> None:
    parts = (
        TextPart("said"),
        ReasoningPart("thought"),
        ToolCallPart("id", "read_file", '{"path": "x"}'),
        AttachmentPart("file", "报告.pdf", "application/pdf", 1, "0", text="inside"),
    )
    assert words(parts) == 'said\nread_file {"path": "x"}\n报告.pdf\ninside'


async def test_the_index_follows_edits_and_deletes(store: SqlStore) -> None:
    chat = await store.chats.create()
    one, two = await store.messages.extend(chat.id, [user("数据库选型编号123"), assistant("Café answer")])
    assert await found(store, 'bigrams:"选型"') == [1]
    assert await found(store, "cafe") == [2]
    await store.messages.revise(two.id, (TextPart("tea"),))
    assert await found(store, "cafe") == []
    assert await found(store, "tea") == [2]
    await store.messages.delete(one.id)
    assert await found(store, 'bigrams:"选型"') == []
    await store.messages.restore(one.id)
    assert await found(store, 'bigrams:"选型"') == [1]


async def test_a_growing_answer_is_indexed_when_it_is_finished(store: SqlStore) -> None:
    chat = await store.chats.create()
    growing = await store.messages.append(chat.id, assistant("half", state="generating"))
    await store.messages.checkpoint(growing.id, (TextPart("half of"),))
    assert await found(store, "half") == []
    await store.messages.finish(growing.id, (TextPart("half of it"),), "committed")
    assert await found(store, "half") == [1]


async def test_another_version_of_the_rules_makes_the_index_anew(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = await store.chats.create()
    await store.messages.extend(chat.id, [user(f"word{i}") for i in range(50)])
    await settled(store)
    monkeypatch.setattr(search, "VERSION", "another")
    monkeypatch.setattr(search, "words", lambda parts: "replaced")
    await store.database.write(search.renew_if_older)
    assert len(await found(store, "replaced")) == 50
    assert await found(store, "word7") == []


async def test_the_trash_of_messages_is_emptied_for_good(store: SqlStore, folder: Path) -> None:
    chat = await store.chats.create()
    stored = await store.messages.extend(chat.id, [user("first"), user("unspeakable one"), user("third")])
    await store.messages.revise(stored[1].id, (TextPart("unspeakable two"),))
    await settled(store)
    await store.messages.delete(stored[1].id)
    assert await store.messages.purge(deleted_before_ms=1) == 0
    assert await store.messages.purge(deleted_before_ms=9_000_000_000_000) == 1
    assert await store.messages.purge(deleted_before_ms=9_000_000_000_000) == 0
    assert [m.text for m in await store.messages.path(chat.id)] == ["first", "third"]
    assert (await store.messages.get(stored[1].id)).parts == ()
    assert await found(store, "unspeakable") == []
    statement = "SELECT COUNT(*) FROM messages WHERE parts LIKE '%unspeakable%'"
    assert await store.database.read(lambda c: c.exec_driver_sql(statement).scalar()) == 0
