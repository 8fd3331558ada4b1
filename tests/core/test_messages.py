"""The values a conversation is made of."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import pytest

from weclaw_desktop.core.messages import (
    AttachmentPart,
    Intake,
    Message,
    ReasoningPart,
    SourcesPart,
    TextPart,
    ToolCallPart,
    assistant,
    tool,
    user,
)

FILE = AttachmentPart("file", "a.txt", "text/plain", 3, "ff")


def test_text_reasoning_calls_and_attachments_are_read_from_parts_in_order() -> None:
    call = ToolCallPart("1", "read", "{}")
    message = Message("assistant", (ReasoningPart("r1"), TextPart("a"), call, ReasoningPart("r2"), TextPart("b"), FILE))
    assert message.text == "a\n\nb"
    assert message.reasoning == "r1\n\nr2"
    assert message.calls == (call,)
    assert message.attachments == (FILE,)
    assert message.result is None


def test_the_pages_of_an_answer_are_numbered_and_no_part_of_what_was_said() -> None:
    pages = (("https://a.example/x", "All about\notters"), ("https://b.example/", ""))
    message = Message("assistant", (TextPart("So [1]."), SourcesPart(pages)))
    assert message.sources == pages
    assert message.text == "So [1]."
    part = message.parts[1]
    assert isinstance(part, SourcesPart)
    assert (part.name, part.text) == ("", "[1] All about otters https://a.example/x\n[2] https://b.example/")
    assert assistant("a").sources == ()


def test_a_tool_message_has_its_result() -> None:
    message = tool("1", "read", "out", is_error=True, seq=7)
    assert message.result is not None
    assert (message.result.text, message.result.is_error, message.artifact) == ("out", True, "a7")


def test_with_text_replaces_all_text_and_keeps_the_rest() -> None:
    message = Message("user", (TextPart("a"), FILE, TextPart("b")))
    assert message.with_text("c").parts == (TextPart("c"), FILE)


def test_equality_leaves_cached_counts_out() -> None:
    assert user("a", tokens={"x": 1}) == user("a", tokens={"x": 2})
    assert user("a").tokens == {}
    assert user("a") != user("b")


def test_a_message_taken_in_keeps_everything_else() -> None:
    plain = user("hi", id="m", chat_id="c", parent_id="p", seq=4, revision=2, created_ms=9, excluded=True, pinned=True)
    shown, counts = Intake("h", True, ("json",)), {"o200k_base": 3}
    taken = plain.taken(shown, counts)
    assert taken == replace(plain, intake=shown)
    assert (taken.intake, taken.tokens) == (shown, counts)


def test_values_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        user("a").seq = 3  # pyright: ignore[reportAttributeAccessIssue] -- that is what is tested


def test_shorthands_make_the_obvious_messages() -> None:
    call = ToolCallPart("1", "read", "{}")
    assert assistant("a", call).parts == (TextPart("a"), call)
    assert assistant().parts == ()
    assert user("a", id="m", pinned=True).pinned


def test_a_shortened_attachment_is_sent_as_it_is_shown_and_kept_whole() -> None:
    short = replace(FILE, text="all of it", shown="all …")
    assert short.sent == replace(FILE, text="all …")
    assert short.text == "all of it"
    assert FILE.sent is FILE
