"""Budgets that follow from a threshold."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.budgets import budgets


@given(threshold=st.integers(1, 2_000_000), sizes=st.sampled_from((None, (40_000, 8_000, 3_000), (1_000, 9_000, 200))))
def test_parts_never_exceed_the_whole(threshold: int, sizes: tuple[int, int, int] | None) -> None:
    found = budgets(threshold, threshold * 10 // 9, sizes)
    assert found.skills <= found.system_prompt
    assert found.files <= found.system_prompt
    assert found.fixed <= found.landing < max(threshold, 1)


def test_sizes_of_the_user_leave_half_of_the_window_to_the_chat() -> None:
    assert budgets(5_184, 6_912, (40_000, 8_000, 3_000)).system_prompt == 3_456
