"""What is left of a window for the prompt: reserve, margin, input and quality limit, with reasons."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from weclaw_desktop.context.window import SMALLEST_WINDOW
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.core.windows import Reason

LEAST_MARGIN = 256.0
"""Tokens that the margin has in small windows, too."""


@dataclass(frozen=True, slots=True)
class Room:
    """What is left of the window, unrounded; ``…_tokens`` are the whole numbers that people read.

    They add up: the margin is what stands between the printed numbers, so that it holds all fractions.
    """

    window: int
    reserve: float
    margin: float
    usable: float
    effective: float
    input_binds: bool

    @property
    def reserve_tokens(self) -> int:
        """The reserve, rounded up."""
        return ceil(self.reserve)

    @property
    def margin_tokens(self) -> int:
        """What is kept free between what is left of window or input limit, and what is usable."""
        left = self.usable + self.margin if self.input_binds else self.window - self.reserve_tokens
        return round(left) - self.usable_tokens

    @property
    def usable_tokens(self) -> int:
        """What is usable, rounded down."""
        return int(self.usable)


def room_of(spec: ModelSpec, *, calibrated: bool, reasoning: bool) -> Room:
    """Reserve for the answer, margin for miscounting, and what they leave."""
    window = max(spec.window, SMALLEST_WINDOW)
    reserve = clamp(window / 4, 2_048, 32_768) if reasoning else clamp(window / 8, 1_024, 16_384)
    reserve = min(reserve, window / 2, spec.max_output or window)
    left = window - reserve
    binds = 0 < spec.max_input < left
    left = float(spec.max_input) if binds else left
    # The margin never takes more than half of what is left: odd input limits must not leave less than nothing.
    margin = min(max(LEAST_MARGIN, _share(calibrated=calibrated) * window / 100), left / 2)
    usable = left - margin
    effective = min(usable, float(spec.quality_limit)) if spec.quality_limit > 0 else usable
    return Room(window, reserve, margin, usable, max(1.0, effective), binds)


def room_reasons(spec: ModelSpec, room: Room, *, calibrated: bool) -> list[Reason]:
    """Each step from the window to what is usable."""
    steps = [
        reason("window", window=room.window, source=text(f"context.source.{spec.window_source}")),
        reason("reserve", reserve=room.reserve_tokens),
    ]
    if room.input_binds:
        steps.append(reason("max_input", max_input=spec.max_input))
    steps.append(reason("margin", margin=room.margin_tokens, kind=margin_kind(room, calibrated=calibrated)))
    steps.append(reason("usable", usable=room.usable_tokens))
    if room.effective < room.usable:
        steps.append(reason("quality", limit=int(room.effective)))
    return steps


def margin_kind(room: Room, *, calibrated: bool) -> Text:
    """What decides how large the margin is: a share of the window, its floor, or how little is left."""
    share = _share(calibrated=calibrated)
    part = share * room.window / 100
    if room.margin < max(LEAST_MARGIN, part):
        return text("context.margin.half")
    if part < LEAST_MARGIN:
        return text("context.margin.least", share=share, part=round(part))
    return text("context.margin.calibrated" if calibrated else "context.margin.estimated")


def _share(*, calibrated: bool) -> int:
    """Per cent of the window that the margin takes."""
    return 2 if calibrated else 5


def reason(code: str, **params: str | float | Text) -> Reason:
    """A reason with its sentence ``context.reason.{code}``."""
    return Reason(code, text(f"context.reason.{code}", **params))


def clamp(value: float, low: float, high: float) -> float:
    """``value`` brought between ``low`` and ``high``."""
    return min(max(value, low), high)
