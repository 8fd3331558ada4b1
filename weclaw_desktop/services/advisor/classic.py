"""WeClaw's classic threshold, max(32K, .6 W), beside the tiers, at the windows where its faults show."""

from __future__ import annotations

from dataclasses import dataclass

from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.models import ModelSpec

WINDOWS = (32_768, 131_072, 1_000_000, 2_097_152)
FLOOR, SHARE = 32_000, 0.6


@dataclass(frozen=True, slots=True)
class ClassicLine:
    """One window, in tokens: what the classic formula asks for, what it leaves, and where the tiers compress."""

    window: int
    classic: int
    left: int
    tiers: int


def lines() -> tuple[ClassicLine, ...]:
    """All windows, smallest first; the tiers with profile Balanced and a calibrated count."""
    found: list[ClassicLine] = []
    for window in WINDOWS:
        asked = max(FLOOR, round(SHARE * window))
        tiers = thresholds(ModelSpec("", "", window, "table"), calibrated=True).threshold
        found.append(ClassicLine(window, asked, window - asked, tiers))
    return tuple(found)
