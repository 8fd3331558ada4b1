"""Whether a call runs at once or waits for the user's word. Nothing runs unasked until somebody allowed it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal, cast

from weclaw_desktop.core.models import ToolSpec

Decision = Literal["allow", "ask"]
ALLOWED = "tools.allowed"
"""Key of ``Chat.overrides``: names of the tools that the user always allows in this chat."""
FOLDERS = "tools.folders"
"""Key of ``Chat.overrides``: where tools that work in folders are allowed. A name alone allows them nowhere."""


@dataclass(frozen=True, slots=True)
class Policy:
    """``granted`` are tools that the command line allowed for its one turn (``--allow``)."""

    granted: frozenset[str] = frozenset()

    def decide(self, spec: ToolSpec, overrides: Mapping[str, object], folder: str | None = None) -> Decision:
        """What happens to a call: a tool of high risk asks each time, whatever was allowed for the chat.

        Args:
            spec: The tool.
            overrides: The chat's own choices.
            folder: Where the call works, links resolved; None for a tool that knows no folders.
        """
        if spec.name in self.granted:
            return "allow"
        if spec.risk == "high" or spec.name not in allowed(overrides):
            return "ask"
        return "allow" if folder is None or _within(folder, folders(overrides, spec.name)) else "ask"


def allowed(overrides: Mapping[str, object]) -> frozenset[str]:
    """The tools that are always allowed in a chat."""
    value = overrides.get(ALLOWED)
    if not isinstance(value, (list, tuple)):
        return frozenset()
    return frozenset(str(name) for name in cast("Collection[object]", value))


def folders(overrides: Mapping[str, object], name: str) -> tuple[str, ...]:
    """Where a tool that works in folders is allowed in a chat."""
    value = overrides.get(FOLDERS)
    found = cast("Mapping[object, object]", value).get(name) if isinstance(value, Mapping) else None
    return tuple(str(folder) for folder in cast("list[object]", found)) if isinstance(found, list) else ()


def allowing(overrides: Mapping[str, object], name: str, folder: str = "") -> dict[str, object]:
    """Overrides that allow one more tool, or the same one in one more folder."""
    more = {**overrides, ALLOWED: sorted({*allowed(overrides), name})}
    if folder:
        more[FOLDERS] = {**_places(overrides), name: sorted({*folders(overrides, name), folder})}
    return more


def asking_again(overrides: Mapping[str, object], name: str) -> dict[str, object]:
    """Overrides that allow one tool less."""
    less = {**overrides, ALLOWED: sorted(allowed(overrides) - {name})}
    if FOLDERS in overrides:
        less[FOLDERS] = {tool: places for tool, places in _places(overrides).items() if tool != name}
    return less


def _places(overrides: Mapping[str, object]) -> dict[str, object]:
    value = overrides.get(FOLDERS)
    return dict(cast("Mapping[str, object]", value)) if isinstance(value, Mapping) else {}


def _within(folder: str, granted: Collection[str]) -> bool:
    path = PurePath(folder)
    return bool(folder) and any(path == PurePath(place) or PurePath(place) in path.parents for place in granted)
