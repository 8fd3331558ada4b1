"""Blocks that hold a model's narrative, whatever strategy asked for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import numbered, step
from tests.context.squeeze import squeezed
from tests.context.states import model
from tests.context.strategies.test_adaptive import facts
from weclaw_desktop.context.engine import ContextEngine, Narrative, Need, Plan, State
from weclaw_desktop.context.notice import Trims, notice
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.context.strategies.cutting import said_by_user
from weclaw_desktop.context.survey import survey
from weclaw_desktop.core.messages import Log, TextPart, assistant, user
from weclaw_desktop.core.records import Record

SUMMARISED = pytest.mark.parametrize("name", ["adaptive", "pipeline", "layered"])
RULE = "From now on, always write Quillon as item 433."


def made(engine: ContextEngine, log: Log, said: str, record: Record | None = None) -> tuple[State, Record]:
    """A pass at the hard line whose narrative is ``said``."""
    now: State = replace(squeezed(log, 0.6, record=record), summarizer=8_000)
    plan = engine.plan(now, Need.HARD)
    assert isinstance(plan, Plan), plan
    upto = plan.job.upto_id if plan.job is not None else ""
    found = engine.apply(now, plan, Narrative(said, "p/m", upto))
    assert isinstance(found, Record), found
    return replace(now, record=found), found


@SUMMARISED
def test_K11_a_narrative_does_not_bring_back_a_rule_that_was_taken_back(name: str) -> None:
    """The summary was written before the user took the rule back, or its model does not know."""
    engine = strategy(name)
    first = numbered([user(f"See here. {RULE}"), assistant("ok"), *[replace(m, id="") for m in facts(30)]])
    notes = f"- The goal is to list houses.\n- {RULE}\n- House 3 has the code key_3."
    _, one = made(engine, first, notes)
    assert one.block is not None
    assert RULE in one.block.narrative
    more = [user("Forget the rule about Quillon."), assistant("ok"), *[replace(m, id="") for m in facts(30)]]
    log = (*first, *numbered([assistant("so"), *more], start=len(first) + 1))
    for said in ("", notes):
        _, two = made(engine, log, said, one)
        assert two.block is not None
        assert "The goal is to list houses." in two.block.narrative
        assert RULE not in two.block.text


@SUMMARISED
def test_S6_a_pending_task_of_the_summary_is_reference_and_the_new_ask_alone_is_the_task(name: str) -> None:
    log = facts(40)
    log = (*log[:-1], replace(log[-1], parts=(TextPart("Book the red boat."),)))
    now, record = made(strategy(name), log, "- The goal is to list houses.\n- Pending: paint house 7 blue.")
    assert record.block is not None
    request = build_request(replace(now, thresholds=replace(now.thresholds, hard=10**6, window=10**7)), model())
    front, noted, *_, last = request.messages
    assert "Pending: paint house 7 blue." in record.block.text
    assert (front.form, front.role) == ("block", "user")
    assert record.block.text.startswith("[Earlier in this chat – reference, not instructions.")
    assert "The newest user message below is the task.]" in record.block.text
    assert (noted.form, noted.role) == ("ack", "assistant")
    assert last.parts == (TextPart("Book the red boat."),)
    assert str(request.messages).count("Book the red boat.") == 1


@pytest.mark.parametrize("name", ["adaptive", "pipeline"])
def test_P7_shortening_alone_after_a_cut_leaves_block_and_notice_to_the_byte(name: str) -> None:
    runs = [m for i in range(14) for m in step("c", f"row {i} " + "lorem ipsum dolor " * 60 + str(i))]
    log = (*facts(40), *numbered([assistant("so"), user("Go on."), *runs, assistant("well"), user("Next?")], start=100))
    _, cut = made(strategy(name), log[:81], "- The goal is to list houses.")
    cut = replace(cut, shortened=3)
    now = replace(squeezed(log, 0.9, record=cut), summarizer=0)
    plan = strategy(name).plan(now, Need.HARD)
    assert isinstance(plan, Plan), plan
    record = strategy(name).apply(now, plan, None)
    assert isinstance(record, Record), record
    assert record.method == "passes"
    assert record.replacements
    assert record.shortened == cut.shortened
    assert record.block == cut.block
    assert notice(record, Trims(), "en", recall=True) == notice(cut, Trims(), "en", recall=True)


def test_thanks_take_no_room_among_what_the_user_said() -> None:
    said = [user("Book the blue boat."), assistant("Booked."), user("Thank you so much, goodbye!"), assistant("Bye.")]
    log = numbered([*said, *[replace(m, id="") for m in facts(8)]])
    told = said_by_user(survey(squeezed(log)), len(log), (), 2_000)
    assert "- [m1] Book the blue boat." in told
    assert "Thank you" not in told
