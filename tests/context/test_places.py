"""The invariants of places: who speaks first and last, and that nothing stands twice."""

from __future__ import annotations

from weclaw_desktop.context.invariants import repair, violations
from weclaw_desktop.context.view import View
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.request import ModelRequest, RequestMessage


def codes(messages: View) -> set[str]:
    return {v.code for v in violations(ModelRequest("p/m", (), messages))}


def said(role: str, text: str, source: str = "s") -> RequestMessage:
    return RequestMessage(role, (TextPart(text),), source)  # pyright: ignore[reportArgumentType] -- a role


def test_K8_a_request_never_ends_on_a_summary_or_an_answer() -> None:
    ack = RequestMessage("assistant", (TextPart("Noted."),), form="ack")
    block = RequestMessage("user", (TextPart("facts"),), form="block")
    assert codes((block, ack)) == {"last"}
    assert repair((block, ack)) == (block,)
    fixed = repair((said("user", "a"), said("assistant", "b")), "zh")
    assert fixed[-1].parts == (TextPart("请继续。"),)
    assert codes(()) == {"last"}
    assert codes(repair(())) == set()


def test_a_message_that_stands_twice_is_kept_in_its_place() -> None:
    twice = (said("user", "a", "u1"), said("assistant", "b", "s"), said("user", "a", "u1"))
    assert codes(twice) == {"ask"}
    assert [m.source for m in repair(twice)] == ["", "s", "u1"]


def test_the_frame_line_stands_in_front_of_an_assistant() -> None:
    fixed = repair((said("assistant", "x"), said("user", "y", "u")))
    assert [m.form for m in fixed] == ["block", "verbatim", "verbatim"]
    assert codes(fixed) == set()
