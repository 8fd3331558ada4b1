"""Which models may write a summary: only those the user chose, a local one only if the user said so (faults X4, O2)."""

from __future__ import annotations

from contextlib import suppress

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.settings import Context as ContextSettings

NONE = "none"
"""Value of the setting that says: by code only."""


def chosen(settings: ContextSettings, model: str | None) -> ContextSettings:
    """The settings with another summary model for once; None leaves them as they are."""
    return settings if model is None else settings.model_copy(update={"summary_model": model, "summarise_local": True})


def rungs(models: Models, main: ModelSpec, settings: ContextSettings) -> tuple[ModelSpec, ...]:
    """The models to ask, in order: the summary model, then the chat's own. Empty means: by code."""
    if settings.summary_model == NONE:
        return ()
    found: list[ModelSpec] = []
    if settings.summary_model:
        with suppress(InputError):  # it was removed since; the chat's own model stands in
            found.append(models.spec(settings.summary_model))
    if (not main.local or settings.summarise_local) and main.id not in (spec.id for spec in found):
        found.append(main)
    return tuple(found)


def room(models: Models, main: ModelSpec, settings: ContextSettings) -> int:
    """Tokens that every rung can read and answer in one call, 0 when no model is asked."""
    return min((spec.max_input or spec.window for spec in rungs(models, main, settings)), default=0)
