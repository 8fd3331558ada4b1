"""The personas that can be chosen: the user's own files, then what ships. Files are read anew each time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.workspace import personas as files
from weclaw_desktop.workspace.personas import Persona

FOLDER = "personas"


class Personas:
    """Reads and writes them off the conversation's thread."""

    def __init__(self, profile: Callable[[], Path | None]) -> None:
        self._profile = profile

    @property
    def folder(self) -> Path | None:
        """Where the user's own lie, None when nothing is kept."""
        profile = self._profile()
        return None if profile is None else profile / FOLDER

    async def all(self, language: Language) -> list[Persona]:
        """Own ones first, then those that ship and that no own one has replaced."""
        return await asyncio.to_thread(self._all, language)

    async def get(self, name: str, language: Language) -> Persona | None:
        """The persona of an id, None when there is none any more."""
        return next((persona for persona in await self.all(language) if persona.id == name), None)

    async def save(self, persona: Persona) -> Persona:
        """Keep a persona. Raises InputError, StorageError."""
        folder = self.folder
        if folder is None:
            raise InputError(text("workspace.nothing_kept"))
        try:
            return await asyncio.to_thread(files.save, folder, persona)
        except OSError as error:
            raise StorageError(text("workspace.cannot_write", path=str(folder)), str(error)) from error

    async def delete(self, name: str) -> None:
        """Offer a persona no more; what ships under its name is offered again. Raises StorageError."""
        folder = self.folder
        if folder is None:
            return
        try:
            await asyncio.to_thread(files.delete, folder, name)
        except OSError as error:
            raise StorageError(text("workspace.cannot_write", path=str(folder)), str(error)) from error

    def _all(self, language: Language) -> list[Persona]:
        folder = self.folder
        mine = files.own(folder) if folder is not None else []
        taken = {persona.id for persona in mine}
        return [*mine, *(persona for persona in files.shipped(language) if persona.id not in taken)]
