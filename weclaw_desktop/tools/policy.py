"""Whether a call runs at once or waits for the user's word. Nothing runs unasked until somebody allowed it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal, cast

from weclaw_desktop.core.models import ToolSpec

Decision = Literal["allow", "ask"]
ALLOWED = "tools.allowed"
"""Key of ``Chat.overrides``: names of the tools that the user always allows in this chat."""


@dataclass(frozen=True, slots=True)
class Policy:
    """``granted`` are tools that the command line allowed for its one turn (``--allow``)."""

    granted: frozenset[str] = frozenset()

    def decide(self, spec: ToolSpec, overrides: Mapping[str, object]) -> Decision:
        """What happens to a call: a tool of high risk asks each time, whatever was allowed for the chat."""
        if spec.name in self.granted:
            return "allow"
        if spec.risk != "high" and spec.name in allowed(overrides):
            return "allow"
        return "ask"


def allowed(overrides: Mapping[str, object]) -> frozenset[str]:
    """The tools that are always allowed in a chat."""
    value = overrides.get(ALLOWED)
    if not isinstance(value, (list, tuple)):
        return frozenset()
    return frozenset(str(name) for name in cast("Collection[object]", value))


def allowing(overrides: Mapping[str, object], name: str) -> dict[str, object]:
    """Overrides that allow one more tool."""
    return {**overrides, ALLOWED: sorted({*allowed(overrides), name})}


def asking_again(overrides: Mapping[str, object], name: str) -> dict[str, object]:
    """Overrides that allow one tool less."""
    return {**overrides, ALLOWED: sorted(allowed(overrides) - {name})}
