"""What people decide about the prompt of a chat: skills on and off, files pinned, left out and shortened, its folder.

Each verb commits, tells with one event and asks for a new report; ``put_back`` is the way back from any of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from weclaw_desktop.context.inflation import accept
from weclaw_desktop.context.load import sections_of
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import ChatSaved
from weclaw_desktop.core.prompt_choices import FileChoice, PromptChoices, choices, with_choices
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text
from weclaw_desktop.services.accounting import Accounting
from weclaw_desktop.services.contents import PromptContents
from weclaw_desktop.services.desks import Desks

Before = tuple[str, PromptChoices, str]
"""A chat with its choices and its folder as they were."""


class PromptDesk:
    """The verbs. ``changed`` hears of every chat whose numbers may be others now."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        desks: Desks,
        contents: PromptContents,
        accounting: Accounting,
        *,
        changed: Callable[[str], None],
    ) -> None:
        self._store = store
        self._bus = bus
        self._desks = desks
        self._contents = contents
        self._accounting = accounting
        self._changed = changed

    async def use_skill(self, chat_id: str, name: str, on: bool | None) -> Before:
        """Turn a skill on or off in a chat; None leaves it to the settings."""
        return await self._decide(chat_id, lambda decided: decided.skill(name, on))

    async def choose_file(self, chat_id: str, path: str, choice: FileChoice, on: bool) -> Before:
        """Pin a file to a chat's prompt, leave one out, or shorten it. Raises InputError for one that is no text."""
        if choice == "pin" and on:
            read = await asyncio.to_thread(self._contents.files.read, Path(path))
            if read.problem is not None:
                raise InputError(read.problem)
            await self._decide(chat_id, lambda decided: decided.file(path, "out", False))
        return await self._decide(chat_id, lambda decided: decided.file(path, choice, on))

    async def pin_words(self, chat_id: str, name: str, words: str) -> Before:
        """Pin what was read from an attachment, as a text file that is kept with the chat.

        Args:
            chat_id: The chat.
            name: What the attachment is called.
            words: What was read from it.

        Raises:
            InputError: It cannot be written, or is too large.
        """
        copy = await asyncio.to_thread(self._contents.copy, chat_id, name, words)
        return await self.choose_file(chat_id, str(copy), "pin", True)

    async def choose_folder(self, chat_id: str, folder: str) -> Before:
        """Work in a folder from now on: its instruction files and skills stand in the prompt; "" for none."""
        await asyncio.to_thread(self.checked, folder)
        before = await self._store.chats.get(chat_id)
        await self._put(await self._store.chats.change(chat_id, workdir=folder))
        return chat_id, choices(before.overrides), before.workdir

    @staticmethod
    def checked(folder: str) -> None:
        """Raises InputError when there is no such folder; "" is allowed. Blocks for a moment."""
        if folder and not Path(folder).is_dir():
            raise InputError(text("workspace.no_folder", path=folder))

    async def begin(self, chat_id: str, decided: PromptChoices, folder: str) -> None:
        """What was decided before the chat was stored. Raises InputError when the folder is gone meanwhile."""
        if decided.stored():
            await self._decide(chat_id, lambda _none: decided)
        if folder:
            await self.choose_folder(chat_id, folder)

    async def put_back(self, before: Before) -> None:
        """Undo: choices and folder as they were."""
        chat_id, decided, workdir = before
        chat = await self._store.chats.get(chat_id)
        kept = with_choices(chat.overrides, decided)
        await self._put(await self._store.chats.change(chat_id, overrides=kept, workdir=workdir))

    async def use_now(self, chat_id: str) -> None:
        """Put in force what the disk has, without waiting for a compression."""
        desk = await self._desks.of(chat_id)
        await desk.arrange()
        self._contents.take(chat_id)
        await desk.arrange()
        if desk.log:
            await desk.keep_prompt()
        self._changed(chat_id)

    async def accept_size(self, chat_id: str) -> None:
        """The system prompt is meant to be as it is: alarms count from here on."""
        desk = await self._desks.of(chat_id)
        desk.inflation = accept(desk.inflation, await desk.compute(sections_of, desk.state()))
        await self._accounting.keep_baseline(desk)
        self._accounting.alarms.pop(chat_id, None)
        self._changed(chat_id)

    async def _decide(self, chat_id: str, turn: Callable[[PromptChoices], PromptChoices]) -> Before:
        chat = await self._store.chats.get(chat_id)
        before = choices(chat.overrides)
        await self._put(await self._store.chats.change(chat_id, overrides=with_choices(chat.overrides, turn(before))))
        return chat_id, before, chat.workdir

    async def _put(self, chat: Chat) -> None:
        desk = self._desks.known(chat.id)
        if desk is not None:
            desk.chat = chat
        self._bus.publish(ChatSaved(chat))
        self._changed(chat.id)
