"""Units: the small pieces of older messages between which the digest chooses, with their facts and sizes.

Units and facts are made once per message revision and remembered in an ``EngineCache``, so that a pass over thousands
of messages only compares sets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from weclaw_desktop.context.features import Facts, facts, items, links
from weclaw_desktop.context.log import Group, Grouping
from weclaw_desktop.context.prose_rows import Row, sentences
from weclaw_desktop.context.redaction import redact, redacted
from weclaw_desktop.context.rows import rows, rows_of
from weclaw_desktop.core.messages import Log, Message, ToolCallPart, ToolResultPart
from weclaw_desktop.core.ports import Counter

HEAD_ARGUMENTS = 60
"""Characters of a call's arguments that stand in the header of its result."""


@dataclass(slots=True)
class Unit:
    """One sentence, row or group of lines. ``tokens`` is uncalibrated; ``order`` counts within the message.

    Never changed once made; not frozen, for the reason that ``Facts`` names.

    ``density`` is its worth per token when nothing else is known: an upper bound for every choice. ``group`` is the
    place among the message's table headers of the one that must stand in front of it, -1 for none.
    """

    order: int
    text: str
    tokens: int
    facts: Facts
    density: float
    group: int = -1


@dataclass(frozen=True, slots=True)
class Cut:
    """A message in units. ``head`` names who speaks; ``ranked`` are the units with any worth, the densest first.

    ``groups`` are headers of tables with their tokens. Of a result the first ``asked`` units are its call's arguments;
    ``structured`` says that it was JSON. ``named`` are the strong and medium facts of all units.
    """

    head: str
    head_tokens: int
    units: tuple[Unit, ...]
    ranked: tuple[Unit, ...]
    groups: tuple[tuple[str, int], ...] = ()
    asked: int = 0
    structured: bool = False
    named: frozenset[str] = frozenset()

    def text(self, orders: Sequence[int]) -> str:
        """The units ``orders`` (ascending) as one text: headers of tables once, gaps in prose marked."""
        parts: list[str] = []
        last, group = -1, -1
        for order in orders:
            unit = self.units[order]
            if parts and last < self.asked <= order:
                parts.append(" → ")
            elif parts:
                within = unit.group == group and group >= 0
                parts.append("; " if within else " " if order == last + 1 else " … ")
            if unit.group >= 0 and unit.group != group:
                parts.append(self.groups[unit.group][0])
            parts.append(unit.text)
            last, group = order, unit.group
        return "".join(parts)

    def add_to(self, held: set[str], shown: str | None = None) -> None:
        """Put every fact of the message into ``held``; of a shortened one those of the units that ``shown`` holds."""
        for unit in self.units:
            if shown is None or unit.order < self.asked or unit.text in shown:
                unit.facts.add_to(held)


def answered(log: Log) -> dict[int, ToolCallPart]:
    """For each tool message that answers a call, by its place, that call; for others the last call left unanswered."""
    return {place: call for group in Grouping(log).groups for place, call in answers(group)}


def answers(group: Group) -> Iterator[tuple[int, ToolCallPart]]:
    """The places of a group's results, each with the call that it answers, and its own with the last one unanswered."""
    calls = group.calls
    for call, result in zip(calls, group.results, strict=True):
        if result is None:
            yield group.at, call
    for place, number in zip(group.places, group.numbers, strict=True):
        yield place, calls[number]


