"""Listens to the bytes of an answer below litellm, which invents a token count where a server reports none.

Calibration and the alarm for silently cut prompts rest on real reports only, so these are read off the wire, and with
them the web pages that some providers name beside an answer. Usage that is no count is taken out of its line: litellm
would give up the whole answer for it. The listener of a call is found through a context variable, so that calls side by
side do not mix.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast

import httpx

from weclaw_desktop.llm.calibration import sound
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
    """The same lines but for impossible usage; each is looked at in passing once it is complete."""

    def __init__(self, inner: httpx.AsyncByteStream, heard: Heard) -> None:
        self._inner = inner
        self._heard = heard

    async def __aiter__(self) -> AsyncIterator[bytes]:
        rest = b""
        async for data in self._inner:
            *lines, rest = (rest + data).split(b"\n")
            if lines:
                yield b"\n".join([*(self._line(line) for line in lines), b""])
            if len(rest) >= _MAX_LINE:
                yield rest
                rest = b""
        if rest:
            yield self._line(rest)

    async def aclose(self) -> None:
        await self._inner.aclose()

    def _line(self, line: bytes) -> bytes:
        """Look at a line; returns what is passed on."""
        if not line.startswith(b"data:"):
            return line
        self._heard.lines += 1
        named = any(mark in line for mark in MARKS)
        if _MARK not in line and not named:
            return line
        try:
            chunk: Any = json.loads(line[5:])
        except ValueError:
            return line
        if not isinstance(chunk, dict):
            return line
        fields = cast("dict[str, Any]", chunk)
        if named:
            gather(fields, self._heard.sources)
        usage = fields.get("usage")
        if not isinstance(usage, dict) or not usage:
            return line
        self._heard.usage = cast("dict[str, object]", usage)
        if sound(self._heard.usage):
            return line
        return b"data: " + json.dumps({**fields, "usage": None}).encode()
