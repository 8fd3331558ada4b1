"""Transcripts of any shape are read, what is broken in them is named."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import ReasoningPart, ToolCallPart
from weclaw_desktop.core.text import render
from weclaw_desktop.services.transcripts import joined, read

CALL = {"id": "c1", "type": "function", "function": {"name": "look", "arguments": '{"a": 1}'}}
CHAT = [
    {"role": "system", "content": "Be kind."},
    {"role": "user", "content": "hi"},
    {"role": "assistant", "content": None, "tool_calls": [CALL]},
    {"role": "tool", "tool_call_id": "c1", "content": "found"},
    {"role": "assistant", "content": "done", "reasoning_content": "hm"},
]


def test_a_list_an_object_and_lines_give_the_same() -> None:
    lines = "\n".join(json.dumps(message) for message in CHAT)
    found = [
        read(json.dumps(CHAT)),
        read(json.dumps({"messages": CHAT})),
        read("\ufeff" + lines.replace("\n", "\r\n\r\n")),
        read(json.dumps({"body": {"messages": CHAT}})),
        read(json.dumps([CHAT])),
    ]
    assert all(len(transcripts) == 1 for transcripts in found)
    assert len({transcripts[0].messages for transcripts in found}) == 1
    messages = found[0][0].messages
    assert [m.role for m in messages] == ["system", "user", "assistant", "tool", "assistant"]
    assert messages[2].calls == (ToolCallPart("c1", "look", '{"a": 1}'),)
    assert messages[3].result is not None
    assert messages[3].result.name == "look"
    assert isinstance(messages[4].parts[0], ReasoningPart)


def test_tools_are_read_in_both_shapes() -> None:
    flat = {"name": "a", "description": "d", "parameters": {"type": "object"}}
    data = {"messages": CHAT, "tools": [flat, {"type": "function", "function": {"name": "b"}}, {"odd": 1}, 3]}
    found = read(json.dumps(data))[0]
    assert [tool.name for tool in found.tools] == ["a", "b"]
    assert [render(reason) for reason in found.skipped] == ["tool 3", "tool 4"]


def test_E1_bad_items_are_named_and_the_rest_is_read() -> None:
    odd = [
        *CHAT,
        "text",
        {"role": "narrator", "content": "x"},
        {"role": "user", "content": [{"type": "text", "text": "a"}, "b", {"type": "image_url"}, 3]},
    ]
    found = read(json.dumps(odd))[0]
    assert [render(reason) for reason in found.skipped] == ["message 6", "message 7"]
    assert found.messages[-1].text == "a\nb\n[image_url]"


def test_K7_odd_calls_are_taken() -> None:
    odd = [
        {"role": "user", "content": {"type": "text", "text": {"value": "hi"}}},
        {
            "role": "assistant",
            "tool_calls": [{"function": {"arguments": None}}, 7],
            "function_call": {"name": "old", "arguments": {"x": 1}},
        },
        {"role": "tool", "content": 5},
        {"role": "function", "name": "old", "content": "r"},
        {"role": "tool", "tool_call_id": "nobody", "content": "orphan", "is_error": True},
    ]
    messages = read(json.dumps(odd))[0].messages
    assert [(c.name, c.arguments) for c in messages[1].calls] == [("tool", "{}"), ("tool", "{}"), ("old", '{"x": 1}')]
    assert [m.result.name for m in messages[2:] if m.result] == ["tool", "old", ""]
    assert messages[4].result is not None
    assert messages[4].result.is_error


def test_several_conversations_become_one_session_with_unique_calls() -> None:
    found = read("\n".join(json.dumps({"messages": CHAT, "tools": [{"name": "a"}]}) for _ in range(3)), "three")
    assert len(found) == 3
    whole = joined(found)
    assert len(whole.messages) == 15
    ids = [call.id for message in whole.messages for call in message.calls]
    assert ids == ["0.c1", "1.c1", "2.c1"]
    assert [m.result.call_id for m in whole.messages if m.result] == ids
    assert len(whole.tools) == 1
    assert joined(found[:1]) is found[0]


def test_sharegpt_is_read() -> None:
    found = read(json.dumps({"conversations": [{"from": "human", "value": "hi"}, {"from": "gpt", "value": "yo"}]}))
    assert [m.role for m in found[0].messages] == ["user", "assistant"]


@pytest.mark.parametrize("data", ["", "{}", "[]", '{"messages": 3}', "3", "null"])
def test_nothing_to_play_is_said(data: str) -> None:
    with pytest.raises(InputError):
        read(data, "file.json")


CHATGPT = {"id": "c", "title": "Trip", "mapping": {"n": {"id": "n", "message": None, "parent": None, "children": []}}}
CLAUDE = {"uuid": "u", "name": "", "chat_messages": [{"sender": "human", "text": "Where to?"}]}


@pytest.mark.parametrize(
    ("value", "program"),
    [([CHATGPT], "ChatGPT"), (CHATGPT, "ChatGPT"), ({"conversations": [CHATGPT]}, "ChatGPT"), ([CLAUDE], "Claude")],
)
def test_the_export_of_another_program_is_called_what_it_is(value: object, program: str) -> None:
    with pytest.raises(InputError, match=rf"^conversations\.json is an export of {program}, which is not understood"):
        read(json.dumps(value), "conversations.json")


def test_a_file_that_is_no_json_names_the_line() -> None:
    with pytest.raises(InputError, match=r"notes\.txt is neither JSON nor JSONL \(line 2\)"):
        read("\nhello\nworld", "notes.txt")


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(("messages", "role", "content", "tool_calls", "function", "tools", "from", "body")),
                inner,
                max_size=4,
            )
        ),
        max_leaves=20,
    )
)
def test_any_json_is_read_or_refused(value: object) -> None:
    with contextlib.suppress(InputError):
        assert all(transcript.messages for transcript in read(json.dumps(value)))


def test_a_line_separator_inside_a_text_ends_no_line() -> None:
    said = "one\u2028two\u0085three\x0cfour"
    items = [{"role": "user", "content": said}, {"role": "assistant", "content": "yes"}]
    data = "\r\n".join(json.dumps(item, ensure_ascii=False) for item in items)
    [transcript] = read("\ufeff" + data)
    assert [message.text for message in transcript.messages] == [said, "yes"]
    assert transcript.skipped == ()


def test_E1_a_line_that_is_no_json_is_named_and_the_rest_is_read() -> None:
    data = '{"role": "user", "content": "one"}\n{broken\n{"role": "assistant", "content": "two"}\n'
    [transcript] = read(data)
    assert [message.text for message in transcript.messages] == ["one", "two"]
    assert [render(reason, "zh") for reason in transcript.skipped] == ["第 2 行"]
