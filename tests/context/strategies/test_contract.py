"""The contract of every strategy: valid, strictly smaller or refused, pure, cut where one may, nothing pinned lost.

It runs over all built-in ones and over the example of CONTRIBUTING, installed as a plug-in is: through an entry
point.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import fields, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.logs import broken_logs, logs, numbered, step
from tests.context.squeeze import lined, passed, squeezed
from tests.context.states import model, state
from weclaw_desktop.context import strategies
from weclaw_desktop.context.engine import ContextEngine, Moment, Need, Plan, Refused, State
from weclaw_desktop.context.invariants import cut_points, violations
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import newest_ask, position
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.context.strategies import BUILT_IN, GROUP, names, strategy
from weclaw_desktop.context.strategies.plugged import Plugged
from weclaw_desktop.context.survey import survey
from weclaw_desktop.core.messages import Log, Part, TextPart, ToolResultPart, assistant, user
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.records import Method, Record
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context

PLUGIN = "half_full"
STRATEGIES = (*BUILT_IN, PLUGIN)
everywhere = pytest.mark.parametrize("name", STRATEGIES)
GUIDE = Path(__file__).parents[3] / "CONTRIBUTING.md"


@pytest.fixture(scope="module", autouse=True)
def plugin() -> Iterator[None]:
    """The example of CONTRIBUTING, to the letter, found as an installed plug-in is."""
    code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)[0]
    module = ModuleType("weclaw_half_full")
    exec(compile(code, str(GUIDE), "exec", dont_inherit=True), module.__dict__)
    point = EntryPoint(PLUGIN, "weclaw_half_full:HalfFull", GROUP)

    def installed(group: str) -> tuple[EntryPoint, ...]:
        return (point,) if group == GROUP else ()

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, module.__name__, module)
        patch.setattr(strategies, "entry_points", installed)
        strategies.names.cache_clear()
        yield
    strategies.names.cache_clear()


def long_chat() -> Log:
    """Plain turns, far more than fit; the first one sets a rule."""
    said = [m for i in range(30) for m in (user(f"q{i}"), assistant(f"a{i}"))]
    rule = [user("Always answer in one line."), assistant("Yes.")]
    return (*numbered(rule), *grown(numbered([*said, user("last")], start=3), 20))


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
    check_fields(now, record)
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


def check_fields(now: State, record: Record) -> None:
    """What a record says about itself; ids, times and states are the storage's business."""
    assert record.strategy in STRATEGIES
    assert record.method in get_args(Method)
    assert (record.id, record.state, record.chat_id, record.created_ms) == ("", "prepared", "", 0)
    places = {message.id: place for place, message in enumerate(now.log)}
    assert all(r.message_id in places and r.artifact for r in record.replacements)
    assert len({(r.message_id, r.call) for r in record.replacements}) == len(record.replacements)
    cut = position(now.log, record.cut_id)
    if record.cut_id is None:
        assert record.block is None
        assert record.replacements
        return
    in_force = now.record is not None and record.cut_id == now.record.cut_id  # allowed when its turn was the newest
    assert in_force or cut in cut_points(now.log)
    hidden = [m for m in now.log[:cut] if not m.excluded and m.role != "system"]
    assert record.count == len(hidden)
    if hidden:
        assert (record.first_seq, record.last_seq) == (hidden[0].seq, hidden[-1].seq)


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
@given(log=logs(), factor=st.integers(1, 25), share=st.sampled_from((0.4, 0.6, 0.9)))
def test_T1_a_pass_ends_below_the_threshold_unless_what_may_not_go_is_larger(
    name: str, log: Log, factor: int, share: float
) -> None:
    now = squeezed(grown(log, factor), share)
    made = passed(strategy(name), now)
    if isinstance(made, Record) and made.tokens_after > now.thresholds.threshold:
        found = survey(now)
        rest = found.size(found.newest) + sum(found.sizes[n] for n, m in enumerate(now.log[: found.newest]) if m.pinned)
        assert found.fixed + rest + 150 > 0.8 * now.thresholds.threshold


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
def test_A1_what_is_appended_leaves_a_plan_and_a_record_valid(name: str) -> None:
    log = long_chat()
    now, engine = squeezed(log), strategy(name)
    plan, made = engine.plan(now, Need.HARD), passed(engine, now)
    if isinstance(plan, Refused) or isinstance(made, Refused):
        assert name == "off"
        return
    more = (*log, *numbered([assistant("so"), user("And now?")], start=len(log) + 1))
    later = engine.apply(replace(now, log=more), plan, None)
    assert isinstance(later, Record)
    assert holds(more, made)
    cut = position(log, plan.cut_id) or 0
    for changed in (
        (replace(log[0], excluded=True), *log[1:]),
        log[1:],
        (*log[: cut - 1], replace(log[cut - 1], parts=(TextPart("else"),), revision=1), *log[cut:]),
    ):
        refused = engine.apply(replace(now, log=changed), plan, None)
        assert isinstance(refused, Refused)
        assert refused.reason.key == "engine.refused.stale"


