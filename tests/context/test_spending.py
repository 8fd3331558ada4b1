"""What the next send is expected to cost, and what compression saved: checked against sums by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import numbered
from tests.context.states import state
from weclaw_desktop.context.load import Load
from weclaw_desktop.context.report import Extras, build_report
from weclaw_desktop.context.spending import next_send, saved
from weclaw_desktop.core.messages import Log, assistant, user
from weclaw_desktop.core.models import Price, Usage
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.spending import NextSend, Saved
from weclaw_desktop.core.stores import CallTotals

LOAD = Load(12_000, 2_000, 10_000, 500, ())
PRICE = Price("USD", 2.0, 8.0, cache_read=0.5)


def log_of(*usages: Usage | None) -> Log:
    """One turn per usage, answered by ``p/m``."""
    return numbered([m for usage in usages for m in (user("a"), assistant("b", model="p/m", usage=usage))])


def expected(*usages: Usage | None, updating: bool = False, model: str = "p/m") -> int:
    return next_send(log_of(*usages), LOAD, None, model=model, updating=updating).cached


def test_U6_cache_is_expected_only_where_it_was_seen() -> None:
    assert expected() == 0
    assert expected(None) == 0
    assert expected(Usage(prompt=9_000)) == 0
    assert expected(Usage(prompt=8_000), Usage(prompt=10_000, cached=8_000)) == 10_000
    assert expected(Usage(prompt=8_000), Usage(prompt=10_000, cached=4_000)) == 5_000
    assert expected(Usage(prompt=8_000), Usage(prompt=10_000, cached=9_000)) == 10_000, "never more than was sent"
    assert expected(Usage(prompt=10_000, cached=1_000)) == 1_000
    assert expected(Usage(prompt=8_000), Usage(prompt=99_000, cached=8_000)) == 12_500, "nor more than will be sent"
    assert expected(Usage(prompt=8_000), Usage(prompt=10_000, cached=8_000), model="p/other") == 0
    assert expected(Usage(prompt=8_000), Usage(prompt=10_000, cached=8_000, estimated=True)) == 0


def test_U2_after_a_compression_only_what_stands_before_the_messages_is_expected_from_cache() -> None:
    assert expected(Usage(prompt=8_000), Usage(prompt=10_000, cached=8_000), updating=True) == 2_000


def test_the_next_send_costs_what_is_new_at_full_price_and_the_rest_at_the_cache_s() -> None:
    log = log_of(Usage(prompt=8_000), Usage(prompt=10_000, cached=8_000))
    told = next_send(log, LOAD, PRICE, model="p/m", updating=False)
    assert told.tokens == 12_500
    assert told.amount == pytest.approx((2_500 * 2.0 + 10_000 * 0.5) / 1e6)
    assert told.currency == "USD"
    dear = replace(PRICE, cache_read=None, step=10_000, step_input=4.0)
    assert next_send(log, LOAD, dear, model="p/m", updating=False).amount == pytest.approx(12_500 * 4.0 / 1e6)
    below = replace(dear, step=200_000)
    assert next_send(log, LOAD, below, model="p/m", updating=False).amount == pytest.approx(12_500 * 2.0 / 1e6)
    assert next_send(log, LOAD, None, model="p/m", updating=False).amount is None


def record(name: str, at: int, before: int, after: int, **fields: object) -> Record:
    made = Record(
        "a", "digest", "", cut_id=f"cut {name}", id=name, created_ms=at, tokens_before=before, tokens_after=after
    )
    return replace(made, **fields)  # pyright: ignore[reportArgumentType] -- fields of Record


def at(*times: int) -> Log:
    """Answers at these times."""
    answers = [assistant("b", usage=Usage(prompt=10)) for _ in times]
    log = numbered([*answers, user("And now?"), replace(assistant("c"), state="failed")])
    return tuple(replace(m, created_ms=time) for m, time in zip(log, (*times, *([times[-1]] * 2)), strict=True))


FIRST = record("r1", 100, 9_000, 4_000)
SECOND = record("r2", 200, 8_000, 5_000, previous_id="r1")
EDITED = record("r3", 300, 8_000, 5_500, previous_id="r2", cut_id="cut r2")
TOTALS = CallTotals(summary_tokens=900, summary_cost=0.01, currency="USD")


def test_every_call_since_a_compression_counts_with_what_was_away_then() -> None:
    log = at(50, 150, 250, 260)
    assert saved(log, (FIRST,), FIRST, TOTALS) == Saved(15_000, 3, 900, 0.01, "USD")
    assert saved(log, (FIRST, SECOND), SECOND, TOTALS).tokens == 5_000 + 2 * 8_000


def test_an_edited_summary_takes_the_place_of_the_one_before() -> None:
    assert saved(at(150, 250, 350), (FIRST, SECOND, EDITED), EDITED, TOTALS).tokens == 5_000 + 8_000 + 7_500


def test_U6_what_was_taken_back_saved_nothing_and_its_summary_still_cost() -> None:
    assert saved(at(150, 250), (FIRST, replace(SECOND, state="undone")), FIRST, TOTALS).tokens == 10_000
    assert saved(at(150), (replace(FIRST, state="undone"),), None, TOTALS) == Saved(0, 0, 900, 0.01, "USD")


def test_a_record_that_grew_the_request_or_that_is_not_known_saves_nothing() -> None:
    assert saved(at(150), (record("r1", 100, 4_000, 4_100),), FIRST, TOTALS).tokens == 0
    assert saved(at(150), (), FIRST, TOTALS).tokens == 0
    circle = replace(FIRST, previous_id="r1")
    assert saved(at(150), (circle,), circle, TOTALS).tokens == 5_000


def test_the_report_tells_both() -> None:
    log = log_of(Usage(prompt=100), Usage(prompt=120, cached=100))
    report: ContextReport = build_report(state(log, price=PRICE, draft=7), Extras(model="p/m"))
    assert report.next_send.tokens == report.load + report.draft
    assert report.next_send.cached > 0
    assert report.saved is None
    assert build_report(state(log), Extras(records=(FIRST,))).saved == Saved()
    assert ContextReport("", "", "", 0, 0, state(()).thresholds, (), ()).next_send == NextSend(0)
