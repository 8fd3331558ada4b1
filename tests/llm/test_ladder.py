"""The ladder: one request per rung, quiet where quiet was asked for, never a word to anybody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from weclaw_desktop.core import errors as e
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.core.stream import ModelEvent, Reading, TextDelta
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.ladder import Ladder, Rejected, Rung
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, ScriptedModels, say

REQUEST = ModelRequest("", (), (RequestMessage("user", (TextPart("span"),)),), max_output=9_000, load=880)


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def error(kind: type[e.ModelError], status: int, after: float | None = None) -> e.ModelError:
    made = kind(text("llm.failed", model="m"), status=status)
    made.retry_after = after
    return made


def models() -> ScriptedModels:
    aux = ScriptedModel(ModelSpec("aux", "small", 32_768, "table", max_output=4_096))
    main = ScriptedModel(ModelSpec("main", "big", 128_000, "table", max_output=16_384))
    return ScriptedModels(
        aux, main, ScriptedModel(ModelSpec("local", "tiny", 8_192, "server", max_output=8_192, local=True))
    )


async def work(rung: Rung) -> str:
    return await rung.ask(REQUEST)


RUNGS = ("aux/small", "main/big")


async def test_the_first_rung_that_delivers_is_enough() -> None:
    known = models()
    known.scripted("aux/small").enqueue("summary")
    outcome = await Ladder(known).climb(RUNGS, work)
    assert (outcome.value, outcome.model, outcome.degraded) == ("summary", "aux/small", False)
    assert len(outcome.usages) == 1
    sent = known.scripted("aux/small").history[0]
    assert (sent.purpose, sent.model) == ("summary", "aux/small")


async def test_S3_the_output_limit_is_the_rungs_own() -> None:
    known = models()
    known.scripted("aux/small").enqueue(error(e.ServerFault, 500))
    known.scripted("main/big").enqueue("summary")
    await Ladder(known).climb(RUNGS, work)
    assert known.scripted("aux/small").history[0].max_output == 4_096
    assert known.scripted("main/big").history[0].max_output == 9_000


@pytest.mark.parametrize(
    ("kind", "status", "after", "quiet"),
    [
        (e.RateLimited, 429, 7.0, 7.0),
        (e.RateLimited, 429, None, 30.0),
        (e.ServerFault, 503, 9.0, 9.0),
        (e.BadKey, 401, None, 300.0),
        (e.BadKey, 403, None, 300.0),
        (e.PaymentRequired, 402, None, 300.0),
        (e.ServerFault, 500, None, 0.0),
        (e.Unreachable, 0, None, 0.0),
        (e.TimedOut, 0, None, 0.0),
    ],
)
async def test_L2_a_failed_rung_is_asked_once_and_left_alone(
    kind: type[e.ModelError], status: int, after: float | None, quiet: float
) -> None:
    known, clock = models(), Clock()
    aux, main = known.scripted("aux/small"), known.scripted("main/big")
    ladder = Ladder(known, clock=clock)
    aux.enqueue(error(kind, status, after))
    main.enqueue("one", "two", "three")
    first = await ladder.climb(RUNGS, work)
    assert (first.value, first.model, first.degraded) == ("one", "main/big", True)
    assert len(aux.history) == 1
    assert ladder.quiet_for("aux") == quiet
    if not quiet:
        return
    clock.now += quiet - 1
    assert (await ladder.climb(RUNGS, work)).value == "two"
    assert len(aux.history) == 1
    clock.now += 1.5
    aux.enqueue("back")
    assert (await ladder.climb(RUNGS, work)).value == "back"


async def test_L2_a_changed_key_is_tried_at_once() -> None:
    known = models()
    ladder = Ladder(known)
    known.scripted("aux/small").enqueue(error(e.BadKey, 401), "summary")
    known.scripted("main/big").enqueue("one")
    await ladder.climb(RUNGS, work)
    ladder.forget("aux")
    assert (await ladder.climb(RUNGS, work)).value == "summary"


async def test_when_all_fail_the_static_rung_is_told_why() -> None:
    known = models()
    known.scripted("aux/small").enqueue(error(e.TimedOut, 0))
    known.scripted("main/big").enqueue(error(e.Unreachable, 0))
    outcome = await Ladder(known).climb(RUNGS, work)
    assert outcome.value is None
    assert len(outcome.failures) == 2
    assert all(
        render(reason).startswith(name.partition("/")[2]) for reason, name in zip(outcome.failures, RUNGS, strict=True)
    )


async def test_S1_an_unusable_summary_leads_to_the_next_rung() -> None:
    known = models()
    known.scripted("aux/small").enqueue(say("sorry, I cannot"))
    known.scripted("main/big").enqueue("fine")

    async def checked(rung: Rung) -> str:
        answer = await rung.ask(REQUEST)
        if "sorry" in answer:
            raise Rejected(text("llm.took_too_long", model=rung.spec.id, seconds=30))
        return answer

    outcome = await Ladder(known).climb(RUNGS, checked)
    assert outcome.value == "fine"
    assert "no summary" in render(outcome.failures[0])
    assert len(outcome.usages) == 2


async def test_a_bug_in_the_work_is_only_a_failed_rung() -> None:
    async def broken(rung: Rung) -> str:
        raise KeyError(rung.spec.id)

    assert (await Ladder(models()).climb(RUNGS, broken)).value is None


async def test_A3_a_slow_summariser_is_left_after_its_limit() -> None:
    known = models()
    known.scripted("aux/small").enqueue(say("late", delay_s=5))
    known.scripted("main/big").enqueue("in time")
    outcome = await Ladder(known, limit_s=0.05).climb(RUNGS, work)
    assert outcome.value == "in time"
    assert known.scripted("aux/small").cancelled == 1
    assert "no summary within 0 s" in render(outcome.failures[0])


class SlowReader:
    """A model here that tells how slowly it reads, and then is late."""

    spec = ModelSpec("local", "slow", 8_192, "server", local=True)

    def __init__(self, seconds_left: float | None, late_s: float) -> None:
        self._seconds_left = seconds_left
        self._late_s = late_s

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        yield Reading(100, 500, self._seconds_left)
        await asyncio.sleep(self._late_s)
        yield Reading(500, 500, 0)
        yield TextDelta(f"{request.max_output} tokens")

    async def warm(self, request: ModelRequest) -> None:
        raise AssertionError(request)


async def test_O2_a_model_that_reads_slowly_gets_the_time_it_needs() -> None:
    request = replace(REQUEST, max_output=8)
    rung = Rung(SlowReader(100.0, 0.1), lambda _spec, _request: 0.02)
    assert await rung.ask(request) == "8 tokens"
    assert rung.limit_s == pytest.approx(2 * (100 + 8 / (8 * 4 / 44)), abs=1)
    for untold in (SlowReader(None, 5.0), SlowReader(0.0, 5.0)):
        rung = Rung(untold, lambda _spec, _request: 0.02)
        with pytest.raises(TimeoutError):
            await rung.ask(request)
        assert rung.limit_s == 0.02


async def test_cancelling_closes_the_running_call() -> None:
    known = models()
    known.scripted("aux/small").enqueue(say("late", delay_s=60))
    async with asyncio.TaskGroup() as group:
        task = group.create_task(Ladder(known).climb(RUNGS, work))
        await asyncio.sleep(0.02)
        task.cancel()
    assert known.scripted("aux/small").running == 0
    assert known.scripted("main/big").history == []


async def test_X4_only_named_models_are_asked() -> None:
    known = models()
    outcome = await Ladder(known).climb(("", ""), work)
    assert outcome == type(outcome)(None)
    await Ladder(known).climb(("aux/small", "", "aux/small"), work)
    assert [len(known.scripted(name).history) for name in ("aux/small", "main/big", "local/tiny")] == [1, 0, 0]
    unknown = await Ladder(known).climb(("nobody/none",), work)
    assert "nobody/none" in render(unknown.failures[0])


async def test_O2_a_model_here_is_asked_only_when_idle() -> None:
    known = models()
    idle = [False]
    ladder = Ladder(known, idle=lambda: idle[0])
    busy = await ladder.climb(("local/tiny",), work)
    assert busy.value is None
    assert known.scripted("local/tiny").history == []
    idle[0] = True
    assert (await ladder.climb(("local/tiny",), work)).value is not None


@pytest.mark.parametrize(
    ("usage", "expected"),
    [(None, 2 * (880 / 44 + 800 / 8)), (Usage(880, 100, first_token_ms=1_000, total_ms=3_000), 34)],
)
async def test_O2_the_limit_of_a_model_here_follows_its_speed(usage: Usage | None, expected: float) -> None:
    known = models()
    ladder = Ladder(known)
    if usage is not None:
        known.scripted("local/tiny").enqueue(say("x", usage=usage))
        await ladder.climb(("local/tiny",), work)
    request = ModelRequest("", (), (), max_output=800, load=880)
    assert ladder.limit(known.spec("local/tiny"), request) == pytest.approx(expected)
    assert ladder.limit(known.spec("aux/small"), request) == 30.0


async def test_an_answer_that_the_output_limit_ended_is_known_as_such() -> None:
    models = ScriptedModels(ScriptedModel())
    models.scripted("scripted").enqueue(Reply(say("half a sen").events, finish="length"), "whole")
    seen: list[bool] = []

    async def work(rung: Rung) -> str:
        for _ in range(2):
            await rung.ask(ModelRequest("", (), ()))
            seen.append(rung.cut_off)
        return "done"

    assert (await Ladder(models).climb(["scripted"], work)).value == "done"
    assert seen == [True, False]
