"""K10–K12: what the user keeps stands word for word in the next request; what they say of rules holds in all blocks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import call, numbered, talk
from tests.context.squeeze import passed, squeezed
from tests.context.states import model, state
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.fit import fit
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.pins import acting, pins_moved, with_pins, written
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.strategies import names, strategy
from weclaw_desktop.core.errors import CannotFit, InvariantBroken
from weclaw_desktop.core.messages import Log, Message, TextPart, assistant, tool, user
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import ModelRequest

FREE = Pin("p1", "chat", "No sleeps in tests.\n第二行：不要 sleep。")
CHOSEN = Pin("p2", "chat", "the port is 9,090", source_id="id2", seq=2)
RULE = "Always answer in one sentence."
"""A rule that the tests lay down in message 1."""


def decided(state_: str, *, text: str = RULE, seq: int = 1) -> Pin:
    return Pin("r1", "chat", text, "rule", state_, f"id{seq}", seq)  # pyright: ignore[reportArgumentType] -- a PinState


def ruled(*more: Message, turns: int = 60) -> Log:
    rule = numbered([user(RULE), assistant("Yes."), *more])
    return (*rule, *numbered([*(replace(m, id="") for m in talk(turns)), user("next")], start=200))


def sent(now: State) -> ModelRequest:
    """The request that follows, brought under the hard line as before every call."""
    record = fit(now)
    return build_request(now if record is None else replace(now, record=record), model())


def said(request: ModelRequest) -> str:
    """The context block as the model reads it, "" when there is none."""
    blocks = [m for m in request.messages if m.form == "block"]
    return "\n".join(p.text for m in blocks for p in m.parts if isinstance(p, TextPart))


def after(now: State, name: str = "adaptive") -> State:
    record = passed(strategy(name), now)
    assert isinstance(record, Record), record
    return replace(now, record=record)


@pytest.mark.parametrize("turns", [1, 30])
def test_K12_words_stand_in_the_very_next_request_without_any_record(turns: int) -> None:
    log = (*talk(turns), *numbered([user("next")], start=500))
    now = state(log, 131_072, pins=(FREE, replace(CHOSEN, source_id=log[0].id)))
    request = sent(now)
    assert FREE.text in said(request)
    assert "[m2] the port is 9,090" in said(request)
    assert [m.form for m in request.messages[:2]] == ["block", "ack"]
    assert request.load == measure(now).total
    assert measure(now).part("rules") > 0
    bare = sent(replace(now, pins=()))
    assert request.messages[2:] == bare.messages
    assert FREE.text not in str(bare)


@pytest.mark.parametrize("name", names())
def test_K12_words_stand_in_every_request_under_every_strategy_and_are_gone_when_let_go(name: str) -> None:
    log = (*talk(60), *numbered([user("next")], start=500))
    now = squeezed(log, pins=(FREE, CHOSEN))
    record = passed(strategy(name), now)
    if not isinstance(record, Record):  # off compresses at the hard line only
        record = fit(replace(now, thresholds=replace(now.thresholds, hard=int(measure(now).total * 0.6))))
    assert record is not None
    assert record.cut_id is not None
    held = replace(now, record=record, thresholds=replace(now.thresholds, hard=measure(now).total))
    request = build_request(held, model())
    assert FREE.text in said(request)
    assert CHOSEN.text in said(request)
    assert said(request).count(FREE.text) == 1
    later = (*log, *numbered([assistant("Done."), user("and now?")], start=700))
    assert FREE.text in said(build_request(replace(held, log=later), model()))
    assert FREE.text not in str(build_request(replace(held, pins=(CHOSEN,)), model()))
    assert record.block is None or FREE.text not in record.block.text  # never stored: nothing to forget


def test_K12_a_pass_leaves_room_for_the_words_and_lands_where_it_should() -> None:
    log = (*talk(60), *numbered([user("next")], start=500))
    words = replace(FREE, text="Keep this line. " * 30)
    now = squeezed(log, pins=(words,))
    made = after(now)
    assert made.record is not None
    assert made.record.tokens_after == measure(made).total
    assert measure(made).total <= now.thresholds.budgets.landing


def test_K12_words_stand_once_under_one_heading_beside_pinned_messages() -> None:
    log = talk(60)
    log = (*log[:2], replace(log[2], pinned=True), *log[3:], *numbered([user("next")], start=900))
    block = said(build_request(after(squeezed(log, pins=(FREE,))), model()))
    assert block.count("Pinned by the user") == 1
    assert block.index(FREE.text) < block.index(log[2].text)
    chinese = said(build_request(after(squeezed(log, pins=(FREE,), language="zh")), model()))
    assert chinese.count("用户固定的内容") == 1


def test_K12_the_validator_refuses_a_request_without_the_words() -> None:
    log = (*talk(3), *numbered([user("next")], start=500))
    memo = Memo()
    now = state(log, 131_072, memo=memo, pins=(FREE,))
    memo.last("load", (), lambda: None)
    request = build_request(now, model())
    from weclaw_desktop.context.invariants import validate

    validate(request, log=log, kept=(FREE.text,))
    with pytest.raises(InvariantBroken, match="pin"):
        validate(request, log=log, kept=("other words",))


def test_K12_words_too_large_for_the_window_are_named_never_dropped() -> None:
    now = state(numbered([user("next")]), pins=(replace(FREE, text="word " * 9_000),))
    with pytest.raises(CannotFit) as failed:
        fit(now)
    rules = dict(failed.value.text.params)["rules"]
    assert isinstance(rules, int)
    assert rules > 8_000


def test_K12_a_pin_of_another_branch_does_not_act() -> None:
    log = talk(3)
    elsewhere = replace(CHOSEN, source_id="gone")
    assert acting(log, (FREE, CHOSEN, elsewhere)) == (FREE, replace(CHOSEN))
    assert acting(log, ()) == ()


def test_a_leading_answer_and_words_share_the_block() -> None:
    log = numbered([assistant("Welcome."), user("hello")])
    now = state(log, 131_072, pins=(FREE,))
    block = said(build_request(now, model()))
    assert "Welcome." in block
    assert FREE.text in block
    assert sum(part.tokens for part in measure(now).parts) == measure(now).total


def test_written_is_empty_without_words_and_clean_of_what_cannot_be_sent() -> None:
    assert written((), "en") == ""
    assert written((decided("confirmed"),), "en") == ""
    assert "\ud800" not in written((replace(FREE, text="a\ud800b"),), "en")
    assert with_pins(None, (decided("dismissed"),), "Frame.", "en") is None
    block = ContextBlock("Frame.", "Rules set by the user:")
    assert with_pins(block, (), "Frame.", "en") is block


def test_K10_a_confirmed_rule_stands_before_found_ones_and_is_never_the_first_to_yield() -> None:
    laid = [
        m
        for n in range(40)
        for m in (user(f"From now on, always write Quillon {n} as item {n * 37}."), assistant("ok"))
    ]
    oldest = decided("confirmed", text="From now on, always write Quillon 0 as item 0.")
    now = squeezed((*numbered(laid), *numbered([*(replace(m, id="") for m in talk(60)), user("n")], start=200)))
    plain = after(now).record
    assert plain is not None
    assert plain.block is not None
    assert oldest.text not in plain.block.rules
    made = after(replace(now, pins=(oldest,), memo=Memo())).record
    assert made is not None
    assert made.block is not None
    lines = made.block.rules.splitlines()
    assert lines[:3] == [
        "Rules that the user confirmed, newest first (verbatim):",
        f"- [m1] {oldest.text}",
        "Rules set by the user, newest first (verbatim; the newer one wins):",
    ]


def test_K10_a_rule_acts_before_anybody_confirmed_it() -> None:
    record = after(squeezed(ruled())).record
    assert record is not None
    assert record.block is not None
    assert RULE in record.block.rules


def test_K11_a_dismissed_rule_is_in_no_block_made_after_or_before() -> None:
    now = squeezed(ruled())
    old = after(now)
    assert RULE in said(build_request(old, model()))
    assert RULE not in said(build_request(replace(old, pins=(decided("dismissed"),)), model()))
    new = after(replace(now, pins=(decided("dismissed"),), memo=Memo()))
    assert new.record is not None
    assert new.record.block is not None
    assert RULE not in new.record.block.text


def test_K11_said_again_after_it_was_dismissed_it_is_a_rule_again() -> None:
    log = ruled(user(RULE), assistant("Yes."))
    made = after(squeezed(log, pins=(decided("dismissed"),)))
    assert f"- [m3] {RULE}" in said(build_request(made, model()))


def test_K11_a_confirmed_rule_that_is_withdrawn_is_withdrawn() -> None:
    log = ruled(user("You no longer need to answer in one sentence."), assistant("Fine."))
    made = after(squeezed(log, pins=(decided("confirmed"),)))
    block = said(build_request(made, model()))
    assert f"] {RULE}" not in block
    assert "Withdrawn by the user" in block


def test_K10_a_dismissal_that_is_taken_back_brings_the_rule_into_the_next_request() -> None:
    now = after(squeezed(ruled(), pins=(decided("dismissed"),)))
    back = replace(now, pins=(decided("found"),), memo=Memo())
    assert RULE in said(sent(back))
    kept = replace(now, pins=(decided("confirmed"),), memo=Memo())
    assert f"confirmed, newest first (verbatim):\n- [m1] {RULE}" in said(sent(kept))


def test_K12_a_message_that_is_let_go_after_it_was_cut_leaves_the_next_request() -> None:
    log = (*talk(60), *numbered([user("next")], start=900))
    log = (*log[:2], replace(log[2], pinned=True), *log[3:])
    now = after(squeezed(log))
    assert log[2].text in said(sent(now))
    loose = replace(now, log=(*log[:2], replace(log[2], pinned=False), *log[3:]), memo=Memo())
    record = fit(loose)
    assert record is not None
    assert record.block is not None
    assert log[2].text not in record.block.rules
    assert fit(replace(loose, record=record)) is None


def test_a_rule_that_cannot_be_written_is_not_tried_for_ever() -> None:
    log = ruled(user("You no longer need to answer in one sentence."), assistant("Fine."))
    now = after(squeezed(log, pins=(decided("confirmed"),)))
    assert now.record is not None
    assert pins_moved(log[:5], now.record.block, now.pins)
    assert fit(replace(now, thresholds=replace(now.thresholds, hard=10_000))) is None


def test_what_moved_is_told_from_what_only_looks_like_it() -> None:
    result = replace(tool("c", "t", "pinned result"), pinned=True)
    log = numbered([user("a"), assistant("", call("c")), result])
    block = ContextBlock("Frame.", "Pinned by the user (verbatim):\n[m3] pinned result\n[m1] is quoted here")
    assert not pins_moved(log, block, ())
    assert pins_moved((*log[:2], replace(log[2], pinned=False)), block, ())
    assert not pins_moved(log, None, ())
    assert pins_moved((replace(log[0], pinned=True),), None, ())
    assert not pins_moved(log, block, (decided("confirmed", seq=99),))


def test_K11_dismissed_words_leave_passages_and_the_line_that_held_little_else() -> None:
    block = ContextBlock(
        "Frame.",
        f"Rules set by the user, newest first (verbatim; the newer one wins):\n- [m1] {RULE}",
        ledger=f"Open requests:\n- {RULE}",
        digest=f"[m1 user] {RULE}\n[m1 user] {RULE} The harbour master is called Quillon and lives in Rotterdam.",
    )
    shown = with_pins(block, (decided("dismissed"),), "Frame.", "en")
    assert shown is not None
    assert RULE not in shown.text
    assert shown.rules == ""
    assert shown.ledger == "Open requests:"
    assert "Quillon and lives in Rotterdam." in shown.digest
    assert len(shown.digest.splitlines()) == 1
    other = replace(block, rules=f"{block.rules}\n- [m9] Never shout.")
    left = with_pins(other, (decided("dismissed"),), "Frame.", "en")
    assert left is not None
    assert left.rules.endswith("wins):\n- [m9] Never shout.")
