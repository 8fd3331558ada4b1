"""The coverage digest: passages of older messages, chosen by code for the facts that nothing else in the request holds.

Greedy choice by new facts per token over all units behind the cut (DESIGN §7.5). Facts are submodular: a unit is worth
less once others are chosen, so a heap of upper bounds is re-evaluated lazily (Minoux' accelerated greedy) and a pass looks
at few units more than it takes. No model, same bytes for the same log.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from weclaw_desktop.context.units import Cut, Unit
from weclaw_desktop.core.messages import Role

RESERVE = 20_000
"""At most so many units are weighed in one pass: the best by their worth alone."""
RECENCY = 0.5
"""The newest unit weighs 1 + this, the oldest 1."""
VOICE: dict[Role, float] = {"user": 1.6, "assistant": 1.0, "tool": 1.0, "system": 0.5}
"""Weights of who speaks: the user's words are favoured."""


@dataclass(frozen=True, slots=True)
class Source:
    """One message to choose from: its place in the log, who speaks, its units, and those that must not be chosen."""

    place: int
    role: Role
    cut: Cut
    banned: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Digest:
    """What was chosen: final text, its uncalibrated tokens, and how many units of how many it holds."""

    text: str = ""
    tokens: int = 0
    chosen: int = 0
    offered: int = 0


def compose(sources: Sequence[Source], held: set[str], budget: int, title: str = "") -> Digest:
    """Choose units of ``sources`` worth most within ``budget`` uncalibrated tokens. ``held`` is added to.

    ``held`` are the facts that the rest of the request already holds. Units appear in the log's order under their header.
    """
    offered = sum(len(source.cut.units) for source in sources)
    picks = _choose(sources, held, budget)
    if not picks:
        return Digest(offered=offered)
    text = _render(sources, picks, title)
    tokens = sum(sources[s].cut.units[u].tokens for s, u in picks)
    tokens += sum(sources[s].cut.head_tokens for s in {s for s, _ in picks})
    return Digest(text, tokens, len(picks), offered)


def _bounds(sources: Sequence[Source]) -> list[tuple[float, int, int]]:
    """Heap entries (−upper bound, source, unit): what each unit is worth per token when nothing else is known."""
    span = max(1, len(sources) - 1)
    entries: list[tuple[float, int, int]] = []
    for index, source in enumerate(sources):
        weight = (1 + RECENCY * index / span) * VOICE[source.role]
        entries.extend(
            (-weight * unit.density, index, unit.order)
            for unit in source.cut.units
            if unit.density > 0 and unit.order not in source.banned
        )
    if len(entries) > RESERVE:
        entries = heapq.nsmallest(RESERVE, entries)
    heapq.heapify(entries)
    return entries


def _choose(sources: Sequence[Source], held: set[str], budget: int) -> list[tuple[int, int]]:
    heap = _bounds(sources)
    span = max(1, len(sources) - 1)
    opened: set[int] = set()
    picks: list[tuple[int, int]] = []
    left = budget
    while heap and left > 8:
        _, index, order = heap[0]
        source = sources[index]
        unit = source.cut.units[order]
        cost = unit.tokens + (0 if index in opened else source.cut.head_tokens)
        if cost > left:
            heapq.heappop(heap)
            continue
        weight = (1 + RECENCY * index / span) * VOICE[source.role]
        worth = weight * unit.facts.new(held) / cost
        if worth <= 0:
            heapq.heappop(heap)
            continue
        heapq.heapreplace(heap, (-worth, index, order))
        if heap[0] != (-worth, index, order):
            continue
        heapq.heappop(heap)
        picks.append((index, order))
        opened.add(index)
        left -= cost
        unit.facts.add_to(held)
    return picks


def _render(sources: Sequence[Source], picks: Sequence[tuple[int, int]], title: str) -> str:
    by_source: dict[int, list[int]] = {}
    for index, order in sorted(picks):
        by_source.setdefault(index, []).append(order)
    paragraphs = [title] if title else []
    paragraphs.extend(f"[{sources[i].cut.head}] {_joined(sources[i].cut.units, orders)}" for i, orders in by_source.items())
    return "\n".join(paragraphs)


def _joined(units: Sequence[Unit], orders: Sequence[int]) -> str:
    text = units[orders[0]].text
    for before, order in zip(orders, orders[1:], strict=False):
        text += (" " if order == before + 1 else " … ") + units[order].text
    return text
