"""Listens to the bytes of an answer below litellm, which invents a token count where a server reports none.

Calibration and the alarm for silently cut prompts rest on real reports only, so these are read off the wire, and with
them the web pages that some providers name beside an answer. The
listener of a call is found through a context variable, so that calls side by side do not mix.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast

import httpx

from weclaw_desktop.llm.sources import MARKS, gather

_MARK = b'"usage"'
_MAX_LINE = 1_000_000
"""Bytes; a longer line is not looked into."""


@dataclass(slots=True)
class Heard:
    """What one call's answer carried: ``usage`` as the server wrote it, ``lines`` of an event stream.

    ``sources`` are the pages it names, address → title.
    """

    usage: Mapping[str, object] | None = None
    lines: int = 0
    sources: dict[str, str] = field(default_factory=dict[str, str])


LISTENER: ContextVar[Heard | None] = ContextVar("listener", default=None)


async def on_response(response: httpx.Response) -> None:
    """An httpx response hook: listen to event streams of calls that want it."""
    heard = LISTENER.get()
    if heard is not None and response.headers.get("content-type", "").startswith("text/event-stream"):
        response.stream = _Listening(cast("httpx.AsyncByteStream", response.stream), heard)


class _Listening(httpx.AsyncByteStream):
    """The same bytes; each complete line is looked at in passing."""

    def __init__(self, inner: httpx.AsyncByteStream, heard: Heard) -> None:
        self._inner = inner
        self._heard = heard

    async def __aiter__(self) -> AsyncIterator[bytes]:
        rest = b""
        async for data in self._inner:
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._line(line)
            rest = rest if len(rest) < _MAX_LINE else b""
            yield data
        self._line(rest)

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _line(self, line: bytes) -> None:
        if not line.startswith(b"data:"):
            return
        self._heard.lines += 1
        named = any(mark in line for mark in MARKS)
        if _MARK not in line and not named:
            return
        try:
            chunk: Any = json.loads(line[5:])
        except ValueError:
            return
        if not isinstance(chunk, dict):
            return
        if named:
            gather(cast("dict[str, Any]", chunk), self._heard.sources)
        usage = cast("dict[str, Any]", chunk).get("usage")
        if isinstance(usage, dict) and usage:
            self._heard.usage = cast("dict[str, object]", usage)
