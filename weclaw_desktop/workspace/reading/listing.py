"""Files that fit what somebody has begun to type: below a folder by words, or along a typed path."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_SEEN = 4_000
"""Entries looked at for one answer; nobody waits longer for a list."""
_PASSED = frozenset(("node_modules", "__pycache__", "venv", "site-packages", "target", "dist", "build"))


@dataclass(frozen=True, slots=True)
class Found:
    """A file or folder that may be meant. ``shown`` is what people read; ``folder`` says which of the two it is."""

    path: Path
    shown: str
    folder: bool = False


def is_path(typed: str) -> bool:
    """Whether somebody types a path rather than words of a name."""
    return typed.startswith(("/", "~", "./", "../", ".\\", "..\\")) or typed[1:3] in (":\\", ":/")


def along(typed: str, start: Path, home: Path, limit: int = 12) -> list[Found]:
    """What continues a typed path: the entries of its folder that begin with its last part, folders first.

    Relative paths begin at ``start``. Hidden entries appear when the part begins with a dot.
    """
    written = typed.replace("\\", "/") if os.sep == "\\" else typed
    folder, _, part = written.rpartition("/")
    if written == "~":
        folder, part = "~", ""
    base = Path(f"{folder}/" if folder or written.startswith("/") else ".")
    base = home / base.relative_to("~") if base.parts[:1] == ("~",) else start / base
    found: list[Found] = []
    try:
        for count, entry in enumerate(os.scandir(base)):
            if count > MOST_SEEN:
                break
            hidden = entry.name.startswith(".") and not part.startswith(".")
            if not hidden and entry.name.lower().startswith(part.lower()):
                found.append(_found(entry, f"{folder}/{entry.name}" if folder or written[:1] == "/" else entry.name))
    except OSError:
        return []
    found.sort(key=lambda one: (not one.folder, one.shown.lower()))
    return found[:limit]


def below(folder: Path, words: str, limit: int = 12) -> list[Found]:
    """Files and folders below ``folder`` whose path has the letters of ``words`` in their order; best ones first."""
    wanted = words.lower()
    found: list[tuple[int, str, Found]] = []
    for one in _all(folder):
        rank = _rank(one.shown.lower(), wanted)
        if rank is not None:
            found.append((rank, one.shown.lower(), one))
    found.sort(key=lambda entry: entry[:2])
    return [one for _, _, one in found[:limit]]


def _all(folder: Path) -> Iterator[Found]:
    """Everything below, level by level; hidden entries and what programs make are passed over."""
    waiting, seen = deque([(folder, "")]), 0
    while waiting and seen < MOST_SEEN:
        here, name = waiting.popleft()
        try:
            entries = sorted(os.scandir(here), key=lambda entry: entry.name)
        except OSError:
            continue
        for entry in entries:
            seen += 1
            if entry.name.startswith(".") or entry.name in _PASSED or entry.is_symlink():
                continue
            one = _found(entry, f"{name}{entry.name}")
            yield one
            if one.folder:
                waiting.append((one.path, f"{name}{entry.name}/"))


def _found(entry: os.DirEntry[str], shown: str) -> Found:
    folder = entry.is_dir()
    return Found(Path(entry.path), f"{shown}/" if folder else shown, folder)


def _rank(shown: str, wanted: str) -> int | None:
    """How well a path fits, 0 best; None when it does not."""
    name = shown.rstrip("/").rsplit("/", 1)[-1]
    depth = shown.rstrip("/").count("/")
    if not wanted:
        return depth
    if name.startswith(wanted):
        return depth
    if wanted in shown:
        return 20 + depth
    at = 0
    for letter in wanted:
        at = shown.find(letter, at) + 1
        if not at:
            return None
    return 40 + depth
