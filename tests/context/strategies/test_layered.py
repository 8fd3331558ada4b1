"""Layered memory: channel A for old results, channel B for older turns, the recent messages, what marks a failure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import numbered, step
from tests.context.squeeze import lined, passed, squeezed
from tests.context.states import model, state
from weclaw_desktop.context.engine import Moment, Narrative, Need, Plan, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.strategies.layered import Layered
from weclaw_desktop.context.survey import survey
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.messages import Log, Message, ToolCallPart, ToolResultPart, assistant, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.text import Language, text

ENGINE = Layered()
GOOD = Narrative("## Goal\n- Sell boats.", "p/m", "")


def chat(turns: int, *, result: int = 0, size: int = 12, start: int = 1) -> Log:
    """Turns of four messages: ask, call, result of at least ``result`` lines, answer. And a last question."""
    said: list[Message] = []
    for turn in range(turns):
        said.append(user(f"Question {turn}: " + "what about this one then " * size))
        said.extend(step("call_0", f"row_{turn} " + f"{turn} plain output of the tool\n" * result, name="look_up"))
        said.append(assistant(f"Answer {turn}: " + "that one is as good as another " * size))
    return numbered([*said, user("And now?")], start=start)


def made(now: State, need: Need = Need.SOFT) -> Record:
    found = passed(ENGINE, now, need)
    assert isinstance(found, Record), found
    return found


def planned(now: State, need: Need = Need.SOFT) -> Plan:
    plan = ENGINE.plan(now, need)
    assert isinstance(plan, Plan), plan
    return plan


def kept(record: Record, log: Log) -> int:
    """How many messages of the log are still shown as they are, by the record's cut."""
    return len(log) - next((i for i, message in enumerate(log) if message.id == record.cut_id), 0)


def test_W4_it_is_asked_after_every_append_and_acts_at_four_fifths() -> None:
    lines = thresholds_for(model(131_072), Context(), strategy="layered", calibrated=True)
    assert lines.threshold == round(0.8 * lines.effective)
    assert {Moment.AFTER_APPEND, Moment.AFTER_RESPONSE} <= ENGINE.moments()
    now = squeezed(chat(20))
    assert ENGINE.trigger(lined(now, measure(now).total + 1), Moment.AFTER_APPEND) is Need.PREPARE
    assert ENGINE.trigger(lined(now, measure(now).total), Moment.AFTER_APPEND) is Need.SOFT


def test_channel_A_shows_heads_of_old_results_with_one_line_and_an_id() -> None:
    log = (*chat(3, result=200, size=1), *chat(6, size=1, start=20))
    now = squeezed(log)
    record = made(now)
    assert (record.method, record.cut_id, record.block, record.strategy) == ("passes", None, None, "layered")
    assert [replacement.message_id for replacement in record.replacements] == ["id3", "id7", "id11"]
    first = record.replacements[0]
    assert (first.kind, first.artifact) == ("head_tail", "a3")
    assert first.text.startswith("row_0 0 plain output")
    last = first.text.splitlines()[-1]
    assert last.startswith("[a3 look_up(a.txt) → 200 lines: the first 2,7")
    assert last.endswith("bytes; full text: a3]")
    assert len(first.text.encode()) <= 3_000
    assert measure(replace(now, record=record)).total == record.tokens_after
    assert planned(now).job is None


