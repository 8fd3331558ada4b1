"""Background compression: soft line, preparation, application, undo, and what may go wrong meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from tests.fakes.tools import FakeTool
from tests.guards.logs import ExpectLog
from tests.services.test_tool_loop import allow_all
from weclaw_desktop.context.engine import Moment, Refused, Thrash
from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.core.errors import RateLimited, Unreachable
from weclaw_desktop.core.events import ContextReported, RecordApplied, RecordUndone, StreamDelta, ToolStarted
from weclaw_desktop.core.messages import TextPart, ToolResultPart
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, answer_anything, say
from weclaw_desktop.services.rehearsal import scripted
from weclaw_desktop.tools.registry import ToolRegistry

WORDS = (
    "The crate HT-{n} of customer {name} weighs {w} kg and leaves Rotterdam on 2024-03-{d:02d}. "
    "Its invoice F-{f} over {sum} EUR was paid by bank transfer; the contact is {name}@example.org. "
)
NAMES = ("Adler", "Bruun", "Costa", "Dekker", "Eriksen", "Fabre", "Grimaldi", "Hansen")


def facts(turn: int, count: int = 9) -> str:
    """A reply of about 60 tokens a sentence, every one with new facts."""
    lines = []
    for i in range(count):
        n = turn * 100 + i
        lines.append(
            WORDS.format(n=4_000 + n, name=NAMES[n % 8], w=n + 17, d=n % 28 + 1, f=70_000 + n, sum=1_250 + 3 * n)
        )
    return "\n".join(lines)


def summarised(request: ModelRequest) -> str:
    """A summary of sentences that the request holds."""
    asked = request.messages[0].parts[0]
    assert isinstance(asked, TextPart)
    return scripted(Prompt(request.system_text, asked.text), 300)


def small(summary: Reply | None = None, window: int = 8_192, delay_s: float = 0.0) -> ScriptedModel:
    """A model with a small window that answers with facts and can be told how to summarise."""
    count = 0

    def answer(request: ModelRequest) -> Reply | str:
        nonlocal count
        if request.purpose == "reply":
            count += 1
            return facts(count)
        if summary is not None and request.purpose == "summary":
            return summary
        return say(summarised(request), delay_s=delay_s) if request.purpose == "summary" else answer_anything(request)

    return ScriptedModel(spec(window), answer=answer)


def summaries(b: Bench) -> list[ModelRequest]:
    """The requests for a narrative so far."""
    return [r for r in b.model.history if r.purpose == "summary"]


def replies(b: Bench) -> list[ModelRequest]:
    """The requests for a reply so far."""
    return [r for r in b.model.history if r.purpose == "reply"]


async def fill(b: Bench, chat: str, turns: int, first: int = 1) -> None:
    """Say something so many times."""
    for turn in range(first, first + turns):
        await b.say(chat, f"Tell me about batch {turn}, please.")


async def grow(b: Bench, chat: str, limit: int = 40) -> RecordApplied:
    """Talk until a compression is applied."""
    for turn in range(1, limit):
        await b.say(chat, f"Tell me about batch {turn}, please.")
        await b.workshop.worker.settle(chat)
        if b.seen(RecordApplied):
            return b.seen(RecordApplied)[0]
    raise AssertionError("never compressed")


async def test_the_whole_way_soft_line_preparation_divider_notice_undo(tmp_path: Path) -> None:
    async with bench(tmp_path, small(delay_s=0.3)) as b:
        chat = await b.chat()
        applied = await grow(b, chat)
        lines = b.seen(ContextReported)[-1].report.thresholds
        assert summaries(b), "the narrative was prepared by the model"
        assert applied.record.method == "model"
        assert applied.record.tokens_after < 0.76 * lines.threshold < applied.record.tokens_before
        await b.say(chat, "And what now?")
        request = replies(b)[-1]
        assert request.load <= lines.hard
        assert "[Context] Messages" in request.system_text
        assert request.messages[0].form == "block"
        phases = {e.report.status.phase for e in b.seen(ContextReported)}
        assert "preparing" in phases
        before = await b.log(chat)
        undone = await b.workshop.worker.undo(chat)
        assert undone is None
        assert b.seen(RecordUndone)[0].active is None
        assert await b.log(chat) == before
        await b.say(chat, "Once more?")
        assert "[Context] Messages" not in replies(b)[-1].system_text
        again = await b.workshop.worker.redo(chat)
        assert isinstance(again, Record)
        await b.say(chat, "And again?")
        assert "[Context] Messages" in replies(b)[-1].system_text


async def test_A1_a_turn_sent_while_a_summary_is_prepared_is_whole_in_the_tail(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        b.model.enqueue()
        chat = await b.chat()
        slow = asyncio.Event()
        original = b.workshop.worker._preparing._narrator.write  # type: ignore[attr-defined] -- the one seam where time can be stopped

        async def write(*arguments: object) -> object:
            await slow.wait()
            return await original(*arguments)  # type: ignore[arg-type] -- passed through

        b.workshop.worker._preparing._narrator.write = write  # type: ignore[attr-defined,method-assign] -- as above
        turn = 0
        while b.workshop.worker._job(chat).stage != "preparing":
            turn += 1
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await asyncio.sleep(0.05)
        await b.say(chat, "The new turn that must not be lost: 4711.")
        slow.set()
        await b.workshop.worker.settle(chat)
        for more in range(5):
            if b.seen(RecordApplied):
                break
            await b.say(chat, f"More of batch {more}.")
            await b.workshop.worker.settle(chat)
        assert b.seen(RecordApplied)
        texts = [m.parts[0].text for m in replies(b)[-1].messages if m.form == "verbatim" and m.role == "user"]  # type: ignore[union-attr] -- user texts
        assert "The new turn that must not be lost: 4711." in texts or not any("4711" in t for t in texts)
        assert [m.text for m in await b.log(chat) if "4711" in m.text and m.role == "user"]


async def test_A2_an_edit_makes_the_preparation_void(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        turn = 0
        while b.workshop.worker._job(chat).stage != "prepared":
            turn += 1
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await b.workshop.worker.settle(chat)
        first = (await b.log(chat))[0]
        await b.workshop.dialog.exclude(first.id, True)
        assert b.workshop.worker._job(chat).stage == "idle"
        assert b.workshop.worker._job(chat).plan is None


async def test_A3_at_the_hard_line_a_slow_summariser_is_waited_for_only_so_long(tmp_path: Path) -> None:
    slow = say("## Goal\n- never used", delay_s=60)
    async with bench(tmp_path, small(slow), wait_s=0.3) as b:
        chat = await b.chat()
        loop = asyncio.get_running_loop()
        for turn in range(1, 30):
            started = loop.time()
            await b.say(chat, f"Tell me about batch {turn}, please.")
            assert loop.time() - started < 3
            if b.seen(RecordApplied):
                break
        asked = len(summaries(b))  # the next one may be begun at any moment
        record = b.seen(RecordApplied)[0].record
        assert record.method != "model"
        lines = (await b.workshop.reporter.report(chat)).thresholds
        assert all(request.load <= lines.hard for request in replies(b))
        assert asked == 1


async def test_L1_L2_a_summariser_that_fails_delays_nothing_and_loses_nothing(tmp_path: Path) -> None:
    limited = RateLimited(text("services.empty_message"), provider="demo", model="scripted")
    limited.retry_after = 7.0
    async with bench(tmp_path, small(Reply(error=limited))) as b:
        chat = await b.chat()
        applied = await grow(b, chat)
        assert applied.record.method in ("static", "digest")
        assert applied.record.degraded is not None
        assert len(summaries(b)) == 1, "one request a rung, then the provider is left alone"
        assert 0 < b.workshop.ladder.quiet_for("demo") <= 7
        log = await b.log(chat)
        assert [m.seq for m in log] == list(range(1, len(log) + 1))
        await b.say(chat, "Still there?")


async def test_L1_an_unreachable_summariser_twice_running(tmp_path: Path) -> None:
    gone = Unreachable(text("services.empty_message"), provider="demo", model="scripted")
    async with bench(tmp_path, small(Reply(error=gone))) as b:
        chat = await b.chat()
        await grow(b, chat)
        await fill(b, chat, 14, 40)
        await b.workshop.worker.settle(chat)
        records = await b.workshop.store.records.all(chat)
        assert len(records) >= 2
        assert all(r.block is not None and r.block.text for r in records)
        first = (await b.log(chat))[0].text
        assert first


async def test_A4_manual_and_automatic_at_once_make_one_job(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)
        results = await asyncio.gather(
            b.workshop.worker.compress_now(chat), b.workshop.worker.compress_now(chat), return_exceptions=True
        )
        assert not any(isinstance(r, BaseException) for r in results)
        records = await b.workshop.store.records.all(chat)
        assert sum(r.state == "active" for r in records) == 1
        assert [type(r) for r in results] == [Record, Refused]


async def test_A6_nothing_is_applied_behind_a_stream(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 4)
        b.model.rate = 300
        b.model.enqueue(say(facts(99, 3)))
        await b.workshop.dialog.send(chat, "slowly")
        await b.first(StreamDelta)
        made = asyncio.ensure_future(b.workshop.worker.compress_now(chat))
        await asyncio.sleep(0.2)
        assert b.workshop.dialog.running(chat)
        assert not b.seen(RecordApplied)
        await b.workshop.dialog.wait(chat)
        assert isinstance(await made, (Record, Refused))


@pytest.mark.parametrize("open_thing", ["stream", "call"])
async def test_A6_a_summary_that_is_ready_waits_for_the_open_stream_or_call(tmp_path: Path, open_thing: str) -> None:
    summary, result = asyncio.Event(), asyncio.Event()

    async def work(_arguments: Mapping[str, object]) -> str:
        await result.wait()
        return "done"

    registry = ToolRegistry([FakeTool(work, risk="low")])
    async with bench(tmp_path, small(), tools=registry, tool_limit_s=30) as b:
        allow_all(b)
        worker, chat = b.workshop.worker, await b.chat()
        held_back(b, summary)
        await above_the_threshold(b, chat)
        assert worker._job(chat).stage == "preparing"
        if open_thing == "stream":
            b.model.rate = 200
            b.model.enqueue(say("word " * 4_000))
        else:
            b.model.enqueue(say("", ("work", {})), "Worked.")
        asked = len(replies(b))
        await b.workshop.dialog.send(chat, "Go on.")
        await b.first(ToolStarted) if open_thing == "call" else await b.until(lambda: streams(b))
        summary.set()
        await b.until(lambda: worker._job(chat).stage == "prepared" or b.seen(RecordApplied))
        worker.consider(chat, Moment.AFTER_RESPONSE)
        look = worker._job(chat).look
        assert look is not None
        await look
        assert b.workshop.dialog.running(chat)
        assert worker._job(chat).stage == "prepared"
        assert not b.seen(RecordApplied)
        assert len(replies(b)) == asked + 1
        if open_thing == "stream":
            await b.workshop.dialog.stop(chat)
        result.set()
        await b.workshop.dialog.wait(chat)
        await worker.settle(chat)
        assert len(b.seen(RecordApplied)) == 1
        if open_thing == "call":
            assert replies(b)[-1].messages[0].form == "block", "it was applied just before the request that followed"


def held_back(b: Bench, release: asyncio.Event) -> None:
    """Let no summary be written before ``release`` is set."""
    narrator = b.workshop.worker._preparing._narrator
    original = narrator.write

    async def write(*arguments: object) -> object:
        await release.wait()
        return await original(*arguments)  # type: ignore[arg-type] -- passed through

    narrator.write = write  # type: ignore[method-assign,assignment] -- the one seam where time can be stopped


def streams(b: Bench) -> bool:
    """Whether the newest thing that happened is a piece of an answer."""
    return isinstance(b.events[-1], StreamDelta)


async def above_the_threshold(b: Bench, chat: str) -> None:
    """Talk until the load is above the threshold, below the hard line."""
    for turn in range(1, 30):
        await b.say(chat, f"Tell me about batch {turn}, please.")
        report = await b.workshop.reporter.report(chat)
        if report.load >= report.thresholds.threshold:
            assert report.load + 200 < report.thresholds.hard
            return
    raise AssertionError("never above")


async def test_L4_growth_inside_a_turn_is_caught_before_every_call(tmp_path: Path) -> None:
    steps = 16
    count = 0

    def work(_arguments: Mapping[str, object]) -> str:
        nonlocal count
        count += 1
        return facts(count, 8)

    async with bench(tmp_path, small(), tools=ToolRegistry([FakeTool(work, risk="low")])) as b:
        allow_all(b)
        chat = await b.chat()
        b.model.enqueue(*(say("", ("work", {"step": step})) for step in range(steps)), "All looked at.")
        await b.say(chat, "Look at all batches and report.")
        lines = (await b.workshop.reporter.report(chat)).thresholds
        loads = [request.load for request in replies(b)]
        assert len(loads) == steps + 1
        counter = (await b.workshop.desks.of(chat)).counter()
        assert (
            sum(counter.text(p.text) for m in await b.log(chat) for p in m.parts if isinstance(p, ToolResultPart))
            > lines.hard
        )
        assert b.seen(RecordApplied), "the turn itself was shortened while it ran"
        assert any(later < earlier for earlier, later in pairwise(loads))
        assert max(loads) <= lines.hard
        for request in replies(b):
            assert "Look at all batches and report." in str([m.parts for m in request.messages])


async def test_T3_a_pause_ends_with_its_chat_with_clearing_and_with_the_program(tmp_path: Path) -> None:
    paused = Thrash(strikes=2.0, paused_at=10_000_000, paused_turn=1_000)
    async with bench(tmp_path, small()) as b:
        desks = b.workshop.desks
        chat = await b.chat()
        await fill(b, chat, 2)
        await b.workshop.worker.settle(chat)
        (await desks.of(chat)).thrash = paused
        other = await b.chat()
        assert (await desks.of(other)).thrash == Thrash(), "another chat is armed"
        assert (await desks.of(chat)).thrash == paused
        for message in await b.log(chat):
            await b.workshop.dialog.delete_message(message.id)
        cleared = (await desks.of(chat)).thrash
        assert (cleared.paused_at, cleared.strikes) == (None, 0.0)
        (await desks.of(other)).thrash = paused
    async with bench(tmp_path, small()) as b:
        assert (await b.workshop.desks.of(other)).thrash == Thrash()
        assert await grow(b, other)


async def test_S3_the_summarisers_window_leaves_the_threshold_alone(tmp_path: Path) -> None:
    tiny = ScriptedModel(spec(8_192), answer=answer_anything)
    tiny.change_spec(name="tiny")
    async with bench(tmp_path, small(window=65_536), tiny) as b:
        chat = await b.chat()
        await b.say(chat, "Tell me about batch 1, please.")
        before = (await b.workshop.reporter.report(chat)).thresholds
        await b.workshop.settings.change({"context.summary_model": "demo/tiny"})
        after = (await b.workshop.reporter.report(chat)).thresholds
        assert (await b.workshop.desks.of(chat)).state().summarizer == 8_192
        assert after == before
        assert after.window == 65_536


@pytest.mark.parametrize("strategy", ["adaptive", "pipeline", "layered", "truncate", "off"])
async def test_W6_a_smaller_model_acts_before_the_next_call(tmp_path: Path, strategy: str) -> None:
    large, tiny = small(window=65_536), ScriptedModel(spec(8_192, label="tiny"))
    tiny.change_spec(name="tiny")
    async with bench(tmp_path, large, tiny, settings={"context.strategy": strategy}) as b:
        chat = await b.chat()
        await fill(b, chat, 14)
        await b.workshop.dialog.choose_model(chat, "demo/tiny")
        await b.say(chat, "What was my first question?")
        lines = (await b.workshop.reporter.report(chat)).thresholds
        assert lines.window == 8_192
        assert tiny.history[-1].load <= lines.hard
        assert "What was my first question?" in str(tiny.history[-1].messages[-1].parts)


async def test_cancel_ends_the_preparation(tmp_path: Path) -> None:
    async with bench(tmp_path, small(say("x", delay_s=60))) as b:
        chat = await b.chat()
        turn = 0
        while b.workshop.worker._job(chat).stage != "preparing":
            turn += 1
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await asyncio.sleep(0.05)
        await b.workshop.worker.cancel(chat)
        assert b.workshop.worker._job(chat).stage == "idle"
        assert b.model.running == 0
        assert not b.seen(RecordApplied)


async def test_ask_before_applying_delays_nothing_and_waits_for_the_word(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        chat = await b.chat()
        turn = 0
        while not any("apply" in e.report.status.actions for e in b.seen(ContextReported)):
            turn += 1
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await b.workshop.worker.settle(chat)
            await asyncio.sleep(0.15)
        assert not b.seen(RecordApplied)
        await b.workshop.worker.answer(chat, "apply")
        await b.workshop.worker.settle(chat)
        assert b.seen(RecordApplied)


async def at_the_hard_line(b: Bench) -> str:
    """A chat whose next message waits for the user's word."""
    chat = await b.chat()
    turn = 0
    while not any("gentle" in e.report.status.actions for e in b.seen(ContextReported)):
        turn += 1
        await b.workshop.dialog.send(chat, f"Tell me about batch {turn}, please.")
        ended = asyncio.ensure_future(b.workshop.dialog.wait(chat))
        await b.until(lambda: ended.done() or b.workshop.worker._job(chat).answer is not None)  # noqa: B023 -- awaited here
        await asyncio.sleep(0.2)
        if ended.done():
            await b.workshop.worker.settle(chat)
        else:
            ended.cancel()
    return chat


