"""The passes together: early exit, batches, what stays, P1–P9."""

from __future__ import annotations

import json
import re
from dataclasses import replace

from tests.context.counting import ByteCounter
from tests.context.logs import call, numbered, step
from tests.context.states import state
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.passes import Passed, run, worth_committing
from weclaw_desktop.context.passes.span import Span
from weclaw_desktop.context.request import messages_of
from weclaw_desktop.context.units import answered
from weclaw_desktop.core.messages import Log, Message, ToolCallPart, ToolResultPart, assistant, tool, user
from weclaw_desktop.core.records import Record, Replacement
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import Language
from weclaw_desktop.services.wire import to_openai

ROWS = json.dumps({"rows": [{"id": f"item_{i}", "price": 100 + i, "note": "plain words here " * 6} for i in range(12)]})
LONG = "line of ordinary output that repeats\n" * 40


def span(log: Log, end: int | None = None, start: int = 0, language: Language = "en", **more: object) -> Span:
    made = Span(log, start, len(log) if end is None else end, answered(log), ByteCounter(), EngineCache(), language)
    return replace(made, **more)  # pyright: ignore[reportArgumentType] -- fields of Span


def by_seq(log: Log, passed: Passed) -> dict[int, Replacement]:
    seqs = {message.id: message.seq for message in log}
    return {seqs[r.message_id]: r for r in passed.replacements}


def test_an_old_result_becomes_a_line_with_its_new_values_and_its_id() -> None:
    log = numbered([user("Look."), *step("c", ROWS, name="lookup"), user("Thanks"), assistant("ok")])
    found = by_seq(log, run(span(log, 3)))
    assert set(found) == {3}
    assert found[3].kind == "line"
    assert found[3].text.startswith("[a3] → 12 items\n")  # the call in front of it says what was looked up
    assert "item_0, 100" in found[3].text
    assert len(found[3].text) < len(ROWS) / 2


def test_values_that_the_chat_repeats_are_not_kept_twice() -> None:
    said = assistant("Ids: item_0, item_1, item_2. id: item_0, id: item_1, price: 100, price: 101, 102.")
    log = numbered([user("Look."), *step("c", ROWS, name="lookup"), said, user("Thanks")])
    alone = numbered([user("Look."), *step("c", ROWS, name="lookup"), user("Thanks")])
    held = by_seq(log, run(span(log, 3)))[3].text
    free = by_seq(alone, run(span(alone, 3)))[3].text
    assert held != free


def test_P9_run_twice_changes_nothing() -> None:
    log = numbered([user("a"), *step("c", ROWS), *step("d", ROWS), *step("e", LONG), user("b")])
    first = run(span(log))
    again = run(span(log, previous=first.replacements))
    assert again.replacements == first.replacements
    assert (again.added, again.saved) == (0, 0)


def test_P3_a_result_that_quotes_a_shortening_mark_is_shortened_too() -> None:
    log = numbered([user("a"), *step("c", "[a3] read a.txt → 40 lines\n" + LONG), user("b")])
    assert by_seq(log, run(span(log)))[3].kind == "line"


def test_P2_equal_output_of_two_tools_is_kept_apart() -> None:
    text = "short enough to be no line " * 9
    log = numbered([user("a"), *step("c", text, name="one"), *step("d", text, name="two"), user("b")])
    assert not [r for r in run(span(log)).replacements if r.kind == "stub"]


def test_P2_a_repeated_call_points_to_the_earliest_which_stays() -> None:
    log = numbered([user("a"), *step("c", LONG), *step("d", LONG), user("b")])
    found = by_seq(log, run(span(log)))
    assert found[5].kind == "stub"
    assert "a3" in found[5].text
    assert "a5" in found[5].text


def test_P2_a_newer_different_read_of_the_same_path_wins() -> None:
    changed = LONG.replace("ordinary", "changed")
    log = numbered([user("a"), *step("c", LONG), *step("d", changed), user("b")])
    found = by_seq(log, run(span(log, 3)))
    assert found[3].kind == "stub"
    assert "a5" in found[3].text


