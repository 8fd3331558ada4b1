"""Units: the small pieces of older messages between which the digest chooses, with their facts and sizes.

Units and facts are made once per message revision and remembered in an ``EngineCache``, so that a pass over thousands
of messages only compares sets.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from weclaw_desktop.context.features import Facts, facts
from weclaw_desktop.context.log import Grouping
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.rows import Row, rows, sentences
from weclaw_desktop.core.messages import Log, Message, ToolCallPart
from weclaw_desktop.core.ports import Counter

HEAD_ARGUMENTS = 60
"""Characters of a call's arguments that stand in the header of its result."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence, row or group of lines. ``tokens`` is uncalibrated; ``order`` counts within the message.

    ``density`` is its worth per token when nothing else is known: an upper bound for every choice.
    """

    order: int
    text: str
    tokens: int
    facts: Facts
    density: float


@dataclass(frozen=True, slots=True)
class Cut:
    """A message in units. ``head`` names who speaks; ``ranked`` are the units with any worth, the densest first."""

    head: str
    head_tokens: int
    units: tuple[Unit, ...]
    ranked: tuple[Unit, ...]

    def add_to(self, held: set[str]) -> None:
        """Put every fact of the message into ``held``."""
        for unit in self.units:
            unit.facts.add_to(held)


def answered(log: Log) -> dict[int, ToolCallPart]:
    """For each tool message that answers a call, by its place in the log, that call."""
    places = {id(message): place for place, message in enumerate(log)}
    found: dict[int, ToolCallPart] = {}
    for group in Grouping(log).groups:
        for call, result in zip(group.head.calls, group.results, strict=True):
            if result is not None:
                found[places[id(result)]] = call
    return found


def cut(message: Message, call: ToolCallPart | None, counter: Counter) -> Cut:
    """Cut one message into units with facts and sizes. Secrets are masked. Pure."""
    head = _head(message, call)
    units: list[Unit] = []
    for row in _rows(message):
        text = redact(row.text)
        found, tokens = facts(text, row.pairs), counter.text(text) + 1
        units.append(Unit(len(units), text, tokens, found, found.value / tokens))
    ranked = sorted((unit for unit in units if unit.density > 0), key=lambda unit: (-unit.density, unit.order))
    return Cut(head, counter.text(head) + 2, tuple(units), tuple(ranked))


def _head(message: Message, call: ToolCallPart | None) -> str:
    result = message.result
    if result is None:
        return f"m{message.seq} {message.role}"
    name = result.name or (call.name if call else "tool")
    brief = "" if call is None else brief_arguments(call.arguments)
    return f"a{message.seq} {name}({brief})" if brief else f"a{message.seq} {name}"


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


def _rows(message: Message) -> Iterator[Row]:
    result = message.result
    if result is not None:
        yield from rows(_source(message, result.text))
        return
    if message.text:
        yield from sentences(message.text)
    for part in message.attachments:
        yield Row(f"{part.name} ({part.media_type}, {part.size} bytes)")
    for call in message.calls:
        yield from _call_rows(call)


def _source(message: Message, raw: str) -> str:
    """The text to cut: the full result when it is JSON, the encoded one otherwise (free of redraws and repeats)."""
    shown = None if message.intake is None else message.intake.text
    if shown is None or raw.lstrip()[:1] in ("{", "["):
        return raw
    return shown


def _call_rows(call: ToolCallPart) -> Iterator[Row]:
    arguments = json.dumps(read_arguments(call.arguments), ensure_ascii=False)
    for row in rows(arguments):
        yield Row(f"→ {call.name} {row.text}", row.pairs)
