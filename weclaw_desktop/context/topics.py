"""What a short answer is about: the ask and the thing it was asked of, so that an excerpt of it still says something.

"It is 010-8427." is worth nothing a thousand messages later; "phone? · Orange Hotel: It is 010-8427." is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from weclaw_desktop.context.json_rows import NAMING
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.statements import clip
from weclaw_desktop.context.units import read_arguments
from weclaw_desktop.core.messages import Log, ToolCallPart
from weclaw_desktop.core.ports import Counter

_WORDS = re.compile(r"[^\W\d_]{3}|[\u3400-\u9fff]{2}")
"""Words that say what a number is."""
_ONE = re.compile(r'\{?\s*(?:"[^"]{1,30}"\s*:)?\s*\[?\s*"([^"\\]{2,30})"\s*\]?\s*\}?')
BACK = 200
"""Messages looked back at for the ask."""
SHORT = 90
"""Answers of more characters speak for themselves."""
ASK = 26
"""Characters of the ask that stand in front of a short answer."""
THING = 30
"""Longer values are no names of things, in characters."""


class Topics:
    """What the short answers of a log are about, found when it is asked for: walks back to the ask of one turn."""

    def __init__(self, log: Log, calls: Mapping[int, ToolCallPart], counter: Counter) -> None:
        self._log = log
        self._calls = calls
        self._counter = counter
        self._known: dict[int, tuple[str, int]] = {}

    def of(self, place: int) -> tuple[str, int]:
        """What the message at ``place`` is about and the tokens of saying so; empty for all but short answers."""
        found = self._known.get(place)
        if found is None:
            text = self._text(place)
            found = self._known[place] = (text, self._counter.text(text)) if text else ("", 0)
        return found

    def _text(self, place: int) -> str:
        message = self._log[place]
        if message.role != "assistant" or message.calls or not 0 < len(message.text) <= SHORT:
            return ""
        ask, thing = "", ""
        for at in range(place - 1, max(-1, place - BACK), -1):
            before = self._log[at]
            result = before.result
            if before.role == "user":
                ask = before.text
                break
            if result is not None and not thing and at in self._calls:
                thing = _named(self._calls[at]) or _only(result.text)
        return _about(ask, thing, message.text)


def _named(call: ToolCallPart) -> str:
    """The name or id that a call was made with."""
    for key, value in read_arguments(call.arguments).items():
        if isinstance(value, str) and 1 < len(value) <= THING and NAMING.search(key):
            return value
    return ""


def _only(result: str) -> str:
    """The one thing that a result names."""
    found = _ONE.fullmatch(result.strip())
    return found.group(1) if found is not None else ""


def _about(ask: str, thing: str, answer: str) -> str:
    parts = [thing if thing not in answer else "", "" if _WORDS.search(answer) else clip(ask, ASK)]
    return redact("".join(f" · {part}" for part in parts if part))
