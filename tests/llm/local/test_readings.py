"""Progress and speeds are read off the wire, whatever the pieces in which it arrives."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from weclaw_desktop.core.stream import Reading
from weclaw_desktop.core.text import render
from weclaw_desktop.llm.local.readings import PromptProgress, Speeds, Tap, chunk_of, reading_of, speeds_of

WIRE = (
    b"".join(
        b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"
        for value in (
            {"choices": [], "prompt_progress": {"total": 756, "cache": 10, "processed": 410, "time_ms": 8_000}},
            {"choices": [{"delta": {"content": 'says "timings" 你好'}}]},
            {"timings": {"prompt_n": 746, "prompt_per_second": 44.0, "predicted_n": 9, "predicted_per_second": 7}},
        )
    )
    + b"data: [DONE]\n\n"
)


class Pieces(httpx.AsyncByteStream):
    def __init__(self, size: int) -> None:
        self.size = size
        self.closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(WIRE), self.size):
            yield WIRE[start : start + self.size]

    async def aclose(self) -> None:
        self.closed = True


@pytest.mark.parametrize("size", [1, 7, 64, 10_000])
async def test_a_tapped_stream_arrives_unchanged_and_is_heard_on_the_way(size: int) -> None:
    heard: list[dict[str, Any]] = []
    pieces = Pieces(size)
    inner = httpx.MockTransport(
        lambda _request: httpx.Response(200, headers={"content-type": "text/event-stream"}, stream=pieces)
    )
    async with httpx.AsyncClient(transport=Tap(heard.append, inner)) as client:
        response = await client.get("http://127.0.0.1/v1/chat/completions")
        assert response.content == WIRE
    assert pieces.closed
    assert [reading_of(chunk) for chunk in heard] == [PromptProgress(410, 756, 10, 8_000), None]
    assert speeds_of(heard[1]) == Speeds(44.0, 7.0)


async def test_an_answer_that_is_no_stream_is_left_alone() -> None:
    inner = httpx.MockTransport(lambda _request: httpx.Response(400, json={"timings": {}}))
    heard: list[dict[str, Any]] = []
    async with httpx.AsyncClient(transport=Tap(heard.append, inner)) as client:
        assert (await client.get("http://127.0.0.1/")).json() == {"timings": {}}
    assert heard == []


def test_the_line_that_people_read() -> None:
    reading = PromptProgress(410, 756, 10, 8_000)
    assert render(reading.text()) == "Reading 410 of 756 tokens · about 7 s"
    assert render(reading.text(), "zh") == "正在读取 410 / 756 个词元 · 约 7 秒"


def test_a_stream_tells_it_as_its_own_event() -> None:
    assert PromptProgress(410, 756, 10, 8_000).event() == Reading(410, 756, 7)


def test_before_the_first_batch_the_last_speed_serves() -> None:
    first = PromptProgress(0, 440, 0, 0)
    assert render(first.text()) == "Reading 0 of 440 tokens"
    assert render(first.text(44.0)) == "Reading 0 of 440 tokens · about 10 s"


@pytest.mark.parametrize("line", [b": ping", b"data: [DONE]", b"data: {half", b"event: x", b"data: 5", b""])
def test_lines_without_an_object_are_nothing(line: bytes) -> None:
    assert chunk_of(line) is None
    assert chunk_of(line.decode()) is None


def test_too_few_tokens_do_not_make_a_speed() -> None:
    before = Speeds(44.0, 7.0)
    short = {"timings": {"prompt_n": 2, "prompt_per_second": 900.0, "predicted_n": 1, "predicted_per_second": 1e6}}
    assert speeds_of(short, before) == before
    assert speeds_of({"choices": []}, before) is None
    assert reading_of({"prompt_progress": "odd"}) is None
