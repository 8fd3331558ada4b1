"""Each number of the panel has one sentence that says what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.ui.context_panel.states import CALM, NORMAL, REPORTS
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel import words
from weclaw_desktop.ui.context_panel.number_views import costs, count_told, lines
from weclaw_desktop.ui.context_panel.panel_model import describe

pytestmark = pytest.mark.usefixtures("qapp")


def test_U3_every_step_from_the_window_to_the_lines_is_a_number_with_a_sentence() -> None:
    known = NORMAL.thresholds
    found = {view.label: view for view in lines(NORMAL)}
    assert {label: view.value for label, view in found.items()} == {
        "Window": compact(known.window),
        "Reserve": compact(known.reserve),
        "Margin": compact(known.margin),
        "Usable": compact(known.usable),
        "Soft line": compact(known.soft),
        "Threshold": compact(known.threshold),
        "Hard line": compact(known.hard),
    }
    assert len({view.explained for view in found.values()}) == len(found)
    assert all(view.explained.endswith(".") for view in found.values())
    assert found["Window"].explained.endswith("from the built-in table.")


@pytest.mark.parametrize(
    ("source", "said"),
    [("override", "set by you"), ("learnt", "from an error"), ("server", "by the provider"), ("guessed", "guess")],
)
def test_W5_the_window_says_where_it_is_from(source: str, said: str) -> None:
    known = replace(NORMAL.thresholds, window_source=source)  # type: ignore[arg-type]  # one of the sources
    assert said in lines(replace(NORMAL, thresholds=known))[0].explained


def test_U6_lines_at_which_nothing_happens_do_not_promise_it() -> None:
    off = {view.label: view.explained for view in lines(replace(NORMAL, strategy="off"))}
    assert off["Soft line"] == off["Threshold"] == "Nothing happens here by itself: only the hard line acts."
    assert "shortened" in off["Hard line"]
    small = REPORTS["too_small"]
    assert small is not None
    for report in (small, replace(NORMAL, strategy="truncate")):
        drops = {view.label: view.explained for view in lines(report)}
        assert "without a summary" in drops["Soft line"]
        assert drops["Threshold"] == "From here on the oldest turns are left out."
    guessed = REPORTS["guessed"]
    assert guessed is not None
    assert "5 %" in lines(guessed)[2].explained
    assert "2 %" in lines(NORMAL)[2].explained
    floor = lines(replace(NORMAL, thresholds=thresholds(8_192)))[2]
    assert (floor.value, floor.explained) == (
        "256",
        "Kept free, because no count is exact: the least that is kept free, 2 % of the window would be 164.",
    )


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (NORMAL, "the last was 1.4 % off"),
        (replace(NORMAL, error=None), "stand behind the count."),
        (replace(NORMAL, measured=False), "has not confirmed it yet"),
        (replace(NORMAL, measured=False, updating=True), "the next answer confirms it"),
    ],
)
def test_U1_how_sure_the_count_is_stands_in_a_sentence(report: ContextReport, said: str) -> None:
    assert said in count_told(report)


def test_what_the_next_send_costs_says_how_it_is_reckoned() -> None:
    told = {view.label: view.explained for view in costs(NORMAL)}
    assert told["Next send"].startswith("49.1K tokens at the price of prompts, 44K of them expected from cache;")
    assert "18 calls" in told["Saved"]
    assert "61K tokens" in told["Summaries"]
    assert (
        costs(replace(CALM, cost=None, cached_share=None, next_send=replace(NORMAL.next_send, amount=None), saved=None))
        == ()
    )


def test_U6_a_cost_says_which_calls_are_not_in_it() -> None:
    whole = next(view for view in costs(NORMAL) if view.label == "This chat")
    part = next(view for view in costs(replace(NORMAL, unpriced=3)) if view.label == "This chat")
    assert whole.explained.startswith("All calls")
    assert part.value == f"{whole.value} +"
    assert part.explained.endswith("but for calls without a price in this currency: 3.")
    assert words.money(5, "JPY") != words.money(5, "CNY")


def test_every_number_is_explained_in_one_sentence() -> None:
    told = [view.explained for view in (*lines(NORMAL), *costs(NORMAL), *costs(replace(NORMAL, unpriced=3)))]
    told += [part.explained for part in describe(NORMAL).parts]
    told += [budget.explained for budget in describe(NORMAL).budgets]
    told += [record.explained for record in describe(NORMAL).records]
    told += [count_told(report) for report in REPORTS.values() if report is not None]
    assert all(said.endswith(".") and ". " not in said for said in told), told


def test_the_sentences_are_there_in_chinese() -> None:
    i18n.use("zh")
    english = {view.explained for view in (*lines(NORMAL), *costs(NORMAL))}
    assert all(any("一" <= char <= "鿿" for char in said) for said in english)
