"""Calls that a local model writes as text: found, and never taken for an answer or the other way round."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

import pytest

from weclaw_desktop.core.errors import StreamBroken
from weclaw_desktop.core.stream import CallDelta, Finished, ModelEvent, Reading, TextDelta
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.local.calls_in_text import CallReader, reading_calls, written_call

NAMES = ("read_file", "current_time")
CALL = '{"name": "read_file", "arguments": {"path": "a.txt"}}'


def play(pieces: Iterable[str | ModelEvent]) -> list[ModelEvent]:
    reader = CallReader(NAMES)
    events = [TextDelta(piece) if isinstance(piece, str) else piece for piece in pieces]
    return [made for event in (*events, Finished("stop")) for made in reader.feed(event)]


def said(events: list[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


@pytest.mark.parametrize(
    "reply",
    [
        CALL,
        f"```json\n{CALL}\n```",
        f"```\n{CALL}\n```",
        f"Let me look.\n```json\n{CALL}\n```",
        f"<tool_call>\n{CALL}\n</tool_call>",
        '{"tool": "read_file", "arguments": {"path": "a.txt"}}',
        '{"type": "function", "function": {"name": "read_file", "arguments": {"path": "a.txt"}}}',
        '{"function": "read_file", "parameters": {"path": "a.txt"}}',
        '{"name": "read_file", "arguments": "{\\"path\\": \\"a.txt\\"}"}',
    ],
)
def test_O3_a_call_written_as_text_is_a_call(reply: str) -> None:
    name, arguments = written_call(reply, NAMES) or pytest.fail("no call")
    assert (name, json.loads(arguments)) == ("read_file", {"path": "a.txt"})
    events = play(reply)
    assert any(isinstance(event, CallDelta) and event.name == "read_file" for event in events)
    assert events[-1] == Finished("tool_calls")
    assert "{" not in said(events) or reply.startswith(("Let", "```\n"))


@pytest.mark.parametrize(
    "reply",
    [
        "Just words.",
        "",
        "[1, 2]",
        '{"name": "Li Wei", "age": 3}',
        '{"name": "erase", "arguments": {}}',
        '{"city": "Oslo"}',
        '```python\nprint("hi")\n```',
        '{"tool": "read_file", "argum',
        f"{'A long explanation. ' * 20}\n```json\n{CALL}\n```",
        f'{{"tool": "none"}}\nA call looks like this:\n```json\n{CALL}\n```',
    ],
)
def test_O3_an_answer_stays_an_answer_however_it_arrives(reply: str) -> None:
    for events in (play(reply), play([reply])):
        assert said(events) == reply.removeprefix('{"tool": "none"}\n')
        assert not any(isinstance(event, CallDelta) for event in events)
        assert events[-1] == Finished("stop")


def test_an_answer_is_passed_on_as_it_comes() -> None:
    reader = CallReader(NAMES)
    assert [list(reader.feed(TextDelta(piece))) for piece in ('{"tool"', ': "none"}', "\n", "\n", "4", "2")] == [
        [], [], [], [], [TextDelta("4")], [TextDelta("2")],
    ]  # fmt: skip
    other = CallReader(NAMES)
    assert list(other.feed(TextDelta("Hel"))) == [TextDelta("Hel")]
    assert list(other.feed(Reading(1, 2))) == [Reading(1, 2)]


def test_the_schema_form_shows_its_answer_as_it_grows() -> None:
    events = play('{"tool": "none", "answer": "Hello \\"you\\""}')
    assert said(events) == 'Hello "you"'
    assert len(events) > 5
    assert said(play('{"tool": "none", "answer": ""}')) == ""
    assert said(play('{"tool": "none"}')) == ""


def test_a_native_call_beside_text_is_left_as_it_is() -> None:
    events = play([CALL, CallDelta(0, "c1", "current_time", "{}")])
    assert [event for event in events if isinstance(event, CallDelta)] == [CallDelta(0, "c1", "current_time", "{}")]
    assert said(events) == CALL


async def test_R3_what_was_held_back_is_kept_when_the_stream_breaks() -> None:
    async def broken() -> AsyncGenerator[ModelEvent]:
        yield TextDelta('{"tool": "read')
        raise StreamBroken(text("llm.closed"))

    seen: list[ModelEvent] = []

    async def read() -> None:
        async with aclosing(reading_calls(broken(), NAMES)) as events:
            async for event in events:
                seen.append(event)

    with pytest.raises(StreamBroken):
        await read()
    assert said(seen) == '{"tool": "read'
