"""Anti-thrash: passes that do not help pause, visibly, and always come back.

A pass that saves less than a tenth or lands above .75 T is a strike, half a one for the static rung. Two strikes pause
automatic passes until the load grows by .15 T, five user turns pass, the model or strategy changes, or the user asks.
All figures are whole loads in calibrated tokens: like is compared with like (T5).
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context.engine import Thrash
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Text, compact, text

STRIKES = 2.0
LEAST_SAVED = 0.10
LANDING = 0.75
GROWTH = 0.15
"""Share of T by which the load must grow to re-arm, and which must lie between two passes that count as healthy."""
TURNS = 5
"""User turns after which a pause ends."""
OFTEN = 3
OFTEN_MS = 600_000
"""More than ``OFTEN`` model-made passes within this many milliseconds are too many."""


def after_pass(thrash: Thrash, record: Record, threshold: int, turns: int, now_ms: int) -> Thrash:
    """Memory after a pass was applied. ``turns`` is the log's number of user turns, ``now_ms`` Unix time."""
    useless = record.saved < LEAST_SAVED or record.tokens_after > LANDING * threshold
    weight = (0.5 if record.method == "static" else 1.0) if useless else 0.0
    grown = record.tokens_before - thrash.last_after
    close = thrash.close + 1 if thrash.last_after and grown < GROWTH * threshold else 0
    recent = tuple(at for at in thrash.recent_ms if now_ms - at < OFTEN_MS)
    struck = replace(
        thrash,
        strikes=thrash.strikes + weight if useless else 0.0,
        last_savings=(*thrash.last_savings, record.saved)[-2:],
        recent_ms=(*recent, now_ms) if record.method == "model" else recent,
        last_after=record.tokens_after,
        close=close,
        paused_at=None,
    )
    return _paused(struck, record.tokens_after, turns)


def after_refusal(thrash: Thrash, load: int, turns: int) -> Thrash:
    """Memory after the gate refused a plan as a strike."""
    struck = replace(thrash, strikes=thrash.strikes + 1, last_savings=(*thrash.last_savings, 0.0)[-2:])
    return _paused(struck, load, turns)


def rearmed(thrash: Thrash, load: int, threshold: int, turns: int) -> Thrash:
    """Memory as of now: a pause whose end has come is lifted, and its strikes with it."""
    if thrash.paused_at is None or is_paused(thrash, load, threshold, turns):
        return thrash
    return replace(thrash, paused_at=None, paused_turn=0, strikes=0.0)


def is_paused(thrash: Thrash, load: int, threshold: int, turns: int) -> bool:
    """Whether automatic passes pause now. At the hard line nobody asks."""
    if thrash.paused_at is None:
        return False
    return load < thrash.paused_at + GROWTH * threshold and turns < thrash.paused_turn + TURNS


def reset(thrash: Thrash) -> Thrash:
    """Memory after the user asked for a pass, or the model or strategy changed: armed, nothing held against it."""
    return replace(thrash, strikes=0.0, paused_at=None, paused_turn=0, close=0)


def pause_text(thrash: Thrash, load: int, threshold: int, turns: int) -> Text | None:
    """Why automatic passes pause and when they resume; None when they do not."""
    if thrash.paused_at is None or not is_paused(thrash, load, threshold, turns):
        return None
    left = max(1, int(thrash.paused_at + GROWTH * threshold - load))
    savings = ", ".join(f"{max(0.0, saved):.0%}" for saved in thrash.last_savings)
    return text("engine.paused", savings=savings, tokens=compact(left), turns=thrash.paused_turn + TURNS - turns)


def banner(thrash: Thrash) -> Text | None:
    """The amber banner when passes come too often although each succeeds (T6), else None."""
    if len(thrash.recent_ms) > OFTEN:
        return text("engine.often.model", n=OFTEN)
    return text("engine.often.close") if thrash.close else None


def _paused(thrash: Thrash, load: int, turns: int) -> Thrash:
    if thrash.strikes < STRIKES:
        return thrash
    return replace(thrash, paused_at=load, paused_turn=turns, strikes=0.0)
