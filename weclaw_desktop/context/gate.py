"""The gate before a pass: whether what it would land on is worth it.

Below the threshold a pass must pay for itself over the next calls; at it, it must land low enough to last; at the hard
line any smaller result that fits is taken.
"""

from __future__ import annotations

from weclaw_desktop.context.engine import Need, Refused
from weclaw_desktop.core.models import Price
from weclaw_desktop.core.text import text
from weclaw_desktop.core.windows import Thresholds

LANDING = 0.75
"""Share of T that a pass at the threshold must land at or under."""
CALLS = 8
"""Calls over which a pass below the threshold must earn its price back."""
PRICES = (1.0, 0.1, 1.25, 5.0)
"""Input, cache read, cache write, output per token when a model's prices are not known."""


def judge(
    need: Need, before: int, after: int, thresholds: Thresholds, price: Price | None, summary: int = 0
) -> Refused | None:
    """None to let a pass from load ``before`` to ``after`` through, else why not.

    ``summary`` is the output of a model in tokens that the pass costs beyond its re-reading.
    """
    if after >= before:
        return Refused(text("engine.refused.larger"), strike=need is Need.SOFT)
    if need is Need.HARD:
        return None if after <= thresholds.hard else Refused(text("engine.refused.hard"))
    limit = int(LANDING * thresholds.threshold)
    if after > limit:
        return Refused(text("engine.refused.landing", landing=after, limit=limit), strike=need is Need.SOFT)
    if before < thresholds.threshold and not pays(before, after, price, summary):
        return Refused(text("engine.refused.price"))
    return None


def pays(before: int, after: int, price: Price | None, summary: int = 0) -> bool:
    """Whether ``CALLS`` calls save more than re-reading the new prefix and writing the summary cost."""
    fresh, read, write, output = prices(price)
    saved = CALLS * read * (before - after)
    costs = (write - read) * after + (fresh * (before - after) + output * summary if summary else 0.0)
    return saved > costs


def prices(price: Price | None) -> tuple[float, float, float, float]:
    """Input, cache read, cache write and output price relative to input; defaults where unknown."""
    if price is None or price.input <= 0:
        return PRICES
    read = PRICES[1] if price.cache_read is None else price.cache_read / price.input
    write = 1.0 if price.cache_write is None else price.cache_write / price.input
    return 1.0, read, write, price.output / price.input
