"""The invariants of contents: no system rows, nothing empty, text that can be written."""

from __future__ import annotations

from weclaw_desktop.context.invariants import repair, violations
from weclaw_desktop.context.view import View
from weclaw_desktop.core.messages import AttachmentPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.request import ModelRequest, RequestMessage


def codes(messages: View) -> set[str]:
    return {v.code for v in violations(ModelRequest("p/m", (), messages))}


def said(role: str, text: str, source: str = "s") -> RequestMessage:
    return RequestMessage(role, (TextPart(text),), source)  # pyright: ignore[reportArgumentType] -- a role


def test_text_that_no_provider_takes_is_replaced_in_every_part() -> None:
    file = AttachmentPart("file", "a", "text/plain", 1, "ff", text="\x00")
    parts = (ReasoningPart("\ud800"), TextPart("a\x00"), ToolCallPart("c", "n\x00", '{"a": "b"}'), file)
    odd = (
        said("user", "x"),
        RequestMessage("assistant", parts, "s"),
        RequestMessage("tool", (ToolResultPart("c", "n", "\udfff"),), "t"),
    )
    assert codes(odd) == {"text"}
    assert codes(repair(odd)) == set()


def test_empty_asks_and_outputs_get_words_and_empty_answers_go() -> None:
    call = RequestMessage("assistant", (ToolCallPart("c", "t", "{}"),), "a")
    view = (
        said("user", " "),
        call,
        RequestMessage("tool", (ToolResultPart("c", "t", ""),), "r"),
        said("assistant", ""),
    )
    assert codes(view) == {"empty", "last"}
    assert [m.role for m in repair(view, "zh")] == ["user", "assistant", "tool"]
    assert repair(view, "zh")[0].parts == (TextPart("（空消息）"),)


def test_system_rows_are_dropped() -> None:
    assert codes((said("user", "a"), said("system", "b"), said("user", "c", "d"))) == {"system_row"}
    assert len(repair((said("user", "a"), said("system", "b"), said("user", "c", "d")))) == 2
