"""Which model answers when a chat and the settings name none: one that the user set up, never one merely found."""

from __future__ import annotations

from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.settings import Settings

OWN = "local"
"""Provider name of the embedded model: it sends nothing anywhere."""


def default_model(models: Models, settings: Settings) -> ModelSpec | None:
    """The first model of a configured provider, else an installed one; None when there is neither.

    A server that happens to run on this computer is offered in the pickers but not used unasked: text goes only where
    the user sent it.
    """
    mine = {entry.name for entry in settings.providers if entry.enabled}
    known = models.known()
    return next((s for s in known if s.provider in mine), next((s for s in known if s.provider == OWN), None))
