"""Facts: what counts as an id, a name, a number, a pair, a word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.features import Facts, facts, pair


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("booking EHGLP3 it is", "ehglp3"),
        ("user aarav_garcia_1177 here", "aarav_garcia_1177"),
        ("see https://example.org/a?b=1 now", "https://example.org/a?b=1"),
        ("mail liam.khan@example.com", "liam.khan@example.com"),
        ("open src/app/main.py please", "src/app/main.py"),
        ("on 2024-05-28 then", "2024-05-28"),
        ("在5月28日出发", "5月28日"),
        ("it costs $1,250.50 in all", "1250.50"),
        ("call parseArguments again", "parsearguments"),
        ("at 18:30 sharp", "18:30"),
    ],
)
def test_made_things_are_strong(text: str, fact: str) -> None:
    assert fact in facts(text).strong


def test_names_and_short_numbers_are_medium_and_words_weak() -> None:
    found = facts("we saw Denver with 42 wooden boats, OK")
    assert {"denver", "42"} <= found.medium
    assert {"wooden", "boats"} <= found.weak
    assert "with" not in found.weak


def test_chinese_runs_become_trigrams_and_short_runs_stay() -> None:
    assert facts("北京故宫 南京").weak == {"北京故", "京故宫", "南京"}


def test_pairs_are_read_or_taken_as_given() -> None:
    assert pair("Total cost", "1,002") in facts("Total cost: 1,002").strong
    assert pair("评分", "4.8分") in facts("评分：4.8分").strong
    assert not any("=" in fact for fact in facts("a : b", ()).strong)
    assert facts("x", [("k", "v")]).strong == {"k=v"}
    assert not [fact for fact in facts(": value alone").strong if "=" in fact]


@given(st.text(max_size=300))
def test_what_is_held_is_worth_nothing_more(text: str) -> None:
    found = facts(text)
    held: set[str] = set()
    assert found.new(held) == pytest.approx(found.value)
    found.add_to(held)
    assert found.new(held) == 0
    assert Facts().value == 0
