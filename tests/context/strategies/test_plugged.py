"""A stranger's strategy that fails: every pass is done all the same, and its record names the one that failed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from typing_extensions import override

from tests.context.logs import numbered
from tests.context.squeeze import squeezed
from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.strategies.adaptive import Adaptive
from weclaw_desktop.context.strategies.plugged import Plugged
from weclaw_desktop.context.strategies.truncate import Truncate
from weclaw_desktop.context.survey import landed
from weclaw_desktop.core.messages import Log, assistant, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import render, text

LOG: Log = numbered([make(f"part {n}: " + "words of the talk " * 30) for n in range(12) for make in (user, assistant)])
Does = Callable[[object], object]


class Stranger(Truncate):
    """Truncation, but for one verb: ``does`` is given what truncation would say, and what it gives is said."""

    id = "stranger"

    def __init__(self, verb: str = "", does: Does = lambda said: said) -> None:
        self.verb, self.does = verb, does

    def _say(self, verb: str, said: object) -> object:
        return self.does(said) if verb == self.verb else said

    @override
    def moments(self) -> frozenset[Moment]:
        return self._say("moments", super().moments())  # type: ignore[return-value] -- that is what is tested

    @override
    def trigger(self, state: State, moment: Moment) -> Need:
        return self._say("trigger", super().trigger(state, moment))  # type: ignore[return-value] -- as above

    @override
    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        return self._say("plan", super().plan(state, need, focus))  # type: ignore[return-value] -- as above

    @override
    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        return self._say("apply", super().apply(state, plan, narrative))  # type: ignore[return-value] -- as above


def raises(said: object) -> object:
    raise ValueError("lost its way")


def nothing(said: object) -> object:
    del said
    return None


def one_pass(engine: ContextEngine, now: State) -> Record:
    need = engine.trigger(now, Moment.BUILDING)
    assert need is not Need.NONE
    plan = engine.plan(now, need)
    assert isinstance(plan, Plan)
    record = engine.apply(now, plan, None)
    assert isinstance(record, Record)
    assert record.tokens_after < record.tokens_before == measure(now).total
    return record


def test_one_that_does_its_work_is_left_alone() -> None:
    now = squeezed(LOG)
    inner = Stranger()
    assert Plugged(inner).moments() == inner.moments()
    assert one_pass(Plugged(inner), now) == one_pass(inner, now)
    stale = replace(Plugged(inner).plan(now, Need.HARD), prefix_hash="another")  # type: ignore[type-var] -- a plan
    assert isinstance(Plugged(inner).apply(now, stale, None), Refused)  # type: ignore[arg-type] -- a plan


@pytest.mark.parametrize("does", [raises, nothing])
@pytest.mark.parametrize("verb", ["moments", "trigger"])
def test_who_cannot_say_when_is_asked_when_the_default_is(verb: str, does: Does) -> None:
    now, engine = squeezed(LOG), Plugged(Stranger(verb, does))
    assert engine.moments() == (Adaptive() if verb == "moments" else Stranger()).moments()
    for moment in Moment:
        expected = Adaptive() if verb == "trigger" else Stranger()
        assert engine.trigger(now, moment) == expected.trigger(now, moment)


@pytest.mark.parametrize(
    ("verb", "does", "why"),
    [
        ("plan", raises, "ValueError: lost its way"),
        ("plan", nothing, "NoneType"),
        ("plan", lambda said: replace(said, cut_id="nowhere"), "no cut is allowed at 'nowhere'"),
        ("apply", raises, "ValueError: lost its way"),
        ("apply", nothing, "NoneType"),
        ("apply", lambda said: replace(said, cut_id="id2"), "no cut is allowed at 'id2'"),
    ],
)
def test_a_pass_that_fails_is_made_by_code_and_told(verb: str, does: Does, why: str) -> None:
    record = one_pass(Plugged(Stranger(verb, does)), squeezed(LOG))
    assert record.strategy == "adaptive"
    assert record.degraded is not None
    assert render(record.degraded, "en").startswith("The strategy stranger failed (")
    assert why in render(record.degraded, "en")


def test_a_failure_that_does_not_come_again_is_told_too() -> None:
    now, told = squeezed(LOG), [raises, lambda said: said]
    engine = Plugged(Stranger("plan", lambda said: told.pop(0)(said)))
    plan = engine.plan(now, Need.HARD)
    assert isinstance(plan, Plan)
    record = engine.apply(now, plan, None)
    assert isinstance(record, Record)
    assert record.degraded == text("engine.plugin_failed", strategy="stranger", why="plan")


def test_a_plan_counts_as_its_own_and_sizes_are_measured() -> None:
    now = squeezed(LOG)
    engine = Plugged(Stranger("plan", lambda said: replace(said, strategy="adaptive")))  # type: ignore[type-var] -- a plan
    assert one_pass(engine, now).strategy == "stranger"
    wrong = Plugged(Stranger("apply", lambda said: replace(said, tokens_after=3, tokens_before=9)))  # type: ignore[type-var] -- a record
    record = one_pass(wrong, now)
    assert record.tokens_after == landed(now, record)


def test_a_record_that_saves_nothing_is_refused_as_anybodys_is() -> None:
    now = squeezed(LOG)
    engine = Plugged(Stranger("apply", lambda said: replace(said, cut_id=None, block=None)))  # type: ignore[type-var] -- a record
    plan = engine.plan(now, Need.SOFT)
    assert isinstance(plan, Plan)
    assert engine.apply(now, plan, None) == Refused(text("engine.refused.larger"), strike=True)


def test_where_the_default_cannot_help_either_the_failure_is_the_reason() -> None:
    now = squeezed(LOG)
    engine = Plugged(Stranger("apply", raises))
    plan = engine.plan(now, Need.HARD)
    assert isinstance(plan, Plan)
    short = squeezed(LOG[-1:], 2.0)
    assert engine.apply(short, replace(plan, need=Need.SOFT), None) == Refused(
        text("engine.plugin_failed", strategy="stranger", why="ValueError: lost its way")
    )
