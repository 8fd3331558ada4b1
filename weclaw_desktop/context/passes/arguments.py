"""Pass 3: long arguments of old calls are shortened, and stay JSON objects (fault P1).

Every string keeps its beginning and says how much is missing under which id. A model may copy such a stub into a new
call: ``stubs`` finds them, and whoever runs calls must expand or refuse them, never write them to a file.
"""

from __future__ import annotations

import json
import re
from functools import partial
from typing import cast

from weclaw_desktop.context.passes.span import Span
from weclaw_desktop.context.units import read_arguments
from weclaw_desktop.core.records import Replacement

LONGEST = 500
"""Longer arguments are shortened, in characters of their JSON."""
WORTH = 0.8
"""They are, if at most this share of the characters is left."""
KEPT = 120
"""Characters kept of a long string."""
ITEMS = 12
"""Items kept of a long list or object."""

_STUB = re.compile(r"…⟦\+[\d,]+ m(\d+)⟧")


def shorten_arguments(span: Span, taken: set[tuple[str, int]]) -> list[Replacement]:
    """Replacements for long arguments of answered calls. ``taken`` holds (message id, call index) in force."""
    done = {id(call) for place, call in span.answered.items() if span.log[place].role == "tool"}
    found: list[Replacement] = []
    for message in span.log[span.start : span.end]:
        if message.role != "assistant" or message.pinned or message.excluded:
            continue
        for index, call in enumerate(message.calls):
            if len(call.arguments) <= LONGEST or (message.id, index) in taken or id(call) not in done:
                continue
            shorter = span.cache.once(
                ("arguments", message.seq, call.arguments), partial(shorten, call.arguments, message.seq)
            )
            if len(shorter) < WORTH * len(call.arguments):
                found.append(Replacement(message.id, shorter, "arguments", message.artifact, index))
    return found


def shorten(arguments: str, seq: int) -> str:
    """``arguments`` as a JSON object with long values cut; ``seq`` is the message that holds the original."""
    return json.dumps(_short(read_arguments(arguments), seq, 0), ensure_ascii=False)


def stubs(arguments: str) -> tuple[int, ...]:
    """Seqs of the messages whose shortened arguments a new call repeats: it must not run as it is."""
    return tuple(int(number) for number in _STUB.findall(arguments))


def _short(value: object, seq: int, depth: int) -> object:
    if isinstance(value, str):
        if len(value) <= KEPT + 40:
            return value
        return f"{value[:KEPT]}…⟦+{len(value) - KEPT:,} m{seq}⟧"
    if depth > 6 and isinstance(value, (list, dict)):
        return f"…⟦+1 m{seq}⟧"
    if isinstance(value, list):
        items = cast("list[object]", value)
        short = [_short(item, seq, depth + 1) for item in items[:ITEMS]]
        return short if len(items) <= ITEMS else [*short, f"…⟦+{len(items) - ITEMS:,} m{seq}⟧"]
    if isinstance(value, dict):
        pairs = list(cast("dict[str, object]", value).items())
        shorter = {key[:KEPT]: _short(item, seq, depth + 1) for key, item in pairs[: 2 * ITEMS]}
        return shorter if len(pairs) <= 2 * ITEMS else {**shorter, "…": f"…⟦+{len(pairs) - 2 * ITEMS:,} m{seq}⟧"}
    return value
