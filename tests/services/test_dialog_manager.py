"""Conversations as a user has them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.bench import bench
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import (
    ChatSaved,
    MessageChanged,
    MessageCommitted,
    QueueChanged,
    StreamDelta,
    StreamEnded,
    StreamStarted,
)
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.llm.scripted import say
from weclaw_desktop.services.desk import Desk


async def test_a_turn_from_prompt_to_saved_reply(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue("Paris is the capital.")
        chat = await b.chat()
        answer = await b.say(chat, "What is the capital of France?")
        log = await b.log(chat)
        assert [m.role for m in log] == ["user", "assistant"]
        assert log[1] == answer
        assert answer.text == "Paris is the capital."
        assert answer.state == "committed"
        assert answer.usage is not None
        assert not answer.usage.estimated
        order = [
            type(e) for e in b.events if isinstance(e, (MessageCommitted, StreamStarted, StreamDelta, StreamEnded))
        ]
        assert order[:2] == [MessageCommitted, StreamStarted]
        assert order[-1] is StreamEnded
        assert "".join(d.text for d in b.seen(StreamDelta)) == answer.text
        assert (await b.workshop.store.chats.get(chat)).title == "What is the capital of France?"
        assert b.seen(ChatSaved)


async def test_a_stopped_answer_is_counted_once_for_its_usage_and_its_own_tokens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever pressed Stop waits for the count, and that of a long answer takes as long as all the rest."""
    counted: list[str] = []
    compute = Desk.compute

    async def watched(desk: Desk, work: Callable[..., Any], *values: Any, **named: Any) -> Any:
        if getattr(work, "__name__", "") == "parts":
            counted.append("".join(part.text for part in values[0] if isinstance(part, TextPart)))
        return await compute(desk, work, *values, **named)

    monkeypatch.setattr(Desk, "compute", watched)
    async with bench(tmp_path) as b:
        b.model.rate = 200
        b.model.enqueue(say("word " * 5_000))
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "go")
        await b.until(lambda: len(b.seen(StreamDelta)) > 3)
        await b.workshop.dialog.stop(chat)
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert answer.state == "stopped"
        assert answer.usage is not None
        assert answer.usage.estimated
        assert answer.usage.completion == next(iter(answer.tokens.values())) > 0
        assert counted.count(answer.text) == 1


async def test_how_long_a_model_thought_is_kept_with_its_answer(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 200
        b.model.enqueue(say("short", reasoning="hm " * 60))
        b.model.enqueue("no thinking")
        chat = await b.chat()
        answer = await b.say(chat, "think")
        assert answer.usage is not None
        assert answer.usage.thought_ms > 100
        assert (await b.log(chat))[-1].usage == answer.usage
        plain = await b.say(chat, "do not think")
        assert plain.usage is not None
        assert plain.usage.thought_ms == 0


async def test_a_message_takes_its_draft_along_and_leaves_others_alone(tmp_path: Path) -> None:
    """The command line sends into a chat in which a window holds a draft."""
    async with bench(tmp_path) as b:
        chats, chat = b.workshop.store.chats, await b.chat()
        await chats.change(chat, draft="half a thought")
        await b.say(chat, "from elsewhere")
        assert (await chats.get(chat)).draft == "half a thought"
        await b.workshop.dialog.send(chat, "half a thought", draft="")
        assert (await chats.get(chat)).draft == ""
        await b.workshop.dialog.wait(chat)


async def test_nothing_to_say_is_not_sent(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        with pytest.raises(InputError):
            await b.workshop.dialog.send(chat, "  \n")
        assert await b.log(chat) == ()


async def test_stop_keeps_what_came_and_ends_at_once(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 200
        b.model.enqueue(say("word " * 5_000))
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "go on for ever")
        await b.until(lambda: len(b.seen(StreamDelta)) > 3)
        loop = asyncio.get_running_loop()
        started = loop.time()
        await b.workshop.dialog.stop(chat)
        answer = await b.workshop.dialog.wait(chat)
        assert loop.time() - started < 0.1
        assert answer is not None
        assert answer.state == "stopped"
        assert answer.text.startswith("word word")
        assert b.model.running == 0
        assert (await b.log(chat))[-1] == answer


async def test_a_deleted_message_leaves_requests_and_comes_back(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        dialog = b.workshop.dialog
        b.model.enqueue("one", "two", "three")
        chat = await b.chat()
        await b.say(chat, "first question")
        first = (await b.log(chat))[0]
        await dialog.delete_message(first.id)
        changed = b.seen(MessageChanged)[-1]
        assert (changed.message.id, changed.deleted) == (first.id, True)
        await b.say(chat, "second question")
        assert "first question" not in str(b.model.history[-1].messages)
        assert await dialog.restore_message(first.id) == (await b.log(chat))[0]
        assert not b.seen(MessageChanged)[-1].deleted
        await b.say(chat, "third question")
        assert "first question" in str(b.model.history[-1].messages)


async def test_what_is_being_written_cannot_be_deleted_but_what_waits_can(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        dialog = b.workshop.dialog
        b.model.rate = 200
        b.model.enqueue(say("word " * 5_000))
        chat = await b.chat()
        await dialog.send(chat, "go on for ever")
        await b.until(lambda: len(b.seen(StreamDelta)) > 3)
        with pytest.raises(InputError):
            await dialog.delete_message(b.seen(StreamStarted)[0].message.id)
        waiting = await dialog.send(chat, "and this")
        assert dialog.queued(chat) == (waiting,)
        await dialog.delete_message(waiting.id)
        assert dialog.queued(chat) == ()
        assert b.seen(QueueChanged)[-1].message_ids == ()
        await dialog.stop(chat)
        await dialog.wait(chat)
        assert [m.text[:2] for m in await b.log(chat)] == ["go", "wo"]


async def test_a_chinese_chat_has_the_same_head_from_its_first_request_on(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue("好的", "好的")
        chat = await b.chat()
        await b.say(chat, "你好，请用中文回答")
        await b.say(chat, "继续")
        first, second = b.model.history
        assert first.system_text == second.system_text
        assert "助手" in first.system_text
