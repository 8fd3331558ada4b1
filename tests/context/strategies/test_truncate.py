"""Truncate: message cap, threshold, whole turns, pins."""

from __future__ import annotations

from dataclasses import replace

from tests.context.logs import numbered, step, talk
from tests.context.squeeze import passed, squeezed
from tests.context.states import model, state
from weclaw_desktop.context.engine import Moment, Need, Plan, Refused
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.strategies.truncate import Truncate
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.messages import Log, assistant, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.settings import Context

ENGINE = Truncate()


def chat(turns: int) -> Log:
    return (*talk(turns), *numbered([user("last")], start=turns * 2 + 1))


def test_K15_the_cap_binds_only_where_the_user_set_one() -> None:
    assert ENGINE.trigger(state(chat(60)), Moment.BUILDING) is Need.SOFT
    assert ENGINE.trigger(state(chat(60), settings=Context(message_cap=0)), Moment.BUILDING) is Need.NONE
    assert ENGINE.trigger(state(chat(40)), Moment.BUILDING) is Need.NONE
    assert ENGINE.trigger(state(chat(60), held_until=10**6), Moment.BUILDING) is Need.NONE
    assert ENGINE.trigger(state(chat(2)), Moment.MANUAL) is Need.HARD
    assert ENGINE.trigger(squeezed(chat(20)), Moment.BUILDING) is Need.SOFT


def test_P6_messages_go_in_batches() -> None:
    record, breaks = None, 0
    for turns in range(20, 40):
        now = state(chat(turns), record=record, settings=Context(message_cap=20))
        if ENGINE.trigger(now, Moment.BUILDING) is not Need.NONE:
            found = passed(ENGINE, now, Need.SOFT)
            assert isinstance(found, Record)
            record, breaks = found, breaks + 1
            shown = build_request(replace(now, record=record), model()).messages
            assert len([m for m in shown if m.source]) <= 20
    assert breaks <= 5


def test_whole_turns_go_and_pins_and_rules_stay_in_front() -> None:
    rule = numbered([user("Always be brief."), assistant("ok")])
    log = (*rule, *numbered([replace(m, id="", pinned=m.seq == 3) for m in chat(40)], start=3))
    now = squeezed(log)
    record = passed(ENGINE, now, Need.SOFT)
    assert isinstance(record, Record)
    assert record.method == "truncate"
    assert record.block is not None
    assert "Always be brief." in record.block.rules
    assert log[4].text in record.block.rules
    assert not record.block.digest
    assert record.tokens_after <= now.thresholds.threshold
    assert log[record.count].role == "user"


def test_without_pins_there_is_no_block() -> None:
    record = passed(ENGINE, squeezed(chat(30)), Need.SOFT)
    assert isinstance(record, Record)
    assert record.block is None


def test_a_newest_turn_larger_than_the_budget_keeps_its_newest_steps() -> None:
    steps = [m for i in range(40) for m in step(f"c{i}", f"output {i} " * 40)]
    now = squeezed(numbered([user("go"), *steps]))
    record = passed(ENGINE, now, Need.HARD)
    assert isinstance(record, Record)
    assert record.tokens_after < now.thresholds.hard
    request = build_request(replace(now, record=record), model())
    assert request.messages[0].source == "id1"


def test_T2_an_ask_that_fills_the_threshold_is_not_cut_around_step_after_step() -> None:
    steps = [message for number in range(3) for message in step("call_0", f"row {number} " * 30)]
    now = state(numbered([user("old"), assistant("told"), user("word " * 3_100), *steps]), 6_000)
    assert now.thresholds.threshold <= measure(now).total < now.thresholds.hard
    refused = passed(ENGINE, now, Need.SOFT)
    assert isinstance(refused, Refused)
    assert refused.reason.key == "engine.refused.cannot_help"
    assert refused.strike
    assert isinstance(passed(ENGINE, now, Need.HARD), Record)


def test_nothing_to_drop_and_calls_that_run_are_refused() -> None:
    found = passed(ENGINE, squeezed(talk(1)), Need.SOFT)
    assert isinstance(found, Refused)
    running = (*chat(30), *numbered([step("c", "x")[0]], start=100))
    plan = ENGINE.plan(squeezed(running), Need.SOFT)
    assert isinstance(plan, Refused)
    assert plan.reason.key == "engine.refused.in_flight"


def test_a_plan_that_was_carried_out_meanwhile_is_refused() -> None:
    now = squeezed(chat(30))
    plan = ENGINE.plan(now, Need.SOFT)
    assert isinstance(plan, Plan)
    cut = Record("truncate", "truncate", prefix_hash(now.log, len(now.log) - 1), cut_id=now.log[-1].id)
    assert isinstance(ENGINE.apply(replace(now, record=cut), plan, None), Refused)


def test_W1_the_classic_formula_moves_the_trigger_only() -> None:
    now = state(chat(20), thresholds=thresholds(65_536, formula="classic"))
    assert now.thresholds.formula == "classic"
    assert measure(now).total < now.thresholds.threshold
    assert ENGINE.trigger(now, Moment.BUILDING) is Need.NONE