def test_a_stub_whose_original_fell_behind_the_cut_gets_its_text_back() -> None:
    log = numbered([user("a"), *step("c", LONG), user("b"), *step("d", LONG), user("e")])
    stub = next(r for r in run(span(log)).replacements if r.kind == "stub")
    kept = run(span(log, end=4, start=3, previous=(stub,)))
    assert kept.replacements == ()
    still = run(span(log, end=4, previous=(stub,)))
    assert stub in still.replacements


def test_P1_long_arguments_still_parse_and_name_their_message() -> None:
    content = '第一行\n\t"quoted" \\ back\n' * 2_000
    arguments = json.dumps(
        {"path": "a/文件.txt", "content": content, "list": list(range(90)), "map": {str(i): i for i in range(60)}}
    )
    asked = assistant("", call("c", "write_file", arguments))
    log = numbered([user("a"), asked, tool("c", "write_file", "ok"), user("b")])
    found = by_seq(log, run(span(log)))[2]
    assert found.kind == "arguments"
    assert found.call == 0
    read = json.loads(found.text)
    assert read["path"] == "a/文件.txt"
    assert read["content"].endswith("m2⟧")
    assert len(found.text) < 1_500
    assert run(span(log, previous=(found,))).added == 0


def test_K6_arguments_of_an_unanswered_call_stay() -> None:
    log = numbered([user("a"), assistant("", call("c", "write_file", json.dumps({"content": "x" * 900})))])
    assert run(span(log)).replacements == ()


def test_K12_pinned_results_and_calls_stay() -> None:
    log = numbered([user("a"), *step("c", LONG), *step("d", ROWS), user("b")])
    pinned = tuple(replace(message, pinned=True) for message in log)
    assert run(span(pinned)).replacements == ()
    line = run(span(log)).replacements
    assert run(span(pinned, previous=line)).replacements == ()


def test_what_was_asked_is_told_where_the_call_in_front_does_not_show_it() -> None:
    long = json.dumps({"pattern": "needle", "paths": [f"src/part_{n}.py" for n in range(60)]})
    asked = assistant("", call("c", "grep", long))
    log = numbered([user("find it"), asked, tool("c", "grep", LONG), user("b")])
    found = run(span(log)).replacements
    assert [r.kind for r in found] == ["line", "arguments"]
    assert found[0].text.startswith("[a3] searched for needle → ")


def test_values_that_the_call_in_front_shows_are_not_told_again() -> None:
    rows = json.dumps([{"berth": f"berth_{n}", "depth": 100 + n} for n in range(20)])
    asked = assistant("", call("c", "lookup", json.dumps({"berth": "berth_3", "depth": 103})))
    log = numbered([user("Look."), asked, tool("c", "lookup", rows), user("b")])
    text = by_seq(log, run(span(log)))[3].text
    assert "berth_4" in text
    assert "berth_3" not in text


def test_P8_forty_searches_keep_query_outcome_and_id() -> None:
    messages: list[Message] = [user("find it")]
    for number in range(46):
        asked = call(f"c{number}", "grep", json.dumps({"pattern": f"needle_{number}"}))
        hits = "\n".join(f"src/file_{number}_{i}.py: match of the word here" for i in range(12))
        messages += [assistant("", asked), tool(f"c{number}", "grep", hits)]
    log = numbered([*messages, user("go on")])
    record = Record("pipeline", "passes", "", replacements=run(span(log)).replacements)
    sent = to_openai(ModelRequest("", (), messages_of(state(log, record=record))))
    assert len(record.replacements) == 46
    for number in range(46):
        asked, told = sent[1 + 2 * number], sent[2 + 2 * number]
        assert f'needle_{number}"' in str(asked["tool_calls"])
        assert str(told["content"]).startswith(f"[a{3 + 2 * number}] → 12 matches")


