"""The contract of every strategy, plug-ins included: valid, strictly smaller or refused, pure, nothing pinned lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.logs import broken_logs, logs, numbered
from tests.context.squeeze import passed, squeezed
from tests.context.states import model, state
from weclaw_desktop.context.engine import ContextEngine, Moment, Need, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import newest_ask
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.context.strategies import names, strategy
from weclaw_desktop.core.messages import Log, Part, TextPart, ToolResultPart, assistant, user
from weclaw_desktop.core.records import Record

STRATEGIES = names()
everywhere = pytest.mark.parametrize("name", STRATEGIES)


def grown(log: Log, factor: int) -> Log:
    """The same log with longer texts and results, so that there is something to shorten."""
    return tuple(replace(message, parts=tuple(_longer(part, factor) for part in message.parts)) for message in log)


def _longer(part: Part, factor: int) -> Part:
    if isinstance(part, TextPart) and part.text.strip():
        return TextPart(" ".join(f"{part.text} {i}" for i in range(factor)))
    if isinstance(part, ToolResultPart) and part.text.strip():
        return replace(part, text="\n".join(f"row {i}: {part.text} id_{i * 7}" for i in range(factor * 2)))
    return part


def check(now: State, record: Record) -> None:
    """What must hold of any record that a strategy gave for ``now``."""
    assert record.tokens_after < record.tokens_before == measure(now).total
    assert holds(now.log, record)
    after = replace(now, record=record, memo=Memo())
    assert measure(after).total == record.tokens_after
    roomy = replace(after, thresholds=replace(now.thresholds, hard=10**9, window=2 * 10**9))
    request = build_request(roomy, model())
    place = newest_ask(now.log)
    if place is not None:
        ask = now.log[place]
        assert [m.source for m in request.messages if m.role == "user"].count(ask.id) == 1
    block = record.block.text if record.block is not None else ""
    shown = {m.source for m in request.messages}
    for message in now.log:
        if message.pinned and not message.excluded and message.text.strip():
            assert message.id in shown or clean(message.text) in block


def several(engine: ContextEngine, now: State, times: int = 4) -> State:
    """Pass after pass on an unchanged log: it must come to an end, smaller each time."""
    for _ in range(times):
        made = passed(engine, now)
        if isinstance(made, Refused):
            return now
        check(now, made)
        now = replace(now, record=made)
    return now


@everywhere
@given(log=logs(), factor=st.integers(1, 25), pin=st.integers(0, 6))
def test_every_pass_over_a_sound_log_gives_a_valid_smaller_request(name: str, log: Log, factor: int, pin: int) -> None:
    log = grown(log, factor)
    log = tuple(replace(m, pinned=i == pin) for i, m in enumerate(log))
    now = several(strategy(name), squeezed(log))
    more = numbered([assistant("so"), user("And now?")], start=len(log) + 1)
    several(strategy(name), squeezed((*log, *more), record=now.record))


@everywhere
@given(log=broken_logs(), factor=st.integers(1, 25))
def test_K7_every_pass_over_a_broken_log_gives_a_valid_smaller_request(name: str, log: Log, factor: int) -> None:
    several(strategy(name), squeezed(grown(log, factor)))


@everywhere
@given(log=logs(), factor=st.integers(5, 25), need=st.sampled_from((Need.SOFT, Need.HARD)))
def test_P9_a_pass_is_pure_and_does_not_depend_on_what_is_remembered(
    name: str, log: Log, factor: int, need: Need
) -> None:
    now = squeezed(grown(log, factor))
    first = passed(strategy(name), now, need)
    assert passed(strategy(name), now, need) == first
    assert passed(strategy(name), replace(now, memo=Memo()), need) == first


@everywhere
def test_P9_a_second_pass_on_an_unchanged_log_is_refused(name: str) -> None:
    log = grown(numbered([m for i in range(30) for m in (user(f"q{i}"), assistant(f"a{i}"))] + [user("last")]), 20)
    now = squeezed(log)
    first = passed(strategy(name), now)
    if isinstance(first, Refused):
        assert name == "off"
        return
    assert isinstance(passed(strategy(name), replace(now, record=first), Need.SOFT), Refused)


@everywhere
def test_A2_a_plan_for_another_prefix_is_refused(name: str) -> None:
    log = grown(numbered([m for i in range(30) for m in (user(f"q{i}"), assistant(f"a{i}"))] + [user("last")]), 20)
    engine = strategy(name)
    plan = engine.plan(squeezed(log), Need.HARD)
    if isinstance(plan, Refused):
        assert name == "off"
        return
    edited = (replace(log[0], parts=(TextPart("something else"),), revision=1), *log[1:])
    assert isinstance(engine.apply(squeezed(edited), plan, None), Refused)


@everywhere
def test_every_strategy_can_be_asked_at_its_moments(name: str) -> None:
    engine = strategy(name)
    assert engine.id == name
    assert engine.moments()
    for moment in Moment:
        assert engine.trigger(state(()), moment) in (Need.NONE, Need.HARD)


@everywhere
def test_W8_above_the_hard_line_every_strategy_asks_to_act(name: str) -> None:
    log = grown(numbered([user("q"), assistant("a")] * 40 + [user("last")]), 30)
    now = squeezed(log, share=0.5)
    assert strategy(name).trigger(now, Moment.BUILDING) is Need.HARD
