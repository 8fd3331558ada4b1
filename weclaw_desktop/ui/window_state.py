"""Where the window was and what it showed, in the profile's ``ui-state.json``, and words not sent."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, cast

FILE = "ui-state.json"


@dataclass
class WindowState:
    """``geometry`` is Qt's own, base64; the rest says which panels were open and which chat was shown.

    ``draft`` is what was written in a chat that is not stored yet; ``other_drafts`` are those of other windows, which
    are left by a kill only, as a window that closes gives its draft to the first one. ``recent_files`` were attached.
    """

    geometry: str = ""
    sidebar: bool = True
    context_panel: bool = True
    chat: str = ""
    draft: str = ""
    recent_files: list[str] = field(default_factory=list[str])
    other_drafts: list[str] = field(default_factory=list[str])


def load(profile_dir: Path) -> WindowState:
    """The stored state, or the default when there is none that can be read."""
    try:
        data: object = json.loads((profile_dir / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return WindowState()
    if not isinstance(data, dict):
        return WindowState()
    known = cast("dict[str, Any]", data)
    state = WindowState()
    for one in fields(state):
        value = known.get(one.name)
        if isinstance(value, type(getattr(state, one.name))):
            setattr(state, one.name, value)
    return state


def save(profile_dir: Path, state: WindowState) -> None:
    """Write the state. Raises OSError when the disk does not take it; what was there before stays then."""
    part = profile_dir / f"{FILE}.part"
    part.write_text(json.dumps(asdict(state)), "utf-8")
    part.replace(profile_dir / FILE)
