"""Adaptive: passes first, then the cut; what is kept, what is asked of a model, when it is refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.context.counting import ByteCounter
from tests.context.logs import call, numbered, step, talk
from tests.context.squeeze import lined, passed, squeezed
from tests.context.states import model, state
from weclaw_desktop.context.engine import Moment, Narrative, Need, Plan, Refused, State, Thrash
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.strategies.adaptive import Adaptive
from weclaw_desktop.context.thrash import after_refusal
from weclaw_desktop.core.messages import Log, Message, Part, TextPart, assistant, tool, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.text import text

ENGINE = Adaptive()
FACTS = "The code of house {0} is key_{0} and its price is {1}. "


def facts(turns: int, *, size: int = 6) -> Log:
    """A chat whose every turn says something new, among words that say nothing."""
    messages: list[Message] = []
    for turn in range(turns):
        messages.append(user(FACTS.format(turn, 1_000 + turn) + "and so on and on as it were " * size))
        messages.append(assistant("Well, that is something to think about for us all. " * size))
    return numbered([*messages, user("What now?")])


def made(now: State, need: Need = Need.SOFT) -> Record:
    found = passed(ENGINE, now, need)
    assert isinstance(found, Record), found
    return found


def key(found: Plan | Record | Refused) -> str:
    assert isinstance(found, Refused), found
    return found.reason.key.removeprefix("engine.refused.")


def test_A1_the_need_follows_the_lines() -> None:
    log = facts(20)
    now = squeezed(log)
    load = measure(now).total

    def need(threshold: float, **fields: object) -> Need:
        return ENGINE.trigger(lined(replace(now, **fields), int(load * threshold)), Moment.AFTER_RESPONSE)  # pyright: ignore[reportArgumentType] -- fields of State

    assert need(2) is Need.NONE
    assert need(1.1) is Need.PREPARE
    assert need(1.0) is Need.SOFT
    assert need(0.7) is Need.HARD
    assert need(1.0, held_until=load) is Need.NONE
    assert need(1.0, draft=load) is Need.HARD
    paused = after_refusal(after_refusal(Thrash(), load, 21), load, 21)
    assert need(1.0, thrash=paused) is Need.NONE
    assert need(1.0, thrash=replace(paused, paused_turn=10)) is Need.SOFT
    assert need(1.0, thrash=paused, settings=Context(pause_useless=False)) is Need.SOFT
    assert ENGINE.trigger(lined(now, load * 3), Moment.MANUAL) is Need.HARD


def test_what_the_user_left_out_of_the_tail_holds_no_facts_for_the_digest() -> None:
    """An excluded message is not sent, so a fact that only it repeats must still be told by the digest."""
    log = facts(40)
    told = replace(log[-2], parts=(TextPart(FACTS.format(3, 1_003)),))
    here = made(squeezed((*log[:-2], told, log[-1])))
    gone = made(squeezed((*log[:-2], replace(told, excluded=True), log[-1])))
    assert here.block is not None
    assert gone.block is not None
    assert "key_3 " not in here.block.text
    assert "key_3 " in gone.block.text


def test_a_cut_keeps_the_tail_and_the_facts_of_what_is_behind_it() -> None:
    log = facts(40)
    record = made(squeezed(log))
    assert record.method == "digest"
    assert record.strategy == "adaptive"
    assert record.tokens_after <= 0.7 * 0.9 * record.tokens_before + 1
    block = record.block
    assert block is not None
    kept = sum(f"key_{turn}" in block.text for turn in range(30))
    assert kept >= 27
    assert (record.first_seq, record.last_seq + 1) == (1, int(str(record.cut_id).removeprefix("id")))
    assert record.count == record.last_seq


def test_K10_a_rule_survives_three_passes_and_K11_a_withdrawn_one_does_not() -> None:
    rule, other = "Always end with the word omega.", "Never mention the weather."
    log = (*numbered([user(rule), assistant("omega"), user(other), assistant("fine")]), *facts(30))
    log = numbered([replace(m, id="") for m in log])
    now = squeezed(log)
    for round_number in range(3):
        record = made(now)
        assert record.block is not None
        assert rule in record.block.rules
        assert (other in record.block.text) == (round_number < 1)
        said = [user("You can mention the weather again."), *[replace(m, id="") for m in facts(20)]]
        log = (*log, *numbered(said, start=len(log) + 1))
        now = squeezed(log, record=record)


def test_K12_a_pin_survives_three_passes() -> None:
    log = tuple(replace(m, pinned=m.seq == 3) for m in facts(30))
    now = squeezed(log)
    for _ in range(3):
        record = made(now)
        assert record.block is not None
        assert log[2].text in record.block.rules
        log = (*log, *numbered([replace(m, id="") for m in facts(20)], start=len(log) + 1))
        now = squeezed(log, record=record)


def test_K13_the_first_ask_is_not_frozen_and_stands_as_done_pass_after_pass() -> None:
    log = numbered([user("Book the blue boat."), assistant("Booked."), *[replace(m, id="") for m in facts(40)]])
    now = squeezed(log)
    for _ in range(4):
        record = made(now)
        assert record.block is not None
        lines = record.block.text.splitlines()
        told = [place for place, line in enumerate(lines) if "blue boat" in line]
        assert [lines[place] for place in told] == ["[m1 user] Book the blue boat."]
        assert lines[told[0] - 1].startswith("Passages of older messages")
        assert lines[told[0] + 1] == "[m2 assistant] Booked."
        assert "Requests already answered (do not do them again)" in record.block.ledger
        request = build_request(replace(now, record=record), model())
        assert all(getattr(p, "text", "") != "Book the blue boat." for m in request.messages for p in m.parts)
        log = (*log, *numbered([replace(m, id="") for m in facts(20)], start=len(log) + 1))
        now = squeezed(log, record=record)


def test_K1_the_newest_ask_stands_verbatim_before_a_tail_inside_its_turn() -> None:
    steps = [
        m
        for i in range(40)
        for m in (
            assistant(FACTS.format(i, i) + "I go on with it. " * 40, call(f"c{i}")),
            tool(f"c{i}", "read_file", "ok"),
        )
    ]
    log = (*facts(3), *numbered([assistant("ok"), user("Do B now."), *steps], start=100))
    now = squeezed(log)
    record = made(now, Need.HARD)
    ask = next(m for m in log if m.text == "Do B now.")
    request = build_request(replace(now, record=record), model())
    said = [m for m in request.messages if m.source]
    assert [m.source for m in said if m.role == "user"] == [ask.id]
    assert [p.text for p in said[0].parts if isinstance(p, TextPart)] == ["Do B now."]
    assert said[1].source != log[log.index(ask) + 1].id  # the tail begins inside the turn


def test_K3_what_the_user_said_before_a_huge_run_of_tools_stays_and_the_first_message_is_theirs() -> None:
    run = [m for i in range(160) for m in step(f"c{i}", f"file_{i}.txt holds id_{i * 7}\n" + "ordinary output\n" * 20)]
    ask = "Find out who moved the green crate to berth 12."
    log = numbered([user(ask), *run, assistant("It was Kim."), user("And when?")])
    now = squeezed(log, share=0.15)
    record = made(now, Need.HARD)
    request = build_request(replace(now, record=record), model())
    assert request.messages[0].role == "user"
    assert record.block is not None
    assert ask in record.block.text
    assert [m.source for m in request.messages if m.role == "user" and m.source] == [log[-1].id]


def test_K2_one_endless_turn_of_55_steps_keeps_request_and_pairs() -> None:
    steps = [m for i in range(55) for m in step("call_0", f"file_{i}\n" + "ordinary output\n" * 40)]
    log = numbered([user("Do it all."), *steps])
    now = squeezed(log)
    record = made(now)
    assert record.method == "passes"
    assert record.cut_id is None
    request = build_request(replace(now, record=record), model())
    assert [m.source for m in request.messages] == [m.id for m in log]


def test_P5_passes_that_reach_the_early_exit_ask_no_model() -> None:
    rows = json.dumps([{"id": f"i{i}", "filler": "nothing of note here at all " * 9} for i in range(20)])
    log = numbered([user("go"), *[m for i in range(8) for m in step(f"c{i}", rows)], assistant("so"), user("next")])
    now = replace(squeezed(log), summarizer=4_000)
    plan = ENGINE.plan(now, Need.SOFT)
    assert isinstance(plan, Plan)
    assert (plan.method, plan.job) == ("passes", None)
    record = made(now)
    assert record.method == "passes"
    assert record.tokens_after == plan.estimate <= 0.6 * now.thresholds.threshold
    assert key(ENGINE.plan(now, Need.PREPARE)) == "shortening", "nor is one asked ahead, at the soft line"


def test_P7_passes_after_a_cut_leave_the_block_alone() -> None:
    first = made(squeezed(facts(40)))
    rows = "same ordinary output of a tool\n" * 60
    more = [assistant("hm"), *[m for i in range(30) for m in [user(f"q{i}"), *step(f"c{i}", rows), assistant("ok")]]]
    log = (*facts(40), *numbered([*more, user("next")], start=200))
    now = squeezed(log, record=first)
    second = made(now)
    assert second.method == "passes"
    assert (second.block, second.cut_id, second.count) == (first.block, first.cut_id, first.count)


def test_the_job_covers_what_the_last_narrative_did_not() -> None:
    log = facts(40)
    now = replace(squeezed(log), summarizer=8_000)
    plan = ENGINE.plan(now, Need.PREPARE, "keys")
    assert isinstance(plan, Plan)
    assert plan.job is not None
    assert (plan.method, plan.job.first_id, plan.job.previous, plan.job.focus) == ("model", "id1", "", "keys")
    told = Narrative("## Goal\n- Remember houses.", "p/m", plan.job.upto_id, cost=0.01, currency="USD")
    record = ENGINE.apply(now, plan, told)
    assert isinstance(record, Record)
    assert record.block is not None
    assert "Remember houses." in record.block.narrative
    assert (record.method, record.summary_model, record.cost) == ("model", "p/m", 0.01)
    longer = (*log, *numbered([assistant("ok"), *[replace(m, id="") for m in facts(30)]], start=len(log) + 1))
    later = replace(squeezed(longer, record=record), summarizer=8_000)
    again = ENGINE.plan(later, Need.SOFT)
    assert isinstance(again, Plan)
    assert again.job is not None
    assert again.job.previous == "## Goal\n- Remember houses."
    assert again.job.first_id == f"id{int(plan.job.upto_id.removeprefix('id')) + 1}"


def test_a_short_span_is_not_worth_a_model() -> None:
    plan = ENGINE.plan(replace(squeezed(facts(4, size=3)), summarizer=8_000), Need.HARD)
    assert isinstance(plan, Plan)
    assert (plan.method, plan.job) == ("digest", None)


def test_L1_a_failed_model_leaves_the_static_rung_and_the_previous_narrative() -> None:
    log = (*facts(20), *numbered([assistant("", call("c")), tool("c", "read_file", "x"), user("on")], start=60))
    log = (*log, *numbered([replace(m, id="") for m in facts(20)], start=70))
    now = replace(squeezed(log), summarizer=8_000)
    plan = ENGINE.plan(now, Need.SOFT)
    assert isinstance(plan, Plan)
    assert plan.job is not None
    good = ENGINE.apply(now, plan, Narrative("Old but true.", "p/m", plan.job.upto_id))
    assert isinstance(good, Record)
    longer = (*log, *numbered([assistant("ok"), *[replace(m, id="") for m in facts(40)]], start=200))
    later = replace(squeezed(longer, record=good), summarizer=8_000)
    plan = ENGINE.plan(later, Need.SOFT)
    assert isinstance(plan, Plan)
    record = ENGINE.apply(later, plan, Narrative(failure=text("engine.verdict.empty")))
    assert isinstance(record, Record)
    assert record.block is not None
    assert record.method == "static"
    assert record.degraded is not None
    assert "Old but true." in record.block.narrative
    assert record.narrative_up_to == good.narrative_up_to
    assert "read_file" in record.block.lead
    assert later.log == longer


def test_K6_while_a_call_runs_nothing_is_cut_below_the_hard_line() -> None:
    log = (*facts(30), *numbered([assistant("", call("c"), call("d")), tool("c", "t", "x")], start=100))
    now = squeezed(log)
    assert key(ENGINE.plan(now, Need.SOFT)) == "in_flight"
    assert isinstance(ENGINE.plan(now, Need.HARD), Plan)
    settled = (*log, *numbered([assistant("after a crash")], start=200))
    assert isinstance(ENGINE.plan(squeezed(settled), Need.SOFT), Plan)


def test_T2_what_cannot_help_says_what_is_big_and_is_a_strike() -> None:
    prompt = (PromptSection("persona", "You are a very long prompt. " * 120),)
    now = squeezed(talk(1, size=200), system=prompt)
    found = ENGINE.plan(now, Need.SOFT)
    assert key(found) == "cannot_help"
    assert isinstance(found, Refused)
    assert found.strike
    assert key(ENGINE.plan(squeezed(talk(1)), Need.PREPARE)) == "by_code"
    assert key(ENGINE.plan(lined(state(talk(1)), 4_000), Need.SOFT)) == "nothing"


def test_T2_a_short_chat_under_a_large_window_is_refused() -> None:
    assert key(passed(ENGINE, state(talk(2)), Need.HARD)) in ("nothing", "larger")


def test_a_price_that_does_not_pay_is_refused_below_the_threshold() -> None:
    now = replace(lined(state(facts(40)), 5_900), summarizer=8_000)
    assert measure(now).total < 5_900
    assert key(ENGINE.plan(now, Need.SOFT)) == "price"


def test_W7_a_model_too_small_to_compress_for_slides() -> None:
    log = facts(60)
    now = state(log, 4_096)
    assert now.thresholds.mode == "sliding"
    record = made(now, Need.HARD)
    assert record.method == "slide"
    assert record.tokens_after <= now.thresholds.budgets.landing
    after = replace(now, record=record)
    assert key(passed(ENGINE, after, Need.SOFT)) == "nothing"
    assert build_request(after, model(4_096)).messages[-1].source == log[-1].id
    plan = ENGINE.plan(now, Need.HARD)
    assert isinstance(plan, Plan)
    assert key(ENGINE.apply(after, plan, None)) == "nothing"


class Heavier(ByteCounter):
    """Counts a whole message four tenths higher than its pieces, as tokenizers may."""

    def parts(self, parts: Sequence[Part]) -> int:
        return super().parts(parts) * 14 // 10


def test_the_digest_is_chosen_again_when_it_overshoots() -> None:
    dense = [m for i in range(60) for m in (user(f"Where is box_{i}?"), assistant(f"At spot_{i * 7}, row_{i * 13}."))]
    now = squeezed(numbered([*dense, user("And now?")]), counter=Heavier())
    record = made(now)
    assert record.tokens_after <= now.thresholds.budgets.landing


def test_a_turn_with_long_arguments_is_measured_with_them_shortened() -> None:
    long = json.dumps({"path": "a.py", "content": "some code\n" * 200})
    steps = [m for i in range(12) for m in (assistant("", call(f"c{i}", "write_file", long)), tool(f"c{i}", "t", "ok"))]
    log = (*facts(10), *numbered([assistant("ok"), user("Write."), *steps], start=100))
    record = made(squeezed(log), Need.HARD)
    assert any(replacement.kind == "arguments" for replacement in record.replacements)


def test_a_plan_that_was_carried_out_meanwhile_is_refused() -> None:
    now = squeezed(facts(30))
    plan = ENGINE.plan(now, Need.SOFT)
    assert isinstance(plan, Plan)
    cut = Record("x", "digest", prefix_hash(now.log, len(now.log) - 1), cut_id=now.log[-1].id)
    assert isinstance(ENGINE.apply(replace(now, record=cut), plan, None), Refused)
    roomy = lined(now, 40_000)
    assert key(ENGINE.apply(roomy, plan, None)) == "nothing"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_same_state_gives_the_same_bytes(language: str) -> None:
    now = squeezed(facts(30), language=language)
    assert made(now) == made(now)
