"""The X-ray shows the very request, and its tokens are the report's."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.context.logs import FILE, IMAGE, broken_logs, call, logs, numbered, step, talk
from tests.context.squeeze import passed, squeezed
from tests.context.states import PERSONA, model, state
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.invariants import violations
from weclaw_desktop.context.log import newest_ask
from weclaw_desktop.context.offering import Group, Offering
from weclaw_desktop.context.report import Extras, build_report
from weclaw_desktop.context.request import build_request, next_request
from weclaw_desktop.context.strategies import BUILT_IN, strategy
from weclaw_desktop.context.xray import xray
from weclaw_desktop.core.catalogue import ENTRIES
from weclaw_desktop.core.messages import Intake, Log, Message, TextPart, assistant, tool, user
from weclaw_desktop.core.models import Calibration, ToolSpec
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.report import PartKey
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.skills import SKILL
from weclaw_desktop.core.text import render, text
from weclaw_desktop.core.xray import STATES, Xray

TOOL = ToolSpec("read_file", "Read a file.", {"type": "object", "properties": {"path": {"type": "string"}}})
OTHER = ToolSpec("search", "Search the files.", {"type": "object"})
SPEC = model(400_000)


def seen(now: State, draft: Message | None = None, offering: Offering | None = None) -> Xray:
    """The X-ray of what sending ``draft`` would send, checked against the report."""
    request = next_request(now, SPEC, draft)
    made = xray(now, request, offering or Offering(now.tools))
    check(now, made)
    return made


def check(now: State, made: Xray) -> None:
    report = build_report(now, Extras())
    assert (made.total, made.load, made.draft) == (report.load + report.draft, report.load, report.draft)
    by_key: dict[PartKey, int] = {}
    for part in made.parts:
        by_key[part.key] = by_key.get(part.key, 0) + part.tokens
    assert {key: tokens for key, tokens in by_key.items() if tokens} == {p.key: p.tokens for p in report.parts}
    for part in made.parts:
        assert part.state in STATES
        assert part.tokens >= 0
        assert part.sent or not part.tokens
        assert part.reason.key in ENTRIES
        assert part.title.key in ENTRIES
        assert "{" not in render(part.reason, "zh") + render(part.title, "zh")
    places = [part.place for part in made.parts if part.place >= 0]
    assert places == sorted(places)
    assert set(places) == set(range(len(made.request.messages)))
    named = [part.source for part in made.parts if part.source and part.key != "attachments"]
    assert sorted(named) == sorted(message.id for message in now.log)


@pytest.mark.parametrize("name", BUILT_IN)
@settings(max_examples=20)
@given(
    log=st.one_of(logs(), broken_logs()),
    k=st.sampled_from((0.6, 1.0, 1.37)),
    drafted=st.booleans(),
    pin=st.integers(0, 9),
)
def test_U2_parts_add_up_to_the_report_under_every_strategy(
    name: str, log: Log, k: float, drafted: bool, pin: int
) -> None:
    log = tuple(replace(m, pinned=i == pin) for i, m in enumerate(log))
    sections = (PERSONA, PromptSection("skills", "s " * 30, name="s"), PromptSection("memory", "m " * 30))
    now = squeezed(log, system=sections, tools=(TOOL, OTHER), calibration=Calibration(k, 3), draft=9 if drafted else 0)
    draft = Message("user", (TextPart("And now?"), IMAGE)) if drafted else None
    seen(now, draft)
    made = passed(strategy(name), now) if newest_ask(log) is not None else None
    if isinstance(made, Record):
        seen(replace(now, record=made), draft)


@settings(max_examples=20)
@given(log=logs())
def test_U6_what_is_shown_is_what_is_sent(log: Log) -> None:
    """The request looked at before sending is the one that is built once the message stands in the log."""
    draft = user("And now?")
    looked = next_request(state(log, 400_000), SPEC, draft)
    stored = (*log, *numbered([draft], start=len(log) + 1))
    sent = build_request(state(stored, 400_000), SPEC)
    assert [(m.role, m.parts, m.form) for m in looked.messages] == [(m.role, m.parts, m.form) for m in sent.messages]
    assert (looked.system, looked.tools) == (sent.system, sent.tools)
    assert violations(sent, log=stored) == []


def test_the_place_of_a_message_that_nobody_wrote_stays_empty() -> None:
    answered = talk(2)
    assert next_request(state(answered), SPEC).messages[-1].source == answered[-1].id
    asked = answered[:-1]
    assert next_request(state(asked), SPEC).messages == build_request(state(asked), SPEC).messages
    assert next_request(state(()), SPEC).messages == ()


def test_a_draft_that_is_too_long_says_how_it_will_go() -> None:
    long = user("a very long text", intake=Intake(text="a … text", capped=True))
    part = seen(state(talk(1), draft=9), long).parts[-1]
    assert (part.key, part.state, part.text, part.tokens) == ("draft", "shortened", "a … text", 9)


def test_what_is_not_sent_stands_greyed_in_its_place() -> None:
    log = tuple(replace(m, excluded=m.seq == 6) for m in talk(5))
    block = ContextBlock("frame", ledger="facts", digest="passages")
    record = Record("adaptive", "digest", "", cut_id=log[4].id, block=block, first_seq=1, last_seq=4, count=4)
    made = seen(state(log, record=record), user("next"))
    order = [part.key if part.key != "recent" else f"m{part.seq}" for part in made.parts]
    assert order == [
        "system", "notice", "m1", "m2", "m3", "m4", "frame", "ledger", "digest", "frame",
        "m5", "m6", "m7", "m8", "m9", "m10", "draft",
    ]  # fmt: skip
    parts = {part.seq: part for part in made.parts if part.seq}
    assert (parts[1].state, parts[1].sent, parts[1].whole > 0) == ("summarised", False, True)
    assert (parts[6].state, parts[6].excluded) == ("left_out", True)
    assert parts[5].sent
    assert parts[2].text == log[1].text


def test_tools_that_wait_and_sections_that_were_trimmed_are_named() -> None:
    files = PromptSection("files", "first line\n" + "word " * 9_000, name="AGENTS.md")
    memory = PromptSection("memory", "m " * 9_000)
    now = state(talk(1), system=(PERSONA, files, memory), tools=(TOOL,))
    waiting = Offering((TOOL,), (Group("tools", (TOOL, OTHER)),), withdrawn=("search",))
    made = seen(now, offering=waiting)
    found = {render(part.title): part for part in made.parts if part.role in ("system", "tools")}
    assert found["Tool read_file"].state == "verbatim"
    assert (found["Tool search"].state, found["Tool search"].tokens) == ("left_out", 0)
    assert found["Tool search"].whole > 0
    shortened = next(part for title, part in found.items() if "AGENTS.md" in title)
    assert shortened.state == "shortened"
    assert shortened.whole > shortened.tokens > 0
    dropped = next(part for part in made.parts if part.key == "memory")
    assert (dropped.state, dropped.sent) == ("left_out", False)


def test_the_lines_over_skills_and_files_are_told_from_them() -> None:
    sections = (
        PERSONA,
        PromptSection("skills", "How skills are used.", whole=True),
        PromptSection("skills", "Verse.", name="poet", line="Writes verse"),
        PromptSection("files", "What files are.", whole=True),
        PromptSection("files", "No sleeps.", name="AGENTS.md"),
    )
    made = seen(state(talk(1), system=sections))
    titles = [render(part.title) for part in made.parts if part.key in ("skills", "files")]
    assert titles == ["About the skills", "Skill: poet", "About the files", "File: AGENTS.md"]


def test_a_skill_that_was_trimmed_keeps_name_and_line() -> None:
    skill = PromptSection("skills", "word " * 20_000, name="poet", line="Writes verse")
    made = seen(state(talk(1), system=(PERSONA, skill)))
    part = next(part for part in made.parts if part.key == "skills")
    assert (part.state, part.text) == ("shortened", "- poet: Writes verse")


def test_attachments_and_read_skills_count_to_their_own_parts() -> None:
    said = Message("user", (TextPart("look"), IMAGE, FILE))
    read = assistant("", call("c", SKILL, '{"name": "poet"}'), call("d"))
    log = numbered([said, read, tool("c", SKILL, "Verse. " * 50), tool("d", "read_file", "one"), user("so")])
    made = seen(state(log, 32_768))
    assert [(part.key, part.tokens > 0) for part in made.parts if part.seq] == [
        ("recent", True), ("attachments", True), ("attachments", True),
        ("recent", True), ("skills", True), ("recent", True), ("recent", True),
    ]  # fmt: skip


def test_stubs_and_lines_that_providers_ask_for_are_explained() -> None:
    log = numbered([user("a"), *step("1", "one"), assistant("", call("2"), state="interrupted"), user("b")])
    stub = next(part for part in seen(state(log)).parts if part.reason.key == "xray.why.stub")
    assert (stub.role, stub.source) == ("tool", "")
    assert stub.tokens > 0
    now = state(talk(2))
    going_on = xray(now, build_request(now, SPEC), Offering(()))
    check(now, going_on)
    added = [part for part in going_on.parts if part.reason.key == "xray.why.added"]
    assert [part.tokens for part in added] == [0]


def test_what_a_message_holds_is_written_as_one_reads_it() -> None:
    log = numbered([user("a"), *step("1", "one", said="I look."), user("b")])
    spoken = next(part for part in seen(state(log)).parts if part.seq == 2)
    assert spoken.text == 'I look.\n\nread_file({"path": "a.txt"})'


def test_a_message_that_no_provider_would_take_says_so_and_the_sum_still_holds() -> None:
    now = state(talk(2))
    request = next_request(now, SPEC, user("And now?"))
    made = xray(now, replace(request, messages=(*request.messages[:1], *request.messages[2:])), Offering(()))
    check(now, made)
    assert [part.reason.key for part in made.parts if part.seq == 2] == ["xray.why.unsendable"]


def test_K12_words_that_were_pinned_are_a_part_of_their_own_with_and_without_a_compression() -> None:
    log = talk(5)
    pins = (Pin("p1", "chat", "Always metric units."),)
    alone = seen(state(log, pins=pins), user("next"))
    pinned = next(part for part in alone.parts if part.key == "pins")
    assert (pinned.state, pinned.sent) == ("pinned", True)
    assert "Always metric units." in pinned.text
    block = ContextBlock("frame", rules=f"{render(text('engine.rules'))}\n- [m1] Be brief.", digest="passages")
    record = Record("adaptive", "digest", "", cut_id=log[4].id, block=block, first_seq=1, last_seq=4, count=4)
    both = {part.key: part for part in seen(state(log, record=record, pins=pins), user("next")).parts}
    assert "Always metric units." in both["pins"].text
    assert "Be brief." in both["rules"].text
    assert "metric" not in both["rules"].text
