"""The factor between our counts and the provider's."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.models import Calibration, Usage
from weclaw_desktop.llm.calibration import KEPT, calibrate, possible, read_usage, sound, suspicious


def test_C5_the_first_valid_usage_is_taken_whole() -> None:
    after = calibrate(Calibration(), 113_000, Usage(prompt=58_000))
    assert after.k == pytest.approx(58 / 113)
    assert after.samples == 1
    assert after.error == pytest.approx(55 / 58)
    assert 113_000 * after.k < 96_000


def test_C5_a_quarter_above_is_under_five_percent_after_three_calls() -> None:
    known = Calibration()
    for counted in (8_000, 9_000, 11_000):
        known = calibrate(known, counted, Usage(prompt=round(counted * 1.25)))
    assert known.error is not None
    assert known.error < 0.05
    assert known.k == pytest.approx(1.25, rel=0.001)


def after(*calls: tuple[int, int]) -> Calibration:
    """What is known after these calls, each (our count, the provider's)."""
    known = Calibration()
    for counted, reported in calls:
        known = calibrate(known, counted, Usage(prompt=reported))
    return known


def test_C5_the_estimate_is_anchored_on_the_last_report() -> None:
    """Where nothing grew, the last report is what the next request costs, whatever was before."""
    known = after((1_000, 1_200), (1_000, 1_100))
    assert known.k == pytest.approx(1.1)
    assert known.samples == 2
    assert after((1_000, 1_200), (900, 950)).k == pytest.approx(950 / 900)


def test_C5_new_text_costs_what_the_growth_of_the_last_calls_did() -> None:
    """A provider's hidden 400 tokens do not make every new token dearer: the next ones are told to the token."""
    calls = [(500 + 200 * n, 900 + 200 * n) for n in range(6)]
    known = after(*calls)
    assert 1_700 * known.k == pytest.approx(2_100, rel=0.005)
    assert 1_700 * known.k < 1_700 * calls[-1][1] / calls[-1][0]


def test_C5_growth_of_another_kind_is_followed_within_bounds() -> None:
    """One step says little about the next: the slope is held near the ratio of the whole."""
    dearer = after((1_000, 1_000), (1_100, 1_150))
    assert 1_150 / 1_100 < dearer.k < (1_150 + 100 * 1.6 * 1_150 / 1_100) / 1_200
    nothing = after((1_000, 1_000), (2_000, 1_000))
    assert nothing.k > 0.5 / 1.6


def test_C5_after_a_cut_the_ratio_of_what_was_last_sent_counts() -> None:
    known = after((20_000, 22_000), (21_000, 23_000), (12_000, 12_600))
    assert 12_100 * known.k == pytest.approx(12_700, rel=0.01)


@pytest.mark.parametrize("wrong", [1_900, 650])
def test_C5_one_odd_report_is_not_believed_two_are(wrong: int) -> None:
    before = after((1_000, 1_100), (1_010, 1_111))
    once = calibrate(before, 1_020, Usage(prompt=wrong))
    assert once == before
    assert calibrate(once, 1_030, Usage(prompt=1_133)).k == pytest.approx(1.1, rel=0.001)
    twice = calibrate(once, 1_030, Usage(prompt=round(wrong * 1.01)))
    assert twice.k == pytest.approx(wrong * 1.01 / 1_030, rel=0.001)
    assert twice.recent == ((1_030, round(wrong * 1.01)),)


def test_C5_chinese_in_an_english_vocabulary_is_believed_when_told_twice() -> None:
    once = after((1_000, 2_600))
    assert not once.calibrated
    assert after((1_000, 2_600), (1_100, 2_860)).k == pytest.approx(2.6)


def test_C5_only_the_newest_reports_are_kept() -> None:
    known = after(*((1_000 + n, 1_000 + n) for n in range(20)))
    assert len(known.recent) == KEPT
    assert known.recent[-1] == (1_019, 1_019)


@pytest.mark.parametrize(
    ("counted", "usage"),
    [
        (1_000, Usage(prompt=400)),
        (1_000, Usage(prompt=2_100)),
        (1_000, Usage(prompt=4_100)),
        (1_000, Usage(prompt=0)),
        (0, Usage(prompt=100)),
        (1_000, Usage(prompt=1_100, estimated=True)),
    ],
)
def test_C5_invalid_samples_are_ignored(counted: int, usage: Usage) -> None:
    before = Calibration(1.1, 2, 0.01)
    assert calibrate(before, counted, usage) == before


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ({"prompt_tokens": 10_000, "prompt_tokens_details": {"cached_tokens": 9_000}, "total_tokens": 10_050}, 0),
        ({"input_tokens": 1_000, "cache_read_input_tokens": 8_500, "cache_creation_input_tokens": 500}, 0),
        ({"prompt_tokens": 1_000, "cache_read_input_tokens": 9_000, "completion_tokens": 50}, 0),
        ({"prompt_tokens": 10_000, "prompt_cache_hit_tokens": 9_000, "prompt_cache_miss_tokens": 1_000}, 0),
        ({"prompt_tokens": 6_000, "cache_read_input_tokens": 4_000, "completion_tokens": 9, "total_tokens": 10_009}, 0),
        ({"prompt_tokens": 6_000, "cache_read_input_tokens": 4_000, "completion_tokens": 9}, 9_800),
        ({"prompt_tokens": 10_000, "cache_read_input_tokens": 4_000, "completion_tokens": 9}, 9_800),
        ({"promptTokenCount": 10_000, "cachedContentTokenCount": 9_000, "candidatesTokenCount": 5}, 0),
        ({"prompt_eval_count": 10_000, "eval_count": 12}, 0),
    ],
)
def test_C6_cached_tokens_inside_beside_or_apart_give_the_same_size(raw: dict[str, object], expected: int) -> None:
    usage = read_usage(raw, expected)
    assert usage is not None
    assert usage.prompt == 10_000
    assert usage.cached <= usage.prompt


