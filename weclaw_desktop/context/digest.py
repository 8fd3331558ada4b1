"""The coverage digest: passages of older messages, chosen by code for the facts that nothing else in the request holds.

Greedy choice by new facts per token over all units behind the cut. Facts are submodular: a unit is worth
less once others are chosen, so upper bounds on a heap are re-evaluated lazily (Minoux' accelerated greedy), and only
the best unit of a message that was not looked at yet waits there: a pass looks at few units more than it takes. No
model, same bytes for the same log.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from weclaw_desktop.context.cards import REACH, write
from weclaw_desktop.context.telling import Source
from weclaw_desktop.context.units import Unit
from weclaw_desktop.core.messages import Role
from weclaw_desktop.core.ports import Counter

RECENCY = 0.15
"""The newest unit weighs 1 + this, the oldest 1."""
VOICE: dict[Role, float] = {"user": 1.2, "assistant": 0.9, "tool": 1.0, "system": 0.5}
"""Weights of who speaks: the user's words are favoured."""
LEAST_ROOM = 8
"""Choosing ends when fewer tokens are left …"""
LOOKED_AT = (1_500, 8)
"""Units weighed at most, those with the highest bounds: the first number, or one per so many tokens of the budget."""
SPARE = 8
"""Tokens left free when what joining saved is spent in a second round of the choice."""
NEXT = 4
"""Tokens of the id in front of a further message on a thing."""
MISSES = 200
"""… or when so many units, the best ones first, did not fit any more."""

_PARAGRAPHS = re.compile(r"(?<=\n)(?=\[)")
"""Between an end of line and the id of a message: no token reaches over that."""


_Entry = tuple[float, int, int, bool]
"""An entry of the heap: −worth per token, source, rank, whether it was weighed."""


@dataclass(frozen=True, slots=True)
class Digest:
    """What was chosen: final text, its uncalibrated tokens, and how many units it holds."""

    text: str = ""
    tokens: int = 0
    chosen: int = 0


def compose(sources: Sequence[Source], held: set[str], budget: int, counter: Counter, heading: str = "") -> Digest:
    """Choose the units of ``sources`` worth most within ``budget`` uncalibrated tokens.

    ``held`` are the facts that the rest of the request already holds; the chosen ones are added. Units appear in the
    log's order under their header, those on one thing together where the first of them stands.
    """
    choice = _Choice(sources, held, budget)
    picks = choice.run()
    if not picks:
        return Digest()
    choice.left = budget - _about(write(sources, picks, heading), counter) - SPARE
    picks += choice.run()
    told = write(sources, picks, heading)
    tokens = counter.text(told)
    while tokens > budget:
        picks.pop()
        told = write(sources, picks, heading) if picks else ""
        tokens = counter.text(told) if told else 0
    return Digest(told, tokens, len(picks))


def _about(told: str, counter: Counter) -> int:
    """Tokens of a digest by its paragraphs, most of which stood in the last one too; the end is counted as a whole."""
    return sum(_paragraph(part, counter) for part in _PARAGRAPHS.split(told))


@lru_cache(maxsize=4_096)
def _paragraph(part: str, counter: Counter) -> int:
    return counter.text(part)


class _Choice:
    """One greedy choice."""

    def __init__(self, sources: Sequence[Source], held: set[str], budget: int) -> None:
        self.left = budget
        self._most = max(LOOKED_AT[0], budget // LOOKED_AT[1])
        self._sources = sources
        self._held = held
        self._opened: set[int] = set()
        self._cards: set[str] = set()
        self._tables: set[tuple[int, int]] = set()
        span = max(1, len(sources) - 1)
        self._weights = [(1 + RECENCY * i / span) * VOICE[source.role] for i, source in enumerate(sources)]
        self._heap = [
            (-self._weights[i] * source.cut.ranked[0].density, i, 0, False)
            for i, source in enumerate(sources)
            if source.cut.ranked
        ]
        heapq.heapify(self._heap)

    def run(self) -> list[tuple[int, int]]:
        """Chosen (source, order), best first. This loop is the time of a pass: names are local, calls are few."""
        picks: list[tuple[int, int]] = []
        heap, sources, weights, held, opened = self._heap, self._sources, self._weights, self._held, self._opened
        tables = self._tables
        misses, fresh, most = 0, 0, self._most
        aside: list[_Entry] = []
        last: _Entry = (0.0, -1, -1, False)
        while heap and self.left > LEAST_ROOM and misses < MISSES:
            last = heapq.heappop(heap)
            _, index, rank, evaluated = last
            source = sources[index]
            ranked = source.cut.ranked
            unit = ranked[rank]
            if not evaluated:
                fresh += 1
                if fresh > most:
                    aside = self._set_aside()
                    continue
                if rank + 1 < len(ranked):
                    heapq.heappush(heap, (-weights[index] * ranked[rank + 1].density, index, rank + 1, False))
            cost = unit.tokens if index in opened else unit.tokens + self._head(source, unit)
            if unit.group >= 0 and (index, unit.group) not in tables:
                cost += source.cut.groups[unit.group][1]
            if cost > self.left:
                misses += 1
                continue
            worth = weights[index] * unit.facts.new(held) / cost
            if worth <= 0 or unit.order in source.banned:
                continue
            if heap and -worth > heap[0][0]:
                heapq.heappush(heap, (-worth, index, rank, True))
                continue
            self.left -= cost
            opened.add(index)
            self._cards.add(source.card)
            if unit.group >= 0:
                tables.add((index, unit.group))
            unit.facts.add_to(held)
            picks.append((index, unit.order))
        self._put_back(aside, last, ended=self.left <= LEAST_ROOM or misses >= MISSES)
        return picks

    def _set_aside(self) -> list[_Entry]:
        """Take what was never weighed off the heap: no more of it will be, and it is most of a long chat."""
        aside = [entry for entry in self._heap if not entry[3]]
        self._heap[:] = [entry for entry in self._heap if entry[3]]
        heapq.heapify(self._heap)
        return aside

    def _put_back(self, aside: list[_Entry], last: _Entry, *, ended: bool) -> None:
        """Leave to a second round what is worth less than the last one weighed; the others had their turn.

        All had it where nothing ``ended`` the choice but the heap.
        """
        if ended:
            self._heap.extend(entry for entry in aside if entry > last)
            heapq.heapify(self._heap)

    def _head(self, source: Source, unit: Unit) -> int:
        """Tokens of what stands in front of a message's first unit, about."""
        named = source.card in unit.text
        if source.card and source.card in self._cards:
            return NEXT + source.ask_tokens + (0 if named else source.card_tokens * len(unit.text) // REACH)
        return source.cut.head_tokens + source.ask_tokens + (0 if named else source.card_tokens)
