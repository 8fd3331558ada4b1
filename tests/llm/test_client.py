"""Events cross between loops whole, in order, in batches, and end when the reader leaves."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator

import pytest

from weclaw_desktop.core import errors as e
from weclaw_desktop.core.stream import (
    CallDelta,
    Finished,
    ModelEvent,
    Reading,
    ReasoningDelta,
    Retrying,
    TextDelta,
)
from weclaw_desktop.core.text import text
from weclaw_desktop.llm import client
from weclaw_desktop.llm.client import LoopThread, Patience, across, persistently


@pytest.fixture
async def thread() -> AsyncIterator[LoopThread]:
    made = LoopThread()
    yield made
    await made.close()


def failing(kind: type[e.ModelError], after: float | None = None) -> e.ModelError:
    made = kind(text("llm.failed", model="m"))
    made.retry_after = after
    return made


async def test_R3_deltas_are_joined_and_nothing_is_lost(thread: LoopThread) -> None:
    async def produce() -> AsyncGenerator[ModelEvent, None]:
        for n in range(1_000):
            yield TextDelta(f"{n} ")
        yield ReasoningDelta("a")
        yield ReasoningDelta("b", "sig")
        yield ReasoningDelta("c")
        yield CallDelta(0, "id", "f")
        yield CallDelta(0, arguments="{")
        yield CallDelta(0, arguments="}")
        yield CallDelta(1, "id2", "g")
        yield Finished()

    events = [event async for event in across(thread, produce)]
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "".join(
        f"{n} " for n in range(1_000)
    )
    assert events[-5:] == [
        ReasoningDelta("ab", "sig"),
        ReasoningDelta("c"),
        CallDelta(0, "id", "f", "{}"),
        CallDelta(1, "id2", "g"),
        Finished(),
    ]
    assert len(events) < 40


async def test_events_come_within_fifty_milliseconds(thread: LoopThread) -> None:
    late: list[float] = []

    async def produce() -> AsyncGenerator[ModelEvent, None]:
        for n in range(40):
            yield Reading(n, int(time.monotonic() * 1_000_000))
            await asyncio.sleep(0.005)

    async for event in across(thread, produce):
        assert isinstance(event, Reading)
        late.append(time.monotonic() - event.total / 1_000_000)
    assert len(late) == 40
    assert sorted(late)[30] < 0.05


async def test_errors_cross(thread: LoopThread) -> None:
    async def produce() -> AsyncGenerator[ModelEvent, None]:
        yield TextDelta("half")
        raise failing(e.StreamBroken)

    stream = across(thread, produce)
    assert await anext(stream) == TextDelta("half")
    with pytest.raises(e.StreamBroken):
        await anext(stream)


async def test_leaving_ends_the_producer_before_it_returns(thread: LoopThread) -> None:
    ended: list[str] = []

    async def produce() -> AsyncGenerator[ModelEvent, None]:
        try:
            yield TextDelta("x")
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.02)
            ended.append("closed")

    stream = across(thread, produce)
    await anext(stream)
    await stream.aclose()
    assert ended == ["closed"]


async def test_a_closed_thread_says_so() -> None:
    thread = LoopThread()
    order: list[str] = []

    async def step() -> None:
        order.append("closed")

    thread.at_close(step)
    assert await thread.run(asyncio.sleep(0, "ran")) == "ran"
    await thread.close()
    await thread.close()
    assert order == ["closed"]
    with pytest.raises(e.Cancelled):
        await thread.run(asyncio.sleep(0))


async def test_A8_closing_does_not_wait_for_an_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library takes seconds to import and cannot be interrupted: the window must not stay for it."""
    monkeypatch.setattr(client, "PATIENCE_S", 0.05)
    busy, release = threading.Event(), threading.Event()

    async def importing() -> None:
        busy.set()
        release.wait(5)

    thread = LoopThread()
    thread.submit(importing())
    await asyncio.to_thread(busy.wait, 5)
    begun = time.monotonic()
    await thread.close()
    assert time.monotonic() - begun < 1
    running = next(t for t in threading.enumerate() if t.name == "llm")
    release.set()
    await asyncio.to_thread(running.join, 5)
    assert not running.is_alive()


async def test_streams_reach_a_qt_loop(qtbot: object, thread: LoopThread) -> None:
    assert type(asyncio.get_running_loop()).__name__ == "WindowLoop"

    async def produce() -> AsyncGenerator[ModelEvent, None]:
        yield TextDelta("to the window")
        yield Finished()

    assert [event async for event in across(thread, produce)] == [TextDelta("to the window"), Finished()]


class Script:
    """Attempts that fail in order."""

    def __init__(self, *steps: ModelEvent | e.ModelError) -> None:
        self.steps = list(steps)
        self.slept: list[float] = []
        self.tries = 0

    async def attempt(self) -> AsyncGenerator[ModelEvent, None]:
        self.tries += 1
        while self.steps:
            step = self.steps.pop(0)
            if isinstance(step, e.ModelError):
                raise step
            yield step
            if isinstance(step, Finished):
                return

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    async def play(self) -> list[ModelEvent]:
        return [event async for event in persistently(self.attempt, Patience(), self.sleep)]


async def test_waits_double_unless_the_provider_says() -> None:
    script = Script(
        failing(e.ServerFault), failing(e.ServerFault), failing(e.RateLimited, 7.0), TextDelta("x"), Finished()
    )
    events = await script.play()
    assert script.slept == [1.0, 2.0, 7.0]
    assert [event.seconds for event in events if isinstance(event, Retrying)] == [1.0, 2.0, 7.0]
    assert events[-2:] == [TextDelta("x"), Finished()]


async def test_an_address_where_nobody_answers_is_tried_once_more() -> None:
    """A server that is not running was told of after 15 s; the user can start it sooner."""
    script = Script(*(failing(e.Unreachable) for _ in range(4)))
    with pytest.raises(e.Unreachable):
        await script.play()
    assert script.slept == [1.0]


@pytest.mark.parametrize("output", [TextDelta("x"), ReasoningDelta("x"), CallDelta(0)])
async def test_L3_nothing_is_retried_once_output_began(output: ModelEvent) -> None:
    script = Script(output, failing(e.ServerFault), Finished())
    with pytest.raises(e.ServerFault):
        await script.play()
    assert script.tries == 1


async def test_reading_is_no_output() -> None:
    script = Script(Reading(1, 2), failing(e.StreamBroken), TextDelta("x"), Finished())
    assert TextDelta("x") in await script.play()


@pytest.mark.parametrize(
    "error",
    [failing(kind) for kind in (e.BadKey, e.TimedOut, e.ContextOverflow, e.PaymentRequired, e.ModelGone, e.BadRequest)]
    + [failing(e.RateLimited, 61.0)],
)
async def test_what_waiting_does_not_mend_is_told_at_once(error: e.ModelError) -> None:
    script = Script(error, Finished())
    with pytest.raises(type(error)):
        await script.play()
    assert script.slept == []