def test_C6_odd_reports_are_no_crash() -> None:
    assert read_usage({}) == Usage()
    assert read_usage({"prompt_tokens": None, "prompt_tokens_details": None, "completion_tokens": "7"}) is None
    reported = read_usage(
        {"prompt_tokens": 5, "completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 4}}
    )
    assert reported == Usage(prompt=5, completion=9, reasoning=4)


def test_O1_a_server_that_cuts_silently_is_noticed() -> None:
    assert suspicious(7_900, Usage(prompt=2_048))
    assert not suspicious(7_900, Usage(prompt=6_900))
    assert not suspicious(7_900, Usage(prompt=2_048, estimated=True))
    assert not suspicious(7_900, Usage())


@pytest.mark.parametrize(
    "raw",
    [
        {"prompt_tokens": "many", "completion_tokens": None},
        {"prompt_tokens": float("nan"), "completion_tokens": 5},
        {"prompt_tokens": float("inf"), "completion_tokens": 5},
        {"prompt_tokens": -5, "completion_tokens": -3},
        {"prompt_tokens": 700, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": -40}},
    ],
)
def test_C6_usage_that_is_no_count_is_none(raw: dict[str, object]) -> None:
    assert read_usage(raw, 670) is None
    assert not sound(raw)


def test_C6_details_that_are_missing_are_no_fault() -> None:
    usage = read_usage({"prompt_tokens": 700.0, "completion_tokens": None, "prompt_tokens_details": None}, 670)
    assert usage == Usage(prompt=700)


@pytest.mark.parametrize(
    ("usage", "can_be"),
    [
        (Usage(prompt=700, completion=7, cached=700, cost=0.0), True),
        (Usage(prompt=60_000, completion=7), True),  # pages that a searching model read
        (Usage(prompt=6_000_000_000, completion=7), False),
        (Usage(prompt=700, completion=1_000_000_000), False),
        (Usage(prompt=700, cached=701), False),
        (Usage(prompt=-1), False),
        (Usage(prompt=700, cost=-3.0), False),
        (Usage(prompt=700, cost=float("nan")), False),
    ],
)
def test_C6_only_what_can_have_been_used_is_believed(usage: Usage, can_be: bool) -> None:
    assert possible(usage, 670, 32_768) is can_be
