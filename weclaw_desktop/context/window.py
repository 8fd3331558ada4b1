"""Which window a model really has: five sources in a fixed order, and what an overflow error teaches.

All values are plain numbers in tokens and times in Unix milliseconds, so that whoever stores them need not know this
module. First hit wins: override, learnt, server, table, guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from weclaw_desktop.core.models import GUESSED_WINDOW, ModelSpec, WindowSource
from weclaw_desktop.core.text import Text, compact, text

SMALLEST_WINDOW = 16
"""Below this nothing can be computed sensibly; smaller reports are taken as this."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A limit that an overflow error told, for one (endpoint, model).

    ``server`` is what the server reported when it was learnt: another report later means another server set-up, and the
    limit gives way to it.
    """

    tokens: int
    kind: Literal["window", "input"] = "window"
    endpoint: str = ""
    model: str = ""
    at_ms: int = 0
    server: int = 0


@dataclass(frozen=True, slots=True)
class Sources:
    """What each source says of one model at one endpoint; 0 means that it says nothing."""

    override: int = 0
    override_ms: int = 0
    learnt: Learnt | None = None
    server: int = 0
    table: int = 0
    max_input: int = 0
    endpoint: str = ""


@dataclass(frozen=True, slots=True)
class Resolved:
    """The window that holds. ``told`` is what the user must hear when a learnt limit beats their older override."""

    window: int
    source: WindowSource
    max_input: int = 0
    told: Text | None = None


def resolve(sources: Sources, model: str = "") -> Resolved:
    """Choose the window: override, learnt, server, table, guess.

    ``model`` is for the key of a learnt limit and the sentence only.
    """
    window, source = _declared(sources)
    learnt = _valid(sources, model)
    if learnt is None:
        return Resolved(window, source, sources.max_input)
    if learnt.kind == "input":
        limit = min(learnt.tokens, sources.max_input) if sources.max_input else learnt.tokens
        told = _told(sources, learnt, model) if sources.override > learnt.tokens else None
        return Resolved(window, source, limit, told)
    return Resolved(
        max(learnt.tokens, SMALLEST_WINDOW),
        "learnt",
        min(sources.max_input, learnt.tokens) if sources.max_input else 0,
        _told(sources, learnt, model) if sources.override else None,
    )


def apply(spec: ModelSpec, sources: Sources) -> ModelSpec:
    """``spec`` with the window, its source and the input limit that ``sources`` give."""
    found = resolve(sources, spec.name)
    return replace(spec, window=found.window, window_source=found.source, max_input=found.max_input)


def accepted(learnt: Learnt | None, prompt: int) -> Learnt | None:
    """What remains of a learnt limit after a prompt of ``prompt`` tokens was accepted: nothing if it was larger."""
    return None if learnt is None or prompt > learnt.tokens else learnt


def _declared(sources: Sources) -> tuple[int, WindowSource]:
    """The window without learnt limits."""
    order: tuple[tuple[int, WindowSource], ...] = (
        (sources.override, "override"),
        (sources.server, "server"),
        (sources.table, "table"),
        (GUESSED_WINDOW, "guessed"),
    )
    return next((max(value, SMALLEST_WINDOW), source) for value, source in order if value > 0)


def _valid(sources: Sources, model: str) -> Learnt | None:
    """The learnt limit if it still holds for this endpoint and model."""
    learnt = sources.learnt
    if learnt is None or learnt.tokens <= 0:
        return None
    other = (learnt.endpoint and learnt.endpoint != sources.endpoint) or (learnt.model and learnt.model != model)
    later_override = sources.override > 0 and sources.override_ms > learnt.at_ms
    changed_server = sources.server > 0 and sources.server != learnt.server
    return None if other or later_override or changed_server else learnt


def _told(sources: Sources, learnt: Learnt, model: str) -> Text:
    return text(
        "context.window.learnt_beats_override",
        model=model or learnt.model,
        override=compact(sources.override),
        limit=compact(learnt.tokens),
    )