def test_W8_the_longest_old_result_follows_the_setting() -> None:
    log = (*chat(3, result=200, size=1), *chat(6, size=1, start=20))
    sizes = [
        len(made(squeezed(log, settings=Context(old_max_bytes=most))).replacements[0].text.encode())
        for most in (200, 1_000, 3_000)
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < 400 < sizes[1] <= 1_000 < sizes[2] <= 3_000
    unlimited = squeezed(log, settings=Context(old_max_bytes=1_000_000))
    assert made(unlimited).method == "truncate"


def test_W8_the_recent_messages_follow_the_setting_and_are_widened_to_whole_turns() -> None:
    log = chat(60, size=3)
    for recent in (1, 4, 7, 20):
        record = made(squeezed(log, settings=Context(recent_n=recent)))
        at = next(message for message in log if message.id == record.cut_id)
        assert at.role == "user"
        assert recent <= kept(record, log) < recent + 4


def test_the_recent_messages_take_at_most_two_fifths_of_the_threshold() -> None:
    log = chat(30)
    now = squeezed(log, settings=Context(recent_n=100))
    record = made(now)
    request = build_request(replace(now, record=record), model())
    shown = sum(message.tokens for message in request.messages if message.source)
    assert 0.3 * now.thresholds.threshold < shown <= 0.4 * now.thresholds.threshold
    assert kept(record, log) < 100


def test_K2_results_of_one_endless_turn_are_shortened_and_its_ask_and_pairs_stay() -> None:
    log = numbered(
        [user("Do it."), *[m for i in range(40) for m in step(f"c{i}", f"{i} long output of a tool\n" * 700)]]
    )
    record = made(squeezed(log))
    assert (record.method, record.cut_id) == ("passes", None)
    assert "id81" not in {replacement.message_id for replacement in record.replacements}
    request = build_request(replace(squeezed(log), record=record), model())
    assert [message.source for message in request.messages] == [message.id for message in log]


def test_channel_B_puts_a_narrative_in_place_of_older_turns() -> None:
    log = chat(40)
    now = replace(squeezed(log), summarizer=8_000)
    plan = planned(now)
    assert plan.job is not None
    record = ENGINE.apply(now, plan, replace(GOOD, upto_id=plan.job.upto_id))
    assert isinstance(record, Record)
    assert (record.method, record.strategy, record.narrative_up_to) == ("model", "layered", plan.job.upto_id)
    assert record.block is not None
    assert "Sell boats." in record.block.narrative
    assert "What the user said, newest first:" in record.block.ledger
    assert record.block.lead == ""
    assert "(by a model)" in str(build_request(replace(now, record=record), model()).system)


def test_L1_on_failure_older_turns_are_left_out_and_marked_and_the_narrative_stays() -> None:
    log = chat(40)
    now = replace(squeezed(log), summarizer=8_000)
    record = ENGINE.apply(now, planned(now), Narrative(failure=text("engine.verdict.empty")))
    assert isinstance(record, Record)
    assert record.degraded is not None
    assert record.degraded.key == "engine.degraded.left_out"
    assert record.block is not None
    assert (record.method, record.narrative_up_to) == ("truncate", None)
    assert f"Messages m1–m{record.last_seq} are left out without a summary." in record.block.lead
    plan = planned(now)
    assert plan.job is not None
    good = ENGINE.apply(now, plan, replace(GOOD, upto_id=plan.job.upto_id))
    assert isinstance(good, Record)
    longer = (*log, *numbered([assistant("ok"), *[replace(m, id="") for m in chat(40)]], start=len(log) + 1))
    later = replace(squeezed(longer, record=good), summarizer=8_000)
    failed = ENGINE.apply(later, planned(later), Narrative(failure=text("engine.verdict.empty")))
    assert isinstance(failed, Record)
    assert failed.block is not None
    assert "Sell boats." in failed.block.narrative
    assert f"Messages m{good.last_seq + 1}–m{failed.last_seq} are left" in failed.block.lead
    again = planned(
        replace(later, record=failed, log=(*longer, *numbered([replace(m, id="") for m in longer], start=500))),
        Need.HARD,
    )
    assert again.job is not None
    assert again.job.first_id == f"id{good.last_seq + 1}"


@pytest.mark.parametrize(("language", "said"), [("en", "there is no summary"), ("zh", "没有摘要")])
def test_U5_without_a_model_the_notice_says_that_there_is_no_summary(language: Language, said: str) -> None:
    now = squeezed(chat(40), language=language)
    record = made(now)
    assert (record.method, record.degraded) == ("truncate", None)
    assert said in str(build_request(replace(now, record=record), model()).system)


def test_P9_heads_are_made_once_and_pins_and_short_results_are_left_alone() -> None:
    log = (*chat(3, result=300, size=1), *chat(6, size=1, start=20))
    log = tuple(replace(m, pinned=m.id == "id3") for m in log)
    now = squeezed(log, share=1.0)
    record = made(now)
    assert [replacement.message_id for replacement in record.replacements] == ["id7", "id11"]
    after = replace(now, record=record)
    assert ENGINE.trigger(after, Moment.AFTER_APPEND) is not Need.SOFT
    again = ENGINE.shorten(survey(after), 0, len(log))
    assert (again.added, again.replacements) == (0, record.replacements)


def test_a_tool_tells_its_own_line_and_a_head_ends_at_a_whole_character() -> None:
    def said(call: ToolCallPart, result: ToolResultPart, language: Language) -> str:
        return f"{call.name} in {language}: {len(result.text)}"

    old = [user("go"), *step("c", "一二三" * 3_000, name="look_up"), assistant("ok")]
    log = numbered([*old, *[m for i in range(12) for m in (user(f"q{i}"), assistant(f"a{i}"))], user("next")])
    record = made(squeezed(log, one_liners={"look_up": said}))
    head, told = record.replacements[0].text.splitlines()
    assert set(head) == set("一二三")
    assert told.startswith("[a3 look_up in en: 9000: the first 2,79")


def test_orphans_are_no_results_and_a_head_that_saves_nothing_is_not_taken() -> None:
    orphan = step("c", "x " * 300)[1]
    close = "y" * 201
    log = numbered([user("go"), orphan, *step("d", close), assistant("ok"), *chat(10)])
    log = numbered([replace(m, id="") for m in log])
    wordy = {"read_file": lambda _call, _result, _language: "z" * 300}
    now = squeezed(log, settings=Context(old_max_bytes=200), one_liners=wordy)
    taken = {replacement.message_id for replacement in made(now).replacements}
    assert not taken & {"id2", "id4"}


def test_W7_a_model_too_small_to_compress_for_slides() -> None:
    assert made(state(chat(60), 4_096), Need.HARD).method == "slide"


def test_a_narrative_that_took_its_time_never_leaves_the_chat_above_the_threshold() -> None:
    log = chat(40)
    now = replace(squeezed(log), summarizer=8_000)
    plan = planned(now, Need.HARD)
    assert plan.job is not None
    late = (*log, *chat(12, size=40, start=len(log) + 1))
    later = replace(now, log=late)
    threshold = later.thresholds.threshold
    record = ENGINE.apply(later, plan, replace(GOOD, upto_id=plan.job.upto_id))
    assert isinstance(record, Record)
    assert record.tokens_after <= threshold
    assert record.block is not None
    assert record.narrative_up_to == plan.job.upto_id
    told, cut = (next(m.seq for m in late if m.id == i) for i in (plan.job.upto_id, record.cut_id))
    assert told < cut - 1
    assert f"{told + 1}" in record.block.lead
    assert f"{cut - 1}" in record.block.lead
