"""How far the model has read the prompt, and how fast it is: taken from llama.cpp's own stream.

A CPU reads some 50 tokens a second, so a first answer can take half a minute; people wait gladly when they see why.
The server tells ``prompt_progress`` in its stream when the request has ``"return_progress": true``, and ``timings``
with the usage. OpenAI clients drop chunks that hold neither text nor an end, so these are read off the wire before
them: ``Tap`` is an httpx transport to build such a client on.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, cast

import httpx

from weclaw_desktop.core.stream import Reading
from weclaw_desktop.core.text import Text, text

_MARKS = (b'"prompt_progress"', b'"timings"')
_MAX_LINE = 1_000_000  # bytes; a longer line is not looked into


@dataclass(frozen=True, slots=True)
class Speeds:
    """Measured in the last call: tokens per second while reading the prompt and while writing (0: not measured)."""

    prompt: float = 0.0
    generated: float = 0.0


@dataclass(frozen=True, slots=True)
class PromptProgress:
    """``done`` of ``total`` prompt tokens are read, ``cached`` of them were known from before. ``elapsed`` in ms."""

    done: int
    total: int
    cached: int
    elapsed: int

    @property
    def speed(self) -> float:
        """Tokens per second in this reading, 0 before the first batch is through."""
        return (self.done - self.cached) * 1000 / self.elapsed if self.elapsed > 0 else 0.0

    def seconds_left(self, speed: float = 0.0) -> int | None:
        """Seconds still to wait, at this reading's speed or else at ``speed``; None while neither is known."""
        rate = self.speed or speed
        return max(0, round((self.total - self.done) / rate)) if rate > 0 else None

    def event(self, speed: float = 0.0) -> Reading:
        """The event of a stream that says so."""
        return Reading(self.done, self.total, self.seconds_left(speed))

    def text(self, speed: float = 0.0) -> Text:
        """The line for people: "Reading 410 of 756 tokens · about 10 s"."""
        seconds = self.seconds_left(speed)
        if seconds is None:
            return text("local.reading", done=self.done, total=self.total)
        return text("local.reading_time", done=self.done, total=self.total, seconds=seconds)


def reading_of(chunk: dict[str, Any]) -> PromptProgress | None:
    """The progress that a chunk of the stream carries, if any."""
    raw = chunk.get("prompt_progress")
    if not isinstance(raw, dict):
        return None
    progress = cast("dict[str, Any]", raw)
    done, total = _whole(progress, "processed"), _whole(progress, "total")
    return PromptProgress(done, total, _whole(progress, "cache"), _whole(progress, "time_ms"))


def speeds_of(chunk: dict[str, Any], before: Speeds = Speeds()) -> Speeds | None:
    """The speeds that the last chunk carries, if any; too few tokens keep the figure of ``before``."""
    raw = chunk.get("timings")
    if not isinstance(raw, dict):
        return None
    timings = cast("dict[str, Any]", raw)
    prompt = float(timings.get("prompt_per_second") or 0.0) if _whole(timings, "prompt_n") >= 16 else before.prompt
    written = float(timings.get("predicted_per_second") or 0.0) if _whole(timings, "predicted_n") >= 4 else 0.0
    return Speeds(prompt, written or before.generated)


def chunk_of(line: bytes | str) -> dict[str, Any] | None:
    """The JSON object of one ``data:`` line of a server-sent stream, or None (comments, ``[DONE]``, garbage)."""
    raw = line if isinstance(line, bytes) else line.encode()
    if not raw.startswith(b"data:"):
        return None
    try:
        value: object = json.loads(raw[5:])
    except ValueError:
        return None
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


class Tap(httpx.AsyncBaseTransport):
    """Passes every byte through unchanged and tells what it saw of progress and speeds on the way."""

    def __init__(
        self,
        on_chunk: Callable[[dict[str, Any]], None],
        inner: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """``on_chunk`` gets the chunks that carry progress or timings, in the loop that reads the response."""
        self._on_chunk = on_chunk
        self._inner = inner or httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send and answer as the inner transport does, listening to streams."""
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-type", "").startswith("text/event-stream"):
            stream = cast("httpx.AsyncByteStream", response.stream)
            response.stream = _TappedStream(stream, self._on_chunk)
        return response

    async def aclose(self) -> None:
        """Close the inner transport."""
        await self._inner.aclose()


class _TappedStream(httpx.AsyncByteStream):
    def __init__(self, inner: httpx.AsyncByteStream, on_chunk: Callable[[dict[str, Any]], None]) -> None:
        self._inner = inner
        self._on_chunk = on_chunk

    async def __aiter__(self) -> AsyncIterator[bytes]:
        rest = b""
        async for data in self._inner:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                if any(mark in line for mark in _MARKS) and (chunk := chunk_of(line)) is not None:
                    self._on_chunk(chunk)
            rest = rest if len(rest) < _MAX_LINE else b""
            yield data

    async def aclose(self) -> None:
        await self._inner.aclose()


def _whole(data: dict[str, Any], key: str) -> int:
    value = data.get(key)
    return int(value) if isinstance(value, (int, float)) else 0
