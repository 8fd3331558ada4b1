"""The tree of messages: what is appended comes back, exactly, in order, on the branch that is shown."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection

from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Intake,
    Message,
    Part,
    ReasoningPart,
    SourcesPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    assistant,
    tool,
    user,
)
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.text import text
from weclaw_desktop.storage.store import SqlStore

HARD = ["<|endoftext|>", "a\0b", "half \ud83d of a smile", "中文 и 한국어", "\u2028\r\n\t", "x" * 2_000_000, ""]
EVERY_PART: tuple[Part, ...] = (
    TextPart("hello"),
    ReasoningPart("because", "sig", "anthropic"),
    ToolCallPart("call_0", "read_file", '{"path": "a'),
    ToolResultPart("call_0", "read_file", "no such file", is_error=True),
    AttachmentPart("image", "图.png", "image/png", 10, "ab" * 32, 4, 5, "words"),
)


async def said(store: SqlStore, chat_id: str) -> list[str]:
    return [message.text for message in await store.messages.path(chat_id)]


async def test_every_field_comes_back(store: SqlStore) -> None:
    chat = await store.chats.create()
    given_message = Message(
        "assistant",
        EVERY_PART,
        created_ms=12_345,
        state="failed",
        excluded=True,
        pinned=True,
        model="a/b",
        usage=Usage(prompt=5, completion=2, cost=0.25, currency="CNY", estimated=True),
        failure=text("storage.no_chat", chat=text("storage.keys_this_run")),
        intake=Intake("short", True, ("json", "table"), 2),
        tokens={"o200k_base": 17},
    )
    stored = await store.messages.append(chat.id, given_message)
    assert stored == replace(given_message, id=stored.id, chat_id=chat.id, seq=1)
    (loaded,) = await store.messages.path(chat.id)
    assert loaded == stored == await store.messages.get(stored.id)
    assert loaded.tokens == {"o200k_base": 17}


@pytest.mark.parametrize("hard", HARD, ids=lambda value: repr(value[:12]))
async def test_hard_text_comes_back_exactly(store: SqlStore, hard: str) -> None:
    chat = await store.chats.create(model=hard[:50])
    await store.messages.append(chat.id, user(hard, model=hard[:50]))
    await store.messages.append(chat.id, tool("c", "t", hard))
    assert await said(store, chat.id) == [hard, ""]
    assert (await store.messages.path(chat.id))[1].result == ToolResultPart("c", "t", hard)


PARTS = st.one_of(
    st.builds(TextPart, st.text()),
    st.builds(ReasoningPart, st.text(), st.none() | st.text(), st.text()),
    st.builds(ToolCallPart, st.text(), st.text(), st.text()),
    st.builds(ToolResultPart, st.text(), st.text(), st.text(), st.booleans()),
    st.builds(SourcesPart, st.lists(st.tuples(st.text(), st.text()), max_size=3).map(tuple)),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(st.lists(st.lists(PARTS, max_size=4).map(tuple), max_size=5))
def test_any_parts_come_back(parts: list[tuple[Part, ...]]) -> None:
    from weclaw_desktop.storage.codec import dump_parts, load_parts

    assert [load_parts(dump_parts(p)) for p in parts] == parts


async def test_the_log_is_the_path_to_the_head(store: SqlStore) -> None:
    chat = await store.chats.create()
    first = await store.messages.append(chat.id, user("ask"))
    await store.messages.append(chat.id, assistant("answer 1"))
    await store.messages.append(chat.id, user("and then"))
    await store.messages.set_head(chat.id, first.id)
    second = await store.messages.append(chat.id, assistant("answer 2"))
    assert second.parent_id == first.id
    assert second.seq == 4
    assert await said(store, chat.id) == ["ask", "answer 2"]
    page = await store.messages.page(chat.id, before_seq=second.seq, limit=10)
    assert [m.text for m in page] == ["ask"]
    await store.messages.set_head(chat.id, None)
    assert await said(store, chat.id) == []
    await store.messages.append(chat.id, user("another start"))
    assert await said(store, chat.id) == ["another start"]


async def test_a_head_of_another_chat_is_refused(store: SqlStore) -> None:
    one, two = await store.chats.create(), await store.chats.create()
    message = await store.messages.append(one.id, user("x"))
    with pytest.raises(InputError):
        await store.messages.set_head(two.id, message.id)
    with pytest.raises(InputError):
        await store.messages.append("nowhere", user("x"))
    with pytest.raises(InputError):
        await store.messages.path("nowhere")
    with pytest.raises(InputError):
        await store.messages.checkpoint("nothing", ())


async def test_a_chat_that_is_erased_while_it_is_read_is_none_any_more(store: SqlStore) -> None:
    """The reader sees what is committed between two of its questions: the chat still, its messages no more."""
    chat = await store.chats.create()
    await store.messages.append(chat.id, user("x"))
    lost = "UPDATE chats SET head_id = 'gone'"
    await store.database.write(lambda connection: connection.exec_driver_sql(lost).close())
    with pytest.raises(InputError):
        await store.messages.path(chat.id)


@pytest.mark.parametrize("branched", [False, True])
async def test_pages_join_to_the_path(store: SqlStore, branched: bool) -> None:
    chat = await store.chats.create()
    stored = await store.messages.extend(chat.id, [user(str(i)) for i in range(60)])
    if branched:
        await store.messages.set_head(chat.id, stored[30].id)
        await store.messages.extend(chat.id, [user(f"b{i}") for i in range(25)])
    await store.messages.delete(stored[10].id)
    path = await store.messages.path(chat.id)
    joined: tuple[Message, ...] = ()
    before = 0
    while page := await store.messages.page(chat.id, before_seq=before, limit=7):
        joined = page + joined
        before = page[0].seq
    assert joined == path
    assert len(path) == (55 if branched else 59)


async def test_an_edit_is_a_revision_in_the_same_place(store: SqlStore) -> None:
    chat = await store.chats.create()
    first = await store.messages.append(chat.id, user("helo", tokens={"o200k_base": 2}, intake=Intake("h")))
    await store.messages.append(chat.id, assistant("hi"))
    once = await store.messages.revise(first.id, (TextPart("hello"),))
    twice = await store.messages.revise(first.id, (TextPart("hello!"),), intake=Intake("short"))
    assert (once.id, once.seq, once.revision, once.tokens, once.intake) == (first.id, 1, 1, {}, None)
    assert (twice.revision, twice.intake) == (2, Intake("short"))
    assert await said(store, chat.id) == ["hello!", "hi"]
    await store.messages.cache_tokens({first.id: (2, "o200k_base", 9), "unknown": (0, "x", 1)})
    await store.messages.cache_tokens({first.id: (2, "cl100k_base", 8)})
    await store.messages.cache_tokens({first.id: (1, "o200k_base", 7)})  # counted before the edit
    assert (await store.messages.get(first.id)).tokens == {"o200k_base": 9, "cl100k_base": 8}
    next_one = await store.messages.append(chat.id, user("third"))
    assert next_one.seq == 3


async def test_deleting_hides_one_message_and_restoring_brings_it_back(store: SqlStore) -> None:
    chat = await store.chats.create()
    stored = await store.messages.extend(chat.id, [user("1"), user("2"), user("3")])
    await store.messages.delete(stored[1].id)
    await store.messages.delete(stored[2].id)
    assert await said(store, chat.id) == ["1"]
    await store.messages.append(chat.id, user("4"))
    assert await said(store, chat.id) == ["1", "4"]
    await store.messages.restore(stored[1].id)
    assert await said(store, chat.id) == ["1", "2", "4"]


async def test_changes_raise_the_epoch_and_appending_does_not(store: SqlStore) -> None:
    chat = await store.chats.create()
    message = await store.messages.append(chat.id, user("x"))
    assert (await store.chats.get(chat.id)).epoch == 0
    await store.messages.flag(message.id, pinned=True)
    flagged = await store.messages.flag(message.id, excluded=True)
    assert (flagged.pinned, flagged.excluded) == (True, True)
    await store.messages.flag(message.id)
    await store.messages.revise(message.id, (TextPart("y"),))
    await store.messages.delete(message.id)
    await store.messages.restore(message.id)
    await store.messages.set_head(chat.id, message.id)
    assert (await store.chats.get(chat.id)).epoch == 6


async def test_D3_a_stream_is_saved_while_it_grows(store: SqlStore) -> None:
    chat = await store.chats.create()
    growing = await store.messages.append(chat.id, assistant("", state="generating"))
    await store.messages.checkpoint(growing.id, (TextPart("par"),))
    assert (await store.messages.get(growing.id)).state == "generating"
    done = await store.messages.finish(
        growing.id, (TextPart("partial"),), "stopped", usage=Usage(1, 2), tokens={"o200k_base": 3}
    )
    assert (done.text, done.state, done.usage, done.tokens) == ("partial", "stopped", Usage(1, 2), {"o200k_base": 3})
    await store.messages.checkpoint(growing.id, (TextPart("late"),))
    assert (await store.messages.get(growing.id)).text == "partial"


async def test_D3_rows_left_generating_become_interrupted(store: SqlStore) -> None:
    chat = await store.chats.create()
    left = await store.messages.append(chat.id, assistant("half", state="generating"))
    assert await store.messages.interrupt_unfinished() == 1
    assert await store.messages.interrupt_unfinished() == 0
    found = await store.messages.get(left.id)
    assert (found.text, found.state) == ("half", "interrupted")


async def test_calls_come_from_any_loop(store: SqlStore) -> None:
    chat = await store.chats.create()

    def in_another_loop() -> None:
        asyncio.run(store.messages.append(chat.id, user("from elsewhere")))

    thread = threading.Thread(target=in_another_loop)
    thread.start()
    await store.messages.append(chat.id, user("from here"))
    await asyncio.to_thread(thread.join)
    assert sorted(await said(store, chat.id)) == ["from elsewhere", "from here"]


async def test_calls_come_from_the_loop_of_the_window(qapp: object, store: SqlStore) -> None:
    chat = await store.chats.create()
    await store.messages.append(chat.id, user("hello"))
    assert await said(store, chat.id) == ["hello"]


async def test_long_and_short_messages_come_back_in_one_order(store: SqlStore) -> None:
    """Rows are read together, fewer of them where they are large."""
    chat = await store.chats.create()
    said = [user("x" * 9_000 if number % 90 < 30 else f"m{number} \x1e") for number in range(260)]
    stored = await store.messages.extend(chat.id, said)
    assert list(await store.messages.path(chat.id)) == stored
    assert list(await store.messages.page(chat.id, before_seq=200, limit=150)) == stored[49:199]


async def test_A1_a_question_that_waited_when_the_program_was_killed_can_be_retried(store: SqlStore) -> None:
    chat, other = await store.chats.create(), await store.chats.create()
    await store.messages.append(other.id, user("imported, never asked"))
    await store.chats.change(other.id, source="import:messages:1")
    await store.messages.append(chat.id, user("one"))
    await store.messages.append(chat.id, Message("assistant", (TextPart("half"),), state="generating"))
    await store.messages.append(chat.id, user("and after that?"))
    assert await store.messages.interrupt_unfinished() == 1
    log = await store.messages.path(chat.id)
    states = [(message.role, message.state) for message in log]
    assert states == [("user", "committed"), ("assistant", "interrupted")] * 2
    assert len(await store.messages.path(other.id)) == 1


async def test_A1_a_question_whose_answer_was_not_begun_when_the_program_was_killed_can_be_retried(
    store: SqlStore,
) -> None:
    killed, answered, copied, thrown = [await store.chats.create() for _ in range(4)]
    await store.chats.change(killed.id, model="demo/asked")
    await store.messages.append(killed.id, user("one"))
    await store.messages.append(answered.id, user("one"))
    answer = await store.messages.append(answered.id, assistant("Two."))
    await store.messages.delete(answer.id)
    await store.messages.append(copied.id, replace(user("from a chat before"), created_ms=1_000))
    await store.messages.append(thrown.id, user("one"))
    await store.chats.delete(thrown.id)
    for _ in range(2):  # a second start finds nothing more to do
        await store.messages.interrupt_unfinished()
    log = await store.messages.path(killed.id)
    assert [(m.state, m.model) for m in log] == [("committed", ""), ("interrupted", "demo/asked")]
    for chat in (answered, copied, thrown):
        assert [m.role for m in await store.messages.path(chat.id)] == ["user"]


async def test_what_is_sent_is_no_draft_any_more_in_one_step(store: SqlStore) -> None:
    chat = await store.chats.create()
    await store.chats.change(chat.id, draft="hello")
    await store.messages.append(chat.id, user("from elsewhere"))
    assert (await store.chats.get(chat.id)).draft == "hello", "another program's message says nothing of the draft"
    await store.messages.append(chat.id, user("hello"), draft="")
    assert (await store.chats.get(chat.id)).draft == ""
    assert [m.text for m in await store.messages.path(chat.id)] == ["from elsewhere", "hello"]
    await store.database.write(refusing_messages)
    await store.chats.change(chat.id, draft="again")
    with pytest.raises(StorageError):
        await store.messages.append(chat.id, user("again"), draft="")
    assert (await store.chats.get(chat.id)).draft == "again", "what was not stored is still a draft"


def refusing_messages(connection: Connection) -> None:
    connection.exec_driver_sql(
        "CREATE TRIGGER refuse BEFORE UPDATE OF head_id ON chats BEGIN SELECT RAISE(ABORT, 'no'); END"
    )
