"""Instruction files: what a project's folder tells assistants, under the names that programs of this kind agreed on.

They are looked for in the chat's folder and its parents up to the root of the repository; outside of a repository in
the folder alone. A link is followed only within that root: a folder from somewhere else must not be able to put a
file of the home folder into a prompt.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from weclaw_desktop.core.text import Text, text

NAMES = (
    "AGENTS.md",
    "CLAUDE.md",
    "GEMINI.md",
    "CONVENTIONS.md",
    ".github/copilot-instructions.md",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
)
"""Paths within a folder, in the order in which they are looked for."""
SKILL_FOLDERS = (".skills", "skills")
"""Where a chat's folder may keep skills of its own."""
DEEPEST = 40
"""Parents that are looked at."""


@dataclass(frozen=True, slots=True)
class Instructions:
    """One instruction file that is there. ``shown`` is its path as seen from the chat's folder."""

    path: Path
    shown: str
    problem: Text | None = None


def find(folder: Path) -> list[Instructions]:
    """The instruction files of a folder, those of the outermost parent first. Never raises."""
    found: list[Instructions] = []
    seen: set[Path] = set()
    try:
        start = folder.resolve()
        places = _up_to_root(start)
        for place in reversed(places):
            for name in NAMES:
                path = place / name
                if not path.is_file():
                    continue
                real, shown = path.resolve(), Path(os.path.relpath(path, start)).as_posix()
                if not real.is_relative_to(places[-1]):
                    found.append(Instructions(path, shown, text("workspace.link", path=shown)))
                elif real not in seen:
                    seen.add(real)
                    found.append(Instructions(path, shown))
    except (OSError, RuntimeError):
        return found
    return found


def skill_folders(folder: Path) -> list[Path]:
    """Where a chat's folder keeps skills. Never raises."""
    try:
        root = folder.resolve()
        places = (root / name for name in SKILL_FOLDERS)
        return [place for place in places if place.is_dir() and place.resolve().is_relative_to(root)]
    except (OSError, RuntimeError):
        return []


def abbreviated(path: Path) -> str:
    """A path as people and models see it: the home folder as ``~``."""
    try:
        return f"~/{path.relative_to(Path.home()).as_posix()}"
    except (ValueError, RuntimeError):
        return str(path)


def _up_to_root(start: Path) -> list[Path]:
    """The folder and its parents up to the repository's root; the folder alone where there is no repository."""
    places = [start, *start.parents][:DEEPEST]
    for number, place in enumerate(places, start=1):
        if (place / ".git").exists():
            return places[:number]
    return [start]