@everywhere
def test_no_strategy_needs_a_model_and_its_input_stays_as_it_was(name: str) -> None:
    now, engine = squeezed(long_chat()), strategy(name)
    before = replace(now, memo=Memo())
    kept = {field.name: getattr(now, field.name) for field in fields(now)}
    plan = engine.plan(now, Need.HARD)
    assert isinstance(plan, Plan) == (name != "off")
    if isinstance(plan, Plan):
        assert plan.job is None
        assert plan.strategy == name
        assert isinstance(engine.apply(now, plan, None), Record)
    assert {field.name: getattr(now, field.name) for field in fields(now)} == kept
    assert now == before


@everywhere
def test_K10_rules_pins_and_the_newest_ask_stay_verbatim(name: str) -> None:
    log = tuple(replace(m, pinned=m.seq == 8) for m in long_chat())
    engine, now = strategy(name), squeezed(log)
    for _ in range(3):
        made = passed(engine, now)
        if isinstance(made, Refused):
            break
        assert made.block is not None
        assert "Always answer in one line." in made.block.rules
        assert log[7].text in made.block.rules
        request = build_request(replace(now, record=made), model(10**7))
        assert violations(request, log=now.log, pins=made.block.text) == []
        assert [p.text for p in request.messages[-1].parts if isinstance(p, TextPart)] == [now.log[-1].text]
        more = grown(numbered([assistant("so"), user("next")] * 12, start=len(now.log) + 1), 30)
        now = squeezed((*now.log, *more), record=made)
    assert (now.record is None) == (name == "off")


def test_a_strategy_of_a_stranger_is_offered_and_loaded_through_its_entry_point() -> None:
    assert names() == STRATEGIES
    made = strategy(PLUGIN)
    assert isinstance(made, Plugged)
    assert type(made.inner).__module__ == "weclaw_half_full"


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


@everywhere
def test_K15_tokens_decide_and_never_the_number_of_messages(name: str) -> None:
    engine, roomy = strategy(name), Context(message_cap=0)
    tiny = numbered([*[m for i in range(120) for m in (user(f"q{i}"), assistant("ok"))], user("last")])
    assert engine.trigger(state(tiny, 1_000_000, settings=roomy), Moment.BUILDING) is Need.NONE
    few = numbered([user("a"), assistant("b"), user("c"), assistant("x" * 280_000), user("last")])
    assert engine.trigger(state(few, 65_536, settings=roomy), Moment.BUILDING) is Need.HARD
    shown: list[int] = []
    for turns in (80, 100, 120):
        log = grown(numbered([*[m for i in range(turns) for m in (user(f"q{i}"), assistant("ok"))], user("last")]), 40)
        now = lined(state(log, settings=roomy), measure(state(log[:120])).total)
        made = passed(engine, now)
        assert isinstance(made, Record) or name == "off"
        shown.append(made.tokens_after if isinstance(made, Record) else 0)
    assert max(shown) <= 2 * min(shown)


@everywhere
def test_P6_what_is_sent_changes_a_few_times_and_not_at_every_turn(name: str) -> None:
    engine, now = strategy(name), lined(state((), settings=Context(message_cap=0)), 4_000)
    said = numbered(
        [m for i in range(60) for m in (user(f"q{i}"), *step(f"c{i}", "the same output\n" * 40), assistant("k"))]
    )
    new, passes = 0, 0
    for place in range(1, len(said) + 1):
        now = replace(now, log=said[:place])
        new = measure(now).total
        if said[place - 1].role != "user" or engine.trigger(now, Moment.BUILDING) is not Need.HARD:
            need = engine.trigger(now, Moment.AFTER_APPEND)
        else:
            need = Need.HARD
        if need in (Need.SOFT, Need.HARD):
            made = passed(engine, now, need)
            if isinstance(made, Record):
                now, passes = replace(now, record=made), passes + 1
                assert made.tokens_after <= new
    written = measure(replace(now, record=None)).total
    assert passes <= 2 + written / (0.2 * 4_000)
    assert passes or name == "off"


@everywhere
def test_T5_before_and_after_are_both_the_whole_load(name: str) -> None:
    """With a prompt and tools that weigh as much as the messages, a saving is one of the whole, not of messages."""
    heavy = (PromptSection("persona", "You are a test of some length. " * 40),)
    tools = tuple(ToolSpec(f"tool_{n}", "Does what it says. " * 10, {"type": "object"}) for n in range(6))
    now = squeezed(long_chat(), system=heavy, tools=tools)
    made = passed(strategy(name), now)
    if name == "off":
        assert isinstance(made, Refused)
        return
    assert isinstance(made, Record)
    fixed = measure(replace(now, log=())).total
    assert fixed > measure(now).total // 5
    assert made.tokens_before == measure(now).total
    assert made.tokens_after == measure(replace(now, record=made, memo=Memo())).total > fixed


@everywhere
@pytest.mark.parametrize("window", [1_500, 3_000, 8_192])
def test_an_empty_chat_is_refused_in_words_whatever_the_window(name: str, window: int) -> None:
    for log in ((), numbered([replace(user("out"), excluded=True)])):
        found = strategy(name).plan(state(log, window), Need.HARD)
        assert isinstance(found, Refused)
        assert found.reason.key.startswith("engine.refused.")
