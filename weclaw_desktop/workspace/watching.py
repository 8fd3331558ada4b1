"""What has to be watched on the disk, so that people see at once when a file of the prompt is another one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from weclaw_desktop.workspace.instructions import skill_folders
from weclaw_desktop.workspace.skills import FILE, MOST


def watched(folder: str, files: Sequence[str], skills: Path | None) -> list[str]:
    """The files and folders that are there, each once. Blocks for a moment; never raises.

    Args:
        folder: The chat's folder, "" for none: instruction files may come and go in it.
        files: Paths of files that stand in the prompt, or were left out of it.
        skills: Where the user's skills lie, None when nothing is kept.
    """
    found = [Path(path) for path in files]
    shelves = [skills] if skills is not None else []
    if folder:
        found.append(Path(folder))
        shelves += skill_folders(Path(folder))
    for shelf in shelves:
        found += [shelf, *_skills(shelf)]
    return [path for path in dict.fromkeys(map(str, found)) if _is_there(path)]


def _skills(shelf: Path) -> list[Path]:
    try:
        return sorted(place / FILE for place in shelf.iterdir())[:MOST]
    except OSError:
        return []


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        return False