def cut(message: Message, call: ToolCallPart | None, counter: Counter) -> Cut:
    """Cut one message into units with facts and sizes. Secrets are masked. Pure.

    ``call`` is the one that a result answers; its arguments are the result's first units. Of an assistant message it is
    the call that nobody answered: arguments of answered ones are told with their results.
    """
    result = message.result
    kind, voice = _head(message, result, call)
    units: list[Unit] = []
    groups: dict[str, int] = {}
    asked = _asked_rows(call) if call is not None else []
    own = list(_rows(message, result))
    linked = _links(asked, own) if result is not None else ()
    every = (*asked, *own) if result is not None else (*own, *asked)
    named: set[str] = set()
    plain = redacted([row.text for row in every], "" if asked or message.attachments else message.text)
    for number, (row, text) in enumerate(zip(every, plain, strict=True)):
        found, tokens = facts(text, row.pairs), counter.text(text) + 1
        if linked and number < len(asked):
            values = [value for _, value in row.pairs or ()]
            found = replace(found, links=frozenset(link for thing in linked for link in links(thing, values)))
        group = groups.setdefault(row.group, len(groups)) if row.group else -1
        units.append(Unit(number, text, tokens, found, found.value / tokens, group))
        named |= found.strong
        named |= found.medium
    headers = tuple([(text := redact(group), counter.text(text)) for group in groups])
    before = len(asked) if result is not None else 0
    structured = result is not None and any(row.pairs is not None for row in own)
    head = f"{kind}{message.seq} {voice}"
    tokens = _head_tokens(kind, len(str(message.seq)), voice, counter)
    return Cut(head, tokens, tuple(units), ranked(units), headers, before, structured, frozenset(named))


def ranked(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The units with any worth, the densest first."""
    worth = [unit for unit in units if unit.density > 0]
    return tuple(worth) if len(worth) < 2 else tuple(sorted(worth, key=lambda unit: (-unit.density, unit.order)))


def _head(message: Message, result: ToolResultPart | None, call: ToolCallPart | None) -> tuple[str, str]:
    """What stands in front of and behind the message's number in its header."""
    if result is None:
        return "m", message.role
    return "a", result.name or (call.name if call else "tool")


@lru_cache(maxsize=1_024)
def _head_tokens(kind: str, digits: int, voice: str, counter: Counter) -> int:
    """Tokens of a header, which depend on how many digits its number has, and two for what stands around it.

    Short messages have few tokens besides, so that counting each header took a fifth of their time.
    """
    return counter.text(f"{kind}{'8' * digits} {voice}") + 2


def brief_arguments(arguments: str, limit: int = HEAD_ARGUMENTS) -> str:
    """The values of a call's arguments on one line of at most ``limit`` characters, secrets masked."""
    parsed = read_arguments(arguments)
    texts = [
        str(value) if not isinstance(value, (dict, list)) else json.dumps(value, ensure_ascii=False)
        for value in parsed.values()
    ]
    line = redact(", ".join(" ".join(text.split()) for text in texts))
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def read_arguments(arguments: str) -> dict[str, object]:
    """Arguments as an object; anything else under the key ``value``, nothing as empty. Never raises."""
    if not arguments.strip():
        return {}
    try:
        value: object = json.loads(arguments)
    except (ValueError, RecursionError):
        return {"value": arguments}
    if isinstance(value, dict):
        return {str(key): item for key, item in cast("dict[object, object]", value).items()}
    return {} if value is None else {"value": value}


def _rows(message: Message, result: ToolResultPart | None) -> Iterator[Row]:
    if result is not None:
        yield from rows(_source(message, result.text))
        return
    if message.text:
        yield from sentences(message.text)
    for part in message.attachments:
        yield Row(f"{part.name} ({part.media_type}, {part.size} bytes)")


def _source(message: Message, raw: str) -> str:
    """The text to cut: the full result when it is JSON, the encoded one otherwise (free of redraws and repeats)."""
    shown = None if message.intake is None else message.intake.text
    if shown is None or raw.lstrip()[:1] in ("{", "["):
        return raw
    return shown


LINKED = 2
"""Results that name more things are a list, not the answer to what was asked."""


def _links(asked: Sequence[Row], own: Sequence[Row]) -> tuple[str, ...]:
    """The things that a short result names: what was asked for belongs to them."""
    if not asked or len(own) != 1 or own[0].pairs is None or len(own[0].pairs) > LINKED:
        return ()
    return tuple(item for _, value in own[0].pairs for item in items(value))


def _asked_rows(call: ToolCallPart) -> list[Row]:
    return rows_of(read_arguments(call.arguments))