def test_P4_no_type_is_exempt() -> None:
    log = numbered([user("a"), *[m for i in range(10) for m in step(f"c{i}", f"# Page {i}\n" + LONG)], user("b")])
    assert len(run(span(log)).replacements) == 10


def test_small_results_and_excluded_ones_stay() -> None:
    log = numbered([user("a"), *step("c", "ok"), *step("d", LONG), user("b")])
    hidden = tuple(replace(m, excluded=m.seq == 5) for m in log)
    assert run(span(hidden)).replacements == ()


def test_orphans_are_left_to_the_view() -> None:
    log = numbered([user("a"), tool("nobody", "t", LONG), Message("tool", ()), user("b")])
    assert run(span(log)).replacements == ()


def one_liner(call: ToolCallPart, result: ToolResultPart, language: Language) -> str:
    return f"{call.name} {language} " + "x" * 400 + result.name


def test_numbers_of_source_lines_are_no_facts_worth_a_place() -> None:
    code = "\n".join(f"{number}:    wait for a short while here" for number in range(9_100, 9_160))
    prices = "\n".join(f"{number} crowns in May" for number in range(9_100, 9_160))
    log = numbered([user("See line 9101."), *step("c", code, name="peek"), *step("d", prices, name="peek"), user("b")])
    found = by_seq(log, run(span(log)))
    assert "9120" not in found[3].text
    assert "\n" not in found[3].text
    assert re.search(r"91\d\d crowns", found[5].text)


def test_values_of_lines_in_force_are_not_kept_again() -> None:
    other = ROWS.replace("plain words", "other words")
    log = numbered([user("a"), *step("c", ROWS, name="one"), *step("d", other, name="two"), user("b")])
    first = run(span(log[:3]))
    later = by_seq(log, run(span(log, previous=first.replacements)))
    assert "item_0" in later[3].text
    assert "item_0" not in later[5].text


def test_one_liners_of_tools_are_used_and_clipped() -> None:
    log = numbered([user("a"), *step("c", LONG, name="mine"), user("b")])
    found = run(span(log, one_liners={"mine": one_liner}))
    assert found.replacements[0].text.split("\n")[0].startswith("[a3] mine en xxx")
    assert len(found.replacements[0].text.split("\n")[0]) < 220


def failing(call: ToolCallPart, result: ToolResultPart, language: Language) -> str:
    raise ValueError(call.name + result.name + language)


def test_a_one_liner_that_fails_leaves_the_built_in_sentence() -> None:
    log = numbered([user("a"), *step("c", LONG, name="mine"), user("b")])
    assert run(span(log, one_liners={"mine": failing})).replacements == run(span(log)).replacements


def test_an_error_supersedes_no_good_read() -> None:
    failed = [assistant("", call("d")), tool("d", "read_file", "gone " * 60, is_error=True)]
    log = numbered([user("a"), *step("c", LONG), *failed, user("b")])
    assert by_seq(log, run(span(log)))[3].kind == "line"


def test_what_would_not_get_smaller_stays() -> None:
    name = "tool_with_a_name_" * 12
    dense = json.dumps({f"key_{i}": f"id_{i + 100_000}" for i in range(10)})
    log = numbered([user("a"), *step("c", dense, name=name), *step("d", dense, name=name), user("b")])
    found = by_seq(log, run(span(log)))
    assert len(dense) > 200
    assert 3 not in found
    assert found[5].kind == "line"  # a pointer with such a name would be longer than the text
    many = json.dumps({f"key_{i:02}": f"value {i:05}" for i in range(23)})
    asked = assistant("", call("c", "note", many))
    assert len(many) > 500
    assert run(span(numbered([user("a"), asked, tool("c", "note", "ok"), user("b")]))).replacements == ()


def test_P6_a_commit_needs_a_batch() -> None:
    assert not worth_committing(2_000, 21_000)
    assert worth_committing(4_200, 21_000)
    assert not worth_committing(4_200, 72_000)
    assert worth_committing(7_200, 72_000)
