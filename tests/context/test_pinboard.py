"""The board: all that is kept, with its size against its room, and every rule with what became of it."""

from __future__ import annotations

from dataclasses import replace

from tests.context.logs import call, numbered, talk
from tests.context.states import state
from weclaw_desktop.context.crowding import crowded
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.pinboard import board
from weclaw_desktop.context.report import Extras, build_report
from weclaw_desktop.core.messages import assistant, tool, user
from weclaw_desktop.core.models import Calibration
from weclaw_desktop.core.pins import Pin, PinBoard
from weclaw_desktop.core.report import to_json
from weclaw_desktop.core.text import render

LOG = numbered(
    [
        replace(user("Keep me.", id="first"), pinned=True),
        assistant("", call("c")),
        replace(tool("c", "t", "the result"), pinned=True),
        replace(user("Hidden."), pinned=True, excluded=True),
        user("Never use tabs. Always answer in one sentence. Always wear a hat."),
        assistant("Yes."),
        user("You no longer need to answer in one sentence."),
        assistant("Fine."),
        user("From now on, write dates as 2024-01-31."),
    ]
)
PINS = (
    Pin("p1", "chat", "written down", created_ms=9),
    Pin("p2", "chat", "chosen words", source_id="id6", seq=6),
    Pin("r1", "chat", "Never use tabs.", "rule", "confirmed", "id5", 5),
    Pin("r2", "chat", "Always wear a hat.", "rule", "dismissed", "id5", 5),
)


def test_U1_pins_and_rules_are_told_with_sizes_that_add_up() -> None:
    now = state(LOG, 32_768, pins=PINS, calibration=Calibration(1.5, 3))
    made = board(now)
    assert [(p.text, p.pin_id, p.message_id, p.seq, p.role) for p in made.pins] == [
        ("Keep me.", "", "first", 1, "user"),
        ("the result", "", "id3", 3, "tool"),
        ("written down", "p1", "", 0, ""),
        ("chosen words", "p2", "id6", 6, "assistant"),
    ]
    assert made.pins[2].created_ms == 9
    told = [(r.text, r.state, r.acts, r.waits, r.ended, r.ended_seq, r.newest) for r in made.rules]
    assert told == [
        ("From now on, write dates as 2024-01-31.", "found", True, True, "", 0, True),
        ("Always wear a hat.", "dismissed", False, False, "", 0, False),
        (
            "Always answer in one sentence.",
            "found",
            False,
            False,
            "You no longer need to answer in one sentence.",
            7,
            False,
        ),
        ("Never use tabs.", "confirmed", True, False, "", 0, False),
    ]
    acting = [*made.pins, *(rule for rule in made.rules if rule.acts)]
    assert made.tokens == sum(item.tokens for item in acting)
    assert made.pins[0].tokens == round(1.5 * now.counter.text("Keep me."))
    assert made.room == now.thresholds.budgets.rules
    assert not made.over
    assert replace(made, tokens=made.room + 1).over
    assert not PinBoard(tokens=5).over


def test_the_board_is_made_once_for_a_state_and_is_part_of_the_report() -> None:
    now = state(LOG, 32_768, pins=PINS)
    assert board(now) is board(replace(now, draft=5))
    assert board(replace(now, calibration=Calibration(2.0, 1))).tokens > board(now).tokens
    report = build_report(now, Extras())
    assert report.pins == board(now)
    plain = to_json(report)
    assert isinstance(plain, dict)
    assert plain["pins"]["pins"][2]["text"] == "written down"  # type: ignore[index] -- JSON


def test_K12_words_above_a_tenth_are_pointed_out_and_above_a_quarter_something_must_go() -> None:
    log = (*talk(3), *numbered([user("next")], start=900))
    lines = state(log, 32_768).thresholds

    def told(tokens: int) -> str:
        now = state(log, 32_768, pins=(replace(PINS[0], text="x" * tokens * 4),))
        said = crowded(now, measure(now))
        return "" if said is None else said.key

    assert told(50) == ""
    assert told(lines.threshold // 8) == "context.status.pins_large"
    assert told(lines.budgets.rules + 100) == "context.status.pins_full"
    now = state(log, 32_768, pins=(replace(PINS[0], text="x" * lines.threshold * 2),))
    report = build_report(now, Extras())
    assert report.pins.over
    assert (report.status.phase, report.status.actions) == ("rules_full", ("see",))
    assert report.status.text is not None
    assert "unpin or shorten one" in render(report.status.text)
    assert render(report.status.text, "zh") != render(report.status.text)