async def test_at_the_hard_line_gently_shortens_only_as_much_as_needed(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        chat = await at_the_hard_line(b)
        assert not b.seen(RecordApplied)
        asked = len(summaries(b))
        await b.workshop.worker.answer(chat, "gentle")
        await b.workshop.dialog.wait(chat)
        applied = b.seen(RecordApplied)[-1].record
        lines = (await b.workshop.reporter.report(chat)).thresholds
        assert lines.threshold < applied.tokens_after <= lines.hard
        assert not (applied.block and applied.block.narrative)
        assert len(summaries(b)) == asked
        assert replies(b)[-1].load <= lines.hard


async def test_at_the_hard_line_apply_sends_and_cancel_says_why_nothing_went(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        chat = await at_the_hard_line(b)
        sent = len(replies(b))
        await b.workshop.worker.answer(chat, "cancel")
        answer = await b.workshop.dialog.wait(chat)
        assert len(replies(b)) == sent
        assert answer is None or answer.failure == text("services.compression_declined")
        await b.workshop.dialog.retry(chat)
        await b.until(lambda: b.workshop.worker._job(chat).answer is not None)
        await b.workshop.worker.answer(chat, "apply")
        await b.workshop.dialog.wait(chat)
        lines = (await b.workshop.reporter.report(chat)).thresholds
        assert b.seen(RecordApplied)[-1].record.tokens_after <= lines.threshold
        assert len(replies(b)) == sent + 1


async def test_where_nobody_can_answer_the_hard_line_is_met_unasked(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.ask_before": True}) as b:
        b.workshop.worker.hard_line.somebody_answers = False
        chat = await b.chat()
        await grow(b, chat)
        assert not any("gentle" in e.report.status.actions for e in b.seen(ContextReported))


async def test_X4_no_model_is_asked_when_the_user_wants_none(tmp_path: Path) -> None:
    async with bench(tmp_path, small(), settings={"context.summary_model": "none"}) as b:
        chat = await b.chat()
        applied = await grow(b, chat)
        assert not summaries(b)
        assert applied.record.method in ("digest", "passes")
        assert applied.record.degraded is None


async def test_O2_a_local_model_is_asked_only_when_nobody_chats_and_reads_ahead(tmp_path: Path) -> None:
    model = small()
    model.change_spec(local=True)
    async with bench(tmp_path, model, settings={"context.summarise_local": True}) as b:
        chat = await b.chat()
        turn = 0
        while b.workshop.worker._job(chat).stage != "prepared" and not b.seen(RecordApplied):
            turn += 1
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await b.workshop.worker.settle(chat)
        assert b.model.cancelled == 0
        while not b.seen(RecordApplied):
            turn += 1
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await b.workshop.worker.settle(chat)
        await b.until(lambda: b.model.warmed)


async def test_O2_a_send_cancels_local_work(tmp_path: Path) -> None:
    model = small(say("x", delay_s=60))
    model.change_spec(local=True)
    async with bench(tmp_path, model, settings={"context.summarise_local": True}) as b:
        chat = await b.chat()
        turn = 0
        while b.workshop.worker._job(chat).stage != "preparing":
            turn += 1
            await b.say(chat, f"Tell me about batch {turn}, please.")
            await asyncio.sleep(0.05)
        await b.until(lambda: b.model.running)
        await b.workshop.dialog.send(chat, "me first")
        await b.until(lambda: b.model.cancelled == 1)
        await b.workshop.dialog.wait(chat)


async def test_O2_a_compression_that_the_user_asked_for_goes_on_by_code_when_a_send_cancels_its_summary(
    tmp_path: Path,
) -> None:
    model = small(say("x", delay_s=60))
    model.change_spec(local=True)
    async with bench(tmp_path, model, settings={"context.summarise_local": True}) as b:
        chat, other = await b.chat(), await b.chat()
        await fill(b, chat, 7)
        made = asyncio.ensure_future(b.workshop.worker.compress_now(chat))
        await b.until(lambda: bool(summaries(b)))
        await b.say(other, "me first")
        record = await made
        assert isinstance(record, Record)
        assert record.method == "static"
        assert record.degraded is not None
        assert "gave way to a conversation" in render(record.degraded)


async def test_L1_a_summary_that_breaks_leaves_the_users_compression_to_code(
    tmp_path: Path, expect_log: ExpectLog
) -> None:
    expect_log("failed")
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 7)

        async def broken(*_: object) -> None:
            raise KeyError("a bug of ours")

        b.workshop.worker._preparing._narrator.write = broken  # pyright: ignore -- a bug stands in for the narrator
        record = await b.workshop.worker.compress_now(chat)
        assert isinstance(record, Record)
        assert record.degraded is not None
        assert "could not be written" in render(record.degraded)


async def test_O2_a_local_model_writes_no_summary_by_default(tmp_path: Path) -> None:
    model = small()
    model.change_spec(local=True)
    async with bench(tmp_path, model) as b:
        chat = await b.chat()
        applied = await grow(b, chat)
        assert not summaries(b)
        assert applied.record.method in ("digest", "passes")


async def test_K16_a_record_whose_messages_changed_is_dropped_and_made_anew(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        applied = await grow(b, chat)
        first = (await b.log(chat))[0]
        await b.workshop.dialog.exclude(first.id, True)
        assert await b.workshop.store.records.active(chat) is None
        assert [r.id for r in await b.workshop.store.records.all(chat)] == []
        await b.say(chat, "Still in one piece?")
        lines = (await b.workshop.reporter.report(chat)).thresholds
        assert replies(b)[-1].load <= lines.hard
        assert first.text not in str(replies(b)[-1].messages)
        assert applied.record.id


async def test_T4_nothing_to_compress_is_no_success(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await b.say(chat, "Only one question.")
        assert isinstance(await b.workshop.worker.compress_now(chat), Refused)
        assert not b.seen(RecordApplied)


async def test_O2_the_embedded_model_reads_ahead_while_the_user_types(tmp_path: Path) -> None:
    model = ScriptedModel(replace(spec(local=True), provider="local"))
    async with bench(tmp_path, model) as b:
        chat = await b.chat()
        for n in range(3):
            b.workshop.reporter.draft_changed(chat, "Hel" + "l" * n)
            await asyncio.sleep(0.4)
        await b.until(lambda: b.model.warmed)
        assert len(b.model.warmed) == 1, "once for the same head"
        assert b.model.warmed[0].system_text
        assert b.model.warmed[0].messages == ()
        answer = await b.say(chat, "Hello")
        assert answer.state == "committed"
        assert b.model.history[0].system_text == b.model.warmed[0].system_text


async def test_W8_switching_models_shows_as_much_as_each_can_read(tmp_path: Path) -> None:
    tiny, large = small(), ScriptedModel(replace(spec(131_072), name="large"))
    async with bench(tmp_path, tiny, large) as b:
        chat = await b.chat()
        await grow(b, chat)
        await b.workshop.worker.settle(chat)
        asked = len([m for m in tiny.history if m.purpose == "summary"])
        await b.workshop.dialog.choose_model(chat, "demo/large")
        assert await b.workshop.store.records.active(chat) is None
        await b.say(chat, "With all of it in view?")
        assert all(m.form == "verbatim" for m in large.history[-1].messages)
        await b.workshop.dialog.choose_model(chat, "demo/scripted")
        active = await b.workshop.store.records.active(chat)
        assert active is not None
        assert active.method == "model"
        assert len([m for m in tiny.history if m.purpose == "summary"]) == asked
        await b.say(chat, "And in the small one?")
        assert tiny.history[-1].messages[0].form == "block"


async def test_W8_off_shows_the_full_log_if_it_fits(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 9)
        assert isinstance(await b.workshop.worker.compress_now(chat), Record)
        await b.workshop.dialog.choose_strategy(chat, "off")
        assert await b.workshop.store.records.active(chat) is None
        await b.say(chat, "Everything still there?")
        assert all(m.form == "verbatim" for m in replies(b)[-1].messages)
