"""What is recommended for one chat with one model: two lines and the reasons behind them.

Once the chat is longer than its threshold a measurement wins, since then strategies differ; before that nothing was
compressed yet, and Adaptive keeps every way open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, Text, compact, text
from weclaw_desktop.services.advisor.decision import USUAL, Answers, Thumb, decide
from weclaw_desktop.services.lab.figures import Row, Variant, winner
from weclaw_desktop.services.lab.table import percent

DEFAULT = "adaptive"
MEASURED = ("adaptive", "truncate")
"""What a quick measurement plays: the default and the baseline it is told against."""
CHEAP = {"USD": 0.5, "EUR": 0.5, "CNY": 3.0}
"""Price of a million input tokens up to which cost is no concern."""
DEAR = {"USD": 5.0, "EUR": 5.0, "CNY": 35.0}
HEAVY = 0.5
"""Share of tool output from which on a chat is called heavy in it."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What is known of a chat and its model.

    ``tokens`` is the next request with its draft, system prompt and tools, as the meter shows it; ``uncompressed`` what
    it would be without the compression in force, 0 while nothing is compressed. ``tool_share`` is 0…1 of the messages.
    """

    tokens: int = 0
    threshold: int = 0
    window: int = 0
    tool_share: float = 0.0
    language: Language = "en"
    model: ModelSpec | None = None
    recalls: bool = False
    """Whether chats with notes are looked up across chats already."""
    uncompressed: int = 0

    @property
    def over(self) -> bool:
        """Whether the chat is longer than its threshold, so that something must go."""
        return 0 < self.threshold < (self.uncompressed or self.tokens)


@dataclass(frozen=True, slots=True)
class Advice:
    """``strategy`` is recommended; ``thumb`` and ``measured`` are the two lines, ``reasons`` what they rest on."""

    strategy: str
    thumb: Thumb
    measured: Text
    reasons: tuple[Text, ...] = ()
    by_measurement: bool = False


def share_of_results(messages: Sequence[Message], counter: Counter) -> float:
    """Of all tokens of a chat, those of tool results, 0…1."""
    total = results = 0
    for message in messages:
        size = counter.parts(message.parts)
        total += size
        results += size if message.result is not None else 0
    return results / total if total else 0.0


def answers_for(situation: Situation) -> Answers:
    """The four questions, as far as model and chat answer them."""
    price = situation.model.price if situation.model is not None else None
    local = situation.model is not None and situation.model.local
    cost = "moderate"
    if local or (price is not None and price.input <= CHEAP.get(price.currency, 0.0)):
        cost = "flexible"
    elif price is not None and price.input >= DEAR.get(price.currency, float("inf")):
        cost = "tight"
    latency = "low" if local else "medium"
    return Answers(situation.recalls, situation.window or USUAL, latency, cost)


def advise(situation: Situation, rows: Sequence[Row] = (), answers: Answers | None = None) -> Advice:
    """The recommendation; ``rows`` are what a replay of this chat measured, none when nobody played it."""
    thumb = decide(answers or answers_for(situation))
    best = winner(rows)
    reasons = reasons_for(situation)
    if not situation.over:
        said = text("advisor.early", tokens=compact(situation.tokens), threshold=compact(situation.threshold))
        if situation.threshold == 0:
            said = text("advisor.no_chat")
        return Advice(DEFAULT, thumb, said, reasons)
    if best is None:
        said = text("advisor.nothing_asked" if rows else "advisor.not_measured")
        return Advice(DEFAULT, thumb, said, reasons)
    return Advice(rows[best].variant.strategy, thumb, told(rows, best), reasons, by_measurement=True)


def told(rows: Sequence[Row], best: int) -> Text:
    """What was measured: the best row, and beside it the baseline, or the newest turns when that one is the best."""
    first = rows[best]
    other = next((row for row in rows if row.variant.strategy == "truncate" and row.facts is not None), None)
    name, facts, tokens = _name(first.variant), percent(first.facts), compact(round(first.mean))
    if other is None or other is first:
        return text("advisor.measured_alone", name=name, facts=facts, tokens=tokens, newest=percent(first.newest))
    return text(
        "advisor.measured",
        name=name,
        facts=facts,
        tokens=tokens,
        other=_name(other.variant),
        kept=percent(other.facts),
        at=compact(round(other.mean)),
    )


def reasons_for(situation: Situation) -> tuple[Text, ...]:
    """What the recommendation rests on, one fact each."""
    found: list[Text] = []
    if situation.threshold:
        found.append(_length(situation))
        heavy = "heavy" if situation.tool_share >= HEAVY else "light"
        found.append(text(f"advisor.reason.{heavy}", share=percent(situation.tool_share)))
        found.append(text(f"advisor.reason.{situation.language}"))
    model = situation.model
    if model is None:
        return tuple(found)
    found.append(text("advisor.reason.window", window=compact(model.window)))
    if model.local:
        found.append(text("advisor.reason.local"))
    elif model.price is not None:
        price = model.price
        cached = price.cache_read is not None and price.cache_read < price.input
        found.append(
            text(
                "advisor.reason.cached" if cached else "advisor.reason.uncached",
                price=f"{price.input:g} {price.currency}",
                read=f"{price.cache_read or 0:g} {price.currency}",
            )
        )
    return tuple(found)


def _length(situation: Situation) -> Text:
    """How long the chat is beside its threshold."""
    tokens, threshold = compact(situation.tokens), compact(situation.threshold)
    if not situation.over:
        return text("advisor.reason.under", tokens=tokens, threshold=threshold)
    if not situation.uncompressed:
        return text("advisor.reason.over", tokens=tokens, threshold=threshold)
    whole = compact(situation.uncompressed)
    return text("advisor.reason.compressed", tokens=tokens, whole=whole, threshold=threshold)


def _name(variant: Variant) -> Text:
    return text(f"engine.strategy.{variant.strategy}")
