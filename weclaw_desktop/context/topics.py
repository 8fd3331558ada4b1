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

_WORDS = re.compile(r"[^\W\d_]{3}|[\u3400-\u9fff]{2}")
"""Words that say what a number is."""
_ONE = re.compile(r'\{?\s*(?:"[^"]{1,30}"\s*:)?\s*\[?\s*"([^"\\]{2,30})"\s*\]?\s*\}?')
SHORT = 90
"""Answers of more characters speak for themselves."""
ASK = 26
"""Characters of the ask that stand in front of a short answer."""
THING = 30
"""Longer values are no names of things, in characters."""


def topics(log: Log, calls: Mapping[int, ToolCallPart]) -> dict[int, str]:
    """For each short answer, by its place in the log, what it is about. One walk; costs O(messages)."""
    found: dict[int, str] = {}
    ask, thing = "", ""
    for place, message in enumerate(log):
        result = message.result
        if message.role == "user":
            ask, thing = message.text, ""
        elif result is not None and place in calls:
            thing = _named(calls[place]) or _only(result.text) or thing
        elif message.role == "assistant" and message.text and not message.calls and len(message.text) <= SHORT:
            found[place] = _about(ask, thing, message.text)
    return found


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
    return redact(" · ".join(part for part in parts if part))
