"""Reads the chunks of a stream in OpenAI's shape, as dictionaries or as litellm's objects, into our events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from weclaw_desktop.core.stream import CallDelta, FinishReason, ModelEvent, ReasoningDelta, TextDelta

_FINISH: dict[str, FinishReason] = {
    "stop": "stop",
    "length": "length",
    "max_tokens": "length",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "filtered",
    "sensitive": "filtered",
}
THOUGHT = "__thought__"
"""What litellm puts between a Gemini call's id and its thought signature."""


class ChunkReader:
    """Turns chunks into events and remembers how the answer ended and what it weighed."""

    def __init__(self) -> None:
        self.finish: FinishReason | None = None
        self.usage: Mapping[str, object] | None = None
        self.called = False
        self._think = ThinkTags()

    def feed(self, chunk: Any) -> Iterator[ModelEvent]:
        """The events of one chunk."""
        usage = _get(chunk, "usage")
        if usage:
            self.usage = _plain(usage)
        for choice in _list(chunk, "choices"):
            delta = _get(choice, "delta")
            if delta is not None:
                yield from self._delta(delta)
            reason = _get(choice, "finish_reason")
            if reason:
                self.finish = _FINISH.get(str(reason), "stop")

    def rest(self) -> Iterator[ModelEvent]:
        """What was held back at the end of the stream."""
        yield from self._think.rest()

    def _delta(self, delta: Any) -> Iterator[ModelEvent]:
        thought = _get(delta, "reasoning_content") or _get(delta, "reasoning")
        if isinstance(thought, str) and thought:
            yield ReasoningDelta(thought)
        for block in _list(delta, "thinking_blocks"):
            signature = _get(block, "signature")
            if signature:
                yield ReasoningDelta("", str(signature))
        content = _get(delta, "content")
        if isinstance(content, str) and content:
            yield from self._think.feed(content)
        for call in _list(delta, "tool_calls"):
            yield from self._call(call)

    def _call(self, call: Any) -> Iterator[ModelEvent]:
        self.called = True
        function = _get(call, "function")
        identifier = str(_get(call, "id") or "")
        bare, _, signature = identifier.partition(THOUGHT)
        fields = _get(call, "provider_specific_fields")
        signature = str(_get(fields, "thought_signature") or signature) if fields else signature
        if signature:
            yield ReasoningDelta("", signature)
        yield CallDelta(
            index=int(_get(call, "index") or 0),
            id=bare,
            name=str(_get(function, "name") or ""),
            arguments=_arguments(_get(function, "arguments")),
        )


class ThinkTags:
    """Takes thinking that a server leaves in the answer as ``<think>…</think>`` at its very beginning out of it."""

    OPEN, CLOSE = "<think>", "</think>"

    def __init__(self) -> None:
        self._state = "start"
        self._held = ""

    def feed(self, text: str) -> Iterator[ModelEvent]:
        """Text and thinking in ``text``; a tag cut between two chunks is held until it is whole."""
        if self._state == "text":
            yield TextDelta(text)
            return
        self._held += text
        if self._state == "start":
            yield from self._start()
        if self._state == "thinking":
            yield from self._thinking()
        elif self._state == "after":
            yield from self._after()

    def rest(self) -> Iterator[ModelEvent]:
        """What is held when the stream ends: half a tag is text after all."""
        held, self._held = self._held, ""
        if held:
            yield ReasoningDelta(held) if self._state == "thinking" else TextDelta(held)

    def _start(self) -> Iterator[ModelEvent]:
        opening = self._held.lstrip()
        if opening.startswith(self.OPEN):
            self._state, self._held = "thinking", opening.removeprefix(self.OPEN)
        elif not self.OPEN.startswith(opening):
            self._state = "text"
            held, self._held = self._held, ""
            yield TextDelta(held)

    def _after(self) -> Iterator[ModelEvent]:
        """Blank lines between the thinking and the answer belong to neither."""
        self._held = self._held.lstrip("\n")
        if self._held:
            self._state = "text"
            held, self._held = self._held, ""
            yield TextDelta(held)

    def _thinking(self) -> Iterator[ModelEvent]:
        thought, closed, after = self._held.partition(self.CLOSE)
        if closed:
            self._state, self._held = "after", after
            if thought:
                yield ReasoningDelta(thought)
            yield from self._after()
            return
        keep = next((n for n in range(len(self.CLOSE) - 1, 0, -1) if thought.endswith(self.CLOSE[:n])), 0)
        self._held = thought[len(thought) - keep :]
        if thought[: len(thought) - keep]:
            yield ReasoningDelta(thought[: len(thought) - keep])


def _get(thing: Any, name: str) -> Any:
    if isinstance(thing, Mapping):
        return cast("Mapping[str, Any]", thing).get(name)
    return getattr(thing, name, None)


def _list(thing: Any, name: str) -> list[Any]:
    found = _get(thing, name)
    return cast("list[Any]", found) if isinstance(found, list) else []


def _plain(usage: Any) -> Mapping[str, object]:
    if isinstance(usage, Mapping):
        return cast("Mapping[str, object]", usage)
    return cast("Mapping[str, object]", usage.model_dump())


def _arguments(value: Any) -> str:
    """Arguments as text: some servers send them as an object at once."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    import json

    return json.dumps(value, ensure_ascii=False)
