"""The index: names that the older part of a chat speaks of and nothing else in the request holds, by message.

A bare name costs a fraction of its sentence. It tells a model that the thing was spoken of and under which id recall
finds it, so that a name asked about again is never unknown. Chosen after the digest, by how many messages hold a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from weclaw_desktop.context.features import spelled
from weclaw_desktop.context.telling import Source
from weclaw_desktop.core.messages import Role
from weclaw_desktop.core.ports import Counter

VOICE: dict[Role, float] = {"user": 2.0, "assistant": 1.5, "tool": 1.0, "system": 0.0}
"""What one mention counts, by who made it."""
NAME_CHARS = 48
"""Longer names are left to the digest, in characters."""


def index(sources: Sequence[Source], held: set[str], room: int, counter: Counter, title: str) -> str:
    """Lines ``[id] name name …`` within ``room`` uncalibrated tokens, in the log's order; empty when nothing fits."""
    mentions = _mentions(sources, held)
    left = room - counter.text(title)
    chosen: dict[int, list[str]] = {}
    for fact, _ in sorted(mentions.items(), key=lambda item: (-item[1][0], -item[1][1], item[0])):
        place = mentions[fact][1]
        name = next(_names(sources[place], fact), "")
        if not name:
            continue
        cost = _cost(name, counter) + (0 if place in chosen else 5)
        if cost > left:
            break
        chosen.setdefault(place, []).append(name)
        left -= cost
    if not chosen:
        return ""
    lines = (f"[{sources[place].cut.head.split()[0]}] {', '.join(names)}" for place, names in sorted(chosen.items()))
    return "\n".join((title, *lines))


@lru_cache(maxsize=4_096)
def _cost(name: str, counter: Counter) -> int:
    """Tokens of one more name in a line; most names stood in the last index too."""
    return counter.text(f" {name},")


def _mentions(sources: Sequence[Source], held: set[str]) -> dict[str, tuple[float, int]]:
    """Facts that ``held`` lacks: how much they are spoken of, and the last place among ``sources``."""
    weight: dict[str, float] = {}
    last: dict[str, int] = {}
    for place, source in enumerate(sources):
        here = source.cut.named if not source.banned else _allowed(source)
        voice = VOICE[source.role]
        for fact in here - held:
            weight[fact] = weight.get(fact, 0.0) + voice
            last[fact] = place
    return {fact: (worth, last[fact]) for fact, worth in weight.items()}


def _allowed(source: Source) -> set[str]:
    allowed = [unit.facts for unit in source.cut.units if unit.order not in source.banned]
    return {fact for facts in allowed for fact in (*facts.strong, *facts.medium)}


def _names(source: Source, fact: str) -> Iterator[str]:
    for unit in source.cut.units:
        if fact in unit.facts.strong or fact in unit.facts.medium:
            name = _spelled(unit.text, fact)
            if len(name) <= NAME_CHARS:
                yield name


_spelled = lru_cache(maxsize=4_096)(spelled)
