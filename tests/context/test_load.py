"""How large the next request is, and of what."""

from __future__ import annotations

import time
from dataclasses import replace

from hypothesis import given

from tests.context.counting import ByteCounter
from tests.context.logs import FILE, IMAGE, broken_logs, numbered, talk
from tests.context.states import PERSONA, state
from weclaw_desktop.context.load import measure, sections_of, system_of, total
from weclaw_desktop.core.messages import Log, Message, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.models import Calibration, ToolSpec
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.settings import Context

TOOL = ToolSpec("read_file", "Read a file.", {"type": "object", "properties": {"path": {"type": "string"}}})
CUT = Record("a", "digest", "", block=ContextBlock("frame", rules="Keep it short. " * 9, digest="facts " * 50))


def test_C4_system_prompt_schemas_arguments_results_and_attachments_are_all_counted() -> None:
    """The history is nearly all tool traffic, and fifty schemas stand before one short turn."""
    log = talk(2, tools=5, result=900)
    whole = measure(state(log, tools=(TOOL,) * 50))
    bare = measure(state(log[:1]))
    assert whole.part("schemas") == 50 * ByteCounter().tools((TOOL,))
    assert whole.part("recent") == sum(ByteCounter().message(m) for m in log)
    assert whole.fixed == whole.part("system") + whole.part("schemas")
    assert bare.total < whole.total
    pictures = numbered([Message("user", (TextPart("look"), IMAGE, FILE)), assistant("nice")])
    assert measure(state(pictures)).part("attachments") == ByteCounter().parts((IMAGE, FILE))


def test_C3_an_image_costs_what_the_counter_says() -> None:
    log = numbered([Message("user", (TextPart("look"), IMAGE, IMAGE))])
    assert measure(state(log)).part("attachments") == 2_004


def test_parts_add_up_to_the_total_and_the_draft() -> None:
    log = talk(4, tools=1)
    record = replace(CUT, cut_id=log[4].id, first_seq=1, last_seq=4, count=4)
    sections = (PERSONA, PromptSection("skills", "s " * 40), PromptSection("memory", "m " * 40))
    load = measure(
        state(log, 131_072, record, system=sections, tools=(TOOL,), draft=77, calibration=Calibration(1.3, 3))
    )
    assert sum(part.tokens for part in load.parts) == load.total + load.draft
    assert [part.key for part in load.parts] == [
        "system",
        "skills",
        "memory",
        "notice",
        "schemas",
        "frame",
        "rules",
        "digest",
        "recent",
        "draft",
    ]
    assert load.part("frame", "rules", "digest") == load.total - load.part(
        "system", "skills", "memory", "notice", "schemas", "recent"
    )
    assert load.view + load.fixed == load.total
    assert load.part("files") == 0


def test_C5_calibration_scales_what_is_sent_and_not_the_draft() -> None:
    log = talk(4, tools=2)
    plain, scaled = measure(state(log, draft=10)), measure(state(log, draft=10, calibration=Calibration(0.5, 1)))
    assert abs(scaled.total - plain.total / 2) <= 3
    assert scaled.draft == 10


def test_the_user_may_have_the_model_not_told() -> None:
    log = talk(4)
    record = replace(CUT, cut_id=log[4].id, count=4, last_seq=4)
    told = state(log, record=record)
    assert measure(told).part("notice") > 0
    assert [s.key for s in sections_of(told)] == ["persona", "notice"]
    assert not sections_of(told)[-1].stable
    untold = replace(told, settings=Context(tell_model=False))
    assert measure(untold).part("notice") == 0
    assert [s.key for s in sections_of(untold)] == ["persona"]


@given(broken_logs())
def test_U1_the_load_is_the_sum_of_what_would_be_sent(log: Log) -> None:
    from weclaw_desktop.context.view import view

    load = measure(state(log))
    assert total(state(log), system_of(state(log))) == load.total
    assert load.view == sum(m.tokens for m in view(log, None, ByteCounter(), "en"))
    assert all(part.tokens > 0 for part in load.parts)


def test_A5_after_a_turn_of_a_16_000_message_chat_a_check_costs_the_new_messages_only() -> None:
    log = tuple(replace(m, tokens={"bytes": 20}) for m in talk(8_000))
    now = state(log, 131_072, tools=(TOOL,))
    measure(now)
    counter = now.counter
    assert isinstance(counter, ByteCounter)
    spent, took = counter.calls, list[float]()
    for turn in range(5):
        log = (*log, *numbered([user("new"), assistant("answer")], start=20_000 + 2 * turn))
        now = replace(now, log=log)
        begun = time.perf_counter()
        measure(now)
        took.append(time.perf_counter() - begun)
    assert counter.calls - spent <= 10
    assert min(took) < 0.005


def test_C4_the_texts_of_skills_among_the_messages_count_to_the_skills() -> None:
    """Every token is counted once, and a pass that demotes a skill gives its room back to the budget."""
    asked = Message("assistant", (ToolCallPart("s", "skill", '{"name": "pdf"}'),))
    again = Message("assistant", (ToolCallPart("t", "skill", '{"name": "pdf"}'),))
    read = (asked, tool("s", "skill", "body " * 60), again, tool("t", "skill", "more " * 60))
    log = numbered([user("fill the form"), *read, assistant("done")])
    sections = (PERSONA, PromptSection("skills", "- pdf: forms", name="pdf"))
    now = state(log, 131_072, system=sections)
    load = measure(now)
    bodies = sum(ByteCounter().message(message) for message in log if message.role == "tool")
    assert load.skills == (("pdf", bodies),)
    assert load.part("skills") == bodies + ByteCounter().text("- pdf: forms")
    assert sum(part.tokens for part in load.parts) == load.total
    line = Record("a", "passes", "", replacements=(Replacement(log[2].id, "[a3] read skill pdf", "line", "a3"),))
    assert measure(replace(now, record=line)).skills == (("pdf", ByteCounter().message(log[4])),)
