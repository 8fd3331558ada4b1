"""Decides what holds for a model among what the user set, errors taught, its server reports and tables say.

First hit wins: override, learnt limit, server's report, table, guess. A learnt limit beats an override that
is older than it, and gives way to a later override, a changed report, or a prompt accepted above it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.models import GUESSED_WINDOW, ModelSpec, Price, WindowSource
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry
from weclaw_desktop.llm.detect import ServerModel
from weclaw_desktop.llm.families import encoder_for, ignores_tools
from weclaw_desktop.llm.providers import KnownModel, called, kind_of

LimitKind = Literal["window", "input", "output"]
Key = tuple[str, str]
"""(address, model name)."""

NOTHING_SET = ModelOverride()


@dataclass(frozen=True, slots=True)
class _Lesson:
    """One learnt limit and what stood beside it then."""

    tokens: int
    override: int
    report: int | None


class Lessons:
    """Limits learnt from errors. ``forget`` and ``learn`` tell ``on_change`` (tokens 0: forgotten)."""

    def __init__(
        self,
        stored: Mapping[Key, Mapping[str, int]] | None = None,
        on_change: Callable[[str, str, str, int], None] = lambda _address, _model, _kind, _tokens: None,
    ) -> None:
        self._stored = {key: dict(value) for key, value in (stored or {}).items()}
        self._known: dict[tuple[Key, LimitKind], _Lesson] = {}
        self._on_change = on_change

    def learn(self, key: Key, kind: LimitKind, tokens: int, override: int, report: int | None) -> None:
        """Remember a limit told by an error."""
        self._known[key, kind] = _Lesson(tokens, override, report)
        self._on_change(key[0], key[1], kind, tokens)

    def get(self, key: Key, kind: LimitKind, override: int, report: int | None) -> int:
        """The limit that still holds, 0 for none. ``override`` and ``report`` are those of now."""
        lesson = self._known.get((key, kind)) or self._restored(key, kind, override, report)
        if lesson is None:
            return 0
        if lesson.report is None and report is not None:
            lesson = self._known[key, kind] = _Lesson(lesson.tokens, lesson.override, report)
        changed = report is not None and report != lesson.report
        if (override and override != lesson.override) or changed:
            self.forget(key, kind)
            return 0
        return lesson.tokens

    def accepted(self, key: Key, prompt: int) -> None:
        """A prompt of that size went through: limits below it were wrong."""
        for kind in ("window", "input"):
            lesson = self._known.get((key, kind))
            if lesson is not None and lesson.tokens < prompt:
                self.forget(key, kind)

    def forget(self, key: Key, kind: LimitKind) -> None:
        """Drop a limit."""
        self._known.pop((key, kind), None)
        self._stored.get(key, {}).pop(kind, None)
        self._on_change(key[0], key[1], kind, 0)

    def _restored(self, key: Key, kind: LimitKind, override: int, report: int | None) -> _Lesson | None:
        """A limit of an earlier run; what stood beside it then is taken to be what stands now."""
        tokens = self._stored.get(key, {}).get(kind, 0)
        if not tokens:
            return None
        lesson = self._known[key, kind] = _Lesson(tokens, override, report)
        return lesson


@dataclass(frozen=True, slots=True)
class Sources:
    """Everything that is known of one model of one provider."""

    entry: ProviderEntry
    name: str
    key: Key
    known: KnownModel | None = None
    report: ServerModel | None = None
    override: ModelOverride = NOTHING_SET
    local: bool = False


def build_spec(sources: Sources, lessons: Lessons) -> ModelSpec:
    """What holds for the model now."""
    known, report, override = sources.known, sources.report, sources.override
    window, window_source = _limit(sources, lessons, "window")
    output, output_source = _limit(sources, lessons, "output")
    taken, _ = _limit(sources, lessons, "input")
    window = window or GUESSED_WINDOW
    return ModelSpec(
        provider=sources.entry.name,
        name=sources.name,
        window=window,
        window_source=window_source,
        max_input=taken if taken < window else 0,
        max_output=min(output, window),
        output_source=output_source,
        encoder=_encoder(sources),
        quality_limit=override.quality_limit,
        price=_price(sources),
        tools=_ability(override.tools, known.tools if known else True),
        images=_ability(override.images, known.images if known else False),
        reasoning=_ability(override.reasoning, known.reasoning if known else False),
        local=sources.local,
        written_calls=sources.local and ignores_tools(sources.name),
        label=known.label if known and known.name == sources.name and report is None else "",
        provider_label=called(sources.entry.name, kind_of(sources.entry.kind)),
    )


def _limit(sources: Sources, lessons: Lessons, kind: LimitKind) -> tuple[int, WindowSource]:
    known, report, override = sources.known, sources.report, sources.override
    field = {"window": "window", "input": "max_input", "output": "max_output"}[kind]
    mine = int(getattr(override, field))
    told = int(getattr(report, field, 0)) if report else 0
    learnt = lessons.get(sources.key, kind, mine, told or None)
    if learnt:
        return learnt, "learnt"
    if mine:
        return mine, "override"
    if told:
        return told, "server"
    tabled = int(getattr(known, field)) if known else 0
    # An input limit of the table belongs to the table's window, not to one that the user or the server gave.
    if kind == "input" and (override.window or (report and report.window)):
        tabled = 0
    return (tabled, "table") if tabled else (0, "guessed")


def _price(sources: Sources) -> Price | None:
    override, entry = sources.override, sources.entry
    if override.price_input is not None or override.price_output is not None:
        return Price(
            override.currency or "USD", override.price_input or 0.0, override.price_output or 0.0, source="set by you"
        )
    return sources.known.price(kind_of(entry.kind).region(entry.region).id) if sources.known else None


def _ability(mine: bool | None, otherwise: bool) -> bool:
    return otherwise if mine is None else mine


def _encoder(sources: Sources) -> str:
    """By the model's name; by its provider where the name says nothing."""
    found = encoder_for(sources.name)
    if found != "other":
        return found
    kinds = {"openai": "o200k_base", "anthropic": "claude", "gemini": "gemini", "deepseek": "deepseek", "qwen": "qwen"}
    more = {"moonshot": "kimi", "zhipu": "glm", "local": "qwen"}
    return {**kinds, **more}.get(sources.entry.kind, "other")
