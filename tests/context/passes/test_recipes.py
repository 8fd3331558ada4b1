"""One-liners: every family of tools says what was asked and what came of it, in two languages."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.passes.recipes import LINE_CHARS, RECIPES, TABLE, line, plain_name
from weclaw_desktop.core.messages import ToolCallPart, ToolResultPart


def told(name: str, arguments: object, output: str, language: str = "en", *, is_error: bool = False) -> str:
    asked = ToolCallPart("c", name, arguments if isinstance(arguments, str) else json.dumps(arguments))
    return line(asked, ToolResultPart("c", name, output, is_error), "zh" if language == "zh" else "en")


@pytest.mark.parametrize(
    ("name", "arguments", "output", "expected"),
    [
        ("read_file", {"path": "src/a.py"}, "1\n2\n3", "read src/a.py → 3 lines"),
        ("mcp__files__read_file", {"path": "b"}, "1", "read b → 1 lines"),
        ("grep", {"pattern": "x", "path": "src"}, "a:x\nb:x", "searched for x · src → 2 matches"),
        ("grep", {"pattern": "x"}, "No matches found", "searched for x → 0 matches"),
        ("glob", {"pattern": "*.py"}, '["a.py", "b.py"]', "looked for files *.py → 2 matches"),
        ("bash", {"command": "make test"}, "…\n3 passed, 1 failed in 2 s", "ran make test → 3 passed, 1 failed"),
        ("bash", {"command": "ls"}, "a\nExit code: 2", "ran ls → exit 2, 2 lines"),
        ("bash", {"command": "ls"}, "a\nb", "ran ls → 2 lines: a"),
        ("bash", {"command": "ls"}, "a\n" * 9, "ran ls → 9 lines"),
        ("bash", {"command": "true"}, "", "ran true → 0 lines"),
        ("mcp.calendar.list_events", {"start": "2031-04-02"}, "[1, 2]", "looked at the calendar 2031-04-02 → 2 items"),
        ("gmail__search_emails", {"query": "berth"}, '[{"id": 1}]', "looked at mail berth → 1 items"),
        ("harbour__book_berth", {"berth": 12}, '{"a": 1, "b": 2}', "harbour__book_berth(12) → 2 fields"),
        ("mcp.harbour.book_berth", {"berth": 12}, "[3]", "mcp.harbour.book_berth(12) → 1 items"),
        ("search_direct_flight", {"from": "AAA", "to": "BBB"}, "[]", "search_direct_flight(AAA, BBB) → 0 items"),
        ("fetch", {"url": "https://x.example"}, "HTTP/1.1 404 Not Found", "requested https://x.example → HTTP 404"),
        ("fetch", {"url": "https://x.example"}, "hello", "requested https://x.example → 5 characters"),
        ("web_search", {"query": "berths"}, '[{"t": 1}]', "searched the web for berths → 1 items"),
        ("sql", {"query": "select 1"}, '{"rows": [1, 2]}', "queried select 1 → 2 items"),
        ("sql", {"query": "select 1"}, '{"a": 1}', "queried select 1 → 1 fields"),
        ("sql", {"query": "select 1"}, "a|b", "queried select 1 → 1 lines"),
        ("sql", {"query": "select 1"}, "{broken", "queried select 1 → 1 lines"),
        ("write_file", {"path": "a"}, "\nsaved 3 bytes", "wrote a → saved 3 bytes"),
        ("todo_write", {"todos": ["a", "b"]}, "[]", "updated the plan a, b → 0 items"),
        ("get_weather_of_mars", {"day": "sol 9"}, "dusty", "get_weather_of_mars(sol 9) → 1 lines"),
        ("python", "print(1)", "1", "ran Python print(1) → 1 lines: 1"),
        ("python", {"odd": 1}, "1", "ran Python 1 → 1 lines: 1"),
    ],
)
def test_a_line_tells_what_was_asked_and_the_outcome(name: str, arguments: object, output: str, expected: str) -> None:
    assert told(name, arguments, output).startswith(expected)


def test_failures_say_why() -> None:
    assert told("bash", {"command": "x"}, "boom\nValueError: bad", is_error=True) == "ran x → failed: ValueError: bad"
    assert "failed: Error: flight full" in told("book", {"id": "1"}, "Error: flight full")


def test_what_a_command_failed_with_is_told() -> None:
    trace = "\n".join(f'  File "a.py", line {n}, in f' for n in range(9))
    output = f"Traceback (most recent call last):\n{trace}\nTypeError: integer expected, got float\n(open: a.py)\n$"
    assert told("bash", {"command": "a.py"}, output).endswith("→ 13 lines: TypeError: integer expected, got float")
    output = "a\n" * 9 + "error[E0308]: mismatched types"
    assert told("make", {"target": "x"}, output).endswith("→ 10 lines: error[E0308]: mismatched types")
    assert told("bash", {"command": "x"}, "an error: none\n" * 9).endswith("→ 9 lines")


def test_lines_are_in_the_chat_language() -> None:
    assert told("read_file", {"path": "甲.txt"}, "一\n二", "zh") == "读取 甲.txt → 2 行"


def test_without_a_call_the_result_names_the_tool() -> None:
    assert line(None, ToolResultPart("c", "thing", "a"), "en") == "thing() → 1 lines"
    assert line(None, ToolResultPart("c", "", "a"), "en") == "tool() → 1 lines"


def test_at_least_25_families_are_known_and_their_sentences_exist() -> None:
    assert len(TABLE) >= 25
    for name in RECIPES:
        assert "engine." not in told(name, {"path": "p", "query": "q", "command": "c"}, "out")
        assert "engine." not in told(name, {"path": "p"}, "out", "zh")


def test_names_lose_the_prefixes_of_servers() -> None:
    assert plain_name("mcp__github__get_file_contents") == "get_file_contents"
    assert plain_name("functions.Bash") == "bash"
    assert plain_name("github__search_code") == "search_code"
    assert plain_name("mcp.files.read_file") == "read_file"
    assert plain_name("mcp__read_file") == "read_file"
    assert plain_name("read-file") == "read_file"


def test_X3_secrets_in_commands_are_masked() -> None:
    assert "hunter2x" not in told("bash", {"command": "login --password=hunter2x"}, "ok")


@given(st.sampled_from(sorted(RECIPES)) | st.text(max_size=20), st.text(max_size=300), st.text(max_size=300))
def test_any_call_gives_one_short_line(name: str, arguments: str, output: str) -> None:
    found = told(name, arguments, output)
    assert len(found) <= LINE_CHARS
    assert "\n" not in found
