"""What happens between the soft line and the next request, as a provider and a user see it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from tests.fakes.tools import FakeTool
from tests.services.test_compression import replies, small, summaries, summarised
from tests.services.test_tool_loop import allow_all
from weclaw_desktop.core.errors import BadKey, ModelError, RateLimited, Unreachable
from weclaw_desktop.core.events import RecordApplied
from weclaw_desktop.core.messages import TextPart, ToolResultPart
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.stream import ModelEvent
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, say
from weclaw_desktop.tools.registry import ToolRegistry

SAID = text("services.empty_message")
NEW = "The new turn that must not be lost: 4711."


def broken(kind: type[ModelError], retry_after: float | None = None) -> Reply:
    """A summariser's failure."""
    error = kind(SAID, provider="demo", model="scripted")
    error.retry_after = retry_after
    return Reply(error=error)


async def until_prepared(b: Bench, chat: str, stage: str = "preparing") -> int:
    """Talk until a narrative is being written; how many turns that took."""
    for turn in range(1, 40):
        await b.say(chat, f"Tell me about batch {turn}, please.")
        await asyncio.sleep(0.03)
        status = (await b.workshop.reporter.report(chat)).status
        if status.phase == stage:
            return turn
    raise AssertionError(f"never {stage}")


async def test_A1_what_is_sent_while_a_summary_is_written_stands_verbatim_behind_it(tmp_path: Path) -> None:
    """The summary stays valid: it is not written again, and the message is neither lost nor summarised."""
    go = asyncio.Event()
    model = small()
    plain = model.stream

    async def stream(request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        if request.purpose == "summary":
            await go.wait()
        async for event in plain(request):
            yield event

    model.stream = stream  # pyright: ignore[reportAttributeAccessIssue] -- the summary waits until the test says so
    async with bench(tmp_path, model) as b:
        chat = await b.chat()
        await until_prepared(b, chat)
        await b.say(chat, NEW)
        go.set()
        await b.workshop.worker.settle(chat)
        for turn in range(100, 105):
            if b.seen(RecordApplied):
                break
            await b.say(chat, f"More of batch {turn}.")
            await b.workshop.worker.settle(chat)
        record = b.seen(RecordApplied)[0].record
        assert record.method == "model"
        assert len(summaries(b)) == 1
        assert NEW not in str(summaries(b)[0].messages)
        await b.say(chat, "And now?")
        request = replies(b)[-1]
        assert request.messages[0].form == "block"
        whole = str(request.messages)
        assert NEW in whole
        if record.last_seq < next(m.seq for m in await b.log(chat) if m.text == NEW):
            assert [m for m in request.messages if m.parts == (TextPart(NEW),)]


@pytest.mark.parametrize(
    ("failure", "quiet_s"),
    [
        (broken(BadKey), 300.0),
        (broken(RateLimited, 7.0), 7.0),
        (broken(Unreachable), 0.0),
    ],
    ids=["refused", "limited", "unreachable"],
)
async def test_L2_L1_a_failing_summariser_twice_running_delays_no_send_and_is_shown(
    tmp_path: Path, failure: Reply, quiet_s: float
) -> None:
    count = 0

    def answer(request: ModelRequest) -> Reply | str:
        nonlocal count
        count += 1
        return (
            failure
            if request.purpose == "summary"
            else f"Lot {count}: " + " ".join(f"item{i}=A{i * count}" for i in range(90))
        )

    async with bench(tmp_path, ScriptedModel(spec(8_192), answer=answer)) as b:
        chat = await b.chat()
        loop = asyncio.get_running_loop()
        for turn in range(60):
            started = loop.time()
            said = "My budget is 4,200 euros. Find me a boat." if not turn else f"Tell me about lot {turn}, please."
            assert (await b.say(chat, said)).state == "committed"
            assert loop.time() - started < 2
            await b.workshop.worker.settle(chat)
            if len(b.seen(RecordApplied)) == 2:
                break
        first, second = (event.record for event in b.seen(RecordApplied))
        log = await b.log(chat)
        assert [m.seq for m in log] == list(range(1, len(log) + 1))
        for record in (first, second):
            assert record.method == "static"
            assert record.block is not None
            assert "Find me a boat" in record.block.text
            assert "budget: 4,200" in record.block.ledger
            assert record.degraded is not None
            assert "scripted" in render(record.degraded)
        assert len(summaries(b)) == (1 if quiet_s else 2), "a rung is asked once; a provider that wants quiet has it"
        assert b.workshop.ladder.quiet_for("demo") <= quiet_s
        assert bool(b.workshop.ladder.quiet_for("demo")) == bool(quiet_s)
        status = (await b.workshop.reporter.report(chat)).status
        assert (status.phase, status.text) == ("degraded", second.degraded)


async def test_L4_results_that_grow_inside_one_turn_are_checked_before_every_call(tmp_path: Path) -> None:
    """Eight results, together three times the hard line, in one turn: each call fits, ask and pairs stay."""
    steps = 0

    def answer(request: ModelRequest) -> Reply | str:
        nonlocal steps
        if request.purpose != "reply":
            return summarised(request) if request.purpose == "summary" else "Title"
        steps += 1
        return say("", ("look", {"page": steps})) if steps <= 8 else "All eight pages are read."

    look = FakeTool(
        lambda given: "\n".join(f"page {given['page']} row {i} holds item {i * 31}" for i in range(230)),
        name="look",
        risk="low",
    )
    async with bench(tmp_path, ScriptedModel(spec(8_192), answer=answer), tools=ToolRegistry([look])) as b:
        allow_all(b)
        chat = await b.chat()
        done = await b.say(chat, "Read all eight pages.")
        assert done.text == "All eight pages are read."
        lines = (await b.workshop.reporter.report(chat)).thresholds
        assert len(replies(b)) == 9
        for request in replies(b):
            assert request.load <= lines.hard
            assert [m.parts for m in request.messages if m.role == "user" and m.source] == [
                (TextPart("Read all eight pages."),)
            ]
            assert request.messages[-1].role == ("user" if request is replies(b)[0] else "tool")
        last = replies(b)[-1]
        results = [p for m in last.messages for p in m.parts if isinstance(p, ToolResultPart)]
        assert "page 8 row 0 " in results[-1].text
        assert len([m for m in await b.log(chat) if m.role == "tool"]) == 8
        assert all(len(m.result.text) > 6_000 for m in await b.log(chat) if m.result is not None)
