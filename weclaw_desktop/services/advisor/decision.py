"""The decision tree of the field: four questions, one answer. A rule of thumb; a measurement beats it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.text import Text, text

Latency = Literal["low", "medium", "high"]
Budget = Literal["tight", "moderate", "flexible"]
SMALL = 128_000
"""Tokens of a window below which leaving old turns out may do."""
USUAL = 131_072
"""The window that is assumed where no model is known."""
LATENCIES: tuple[Latency, ...] = ("low", "medium", "high")
BUDGETS: tuple[Budget, ...] = ("tight", "moderate", "flexible")


@dataclass(frozen=True, slots=True)
class Answers:
    """What somebody needs. ``latency`` is how long a reply may be held up now and then; ``window`` is in tokens."""

    recall: bool = False
    window: int = USUAL
    latency: Latency = "low"
    cost: Budget = "moderate"


@dataclass(frozen=True, slots=True)
class Thumb:
    """One strategy and the rule that leads to it."""

    strategy: str
    why: Text


def decide(answers: Answers) -> Thumb:
    """The first rule that holds.

    Recall across chats needs notes that outlive a chat. A small window with little time or money is served by leaving
    old turns out. Who has both time and money may have a model summarise after each response. All others are served by
    work in the background that needs no model.
    """
    if answers.recall:
        return Thumb("layered", text("advisor.thumb.recall"))
    if answers.window < SMALL and (answers.latency == "low" or answers.cost == "tight"):
        return Thumb("truncate", text("advisor.thumb.small"))
    if answers.latency == "high" and answers.cost == "flexible":
        return Thumb("pipeline", text("advisor.thumb.summaries"))
    return Thumb("adaptive", text("advisor.thumb.background"))
