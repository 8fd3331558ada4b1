"""Skills: folders with a ``SKILL.md`` (a head with name and description, then the text) and files beside it.

The folders are plain files that people can read, edit, copy and share. What lies in them is text for a model, never
code that runs here.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.workspace.front_matter import join, one_line, split
from weclaw_desktop.workspace.text_file import LONGEST, MAX_BYTES, TextFiles

FILE = "SKILL.md"
MOST = 200
"""Skills of one folder that are read."""
LONGEST_NAME = 64
LONGEST_LINE = 300
"""Characters of a description that stand in the prompt."""
LISTED = 40
"""Files beside a skill that are named to the model."""
Place = Literal["user", "chat"]


@dataclass(frozen=True, slots=True)
class Skill:
    """One skill. ``id`` is its folder's name; one with a ``problem`` is shown to people and to no model.

    ``line`` is the description in one line; ``place`` says whether it is the user's or of a chat's folder.
    """

    id: str
    name: str
    line: str
    body: str
    folder: Path
    place: Place = "user"
    changed_ms: int = 0
    problem: Text | None = None


def understood(written: str) -> tuple[str, str, str]:
    """Name, description and text of a ``SKILL.md``. Raises InputError with the one thing that is wrong first."""
    facts, body = split(written)
    name, line = one_line(facts, "name"), one_line(facts, "description")
    if not facts:
        begun = written.removeprefix("\ufeff").lstrip().startswith("---")
        raise InputError(text("workspace.skill_head_broken" if begun else "workspace.skill_no_head"))
    if not name or not line:
        raise InputError(text("workspace.skill_missing", what="name" if not name else "description"))
    if len(name) > LONGEST_NAME or any(sign in name for sign in "/\\<>\"'`"):
        raise InputError(text("workspace.skill_bad_name", name=name[:LONGEST_NAME], most=LONGEST_NAME))
    if not body:
        raise InputError(text("workspace.skill_no_body"))
    return name, line, body


def written(name: str, line: str, body: str) -> str:
    """A ``SKILL.md`` of these parts."""
    return join({"name": name, "description": line}, body)


def read(folder: Path, files: TextFiles, place: Place = "user") -> list[Skill]:
    """The skills of a folder by name, also those with a problem. Never raises."""
    found: list[Skill] = []
    taken: set[str] = set()
    for inner in _inside(folder):
        skill = read_one(inner, files, place)
        if skill is None:
            continue
        if skill.problem is None and skill.name.casefold() in taken:
            problem = text("workspace.skill_twice", name=skill.name)
            skill = Skill(skill.id, skill.name, skill.line, skill.body, inner, place, skill.changed_ms, problem)
        if skill.problem is None:
            taken.add(skill.name.casefold())
        found.append(skill)
    return sorted(found, key=lambda skill: skill.name.casefold())


def read_one(folder: Path, files: TextFiles, place: Place = "user") -> Skill | None:
    """The skill of one folder; None when it holds none."""
    path = folder / FILE
    if not path.exists():
        return None
    if not path.resolve().is_relative_to(folder.resolve()):
        return Skill(folder.name, folder.name, "", "", folder, place, problem=text("workspace.link", path=str(path)))
    file = files.read(path)
    if file.problem is not None:
        return Skill(folder.name, folder.name, "", "", folder, place, problem=file.problem)
    try:
        name, line, body = understood(file.text)
    except InputError as error:
        problem = text("workspace.skill_unusable", id=folder.name, reason=error.text)
        return Skill(folder.name, folder.name, "", file.text, folder, place, file.changed_ms, problem)
    return Skill(folder.name, name, line, body, folder, place, file.changed_ms)


def clipped(line: str) -> str:
    """A description as it stands in the prompt."""
    return line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE - 1].rstrip()}…"


def beside(skill: Skill) -> Sequence[str]:
    """Paths of the files beside a skill, within its folder, at most ``LISTED``."""
    found: list[str] = []
    for at, inner, names in os.walk(skill.folder):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            path = Path(at, name)
            if name != FILE and not name.startswith(".") and not path.is_symlink():
                found.append(path.relative_to(skill.folder).as_posix())
            if len(found) >= LISTED:
                return found
    return found


def resource(skill: Skill, path: str, files: TextFiles) -> str:
    """The text of a file beside a skill. Raises InputError for one outside of its folder, missing or no text."""
    folder = skill.folder.resolve()
    try:
        asked = (folder / path).resolve()
    except (OSError, ValueError, RuntimeError):
        asked = folder
    if asked == folder or not asked.is_relative_to(folder):
        raise InputError(text("workspace.skill_outside", name=skill.name, path=path[:200]))
    found = files.read(asked)
    if found.problem is not None:
        names = ", ".join(beside(skill)) or "–"
        raise InputError(text("workspace.skill_no_file", name=skill.name, path=path[:200], names=names))
    return found.text


def save(folder: Path, skill_id: str, content: str) -> None:
    """Write a skill's ``SKILL.md``. Raises InputError when it could not be used, OSError."""
    understood(content)
    if len(content) > LONGEST or len(content.encode()) > MAX_BYTES:
        raise InputError(text("workspace.skill_too_long", most=LONGEST))
    home = folder / skill_id
    home.mkdir(parents=True, exist_ok=True)
    part = home / f"{FILE}.part"
    part.write_text(content, "utf-8")
    part.replace(home / FILE)


def remove(folder: Path, skill_id: str) -> Path:
    """Move a skill's folder to the trash beside the others; the result brings it back. Raises OSError."""
    trash = folder / ".trash"
    trash.mkdir(parents=True, exist_ok=True)
    place = free(trash, skill_id)
    (folder / skill_id).rename(place)
    return place


def put_back(folder: Path, trashed: Path, skill_id: str) -> str:
    """Bring a removed skill back; its id, another one when the old is taken meanwhile. Raises OSError."""
    place = free(folder, skill_id)
    trashed.rename(place)
    return place.name


def free(folder: Path, name: str) -> Path:
    """A path in ``folder`` that nothing is at, named ``name`` or with a number behind."""
    number, found = 1, folder / name
    while found.exists():
        number += 1
        found = folder / f"{name}-{number}"
    return found


def _inside(folder: Path) -> list[Path]:
    """The folders in a folder, without hidden ones and without links that lead out of it."""
    try:
        root = folder.resolve()
        inner = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
        return [path for path in inner if path.resolve().is_relative_to(root)][:MOST]
    except OSError:
        return []
