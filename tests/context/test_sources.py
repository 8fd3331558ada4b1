"""What a narrative is checked against, normalised."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.sources import cjk_share, dates_of, plain, source, words_of, years_of


@pytest.mark.parametrize(
    ("said", "dates", "years"),
    [
        ("on 2024-05-17", {(5, 17)}, ["2024"]),
        ("2024年5月17日和6月1日", {(5, 17), (6, 1)}, ["2024"]),
        ("May 17 and 3rd Jun", {(5, 17), (6, 3)}, []),
        ("no date at all", set[tuple[int, int]](), []),
    ],
)
def test_dates_compare_whatever_they_are_written_as(said: str, dates: set[tuple[int, int]], years: list[str]) -> None:
    assert dates_of(said) == dates
    assert years_of(said) == years


@pytest.mark.parametrize(
    ("written", "number"), [("$1,250", "1250"), ("1250.00", "1250"), ("9.50", "9.5"), ("40%", "40")]
)
def test_numbers_compare_without_their_dress(written: str, number: str) -> None:
    assert plain(written) == number


def test_words_and_scripts() -> None:
    assert words_of("the Booking of Bookings") == {"booki"}
    assert words_of("改签机票") == {"改签", "签机", "机票"}
    assert cjk_share("改签机票") == 1.0
    assert cjk_share("plain words") == 0.0


def test_the_users_words_are_told_from_those_of_results_and_of_the_model() -> None:
    found = source(
        "Notes hold cheese.\n[m1 user] apples please\nand pears\n[a2 get] plums\nberries\n[m3 assistant] grapes"
    )
    assert found.asked == words_of("Notes hold cheese apples please pears user")
    assert {"plums", "berri", "grape"} <= found.words


def test_what_was_spoken_is_told_from_what_results_hold_and_what_is_absent_is_noted() -> None:
    found = source('[m1 user] apples\n[m2 assistant] pears\n→ get {"q": "plums"}\n[a3 get] berries\n[m4 user] no figs')
    assert {"apple", "pears", "plums"} <= found.spoken
    assert "berri" in found.words - found.spoken
    assert "figs" in found.absent
    assert "pears" not in found.absent
    assert not found.empty
    assert source("[a3 get] []").empty
    assert source('[a3 get] {"hits": [ ]}').empty
    assert not source("[m3 assistant] []\n[a4 think] ").empty


def test_a_long_source_is_known_to_its_end() -> None:
    """It is read in stretches, so that no thread waits long; nothing at their borders is lost."""
    lines = [f"Order AB{n}C of 2024-05-{n % 28 + 1:02d} costs {n}.50 dollars at shop number{n}.\n" for n in range(900)]
    whole = source("".join(lines))
    parts = [source(line) for line in lines]
    assert whole.known == frozenset().union(*(part.known for part in parts))
    assert whole.dates == frozenset().union(*(part.dates for part in parts))
    assert whole.words == frozenset().union(*(part.words for part in parts))
