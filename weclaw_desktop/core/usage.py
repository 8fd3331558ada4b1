"""What calls of models used, summed by day, model or chat. Tokens; money in the currency of each call's price."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from typing import Literal

Grouping = Literal["day", "model", "chat"]
GROUPINGS: tuple[Grouping, ...] = ("day", "model", "chat")
QUARTER_MS = 900_000
"""Calls are summed by quarters of an hour before they are sorted into days: every time zone's midnight is one."""


@dataclass(frozen=True, slots=True)
class Used:
    """Calls of one quarter of an hour that share everything else.

    ``quarter`` counts from 1970, UTC. ``prompt`` and ``completion`` are tokens in and out, ``cached`` those of the
    prompt that were read from a cache. ``cost`` is None where no price was known; ``estimated`` of the ``calls`` came
    without usage from the server and were counted here.
    """

    quarter: int
    chat_id: str
    model: str
    purpose: str
    currency: str = ""
    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    cost: float | None = None
    estimated: int = 0

    def day(self, zone: tzinfo | None = None) -> str:
        """The day in ``zone`` (None: this computer's), ISO."""
        return datetime.fromtimestamp(self.quarter * QUARTER_MS / 1_000, zone).date().isoformat()


@dataclass(frozen=True, slots=True)
class UsageLine:
    """The sums of one day, model or chat (``key``); ``costs`` by currency, ``unpriced`` calls are in none of them."""

    key: str
    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    costs: Mapping[str, float] = field(default_factory=dict[str, float])
    unpriced: int = 0
    estimated: int = 0
    summaries: int = 0
    """Tokens, in and out, that went into summaries of compressions."""

    @property
    def tokens(self) -> int:
        """In and out."""
        return self.prompt + self.completion

    @property
    def cached_share(self) -> float | None:
        """Share of the prompts that was read from a cache, 0…1; None without prompts."""
        return self.cached / self.prompt if self.prompt else None


def lines(rows: Iterable[Used], by: Grouping, zone: tzinfo | None = None) -> list[UsageLine]:
    """Sums by ``by``: days in order, models and chats with the most tokens first."""
    found: dict[str, UsageLine] = {}
    for row in rows:
        key = row.day(zone) if by == "day" else row.model if by == "model" else row.chat_id
        found[key] = added(found.get(key, UsageLine(key)), row)
    if by == "day":
        return [found[key] for key in sorted(found)]
    return sorted(found.values(), key=lambda line: (-line.tokens, line.key))


def total(rows: Iterable[Used]) -> UsageLine:
    """The sum of all."""
    line = UsageLine("")
    for row in rows:
        line = added(line, row)
    return line


def added(line: UsageLine, row: Used) -> UsageLine:
    """The line with one more row in it."""
    costs = dict(line.costs)
    if row.cost is not None:
        costs[row.currency] = costs.get(row.currency, 0.0) + row.cost
    spent = row.prompt + row.completion
    return UsageLine(
        line.key,
        line.calls + row.calls,
        line.prompt + row.prompt,
        line.completion + row.completion,
        line.cached + row.cached,
        costs,
        line.unpriced + (row.calls if row.cost is None else 0),
        line.estimated + row.estimated,
        line.summaries + (spent if row.purpose == "summary" else 0),
    )
