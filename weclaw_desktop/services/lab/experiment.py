"""What is to be played: a transcript and the ways to play it. It lies apart so that asking needs none of what plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.text import Language
from weclaw_desktop.services.lab.figures import Variant
from weclaw_desktop.services.transcripts import Transcript

UNKNOWN = Price("", 1.0, 5.0, 0.1, 1.25)
"""What a token costs where no price is known, in tokens of uncached input."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """One transcript and the ways to play it. ``model`` brings window, encoder and price; ``language`` that of texts.

    ``price`` stands for the model's own where a run is priced as for another model.
    """

    transcript: Transcript
    variants: tuple[Variant, ...]
    model: ModelSpec | None = None
    settings: ContextSettings = field(default_factory=ContextSettings)
    language: Language | None = None
    price: Price | None = None
    told_in: Language = "en"


def variants(
    strategies: Sequence[str],
    windows: Sequence[int] = (0,),
    profiles: Sequence[str] = ("balanced",),
    summarizers: Sequence[str] = ("none",),
) -> tuple[Variant, ...]:
    """Every combination, strategies of one setting beside one another; each once."""
    made = (
        Variant(strategy, window, profile, summarizer)  # pyright: ignore[reportArgumentType] -- one of the three, checked by whoever asks
        for summarizer in summarizers
        for profile in profiles
        for window in windows
        for strategy in strategies
    )
    return tuple(dict.fromkeys(made))
