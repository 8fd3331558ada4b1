"""The factor between our counts and the provider's."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.models import Calibration, Usage
from weclaw_desktop.llm.calibration import calibrate, read_usage, suspicious


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


def test_C5_later_samples_move_half_the_way() -> None:
    after = calibrate(Calibration(1.2, 3), 1_000, Usage(prompt=1_000))
    assert after.k == pytest.approx(1.1)
    assert after.samples == 4


@pytest.mark.parametrize(
    ("counted", "usage"),
    [
        (1_000, Usage(prompt=400)),
        (1_000, Usage(prompt=2_100)),
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
    assert usage.prompt == 10_000
    assert usage.cached <= usage.prompt


def test_C6_odd_reports_are_no_crash() -> None:
    assert read_usage({}) == Usage()
    assert read_usage({"prompt_tokens": None, "prompt_tokens_details": None, "completion_tokens": "7"}) == Usage()
    reported = read_usage(
        {"prompt_tokens": 5, "completion_tokens": 9, "completion_tokens_details": {"reasoning_tokens": 4}}
    )
    assert (reported.completion, reported.reasoning) == (9, 4)


def test_O1_a_server_that_cuts_silently_is_noticed() -> None:
    assert suspicious(7_900, Usage(prompt=2_048))
    assert not suspicious(7_900, Usage(prompt=6_900))
    assert not suspicious(7_900, Usage(prompt=2_048, estimated=True))
    assert not suspicious(7_900, Usage())
