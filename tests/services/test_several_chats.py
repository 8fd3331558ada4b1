"""Messages during a reply, several chats at once, stop, retry, restart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.fakes.bench import bench
from tests.fakes.tools import FakeTool
from tests.services.test_compression import fill, small
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import BranchShown, QueueChanged, StreamDelta, StreamStarted
from weclaw_desktop.core.messages import Message
from weclaw_desktop.llm.scripted import say
from weclaw_desktop.tools.policy import Policy
from weclaw_desktop.tools.registry import ToolRegistry


async def test_A7_two_chats_stream_at_once_each_into_its_own(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 400
        b.model.enqueue(say("alpha " * 60), say("beta " * 60))
        first, second = await b.chat(), await b.chat()
        await b.workshop.dialog.send(first, "one")
        await b.first(StreamDelta)
        await b.workshop.dialog.send(second, "two")
        assert b.workshop.dialog.running(first)
        assert b.workshop.dialog.running(second)
        one, two = await b.workshop.dialog.wait(first), await b.workshop.dialog.wait(second)
        assert one is not None
        assert two is not None
        assert one.text == "alpha " * 60
        assert two.text == "beta " * 60
        for answer in (one, two):
            shown = [d for d in b.seen(StreamDelta) if d.message_id == answer.id]
            assert "".join(d.text for d in shown) == answer.text
            assert {d.chat_id for d in shown} == {answer.chat_id}


async def test_deltas_come_in_few_batches_and_join_to_the_text(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 2_000
        b.model.enqueue(say("**a** **b** " * 200, reasoning="hm " * 50))
        answer = await b.say(await b.chat(), "go")
        deltas = b.seen(StreamDelta)
        assert "".join(d.text for d in deltas) == answer.text
        assert "".join(d.reasoning for d in deltas) == answer.reasoning
        assert 2 < len(deltas) < 30


async def test_A1_a_message_during_a_reply_is_kept_and_answered_next(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 300
        b.model.enqueue(say("first answer " * 20), "second answer")
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "one")
        await b.first(StreamDelta)
        row = await b.workshop.dialog.send(chat, "two")
        assert [m.id for m in b.workshop.dialog.queued(chat)] == [row.id]
        assert b.seen(QueueChanged)[0].message_ids == (row.id,)
        await b.workshop.dialog.wait(chat)
        assert [m.text for m in await b.log(chat) if m.role == "user"] == ["one", "two"]
        assert len(b.model.history) == 2
        users = [m.parts for m in b.model.history[1].messages if m.role == "user"]
        assert len(users) == 2
        assert b.workshop.dialog.queued(chat) == ()
        assert b.seen(QueueChanged)[-1].message_ids == ()


async def test_K5_a_message_between_call_and_result_reaches_the_next_step(tmp_path: Path) -> None:
    gate = asyncio.Event()

    async def work(_arguments: object) -> str:
        await gate.wait()
        return "result"

    async with bench(tmp_path, tools=ToolRegistry([FakeTool(work)])) as b:
        b.workshop.policy = Policy(frozenset({"work"}))
        b.model.enqueue(say("", ("work", {})), "both done")
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "one")
        await b.until(lambda: b.workshop.tools.get("work").calls)  # type: ignore[union-attr] -- a FakeTool
        await b.workshop.dialog.send(chat, "wait, also two")
        gate.set()
        await b.workshop.dialog.wait(chat)
        assert len(b.model.history) == 2
        roles = [m.role for m in b.model.history[1].messages]
        assert roles == ["user", "assistant", "tool", "user"]


async def test_a_retry_makes_a_sibling(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.enqueue("bad", "good")
        chat = await b.chat()
        bad = await b.say(chat, "hello")
        await b.workshop.dialog.retry(chat)
        good = await b.workshop.dialog.wait(chat)
        assert good is not None
        assert good.text == "good"
        assert good.parent_id == bad.parent_id
        assert [m.text for m in await b.log(chat)] == ["hello", "good"]
        assert [part.text for m in b.model.history[1].messages for part in m.parts] == ["hello"]


async def test_a_retry_needs_something_to_answer_and_quiet(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        with pytest.raises(InputError):
            await b.workshop.dialog.retry(chat)
        b.model.rate = 100
        b.model.enqueue(say("long " * 100))
        await b.workshop.dialog.send(chat, "hello")
        await b.first(StreamDelta)
        with pytest.raises(InputError):
            await b.workshop.dialog.retry(chat)


async def test_A8_D3_closing_in_the_middle_keeps_what_came(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 300
        b.model.enqueue(say("word " * 500))
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "go")
        await b.until(lambda: len(b.seen(StreamDelta)) > 2)
        shown = "".join(d.text for d in b.seen(StreamDelta))
    async with bench(tmp_path) as b:
        row = (await b.log(chat))[-1]
        assert row.state == "interrupted"
        assert row.text.startswith(shown)
        b.model.enqueue("whole")
        await b.workshop.dialog.retry(chat)
        answer = await b.workshop.dialog.wait(chat)
        assert answer is not None
        assert answer.text == "whole"


async def test_D3_a_checkpoint_is_less_than_a_second_old(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 100
        b.model.enqueue(say("word " * 200))
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "go")
        started = await b.first(StreamStarted)

        async def saved() -> Message:
            return await b.workshop.store.messages.get(started.message.id)

        await asyncio.sleep(1.0)
        row = await saved()
        assert row.state == "generating"
        assert row.text.startswith("word")
        await b.workshop.dialog.stop(chat)
        await b.workshop.dialog.wait(chat)


async def test_a_deleted_chat_is_quiet_and_comes_back(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 100
        b.model.enqueue(say("long " * 100))
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "hello")
        await b.first(StreamDelta)
        await b.workshop.dialog.delete(chat)
        assert not b.workshop.dialog.running(chat)
        assert await b.workshop.store.chats.all() == []
        await b.workshop.dialog.restore(chat)
        assert (await b.log(chat))[-1].state == "stopped"


async def test_A1_a_message_that_waits_when_one_quits_can_be_answered_after_the_restart(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        b.model.rate = 100
        b.model.enqueue(say("a long answer " * 200))
        chat = await b.chat()
        await b.workshop.dialog.send(chat, "one")
        await b.first(StreamDelta)
        await b.workshop.dialog.send(chat, "and after that?")
    async with bench(tmp_path) as again:
        log = await again.log(chat)
        assert [message.state for message in log] == ["committed", "interrupted"] * 2
        again.model.enqueue("This comes after.")
        await again.workshop.dialog.retry(chat)
        answer = await again.workshop.dialog.wait(chat)
        assert answer is not None
        assert answer.text == "This comes after."
        assert "and after that?" in str(again.model.history[-1].messages[-1].parts)
        assert [message.role for message in await again.log(chat)] == ["user", "assistant"] * 2


async def test_two_programs_on_one_profile_see_what_the_other_wrote(tmp_path: Path) -> None:
    async with bench(tmp_path) as b, bench(tmp_path) as other:
        chat = await b.chat()
        await b.say(chat, "first")
        await other.say(chat, "the secret word is XYZZY42")
        await b.say(chat, "what is the secret word?")
        sent = [message for message in b.model.history[-1].messages if message.role == "user"]
        assert "XYZZY42" in "".join(str(message.parts) for message in sent)
        assert [message.role for message in await b.log(chat)] == ["user", "assistant"] * 3
        await b.until(lambda: b.seen(BranchShown))
        desk = await other.workshop.desks.of(chat)
        assert desk.log == await b.log(chat)
        assert desk.totals == (await b.workshop.desks.of(chat)).totals


async def test_a_compression_and_a_setting_made_in_another_program_hold_here(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b, bench(tmp_path, small()) as other:
        chat = await b.chat()
        await fill(b, chat, 3)
        await other.workshop.reporter.report(chat)
        await b.workshop.dialog.choose_profile(chat, "economy")
        await b.workshop.worker.compress_now(chat)
        there, here = await other.workshop.reporter.report(chat), await b.workshop.reporter.report(chat)
        assert [record.state for record in there.records] == ["active"]
        assert (there.load, there.thresholds) == (here.load, here.thresholds)
        assert there.updating


async def test_what_this_program_writes_lays_no_desk_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bench(tmp_path) as b, bench(tmp_path) as other:
        chat, theirs = await b.chat(), await other.chat()
        await b.say(chat, "one")
        await other.say(theirs, "elsewhere")
        read: list[str] = []
        path = b.workshop.store.messages.path

        async def reading(chat_id: str) -> tuple[Message, ...]:
            read.append(chat_id)
            return await path(chat_id)

        monkeypatch.setattr(b.workshop.store.messages, "path", reading)
        await b.workshop.reporter.report(chat)
        await b.workshop.reporter.report(chat)
        assert len(read) <= 1  # once at most: both wrote since the desk was laid
        await b.say(chat, "two")
        await b.workshop.reporter.report(chat)
        assert len(read) <= 1
        assert not b.seen(BranchShown)
