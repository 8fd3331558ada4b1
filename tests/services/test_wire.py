"""Requests in OpenAI's shape, and what of them a prefix cache knows."""

from __future__ import annotations

from dataclasses import replace

from tests.context.counting import ByteCounter
from tests.context.logs import FILE
from weclaw_desktop.core.messages import ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.services.wire import prefix_tokens, segments, to_openai

ASK = RequestMessage("user", (TextPart("see"), FILE), "m1", 1, tokens=5)
CALL = RequestMessage("assistant", (ReasoningPart("hm"), ToolCallPart("c1_0", "t", "{}")), "m2", 2, tokens=7)
RESULT = RequestMessage("tool", (ToolResultPart("c1_0", "t", "out"),), "m3", 3, tokens=3)
SAID = RequestMessage("assistant", (ReasoningPart("hm"), TextPart("hi")), "m4", 4, tokens=2)
REQUEST = ModelRequest("p/m", (PromptSection("persona", "Be kind.", 4),), (ASK, CALL, RESULT), load=19)
COUNTER = ByteCounter()


def size(_tool: ToolSpec) -> int:
    return 9


def test_messages_in_openai_shape() -> None:
    assert to_openai(replace(REQUEST, messages=(*REQUEST.messages, SAID))) == (
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "see\n\n[notes.txt]\nattached words"},
        {
            "role": "assistant",
            "content": None,
            "reasoning_content": "hm",
            "tool_calls": [{"id": "c1_0", "type": "function", "function": {"name": "t", "arguments": "{}"}}],
        },
        {"role": "tool", "tool_call_id": "c1_0", "content": "out"},
        {"role": "assistant", "content": "hi"},
    )
    assert to_openai(replace(REQUEST, system=(), messages=())) == ()


def test_an_appended_request_shares_all_of_the_one_before() -> None:
    now = replace(REQUEST, messages=(*REQUEST.messages, SAID), load=21)
    assert prefix_tokens(segments(REQUEST, size), segments(now, size), REQUEST, COUNTER) == 19
    assert prefix_tokens([], segments(now, size), None, COUNTER) == 0


def test_a_changed_message_ends_the_prefix_inside_it() -> None:
    other = replace(RESULT, parts=(ToolResultPart("c1_0", "t", "other"),))
    now = replace(REQUEST, messages=(ASK, CALL, other))
    assert 16 < prefix_tokens(segments(REQUEST, size), segments(now, size), REQUEST, COUNTER) <= 19
    renamed = replace(RESULT, source="elsewhere")
    same = replace(REQUEST, messages=(ASK, CALL, renamed))
    assert prefix_tokens(segments(REQUEST, size), segments(same, size), REQUEST, COUNTER) == 19


def test_tools_and_shorter_requests() -> None:
    tools = (ToolSpec("a", "d", {}),)
    assert segments(replace(REQUEST, tools=tools), size)[0] == (tools[0], 9)
    assert (
        prefix_tokens(segments(REQUEST, size), segments(replace(REQUEST, messages=(ASK,)), size), REQUEST, COUNTER) == 9
    )
    assert prefix_tokens([("abc", 1)], [("xyz", 1)], REQUEST, COUNTER) == 0


def test_tools_that_are_added_behind_the_others_leave_these_in_the_prefix() -> None:
    tools = (ToolSpec("a", "d", {}), ToolSpec("b", "d", {}), ToolSpec("c", "other", {}))
    before = segments(replace(REQUEST, tools=tools[:2]), size)
    assert 18 <= prefix_tokens(before, segments(replace(REQUEST, tools=tools), size), REQUEST, COUNTER) < 22
    changed = (tools[0], ToolSpec("b", "else", {}))
    assert 9 < prefix_tokens(before, segments(replace(REQUEST, tools=changed), size), REQUEST, COUNTER) < 18
