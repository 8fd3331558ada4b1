"""Pass 2: an old tool result becomes one line plus the key–value pairs that nothing else in the request holds.

Clearing values is what makes engines forget: lines without values cost 19 points of values found with their key.
So after the line stand the result's own rows, chosen by new facts per token, within a share of its size. What was asked
is told where the call in front of the result does not show it: behind a call with its arguments it would stand twice.
"""

from __future__ import annotations

import re

from weclaw_desktop.context.features import MEDIUM, STRONG, Facts
from weclaw_desktop.context.passes.arguments import LONGEST
from weclaw_desktop.context.passes.recipes import LINE_CHARS, line
from weclaw_desktop.context.passes.span import Span
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.statements import clip
from weclaw_desktop.context.units import Cut, Unit
from weclaw_desktop.core.messages import Message, ToolCallPart, ToolResultPart
from weclaw_desktop.core.records import Replacement

SMALLEST = 60
"""Results of fewer tokens are left alone."""
SHARE = 0.50
"""Share of a result's tokens that its values may take."""
LEAST_NEW = 0.5
"""Rows with less new than half a strong fact are not worth a place …"""
DENSE = 0.12
"""… nor those with less new per token: the knee of what is kept against what is cut."""
_LINE_NUMBER = re.compile(r"^(\d+)[:\t→|]", re.MULTILINE)
ROOM = (40, 700)
"""Least and most tokens for the values of one result."""


def one_lines(span: Span, taken: set[str], held: set[str]) -> list[Replacement]:
    """Lines for the answered results of the span, oldest first. ``held`` are facts that stay; added to."""
    found: list[Replacement] = []
    for place, message, _ in span.results(span.start, span.end):
        if message.id in taken or message.pinned:
            continue
        call = span.answered.get(place)
        size = span.counter.message(message)
        if size < SMALLEST or call is None:
            span.cache.cut(message, call, span.counter).add_to(held)
            continue
        shorter = write(span, message, call, held, size)
        if span.saving(message, shorter) >= size // 5:
            found.append(Replacement(message.id, shorter, "line", message.artifact))
        else:
            span.cache.cut(message, call, span.counter).add_to(held)
    return found


def write(span: Span, message: Message, call: ToolCallPart, held: set[str], size: int) -> str:
    """The line with its values for one result of ``size`` tokens. Facts that it carries are added to ``held``."""
    result = message.result
    assert result is not None  # only called for tool messages
    cut = span.cache.pieces(message, call, span.counter)
    if _told_in_front(call):
        for unit in cut.units[: cut.asked]:
            unit.facts.add_to(held)
    head = f"[{message.artifact}] {_line(span, call, result)}"
    values = _values(cut, held, min(max(int(size * SHARE), ROOM[0]), ROOM[1]))
    return f"{head}\n{values}" if values else head


def _told_in_front(call: ToolCallPart) -> bool:
    """Whether the request shows the call's arguments as they are: longer ones are shortened by the third pass."""
    return len(call.arguments) <= LONGEST


def _line(span: Span, call: ToolCallPart, result: ToolResultPart) -> str:
    custom = span.one_liners.get(call.name)
    if custom is not None:
        try:
            return clip(redact(custom(call, result, span.language)), LINE_CHARS)
        except Exception:  # noqa: BLE001 -- border to plug-ins: their sentence may fail, the pass may not
            pass  # the built-in sentence stands in
    asked = not _told_in_front(call)
    key = ("line", call.name, call.arguments, result, span.language)
    return span.cache.once(key, lambda: clip(redact(line(call, result, span.language, asked=asked)), LINE_CHARS))


def _values(cut: Cut, held: set[str], room: int) -> str:
    """Pieces of the result in their order, chosen greedily by new facts per token (one re-evaluation round)."""
    ranked = sorted(cut.units[cut.asked :], key=lambda unit: -_new(unit, held) / unit.tokens)
    earned = _earned(ranked, held)
    chosen: list[int] = []
    opened: set[int] = {-1}
    for unit in ranked:
        header = 0 if unit.group in opened else cut.groups[unit.group][1]
        if unit.tokens + header > room or (header and earned[unit.group] < DENSE * header):
            continue
        new = _new(unit, held)
        if new < LEAST_NEW or new < DENSE * unit.tokens:
            continue
        chosen.append(unit.order)
        opened.add(unit.group)
        unit.facts.add_to(held)
        room -= unit.tokens + header
    return cut.text(sorted(chosen))


def _earned(units: list[Unit], held: set[str]) -> dict[int, float]:
    """By group: what its rows have new beyond their own price. It pays for their header, which no row could alone."""
    found: dict[int, float] = {}
    seen: dict[int, set[str]] = {}
    for unit in units:
        if unit.group < 0:
            continue
        own, known = unit.facts, seen.setdefault(unit.group, set())
        fresh = Facts(own.strong - known, own.medium - known, frozenset(), own.pairs - known)
        found[unit.group] = found.get(unit.group, 0.0) + max(0.0, fresh.new(held) - DENSE * unit.tokens)
        own.add_to(known)
    return found


def _new(unit: Unit, held: set[str]) -> float:
    """Worth of what a unit has new; the numbers of source lines are worth nothing."""
    new = unit.facts.new(held)
    if new and unit.text[0].isdigit():
        for number in _LINE_NUMBER.findall(unit.text):
            if number not in held:
                new -= STRONG if len(number) > 3 else MEDIUM
    return new
