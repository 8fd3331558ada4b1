"""Sums of what calls used."""

from __future__ import annotations

from datetime import UTC, timedelta, timezone

from weclaw_desktop.core.usage import QUARTER_MS, UsageLine, Used, lines, total

DAY = 86_400_000 // QUARTER_MS


def used(quarter: int = 0, **fields: object) -> Used:
    values: dict[str, object] = {
        "chat_id": "c", "model": "p/m", "purpose": "reply", "currency": "USD", "calls": 1, "prompt": 10,
        "completion": 2, "cached": 5, "cost": 0.5,
    }  # fmt: skip
    return Used(quarter, **{**values, **fields})  # pyright: ignore[reportArgumentType] -- fields of Used


def test_a_day_begins_at_midnight_where_one_lives() -> None:
    row = used(DAY * 10 - 1)
    assert row.day(UTC) == "1970-01-10"
    assert row.day(timezone(timedelta(hours=8))) == "1970-01-11"
    assert row.day(timezone(timedelta(hours=-3, minutes=-30))) == "1970-01-10"
    assert len(row.day()) == 10


def test_days_stand_in_order_models_and_chats_by_tokens() -> None:
    rows = [used(DAY), used(0), used(0, model="p/big", chat_id="d", prompt=1_000)]
    assert [line.key for line in lines(rows, "day", UTC)] == ["1970-01-01", "1970-01-02"]
    assert [line.key for line in lines(rows, "model", UTC)] == ["p/big", "p/m"]
    assert [line.key for line in lines(rows, "chat", UTC)] == ["d", "c"]
    assert lines(rows, "day", UTC)[0].calls == 2


def test_money_is_summed_by_currency_and_calls_without_a_price_are_counted() -> None:
    line = total([used(), used(currency="CNY", cost=2.0), used(cost=None, currency="", estimated=1), used()])
    assert line.costs == {"USD": 1.0, "CNY": 2.0}
    assert (line.unpriced, line.estimated, line.calls) == (1, 1, 4)
    assert line.tokens == 48
    assert line.cached_share == 0.5
    assert UsageLine("x").cached_share is None


def test_tokens_of_summaries_are_told_apart() -> None:
    line = total([used(), used(purpose="summary", prompt=100, completion=20)])
    assert line.summaries == 120
