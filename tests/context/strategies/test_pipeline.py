"""Pipeline: threshold, three passes, a summary with its rungs, and faults of its model that it must not have."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.context.logs import call, numbered, step, talk
from tests.context.squeeze import lined, passed, squeezed
from tests.context.states import model, state
from weclaw_desktop.context.engine import Moment, Narrative, Need, Plan, Refused, State, Thrash
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.strategies.pipeline import Pipeline
from weclaw_desktop.context.thrash import after_pass, after_refusal
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.messages import Log, Message, TextPart, assistant, tool, user
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.text import text

ENGINE = Pipeline()
OUTPUT = "ordinary output of some tool here\n" * 40
GOOD = Narrative("## Goal\n- Sell boats.", "p/m", "", cost=0.01, currency="USD")


def chat(turns: int, *, size: int = 300, start: int = 1) -> Log:
    """Turns of plain talk with one call each, and a last question."""
    said: list[Message] = []
    for turn in range(turns):
        said.append(user(f"Question {turn}: " + "what about this one then " * (size // 24)))
        said.extend(step("call_0", f"result_{turn} " + "short result", name="look_up"))
        said.append(assistant(f"Answer {turn}: " + "that one is as good as another " * (size // 31)))
    return numbered([*said, user("And now?")], start=start)


def made(now: State, need: Need = Need.SOFT) -> Record:
    found = passed(ENGINE, now, need)
    assert isinstance(found, Record), found
    return found


def key(found: Plan | Record | Refused) -> str:
    assert isinstance(found, Refused), found
    return found.reason.key.removeprefix("engine.refused.")


def planned(now: State, need: Need = Need.SOFT, focus: str = "") -> Plan:
    plan = ENGINE.plan(now, need, focus)
    assert isinstance(plan, Plan), plan
    return plan


def test_W4_it_acts_at_half_of_the_effective_window() -> None:
    lines = thresholds_for(model(131_072), Context(), strategy="pipeline", calibrated=True)
    assert lines.threshold == round(0.5 * lines.effective)
    log = chat(20)
    load = measure(state(log)).total

    def need(share: float, **fields: object) -> Need:
        return ENGINE.trigger(lined(replace(state(log), **fields), int(load * share)), Moment.AFTER_RESPONSE)

    assert [need(share) for share in (2, 1.1, 1.0, 0.7)] == [Need.NONE, Need.PREPARE, Need.SOFT, Need.HARD]
    assert need(1.0, held_until=load) is Need.NONE
    assert ENGINE.trigger(lined(state(log), load * 3), Moment.MANUAL) is Need.HARD
    assert Moment.AFTER_RESPONSE in ENGINE.moments()


def test_T3_two_passes_that_save_less_than_a_tenth_pause_it_and_it_comes_back() -> None:
    log = chat(20)
    now = squeezed(log)
    load, lines = measure(now).total, now.thresholds
    useless = Record("pipeline", "passes", "", tokens_before=load, tokens_after=int(load * 0.95))
    struck = Thrash()
    for _ in range(2):
        assert ENGINE.trigger(replace(now, thrash=struck), Moment.AFTER_RESPONSE) is Need.SOFT
        struck = after_pass(struck, useless, lines.threshold, 21, 0)
    assert ENGINE.trigger(replace(now, thrash=struck), Moment.AFTER_RESPONSE) is Need.NONE
    assert (
        ENGINE.trigger(replace(now, thrash=struck, settings=Context(pause_useless=False)), Moment.BUILDING) is Need.SOFT
    )
    assert ENGINE.trigger(replace(now, thrash=struck, draft=load), Moment.BUILDING) is Need.HARD
    assert ENGINE.trigger(replace(now, thrash=replace(struck, paused_turn=10)), Moment.BUILDING) is Need.SOFT
    assert after_refusal(after_refusal(Thrash(), load, 21), load, 21).paused_at == load


def test_P2_of_equal_results_the_last_stays_and_P5_passes_alone_ask_no_model() -> None:
    log = numbered([user("go"), *[m for i in range(8) for m in step(f"c{i}", OUTPUT)], assistant("so"), user("next")])
    now = replace(squeezed(log), summarizer=4_000)
    plan = planned(now)
    assert (plan.method, plan.job) == ("passes", None)
    assert plan.estimate <= 0.6 * now.thresholds.threshold
    record = made(now)
    assert (record.method, record.cut_id, record.strategy) == ("passes", None, "pipeline")
    assert record.tokens_after == plan.estimate
    stubs = [replacement for replacement in record.replacements if replacement.kind == "stub"]
    assert {replacement.message_id for replacement in stubs} == {log[place].id for place in range(2, 16, 2)}
    assert all("same as a17" in replacement.text for replacement in stubs)
    assert key(ENGINE.plan(replace(now, record=None), Need.PREPARE)) == "shortening"


def test_P1_long_arguments_stay_json_and_the_newest_turn_is_left_alone() -> None:
    long = json.dumps({"path": "a.py", "content": "some code\n" * 200})
    steps = [m for i in range(6) for m in (assistant("", call(f"c{i}", "write_file", long)), tool(f"c{i}", "t", "ok"))]
    log = numbered([user("Write."), *steps, assistant("done"), user("Next."), *steps[:2]])
    record = made(squeezed(log, share=1.0))
    assert record.method == "passes"
    assert {replacement.kind for replacement in record.replacements} == {"arguments"}
    assert all(json.loads(replacement.text)["path"] == "a.py" for replacement in record.replacements)
    assert {replacement.message_id for replacement in record.replacements} == {log[at].id for at in range(1, 13, 2)}


def test_without_a_model_code_names_paths_tools_and_asks() -> None:
    record = made(squeezed(chat(30)))
    assert (record.method, record.degraded, record.summary_model) == ("static", None, "")
    block = record.block
    assert block is not None
    assert "look_up ×" in block.lead
    assert "a.txt" in block.ledger
    assert "Question" in block.ledger
    assert (block.narrative, block.digest) == ("", "")
    assert record.count == record.last_seq - record.first_seq + 1


def test_a_fifth_of_the_threshold_stays_verbatim_in_whole_turns() -> None:
    log = chat(30)
    now = squeezed(log)
    record = made(now)
    request = build_request(replace(now, record=record), model())
    shown = [message for message in request.messages if message.source]
    assert shown[0].role == "user"
    assert sum(message.tokens for message in shown) <= 0.2 * now.thresholds.threshold + 20
    assert request.messages[0].role == "user"
    assert shown[-1].source == log[-1].id


def test_K3_what_the_user_said_stays_newest_first() -> None:
    record = made(squeezed(chat(30, size=200)))
    assert record.block is not None
    told = record.block.ledger.split("What the user said, newest first:\n")[1].splitlines()
    seqs = [int(line[4:].split("]")[0]) for line in told]
    assert seqs == sorted(seqs, reverse=True)
    assert len(seqs) >= 2


def test_K1_the_newest_ask_stands_before_a_tail_inside_its_turn() -> None:
    words = [assistant(f"Step {i} " + "of many that I must tell you about " * 12) for i in range(40)]
    steps = [
        m
        for i, said in enumerate(words)
        for m in (replace(said, parts=(*said.parts, call(f"c{i}"))), tool(f"c{i}", "t", "ok"))
    ]
    log = (*chat(3), *numbered([assistant("ok"), user("Do B now."), *steps], start=100))
    now = squeezed(log)
    record = made(now, Need.HARD)
    request = build_request(replace(now, record=record), model())
    ask = next(m for m in log if m.text == "Do B now.")
    assert sum(m.source == ask.id for m in request.messages) == 1
    assert int(str(record.cut_id).removeprefix("id")) > ask.seq


def test_K2_one_endless_turn_keeps_its_request_and_its_pairs() -> None:
    steps = [m for i in range(55) for m in step("call_0", f"file_{i}\n" + OUTPUT)]
    log = numbered([user("Do it all."), *steps])
    now = squeezed(log)
    record = made(now)
    assert (record.method, record.cut_id) == ("passes", None)
    assert [m.source for m in build_request(replace(now, record=record), model()).messages] == [m.id for m in log]


def test_K6_while_a_call_runs_nothing_is_cut_below_the_hard_line() -> None:
    log = (*chat(30), *numbered([assistant("", call("c"), call("d")), tool("c", "t", "x")], start=200))
    assert key(ENGINE.plan(squeezed(log), Need.SOFT)) == "in_flight"
    assert isinstance(ENGINE.plan(squeezed(log), Need.HARD), Plan)


def test_K10_a_rule_survives_three_passes_and_K11_a_withdrawn_one_does_not() -> None:
    rule, other = "Always end with the word omega.", "Never mention the weather."
    first = numbered([user(other), assistant("fine"), user(rule), assistant("omega")])
    log, record = (*first, *chat(30, start=5)), None
    for round_number in range(3):
        now = squeezed(log, record=record)
        record = made(now)
        assert record.block is not None
        assert rule in record.block.rules
        assert (other in record.block.text) == (round_number < 1)
        said = [user("You can mention the weather again."), *[replace(m, id="") for m in chat(25)]]
        log = (*log, *numbered(said, start=len(log) + 1))


def test_S9_the_narrative_is_updated_and_A1_what_came_meanwhile_stays_verbatim() -> None:
    log = chat(40)
    now = replace(squeezed(log, share=1.1), summarizer=8_000)
    plan = planned(now, Need.PREPARE, "boats")
    assert plan.job is not None
    assert (plan.method, plan.job.first_id, plan.job.previous, plan.job.focus) == ("model", "id1", "", "boats")
    grown = (*log, *numbered([assistant("So."), *[replace(m, id="") for m in chat(2)]], start=len(log) + 1))
    later = replace(now, log=grown)
    record = ENGINE.apply(later, plan, replace(GOOD, upto_id=plan.job.upto_id))
    assert isinstance(record, Record)
    assert record.cut_id == plan.cut_id
    assert record.narrative_up_to == plan.job.upto_id
    assert record.block is not None
    assert "Sell boats." in record.block.narrative
    assert (record.method, record.summary_model, record.cost) == ("model", "p/m", 0.01)
    assert "Tools used" not in record.block.text
    longer = (*grown, *numbered([assistant("ok"), *[replace(m, id="") for m in chat(40)]], start=len(grown) + 1))
    again = planned(replace(squeezed(longer, record=record), summarizer=8_000))
    assert again.job is not None
    assert again.job.previous == "## Goal\n- Sell boats."
    assert again.job.first_id == f"id{int(plan.job.upto_id.removeprefix('id')) + 1}"


def test_A1_a_narrative_for_a_cut_that_no_longer_helps_gets_a_later_cut() -> None:
    log = chat(20)
    now = replace(squeezed(log, share=1.1), summarizer=8_000)
    plan = planned(now, Need.PREPARE)
    assert plan.job is not None
    written = replace(GOOD, upto_id=plan.job.upto_id)
    grown = (*log, *numbered([assistant("So."), *[replace(m, id="") for m in chat(40)]], start=len(log) + 1))
    record = ENGINE.apply(replace(now, log=grown), replace(plan, need=Need.HARD), written)
    assert isinstance(record, Record)
    assert int(str(record.cut_id).removeprefix("id")) > int(str(plan.cut_id).removeprefix("id"))
    assert record.narrative_up_to == plan.job.upto_id
    moved = Record("x", "truncate", planned(squeezed(log)).prefix_hash, cut_id=planned(squeezed(log)).cut_id)
    behind = ENGINE.apply(replace(squeezed(grown, record=moved)), plan, written)
    assert isinstance(behind, Record)
    assert behind.cut_id != plan.cut_id


def test_L1_a_failed_model_leaves_the_static_rung_and_the_previous_narrative() -> None:
    log = chat(30)
    now = replace(squeezed(log), summarizer=8_000)
    plan = planned(now)
    assert plan.job is not None
    good = ENGINE.apply(now, plan, replace(GOOD, upto_id=plan.job.upto_id))
    assert isinstance(good, Record)
    longer = (*log, *numbered([assistant("ok"), *[replace(m, id="") for m in chat(40)]], start=len(log) + 1))
    later = replace(squeezed(longer, record=good), summarizer=8_000)
    record = ENGINE.apply(later, planned(later), Narrative(failure=text("engine.verdict.empty")))
    assert isinstance(record, Record)
    assert record.block is not None
    assert record.method == "static"
    assert record.degraded is not None
    assert "Sell boats." in record.block.narrative
    assert record.narrative_up_to == good.narrative_up_to
    assert "[m1]" in record.block.lead
    assert "look_up" in record.block.lead
    assert later.log == longer


def test_K13_the_first_ask_stands_as_done() -> None:
    log = numbered([user("Book the blue boat."), assistant("Booked."), *[replace(m, id="") for m in chat(40)]])
    record = made(squeezed(log))
    assert record.block is not None
    assert "dealt with long ago: [m1] Book the blue boat." in record.block.lead


def test_P7_passes_after_a_cut_leave_the_block_alone() -> None:
    log = chat(30)
    first = made(squeezed(log))
    more = [m for i in range(20) for m in [user(f"q{i}"), *step(f"c{i}", f"{i}\n{OUTPUT}"), assistant("ok")]]
    grown = (*log, *numbered([assistant("hm"), *more, user("next")], start=200))
    second = made(squeezed(grown, record=first))
    assert second.method == "passes"
    assert (second.block, second.cut_id, second.count) == (first.block, first.cut_id, first.count)


def test_T1_T2_what_cannot_help_is_refused_and_says_what_is_big() -> None:
    prompt = (PromptSection("persona", "You are a very long prompt. " * 120),)
    found = ENGINE.plan(squeezed(talk(1, size=200), system=prompt), Need.SOFT)
    assert key(found) == "cannot_help"
    assert isinstance(found, Refused)
    assert found.strike
    assert key(ENGINE.plan(squeezed(talk(1)), Need.PREPARE)) == "by_code"
    assert key(ENGINE.plan(lined(state(talk(1)), 4_000), Need.SOFT)) == "nothing"
    assert key(ENGINE.plan(replace(lined(state(talk(1)), 4_000), summarizer=8_000), Need.PREPARE)) == "nothing"
    tight = numbered([user("q"), assistant("a " * 600), user("long " * 700)])
    refused = ENGINE.plan(squeezed(tight), Need.SOFT)
    assert key(refused) == "landing"
    steps = numbered([user("long " * 400), *step("c", OUTPUT), *step("d", "x"), assistant("ok")])
    assert key(ENGINE.plan(squeezed(steps), Need.SOFT)) == "landing"


def test_a_short_span_is_not_worth_a_model_and_a_block_that_is_larger_is_refused() -> None:
    plan = planned(replace(squeezed(chat(2)), summarizer=8_000), Need.HARD)
    assert (plan.method, plan.job) == ("static", None)
    tiny = numbered([user("q"), assistant("a"), user("long " * 300)])
    assert key(ENGINE.plan(squeezed(tiny), Need.SOFT)) == "larger"
    refused = passed(ENGINE, squeezed(tiny), Need.HARD)
    assert key(refused) == "larger"
    assert isinstance(refused, Refused)
    assert not refused.strike


def test_T1_shorter_results_beside_a_block_that_is_too_large_are_refused() -> None:
    log = numbered([user("q"), assistant("a"), user("Go."), *step("c", OUTPUT), *step("d", "x"), assistant("ok")])
    block = ContextBlock("frame", rules="a rule that is long " * 120)
    behind = Record("x", "digest", prefix_hash(log, 2), cut_id=log[2].id, block=block)
    assert key(ENGINE.plan(squeezed(log, record=behind), Need.SOFT)) == "landing"


def test_what_the_gate_lets_through_at_the_hard_line_is_left_to_fit() -> None:
    tight = numbered([user("q"), assistant("a " * 600), user("long " * 700)])
    now = squeezed(tight, share=0.4)
    record = made(now, Need.HARD)
    assert record.tokens_after > now.thresholds.hard
    assert key(passed(ENGINE, replace(now, record=record), Need.HARD)) == "cannot_help"


def test_a_plan_that_was_carried_out_meanwhile_or_has_nothing_to_do_is_refused() -> None:
    now = squeezed(chat(30))
    plan = planned(now)
    edited = (replace(now.log[0], parts=(TextPart("other"),), revision=1), *now.log[1:])
    assert key(ENGINE.apply(replace(now, log=edited), plan, None)) == "stale"
    assert key(ENGINE.apply(lined(now, 400_000), plan, None)) == "nothing"


def test_W7_a_model_too_small_to_compress_for_slides() -> None:
    now = state(chat(60), 4_096)
    assert now.thresholds.mode == "sliding"
    record = made(now, Need.HARD)
    assert record.method == "slide"
    plan = planned(now, Need.HARD)
    assert key(ENGINE.apply(replace(now, record=record), plan, None)) == "nothing"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_same_state_gives_the_same_bytes(language: str) -> None:
    now = squeezed(chat(30), language=language)
    assert made(now) == made(now)
