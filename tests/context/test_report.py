"""The one report behind ring, panel, settings, command line and log."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.counting import ByteCounter
from tests.context.logs import call, numbered, talk
from tests.context.states import PERSONA, model, state
from weclaw_desktop.context.encode import intake
from weclaw_desktop.context.engine import State, Thrash
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.offering import MORE, Offering
from weclaw_desktop.context.report import Extras, build_report, resting_status
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.messages import Message, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.models import Calibration, ToolSpec
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.report import BudgetItem, Status
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.stores import CallTotals
from weclaw_desktop.core.text import compact, render, text

CUT = Record("adaptive", "digest", "", block=ContextBlock("f", digest="d"), first_seq=1, last_seq=4, count=4)


def with_cut(**fields: object) -> State:
    log = talk(6)
    return state(log, record=replace(CUT, cut_id=log[4].id, **fields))  # pyright: ignore[reportArgumentType] -- fields of Record


def test_U2_the_report_shows_the_numbers_the_engine_decides_on() -> None:
    now = with_cut()
    report = build_report(now, Extras(chat_id="c", model="p/m"))
    load = measure(now)
    assert (report.load, report.parts) == (load.total, load.parts)
    assert report.thresholds is now.thresholds
    assert (report.chat_id, report.model, report.strategy) == ("c", "p/m", "adaptive")
    assert report.notices[0].startswith("[Context] Messages 1–4")
    assert [line.key for line in report.budgets] == ["total", "skills", "files"]


def test_U1_numbers_are_estimates_until_usage_stands_behind_them_and_again_while_updating() -> None:
    log = talk(2)
    assert not build_report(state(log), Extras()).measured
    known = state(log, calibration=Calibration(1.1, 2, 0.014))
    report = build_report(known, Extras())
    assert (report.measured, report.error) == (True, 0.014)
    assert not build_report(known, Extras(updating=True)).measured
    assert build_report(known, Extras(updating=True)).updating


def test_totals_alarms_records_and_speeds_are_passed_on() -> None:
    totals = CallTotals(4, 1_000, 50, 250, 0.12, "USD", (10, 20))
    alarm = text("context.block.ack")
    extras = Extras(strategy="off", records=(CUT,), totals=totals, alarms=(alarm,), local_speeds=(44.0, 9.0))
    report = build_report(state(talk(1)), extras)
    assert (report.cost, report.currency, report.cached_share, report.samples) == (0.12, "USD", 0.25, (10, 20))
    assert (report.alarms, report.records, report.strategy) == ((alarm,), (CUT,), "off")
    assert report.local_speeds == (44.0, 9.0)
    assert build_report(state(talk(1)), Extras()).cached_share is None


def test_an_instruction_text_too_long_is_the_first_alarm() -> None:
    long = PromptSection("instructions", "word " * 4_000)
    report = build_report(state(talk(1), system=(long,)), Extras(alarms=(text("context.block.ack"),)))
    assert [alarm.key for alarm in report.alarms] == ["context.system.fixed_too_long", "context.block.ack"]


def test_a_running_job_s_status_goes_before_the_resting_one() -> None:
    assert build_report(state(talk(1)), Extras(status=Status("preparing", progress=0.4))).status.phase == "preparing"


def degraded() -> State:
    return with_cut(degraded=text("context.block.ack"))


def test_an_older_record_that_is_fine_rests_idle() -> None:
    assert resting_status(with_cut(), measure(with_cut())).phase == "idle"


@pytest.mark.parametrize(
    ("phase", "now"),
    [
        ("empty", state(())),
        ("idle", state(talk(2))),
        ("too_small", state(talk(2), thresholds=thresholds(2_000))),
        ("cannot_help", state(numbered([user("word " * 3_500)]))),
        ("paused", state(talk(2), thrash=Thrash(strikes=2, paused_at=5_000))),
        ("undone", state(talk(2), held_until=4_000)),
        ("degraded", degraded()),
    ],
)
def test_T4_the_resting_status_says_what_a_reader_must_know_first(phase: str, now: State) -> None:
    status = resting_status(now, measure(now))
    assert status.phase == phase
    assert status.text is not None
    assert render(status.text, "en") != render(status.text, "zh")


def test_U2_an_undo_that_leaves_an_earlier_compression_does_not_promise_the_full_history() -> None:
    whole = resting_status(state(talk(2), held_until=4_000), measure(state(talk(2), held_until=4_000)))
    assert whole.text == text("context.status.undone")
    now = replace(with_cut(), held_until=400_000)
    earlier = resting_status(now, measure(now))
    assert (earlier.phase, earlier.text) == ("undone", text("context.status.undone_newest"))


def test_T2_what_is_big_is_named() -> None:
    now = state(talk(4), system=(PromptSection("instructions", "word " * 4_000),))
    status = resting_status(now, measure(now))
    assert status.phase == "cannot_help"
    assert status.text is not None
    assert "prompt 5K" in render(status.text)


@pytest.mark.parametrize(("strategy", "line"), [("adaptive", "threshold"), ("off", "hard line")])
def test_U2_what_is_big_is_told_beside_the_line_of_the_meter_without_a_second_share(strategy: str, line: str) -> None:
    now = state(numbered([user("word " * 60_000)]), settings=Context(strategy=strategy))
    report = build_report(now, Extras(strategy=strategy))
    assert report.status.phase == "cannot_help"
    assert report.status.text is not None
    assert render(report.status.text).endswith(f"stay as they are; the {line} is {compact(report.acts_at)}")
    assert "%" not in render(report.status.text) + render(report.status.text, "zh")


def test_T2_with_off_nothing_is_said_of_compression_far_below_the_line_that_acts() -> None:
    lines = thresholds(200_000)
    adaptive = state(numbered([user("word " * round(0.9 * lines.threshold))]), thresholds=lines)
    off = replace(adaptive, settings=Context(strategy="off"))
    assert [resting_status(now, measure(now)).phase for now in (adaptive, off)] == ["cannot_help", "idle"]


def test_T2_pins_are_not_counted_to_the_newest_turn_and_come_first_where_they_are_what_is_big() -> None:
    pinned = state(talk(4), pins=(Pin("p", "chat", "word " * 3_500),))
    status = resting_status(pinned, measure(pinned))
    assert status.phase == "rules_full"
    assert "unpin or shorten" in render(status.text or text(""))
    pin, ask = Pin("p", "chat", "word " * 900), numbered([user("word " * 3_500)])
    with_pin, without = state(ask, pins=(pin,)), state(ask)
    both, alone = resting_status(with_pin, measure(with_pin)), resting_status(without, measure(without))
    assert both.phase == alone.phase == "cannot_help"
    kept = compact(measure(with_pin).part("rules"))
    newest = render(alone.text or text("")).split("the ")[1].split(" stay")[0]
    assert f"pins and rules {kept} and the {newest} stay" in render(both.text or text(""))


def test_a_chat_in_which_nobody_asked_yet_rests_idle() -> None:
    now = state(numbered([assistant("Welcome")]))
    assert resting_status(now, measure(now)).phase == "idle"


def test_a_pause_that_is_over_or_not_wanted_is_not_shown() -> None:
    paused = state(talk(2), thrash=Thrash(strikes=2, paused_at=5_000))
    unwanted = state(talk(2), thrash=paused.thrash, settings=Context(pause_useless=False))
    over = state(talk(8), thrash=Thrash(strikes=2, paused_at=5_000))
    assert [resting_status(now, measure(now)).phase for now in (unwanted, over)] == ["idle", "idle"]


def test_M3_tools_that_wait_are_named_beside_what_was_trimmed() -> None:
    tools = tuple(ToolSpec(f"tool{n}", "", {}) for n in range(3))
    waiting = Offering((*tools[:1], ToolSpec(MORE, "", {})), withdrawn=("tool1", "tool2"), dropped=("tool2",))
    report = build_report(state(talk(1)), Extras(offering=waiting))
    assert [render(told) for told in report.budgets[0].trimmed] == [
        "2 tools wait behind more_tools to save room (tool1, tool2)"
    ]
    assert report.budgets[1].trimmed == ()
    assert "set aside for now: tool2" in render(report.alarms[0])


def test_M3_two_hundred_snippets_keep_to_their_room_and_the_meter_names_them() -> None:
    snippets = "\n".join(f"Snippet {n}: what was once said of berth {n} and its keeper." for n in range(200))
    files = tuple(PromptSection("files", f"{n} {snippets}", name=f"f{n}.md", used_ms=n) for n in range(3))
    found = numbered([tool("c", "recall", snippets)])[0]
    shown = intake(found, thresholds(8_192), ByteCounter(), "en")
    turns = talk(2)
    log = numbered([*turns, user("And berth 7?"), assistant("", call("c", "recall")), replace(found, intake=shown)])
    now = state(log, system=(PromptSection("persona", "You are a test."), *files))
    report = build_report(now, Extras())
    sizes = {part.key: part.tokens for part in report.parts}
    room = now.thresholds.budgets
    assert ByteCounter().text(snippets) > room.tool_result
    assert sizes["recent"] <= room.tool_result + 300
    assert sizes["files"] <= room.system_prompt
    assert [line.key for line in report.budgets if line.trimmed] == ["files"]
    request = build_request(replace(now, log=(*log, *numbered([user("Well?")], start=len(log) + 1))), model())
    said = [part.text for message in request.messages for part in message.parts if isinstance(part, TextPart)]
    assert "And berth 7?" in said
    assert "Well?" in said


def test_the_budgets_tell_of_skills_that_were_read_and_of_files_that_are_not_in_force() -> None:
    """Fault U6: the lines of the report are what the next request holds, item by item."""
    asked = Message("assistant", (ToolCallPart("s", "skill", '{"name": "pdf"}'),))
    log = numbered([user("fill it"), asked, tool("s", "skill", "body " * 900), assistant("done")])
    sections = (
        PERSONA,
        PromptSection("skills", "- pdf: forms", name="pdf", source="pdf"),
        PromptSection("files", "<file>rules</file>", name="AGENTS.md", source="/p/AGENTS.md"),
    )
    changed = BudgetItem("files", "AGENTS.md", "/p/AGENTS.md", change="changed")
    new = BudgetItem("files", "CLAUDE.md", "/p/CLAUDE.md", state="out", change="new")
    report = build_report(state(log, system=sections), Extras(contents=(changed, new)))
    lines = {line.key: line for line in report.budgets}
    skills = lines["skills"]
    assert [(item.name, item.state) for item in skills.items] == [("pdf", "whole"), ("pdf", "body")]
    assert skills.used == sum(item.tokens for item in skills.items)
    assert skills.state == "red"
    assert [(item.name, item.change, item.state) for item in lines["files"].items] == [
        ("AGENTS.md", "changed", "whole"),
        ("CLAUDE.md", "new", "out"),
    ]
    assert lines["total"].used == sum(item.tokens for item in lines["total"].items)
