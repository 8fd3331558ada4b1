"""What a chat decided about its skills and files: kept in ``Chat.overrides`` under one key, read in one place.

Values may come from a newer version or a broken row: what cannot be is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, cast

PROMPT = "prompt"
"""Key of ``Chat.overrides``."""
FileChoice = Literal["pin", "out", "short"]
"""Stands in the prompt although it is no instruction file; is left out of it; only its beginning stands there."""
_FILE_CHOICES: tuple[FileChoice, ...] = ("pin", "out", "short")


@dataclass(frozen=True, slots=True)
class PromptChoices:
    """``skills`` turns single ones on or off by name; ``pinned``, ``out`` and ``short`` are absolute paths of files."""

    skills: Mapping[str, bool] = field(default_factory=dict[str, bool])
    pinned: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    short: tuple[str, ...] = ()

    def skill(self, name: str, on: bool | None) -> PromptChoices:
        """With a skill turned on or off; None leaves it to the settings."""
        others = {known: value for known, value in self.skills.items() if known != name}
        return replace(self, skills=others if on is None else {**others, name: on})

    def file(self, path: str, choice: FileChoice, on: bool) -> PromptChoices:
        """With one thing decided about a file."""
        names: dict[FileChoice, tuple[str, ...]] = {"pin": self.pinned, "out": self.out, "short": self.short}
        others = tuple(known for known in names[choice] if known != path)
        names[choice] = (*others, path) if on else others
        return replace(self, pinned=names["pin"], out=names["out"], short=names["short"])

    def stored(self) -> dict[str, object]:
        """What the chat keeps; empty when nothing was decided."""
        kept: dict[str, object] = {"skills": dict(self.skills), "pin": list(self.pinned)}
        kept |= {"out": list(self.out), "short": list(self.short)}
        return {name: value for name, value in kept.items() if value}


NOTHING_DECIDED = PromptChoices()
"""As the settings and the folder say."""


def choices(overrides: Mapping[str, object]) -> PromptChoices:
    """What a chat's overrides say."""
    kept = overrides.get(PROMPT)
    if not isinstance(kept, dict):
        return NOTHING_DECIDED
    found = cast("dict[str, object]", kept)
    pinned, out, short = (_paths(found.get(name)) for name in _FILE_CHOICES)
    skills = found.get("skills")
    chosen: dict[str, bool] = {}
    if isinstance(skills, dict):
        pairs = cast("dict[object, object]", skills).items()
        chosen = {name: on for name, on in pairs if isinstance(name, str) and isinstance(on, bool)}
    return PromptChoices(chosen, pinned, out, short)


def with_choices(overrides: Mapping[str, object], decided: PromptChoices) -> dict[str, object]:
    """A chat's overrides with these choices."""
    others = {name: value for name, value in overrides.items() if name != PROMPT}
    kept = decided.stored()
    return {**others, PROMPT: kept} if kept else others


def _paths(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(item for item in cast("list[object]", value) if isinstance(item, str))
