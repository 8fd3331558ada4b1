"""Reads calls that a local model writes as text: in the form it was constrained to, or fenced in an answer.

A stream is passed on as it comes as soon as it is clear that it is an answer; only what may still become a call is
held back, so that nobody sees JSON flash by.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Generator, Iterator, Sequence
from contextlib import aclosing
from typing import cast

from weclaw_desktop.core.errors import ModelError
from weclaw_desktop.core.stream import CallDelta, Finished, ModelEvent, TextDelta
from weclaw_desktop.llm.local.toolchoice import answer_so_far

LONGEST_PREFACE = 200
"""Characters that may stand around a fenced call; more is an answer with an example in it."""
_CHOSE_NONE = re.compile(r'\s*\{\s*"tool"\s*:\s*"none"\s*\}\s*')
_NOTHING = re.compile(r'\s*\{\s*"tool"\s*:\s*"none"\s*(?:,\s*"answer"\s*:\s*""\s*)?\}\s*')
_FENCED = re.compile(r"```[a-z_]*\s*\n(\{.*?\})\s*```|<tool_call>\s*(\{.*?\})\s*</tool_call>", re.DOTALL)
_OPENINGS = ("```json", "```tool_call", "<tool_call>")
_HELD = re.compile(
    r"""(?:```(?:json|tool_call)?\s*|<tool_call>\s*)?\{\s*(?:$|"(?:[a-z_]{0,12}$|(?:tool|name|function|type)"))"""
)


def written_call(reply: str, names: Sequence[str]) -> tuple[str, str] | None:
    """Name and arguments (JSON text) of the call that ``reply`` is, None when it is an answer.

    Args:
        reply: All the text of a response.
        names: Tools that were offered; anything else is no call.
    """
    said = reply.strip()
    found = _FENCED.search(said)
    if found is not None:
        if len(said) - len(found.group(0)) > LONGEST_PREFACE:
            return None
        said = found.group(1) or found.group(2)
    try:
        value: object = json.loads(said, strict=False)
    except ValueError:
        return None
    if not isinstance(value, dict):
        return None
    given = cast("dict[str, object]", value)
    inner = given.get("function")
    body = cast("dict[str, object]", inner) if isinstance(inner, dict) else given
    name = body.get("tool") or body.get("name") or (inner if isinstance(inner, str) else None)
    keys = [key for key in ("arguments", "parameters", "input") if key in body]
    arguments: object = body[keys[0]] if keys else {}
    if not isinstance(name, str) or name not in names:
        return None
    return name, arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


async def reading_calls(
    events: AsyncGenerator[ModelEvent, None], names: Sequence[str]
) -> AsyncGenerator[ModelEvent, None]:
    """The events of a model, with calls in the place of the text that meant them."""
    reader = CallReader(names)
    try:
        async with aclosing(events) as found:
            async for event in found:
                for made in reader.feed(event):
                    yield made
    except ModelError:
        for made in reader.rest():
            yield made
        raise


class CallReader:
    """Holds text back while it may be a call, and tells in the end which it was."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._text = ""
        self._shown = 0
        self._answering = False
        self._decided = False

    def feed(self, event: ModelEvent) -> Iterator[ModelEvent]:
        """The events that one event makes."""
        match event:
            case TextDelta():
                yield from self._more(event.text)
            case CallDelta():
                self._decided = True
                yield event
            case Finished():
                called = yield from self._end()
                yield Finished("tool_calls") if called else event
            case _:
                yield event

    def rest(self) -> Iterator[ModelEvent]:
        """What was held back when the stream broke: text that came is kept."""
        if self._text and not (self._answering or self._shown or _NOTHING.fullmatch(self._text)):
            yield TextDelta(self._text)

    def _more(self, text: str) -> Iterator[ModelEvent]:
        self._text += text
        if self._answering:
            yield TextDelta(text)
            return
        none = _CHOSE_NONE.match(self._text)
        if none is not None and none.end() < len(self._text):
            self._text = self._text[none.end() :]
            self._answering = self._decided = True
            yield TextDelta(self._text)
        elif none is None and not self._held():
            self._answering = True
            yield TextDelta(self._text)
        else:
            answer = answer_so_far(self._text)
            if len(answer) > self._shown:
                yield TextDelta(answer[self._shown :])
                self._shown = len(answer)

    def _held(self) -> bool:
        """Whether the text so far may become a call."""
        said = self._text.strip()
        return (
            any(opening.startswith(said) or said == opening for opening in _OPENINGS) or _HELD.match(said) is not None
        )

    def _end(self) -> Generator[ModelEvent, None, bool]:
        """What is left at the end; returns whether it was a call."""
        call = None if self._decided else written_call(self._text, self._names)
        if call is not None:
            yield CallDelta(0, "call_0", *call)
            return True
        yield from self.rest()
        return False
