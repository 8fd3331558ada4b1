"""Token budgets that follow from a threshold."""

from __future__ import annotations

from weclaw_desktop.core.windows import Budgets

FULL_SIZES = (40_000, 8_000, 3_000)
"""System prompt, skills and files at full size."""


def budgets(threshold: int, effective: int, sizes: tuple[int, int, int] | None = None) -> Budgets:
    """All budgets for threshold T and effective window E, rounded down.

    ``sizes`` are the user's own system prompt, skills and files budgets; even these leave half of E to the chat.
    """
    if sizes is None:
        total = min(FULL_SIZES[0], threshold // 4)
        skills, files = min(FULL_SIZES[1], total // 2), min(FULL_SIZES[2], total * 3 // 10)
    else:
        total = min(sizes[0], effective // 2)
        skills, files = min(sizes[1], total), min(sizes[2], total)
    return Budgets(
        system_prompt=total,
        skills=skills,
        files=files,
        tail=_clamp(threshold // 5, 800, 24_000),
        narrative=_clamp(threshold // 20, 300, 8_000),
        tool_result=_clamp(threshold // 10, 600, 12_000),
        user_text=effective * 3 // 10,
        landing=threshold * 3 // 4,
        fixed=threshold * 35 // 100,
        rules=threshold // 4,
    )


def _clamp(value: int, low: int, high: int) -> int:
    return min(max(value, low), high)
