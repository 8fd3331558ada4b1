"""The index: names that the older part of a chat speaks of and nothing else in the request holds, by message.

A bare name costs a fraction of its sentence. It tells a model that the thing was spoken of and under which id recall
finds it, so that a name asked about again is never unknown. Chosen after the digest, by how many messages hold a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heapify, heappop
from operator import is_

from weclaw_desktop.context.features import spelled
from weclaw_desktop.context.telling import Source
from weclaw_desktop.core.messages import Role
from weclaw_desktop.core.ports import Counter

VOICE: dict[Role, float] = {"user": 2.0, "assistant": 1.5, "tool": 1.0, "system": 0.0}
"""What one mention counts, by who made it."""
LEAST_CHARS = 3
"""Shorter ones, such as "27", say nothing alone, in characters."""
NAME_CHARS = 48
"""Longer names are left to the digest, in characters."""


class Mentions:
    """How much names are spoken of in a growing list of messages, counted once for each."""

    def __init__(self) -> None:
        self._sources: list[Source] = []
        self._weights: dict[str, float] = {}
        self._last: dict[str, int] = {}

    def upto(self, sources: Sequence[Source]) -> Mentions:
        """Count those that are new; all of them where others stand before."""
        known = self._sources
        if len(known) > len(sources) or not all(map(is_, known, sources)):
            known.clear()
            self._weights.clear()
            self._last.clear()
        for place in range(len(known), len(sources)):
            source = sources[place]
            voice = VOICE[source.role]
            for fact in source.cut.named if not source.banned else _allowed(source):
                self._weights[fact] = self._weights.get(fact, 0.0) + voice
                self._last[fact] = place
            known.append(source)
        return self

    def without(self, held: set[str]) -> list[tuple[float, int, str]]:
        """A heap of what ``held`` lacks, most spoken of and newest first: −weight, −last place, fact."""
        weights, last = self._weights, self._last
        found = [(-weights[fact], -last[fact], fact) for fact in weights.keys() - held]
        heapify(found)
        return found


def index(
    sources: Sequence[Source], held: set[str], room: int, counter: Counter, title: str, mentions: Mentions | None = None
) -> str:
    """Lines ``[id] name name …`` within ``room`` uncalibrated tokens, in the log's order; empty when nothing fits.

    ``mentions`` are those of the same chat as far as they were counted before.
    """
    left = room - counter.text(title)
    chosen: dict[int, list[str]] = {}
    waiting = (mentions or Mentions()).upto(sources).without(held)
    while waiting:
        _, newest, fact = heappop(waiting)
        place = -newest
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


def _allowed(source: Source) -> set[str]:
    allowed = [unit.facts for unit in source.cut.units if unit.order not in source.banned]
    return {fact for facts in allowed for fact in (*facts.strong, *facts.medium)}


def _names(source: Source, fact: str) -> Iterator[str]:
    for unit in source.cut.units:
        if fact in unit.facts.strong or fact in unit.facts.medium:
            name = _spelled(unit.text, fact).rstrip(",")
            if LEAST_CHARS <= len(name) <= NAME_CHARS:
                yield name


_spelled = lru_cache(maxsize=4_096)(spelled)
