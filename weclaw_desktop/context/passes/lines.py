"""Pass 2: an old tool result becomes one line plus the key–value pairs that nothing else in the request holds.

Clearing values is what makes engines forget: lines without values cost 19 points of values found with their key.
So after the line stand the result's own rows, chosen by new facts per token, within a share of its size.
"""

from __future__ import annotations

import re

from weclaw_desktop.context.features import MEDIUM, STRONG
from weclaw_desktop.context.passes.recipes import LINE_CHARS, line
from weclaw_desktop.context.passes.span import Span
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.statements import clip
from weclaw_desktop.context.units import Cut, Unit
from weclaw_desktop.core.messages import Message, ToolCallPart, ToolResultPart
from weclaw_desktop.core.records import Replacement

SMALLEST = 60
"""Results of fewer tokens are left alone."""
SHARE = 0.30
"""Share of a result's tokens that its values may take."""
LEAST_NEW = 0.5
"""Rows with less new than half a strong fact are not worth a place …"""
DENSE = 0.1
"""… nor those with less new per token: the knee, where sessions are a tenth shorter and no name more is lost."""
_LINE_NUMBER = re.compile(r"^(\d+)[:\t→|]", re.MULTILINE)
ROOM = (24, 700)
"""Least and most tokens for the values of one result."""


def one_lines(span: Span, taken: set[str], held: set[str]) -> list[Replacement]:
    """Lines for the answered results of the span, oldest first. ``held`` are facts that stay; added to."""
    found: list[Replacement] = []
    for place, message, _ in span.results(span.start, span.end):
        if message.id in taken or message.pinned:
            continue
        call = span.answered.get(place)
        cut = span.cache.cut(message, call, span.counter)
        size = span.counter.message(message)
        if size < SMALLEST or call is None:
            cut.add_to(held)
            continue
        shorter = write(span, message, call, cut, held, size)
        if span.saving(message, shorter) >= size // 5:
            found.append(Replacement(message.id, shorter, "line", message.artifact))
        else:
            cut.add_to(held)
    return found


def write(
    span: Span, message: Message, call: ToolCallPart, cut: Cut, held: set[str], size: int, share: float = SHARE
) -> str:
    """The line with its values for one result. Facts it carries are added to ``held``."""
    result = message.result
    assert result is not None  # only called for tool messages
    head = f"[{message.artifact}] {_line(span, call, result)}"
    room = min(max(int(size * share), ROOM[0]), ROOM[1])
    values = _values(cut, held, room)
    return f"{head}\n{values}" if values else head


def _line(span: Span, call: ToolCallPart, result: ToolResultPart) -> str:
    custom = span.one_liners.get(call.name)
    if custom is not None:
        try:
            return clip(redact(custom(call, result, span.language)), LINE_CHARS)
        except Exception:  # noqa: BLE001 -- border to plug-ins: their sentence may fail, the pass may not
            return clip(redact(line(call, result, span.language)), LINE_CHARS)
    key = ("line", call.name, call.arguments, result, span.language)
    return span.cache.once(key, lambda: clip(redact(line(call, result, span.language)), LINE_CHARS))


def _values(cut: Cut, held: set[str], room: int) -> str:
    """Rows of the result in their order, chosen greedily by new facts per token (one re-evaluation round)."""
    ranked = sorted(cut.units[cut.asked :], key=lambda unit: -_new(unit, held) / unit.tokens)
    chosen: list[int] = []
    opened: set[int] = {-1}
    for unit in ranked:
        cost = unit.tokens if unit.group in opened else unit.tokens + cut.groups[unit.group][1]
        if cost > room:
            continue
        new = _new(unit, held)
        if new < LEAST_NEW or new < DENSE * cost:
            continue
        chosen.append(unit.order)
        opened.add(unit.group)
        unit.facts.add_to(held)
        room -= cost
    return cut.text(sorted(chosen))


def _new(unit: Unit, held: set[str]) -> float:
    """Worth of what a unit has new; the numbers of source lines are worth nothing."""
    new = unit.facts.new(held)
    if new and unit.text[0].isdigit():
        for number in _LINE_NUMBER.findall(unit.text):
            if number not in held:
                new -= STRONG if len(number) > 3 else MEDIUM
    return new
