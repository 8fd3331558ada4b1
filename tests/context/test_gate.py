"""The gate: smaller, low enough, worth its price."""

from __future__ import annotations

from weclaw_desktop.context.engine import Need, Refused
from weclaw_desktop.context.gate import judge, pays, prices
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.models import Price

LINES = thresholds(32_768)
T = LINES.threshold


def key(found: Refused | None) -> str | None:
    return None if found is None else found.reason.key


def test_T1_a_pass_that_lands_on_the_trigger_is_refused_with_a_strike() -> None:
    found = judge(Need.SOFT, T + 100, int(T * 0.998), LINES, None)
    assert key(found) == "engine.refused.landing"
    assert found is not None
    assert found.strike
    assert judge(Need.SOFT, T + 100, int(T * 0.7), LINES, None) is None


def test_nothing_saved_is_refused_at_any_need() -> None:
    for need in (Need.PREPARE, Need.SOFT, Need.HARD):
        assert key(judge(need, T, T, LINES, None)) == "engine.refused.larger"


def test_at_the_hard_line_anything_smaller_that_fits_passes() -> None:
    assert judge(Need.HARD, LINES.hard + 500, LINES.hard - 1, LINES, None) is None
    assert key(judge(Need.HARD, LINES.hard + 500, LINES.hard + 1, LINES, None)) == "engine.refused.hard"


def test_below_the_threshold_a_pass_must_pay() -> None:
    assert key(judge(Need.SOFT, T - 500, T - 600 - T // 3, LINES, None, summary=9_000)) == "engine.refused.price"
    assert judge(Need.SOFT, T - 500, 3_000, LINES, None) is None


def test_prices_default_where_unknown() -> None:
    assert prices(None) == (1.0, 0.1, 1.25, 5.0)
    assert prices(Price("USD", 0, 0)) == (1.0, 0.1, 1.25, 5.0)
    assert prices(Price("USD", 2, 8)) == (1.0, 0.1, 1.0, 4.0)
    assert prices(Price("USD", 2, 8, cache_read=1, cache_write=3)) == (1.0, 0.5, 1.5, 4.0)
    assert pays(10_000, 100, None)
    assert not pays(10_000, 9_000, None)
