"""The whole decision table of the four questions, and the comparison's texts in both languages."""

from __future__ import annotations

import itertools

import pytest

from weclaw_desktop.core.text import render
from weclaw_desktop.services.advisor.classic import lines
from weclaw_desktop.services.advisor.comparison import DIMENSIONS, STRATEGIES, acts, cell, diagram, grade
from weclaw_desktop.services.advisor.decision import BUDGETS, LATENCIES, Answers, decide

A, P, T = "adaptive", "pipeline", "truncate"
TABLE = {
    # (window, latency): strategy by cost tight, moderate, flexible
    (32_768, "low"): (T, T, T),
    (32_768, "medium"): (T, A, A),
    (32_768, "high"): (T, A, P),
    (127_999, "low"): (T, T, T),
    (127_999, "medium"): (T, A, A),
    (127_999, "high"): (T, A, P),
    (128_000, "low"): (A, A, A),
    (128_000, "medium"): (A, A, A),
    (128_000, "high"): (A, A, P),
    (1_000_000, "low"): (A, A, A),
    (1_000_000, "medium"): (A, A, A),
    (1_000_000, "high"): (A, A, P),
}


@pytest.mark.parametrize(("asked", "wanted"), TABLE.items())
def test_the_table(asked: tuple[int, str], wanted: tuple[str, ...]) -> None:
    window, latency = asked
    for cost, strategy in zip(BUDGETS, wanted, strict=True):
        assert decide(Answers(False, window, latency, cost)).strategy == strategy  # type: ignore[arg-type]  # one of the three


def test_the_table_is_whole() -> None:
    windows = {window for window, _ in TABLE}
    assert set(TABLE) == set(itertools.product(windows, LATENCIES))


@pytest.mark.parametrize("asked", list(itertools.product((8_192, 1_000_000), LATENCIES, BUDGETS)))
def test_recall_across_chats_decides_before_all_else(asked: tuple[int, str, str]) -> None:
    window, latency, cost = asked
    found = decide(Answers(True, window, latency, cost))  # type: ignore[arg-type]  # as above
    assert found.strategy == "layered"
    assert "notes" in render(found.why)


def test_every_cell_speaks_both_languages() -> None:
    for dimension, strategy in itertools.product(DIMENSIONS, STRATEGIES):
        found = cell(strategy, dimension)
        assert (found.upstream is None) == (found.there is None) == (strategy == "off")
        for said in filter(None, (found.here, found.there, grade(found.grade))):
            assert said.key not in (render(said), render(said, "zh"))
            assert render(said) != render(said, "zh")


def test_only_layered_memory_is_strong_across_chats() -> None:
    assert [cell(name, "memory").grade for name in STRATEGIES] == [1, 1, 3, 1, 1]


def test_diagrams_fill_their_bar() -> None:
    for strategy in STRATEGIES:
        assert sum(part.share for part in diagram(strategy)) == pytest.approx(1.0)
        assert render(acts(strategy), "zh") != render(acts(strategy))


def test_W2_the_classic_formula_is_shown_where_it_fails() -> None:
    found = {line.window: line for line in lines()}
    assert list(found) == [32_768, 131_072, 1_000_000, 2_097_152]
    assert (found[32_768].classic, found[32_768].left, found[32_768].tiers) == (32_000, 768, 21_012)
    assert (found[1_000_000].classic, found[1_000_000].tiers) == (600_000, 160_000)
    assert (found[2_097_152].classic, found[2_097_152].tiers) == (1_258_291, 160_000)
