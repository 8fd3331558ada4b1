"""K12, K10: the user is asked when pins and rules outgrow their room."""

from __future__ import annotations

from dataclasses import replace

from tests.context.logs import numbered, talk
from tests.context.squeeze import passed, squeezed
from weclaw_desktop.context.crowding import crowded
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.report import resting_status
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.core.messages import Log, assistant, user
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Text, render


def after(log: Log) -> State:
    """The state after a pass over ``log``."""
    now = squeezed(log)
    record = passed(strategy("adaptive"), now)
    assert isinstance(record, Record), record
    return replace(now, record=record)


def told(now: State) -> Text | None:
    return crowded(now, measure(now))


def test_K10_rules_beyond_their_room_are_named_and_the_user_is_asked() -> None:
    laid = [
        m
        for n in range(40)
        for m in (user(f"From now on, always write Quillon {n} as item {n * 37}."), assistant("ok"))
    ]
    log = (*numbered(laid), *numbered([*[replace(m, id="") for m in talk(60)], user("next")], start=200))
    now = after(log)
    said = told(now)
    assert said is not None
    assert "m1, m3," in render(said)
    assert now.record is not None
    assert now.record.block is not None
    assert "m3, m1." in now.record.block.rules
    status = resting_status(now, measure(now))
    assert (status.phase, status.text, status.actions) == ("rules_full", said, ("see",))
    assert render(said, "zh") != render(said)


def test_K12_a_pin_above_a_tenth_of_the_threshold_is_kept_and_pointed_out() -> None:
    log = (*talk(60), *numbered([user("next")], start=900))
    big = replace(log[2].with_text("Keep this. " + "lorem ipsum dolor " * 60), pinned=True)
    now = after((*log[:2], big, *log[3:]))
    assert now.record is not None
    assert now.record.block is not None
    assert big.text in now.record.block.rules
    said = told(now)
    assert said is not None
    assert said.key == "context.status.pins_large"
    assert resting_status(now, measure(now)).phase == "rules_full"


def test_small_pins_and_rules_are_no_matter() -> None:
    log = (*talk(60), *numbered([user("next")], start=900))
    assert told(after(log)) is None
    assert told(squeezed(log)) is None
    laid = [
        m
        for n in range(14)
        for m in (user(f"From now on, always write Quillon {n} as item {n * 37}."), assistant("ok"))
    ]
    assert (
        told(after((*numbered(laid), *numbered([*[replace(m, id="") for m in talk(60)], user("n")], start=200))))
        is None
    )
