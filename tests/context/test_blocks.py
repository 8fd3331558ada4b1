"""The pieces of a context block, and sums shared out without a rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from weclaw_desktop.context.blocks import carried, pieces, pins_and_rules, shares, sizes, summary, summary_words
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.text import Language, render, text


@given(st.integers(0, 10_000), st.lists(st.integers(0, 500), min_size=1, max_size=20))
def test_shares_add_up_to_the_total_and_follow_the_weights(total: int, weights: list[int]) -> None:
    given_out = shares(total, weights)
    assert sum(given_out) == total
    assert min(given_out) >= 0
    if sum(weights):
        assert all(
            abs(tokens - total * weight / sum(weights)) < 1 for tokens, weight in zip(given_out, weights, strict=True)
        )


def test_nothing_is_shared_among_nobody_and_the_first_takes_all_where_none_weighs() -> None:
    assert shares(0, []) == []
    assert shares(7, [0, 0]) == [7, 0]


def test_a_block_is_its_frame_and_what_is_in_it_in_order() -> None:
    whole = ContextBlock("frame", rules="r", ledger="l", narrative="n", digest="d", lead="b")
    assert pieces(whole) == (
        ("frame", "frame"), ("lead", "b"), ("rules", "r"), ("ledger", "l"), ("summary", "n"), ("digest", "d"),
    )  # fmt: skip
    assert pieces(ContextBlock("frame")) == (("frame", "frame"),)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "follows", ["engine.rules_confirmed", "engine.rules", "engine.rules_left_out", "engine.withdrawn", ""]
)
def test_pins_are_told_from_rules_by_their_headings(language: Language, follows: str) -> None:
    pinned = f"{render(text('engine.pins'), language)}\n[m3] Keep\nthis"
    rest = f"{render(text(follows, ids='m9'), language)}\n- [m4] Rule" if follows else ""
    assert pins_and_rules(f"{pinned}\n{rest}" if rest else pinned) == (pinned, rest)
    assert pins_and_rules(rest) == ("", rest)


def test_what_joins_the_pieces_counts_to_the_frame() -> None:
    block = ContextBlock("frame", ledger="12345678", digest="1234")
    assert sizes(pieces(block), 10, ByteCounter()) == [("frame", 7), ("ledger", 2), ("digest", 1)]
    assert sizes(pieces(block), 2, ByteCounter())[0] == ("frame", 0)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("edited", [False, True])
def test_a_summary_says_whose_it_is_and_its_words_are_found_again(language: Language, edited: bool) -> None:
    said = summary("She is his sister.", language, edited=edited)
    assert said.splitlines()[1:] == ["She is his sister."]
    assert ("user" in said or "用户" in said) is edited
    assert summary_words(said) == "She is his sister."
    assert summary_words(" as it is\n") == "as it is"
    assert summary("", language, edited=edited) == ""


def test_the_users_words_stay_the_users_until_a_model_writes_anew() -> None:
    mine = Record("adaptive", "model", "", block=ContextBlock("frame", narrative="n", edited=True))
    assert carried(mine, "")
    assert not carried(mine, "new words")
    assert not carried(None, "")
    assert not carried(Record("adaptive", "passes", ""), "")
    assert not carried(Record("adaptive", "model", "", block=ContextBlock("frame", narrative="n")), "")
