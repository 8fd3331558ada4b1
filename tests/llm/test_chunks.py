"""Chunks of every provider become the same events."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.core.stream import CallDelta, ModelEvent, ReasoningDelta, TextDelta
from weclaw_desktop.llm.chunks import ChunkReader, ThinkTags


def chunk(**delta: object) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


def split(text: str, cuts: list[int]) -> list[str]:
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    return [text[a:b] for a, b in pairwise(places)]


def read(pieces: list[str]) -> tuple[str, str]:
    tags = ThinkTags()
    events: list[ModelEvent] = [event for piece in pieces for event in tags.feed(piece)]
    events.extend(tags.rest())
    thought = "".join(event.text for event in events if isinstance(event, ReasoningDelta))
    return thought, "".join(event.text for event in events if isinstance(event, TextDelta))


@given(st.lists(st.integers(0, 200), max_size=12))
def test_R3_thinking_tags_are_found_however_they_are_cut(cuts: list[int]) -> None:
    text = "\n<think>\nfirst </thin second\n</think>\n\nThe <think> tag is 1 < 2."
    assert read(split(text, cuts)) == ("\nfirst </thin second\n", "The <think> tag is 1 < 2.")


@given(
    st.lists(st.integers(0, 200), max_size=12),
    st.sampled_from(["<thing> is", "a <think>b</think>", "<", " <t", "\n\n"]),
)
def test_R3_other_text_is_left_alone(cuts: list[int], text: str) -> None:
    assert read(split(text, cuts)) == ("", text)


def test_R3_thinking_that_never_ends_is_kept() -> None:
    assert read(["<think>hm", "m </th"]) == ("hmm </th", "")


def test_every_field_that_carries_thinking() -> None:
    reader = ChunkReader()
    assert list(reader.feed(chunk(reasoning_content="a"))) == [ReasoningDelta("a")]
    assert list(reader.feed(chunk(reasoning="b"))) == [ReasoningDelta("b")]
    block = {"type": "thinking", "thinking": "a", "signature": "sig"}
    assert list(reader.feed(chunk(thinking_blocks=[block]))) == [ReasoningDelta("", "sig")]


def test_calls_in_fragments_and_whole() -> None:
    reader = ChunkReader()
    first = {"index": 1, "id": "c1", "function": {"name": "f", "arguments": None}}
    assert list(reader.feed(chunk(tool_calls=[first]))) == [CallDelta(1, "c1", "f")]
    more = {"index": 1, "function": {"arguments": '{"a"'}}
    assert list(reader.feed(chunk(tool_calls=[more]))) == [CallDelta(1, arguments='{"a"')]
    whole = {"index": 0, "id": "c2", "function": {"name": "g", "arguments": {"a": "二"}}}
    assert list(reader.feed(chunk(tool_calls=[whole]))) == [CallDelta(0, "c2", "g", '{"a": "二"}')]
    assert reader.called


def test_K9_geminis_signature_is_told_apart_from_the_id() -> None:
    call = {"index": 0, "id": "call_1__thought__c2ln", "function": {"name": "f", "arguments": "{}"}}
    assert list(ChunkReader().feed(chunk(tool_calls=[call]))) == [
        ReasoningDelta("", "c2ln"),
        CallDelta(0, "call_1", "f", "{}"),
    ]
    field = {**call, "id": "call_1", "provider_specific_fields": {"thought_signature": "c2ln"}}
    assert next(iter(ChunkReader().feed(chunk(tool_calls=[field])))) == ReasoningDelta("", "c2ln")


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("stop", "stop"),
        ("length", "length"),
        ("function_call", "tool_calls"),
        ("content_filter", "filtered"),
        ("odd", "stop"),
    ],
)
def test_how_it_ended(reason: str, expected: str) -> None:
    reader = ChunkReader()
    assert list(reader.feed({"choices": [{"delta": {}, "finish_reason": reason}], "usage": {"prompt_tokens": 3}})) == []
    assert reader.finish == expected
    assert reader.usage == {"prompt_tokens": 3}


@pytest.mark.parametrize(
    "odd", [{}, {"choices": None}, {"choices": [{}]}, {"choices": [{"delta": None}]}, {"choices": []}]
)
def test_odd_chunks_are_no_crash(odd: dict[str, object]) -> None:
    assert list(ChunkReader().feed(odd)) == []
