"""The embedded model as a ``ChatModel``: straight to llama.cpp's server, without litellm.

So a first answer does not wait for a library to load, and the reader sees how far the prompt is read. These models
ignore native tools: they choose one in text (``llm.local.toolchoice``).
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.stream import Finished, ModelEvent, Reading, TextDelta, UsageReported
from weclaw_desktop.llm.calibration import possible, read_usage
from weclaw_desktop.llm.chunks import ChunkReader
from weclaw_desktop.llm.client import Events, LoopThread, across, is_output
from weclaw_desktop.llm.dialects import dialect_for
from weclaw_desktop.llm.local.calls_in_text import reading_calls
from weclaw_desktop.llm.local.model import LocalModel
from weclaw_desktop.llm.local.plausible import plausible
from weclaw_desktop.llm.local.readings import reading_of
from weclaw_desktop.llm.local.toolchoice import grammar, written
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.llm.wire import wire_messages, wire_tools


class EmbeddedModel:
    """``core.ports.ChatModel`` for one installed model."""

    def __init__(self, spec: Callable[[], ModelSpec], local: LocalModel, thread: LoopThread) -> None:
        self._spec = spec
        self._local = local
        self._thread = thread

    @property
    def spec(self) -> ModelSpec:
        """What is known of the model."""
        return self._spec()

    def stream(self, request: ModelRequest) -> Events:
        """Events of one call; the model is started if need be. Raises LocalModelError and other ModelErrors."""
        if not request.tools:
            return across(self._thread, lambda: self._answer(request))
        names = plausible(request)
        return across(self._thread, lambda: reading_calls(self._answer(request), names))

    async def warm(self, request: ModelRequest) -> None:
        """Read the head of the prompt ahead; gives way to any request. Cancel freely."""
        messages = wire_messages(_written(request), dialect_for("local"))
        if not request.messages:
            messages = [message for message in messages if message["role"] == "system"]
        if messages:
            await self._thread.run(self._local.warm(self.spec.name, messages))

    async def _answer(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        spec, reader = self.spec, ChunkReader()
        started, first = time.monotonic(), 0.0
        spoken: list[str] = []
        chunks = self._local.stream(spec.name, body(request))
        async with aclosing(chunks):
            async for chunk in chunks:
                progress = reading_of(chunk)
                if progress is not None:
                    left = progress.seconds_left(self._local.speeds.prompt)
                    yield Reading(progress.done, progress.total, None if left is None else float(left))
                for event in reader.feed(chunk):
                    first = first or (time.monotonic() if is_output(event) else 0.0)
                    spoken.append(event.text if isinstance(event, TextDelta) else "")
                    yield event
        for event in reader.rest():
            yield event
        yield UsageReported(_usage(reader, request, spec, "".join(spoken), started, first))
        yield Finished(reader.finish or "stop")


def body(request: ModelRequest) -> dict[str, Any]:
    """The request as llama.cpp takes it: tools stand in the system prompt, and a grammar keeps calls in their form."""
    may = set(plausible(request))
    tools = wire_tools(replace(request, tools=tuple(tool for tool in request.tools if tool.name in may)))
    offered = bool(request.tools)
    request = _written(request)
    found: dict[str, Any] = {"messages": wire_messages(request, dialect_for("local"))}
    if offered:
        found["grammar"] = grammar(tools)
    if request.max_output:
        found["max_tokens"] = request.max_output
    if request.temperature is not None:
        found["temperature"] = request.temperature
    if request.top_p is not None:
        found["top_p"] = request.top_p
    if request.response_schema is not None:
        found["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": "answer", "schema": request.response_schema, "strict": True},
        }
    return found


def _written(request: ModelRequest) -> ModelRequest:
    return written(request, wire_tools(request), "free") if request.tools else request


def _usage(
    reader: ChunkReader, request: ModelRequest, spec: ModelSpec, spoken: str, started: float, first: float
) -> Usage:
    usage = read_usage(reader.usage, request.load) if reader.usage else None
    if usage is None or not possible(usage, request.load, spec.window):
        usage = Usage(prompt=request.load, completion=counter_for(spec.encoder).text(spoken), estimated=True)
    return replace(
        usage,
        first_token_ms=round((first - started) * 1_000) if first else 0,
        total_ms=round((time.monotonic() - started) * 1_000),
    )
