"""The user's skills as files: list, write, take in, remove and bring back. Files are read anew each time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import text
from weclaw_desktop.services.contents import PromptContents
from weclaw_desktop.services.prompts import skill_line
from weclaw_desktop.workspace import skill_package
from weclaw_desktop.workspace import skills as files
from weclaw_desktop.workspace.instructions import skill_folders
from weclaw_desktop.workspace.skill_package import Brought, Clash
from weclaw_desktop.workspace.skills import Skill

P = ParamSpec("P")
T = TypeVar("T")
_NO_NAME = re.compile(r"[^\w-]+")


@dataclass(frozen=True, slots=True)
class Listed:
    """A skill with its cost in uncalibrated tokens: of its line in every prompt, and of its text when it is read.

    ``written`` is its whole ``SKILL.md``.
    """

    skill: Skill
    line_tokens: int
    body_tokens: int
    written: str


class Skills:
    """Verbs on the user's skills, off the conversation's thread."""

    def __init__(self, contents: PromptContents, counter: Callable[[], Counter]) -> None:
        self._contents = contents
        self._counter = counter

    @property
    def folder(self) -> Path | None:
        """Where the user's skills lie, None when nothing is kept."""
        return self._contents.folder

    async def listed(self, workdir: str = "") -> list[Listed]:
        """The user's skills and those of a chat's folder, also those with a problem."""
        return await asyncio.to_thread(self._listed, workdir)

    async def count(self, value: str) -> int:
        """Uncalibrated tokens of a text that is to stand in prompts."""
        return await asyncio.to_thread(self._counter().text, value) if value else 0

    async def save(self, skill_id: str, content: str) -> str:
        """Write a ``SKILL.md``, without ``skill_id`` a new one; returns its id. Raises InputError, StorageError."""
        folder = self._must_have()
        return await self._to_disk(self._save, folder, skill_id, content)

    async def bring(self, source: Path, clash: Clash = "ask") -> Brought:
        """Take skills in from a folder or a zip. Raises InputError (nothing was changed), StorageError."""
        return await self._to_disk(skill_package.bring, source, self._must_have(), clash)

    async def take_back(self, brought: Brought) -> None:
        """Undo ``bring``. Raises StorageError."""
        await self._to_disk(skill_package.take_back, self._must_have(), brought)

    async def remove(self, skill_id: str) -> Path:
        """Move a skill to the trash; the result brings it back. Raises StorageError."""
        return await self._to_disk(files.remove, self._must_have(), skill_id)

    async def put_back(self, trashed: Path, skill_id: str) -> str:
        """Bring a removed skill back; its id. Raises StorageError."""
        return await self._to_disk(files.put_back, self._must_have(), trashed, skill_id)

    def _must_have(self) -> Path:
        folder = self.folder
        if folder is None:
            raise InputError(text("workspace.nothing_kept"))
        return folder

    async def _to_disk(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await asyncio.to_thread(work, *args, **kwargs)
        except OSError as error:
            raise StorageError(text("workspace.cannot_write", path=str(self.folder)), str(error)) from error

    def _save(self, folder: Path, skill_id: str, content: str) -> str:
        name, _, _ = files.understood(content)
        others: Sequence[Skill] = files.read(folder, self._contents.files) if folder.is_dir() else ()
        if any(other.id != skill_id and other.name.casefold() == name.casefold() for other in others):
            raise InputError(text("workspace.skill_twice", name=name))
        stem = _NO_NAME.sub("-", name.casefold()).strip("-") or "skill"
        known = skill_id or files.free(folder, stem).name
        files.save(folder, known, content)
        return known

    def _listed(self, workdir: str) -> list[Listed]:
        places = skill_folders(Path(workdir)) if workdir else []
        found = [skill for place in places for skill in files.read(place, self._contents.files, "chat")]
        if self.folder is not None:
            found += files.read(self.folder, self._contents.files)
        counter = self._counter()
        return [self._costed(skill, counter) for skill in found]

    def _costed(self, skill: Skill, counter: Counter) -> Listed:
        written = self._contents.files.read(skill.folder / files.FILE).text
        if skill.problem is not None:
            return Listed(skill, 0, 0, written)
        line = counter.text(skill_line(skill.name, files.clipped(skill.line)))
        return Listed(skill, line, counter.text(skill.body), written)
