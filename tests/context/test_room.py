"""What is left of a window for the prompt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.room import clamp, reason, room_of, room_reasons
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import render


def spec(window: int, max_input: int = 0, max_output: int = 0, quality: int = 0) -> ModelSpec:
    return ModelSpec("p", "m", window=window, max_input=max_input, max_output=max_output, quality_limit=quality)


def test_reserve_and_margin_of_a_middle_window() -> None:
    room = room_of(spec(32_768), calibrated=True, reasoning=False)
    assert (room.reserve, room.margin, room.usable) == (4_096, 655.36, 28_016.64)
    thinking = room_of(spec(32_768), calibrated=False, reasoning=True)
    assert (thinking.reserve, thinking.margin) == (8_192, 1_638.4)


def test_the_reserve_is_never_more_than_the_model_can_say_or_half_of_the_window() -> None:
    assert room_of(spec(200_000, max_output=4_096), calibrated=True, reasoning=False).reserve == 4_096
    assert room_of(spec(1_500), calibrated=True, reasoning=False).reserve == 750


@given(st.integers(-5, 2_000_000), st.integers(0, 2_000_000), st.integers(0, 2_000_000), st.booleans())
def test_something_is_always_left(window: int, max_input: int, quality: int, calibrated: bool) -> None:
    room = room_of(spec(window, max_input, 0, quality), calibrated=calibrated, reasoning=True)
    assert room.usable > 0
    assert 1 <= room.effective <= max(room.usable, 1)
    assert room.usable < room.window


def test_U3_limits_that_bind_have_a_reason_of_their_own() -> None:
    model = spec(400_000, max_input=272_000, quality=100_000)
    room = room_of(model, calibrated=True, reasoning=False)
    codes = [step.code for step in room_reasons(model, room, calibrated=True)]
    assert codes == ["window", "reserve", "max_input", "margin", "usable", "quality"]


@pytest.mark.parametrize(
    ("window", "max_input", "calibrated", "margin", "said"),
    [
        (131_072, 0, True, 2_622, "2 %, counts are calibrated"),
        (131_072, 0, False, 6_554, "5 %, counts are estimates"),
        (12_800, 0, True, 256, "2 %, counts are calibrated"),
        (8_192, 0, True, 256, "the least that is kept free, 2 % of the window would be 164"),
        (4_096, 0, False, 256, "the least that is kept free, 5 % of the window would be 205"),
        (8_192, 400, True, 200, "half of what is left, the window is very small"),
    ],
)
def test_U3_the_margin_says_what_it_is(window: int, max_input: int, calibrated: bool, margin: int, said: str) -> None:
    model = spec(window, max_input)
    steps = room_reasons(model, room_of(model, calibrated=calibrated, reasoning=False), calibrated=calibrated)
    assert f"− margin {margin:,} ({said})" in [render(step.text) for step in steps]


def test_small_parts() -> None:
    assert render(reason("usable", usable=5).text) == "= usable 5"
    assert (clamp(5, 1, 3), clamp(0, 1, 3), clamp(2, 1, 3)) == (3, 1, 2)
