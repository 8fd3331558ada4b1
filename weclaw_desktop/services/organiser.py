"""Keeps the list of chats in order: pin, archive, folders, tags, unread marks, and the trash with its 30 days.

Every verb takes many chats, commits once and returns them as they were before, which is all that one Undo needs
(``put_back``). What is in the trash for longer than ``KEPT_DAYS`` is erased when the window starts, once a day while it
is open, and by the command line's lists, with everything that was made of it: messages, compressions, search entries,
attachments and notes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat, Folder, as_tag
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.events import ChatErased, ChatSaved, FoldersChanged, Problem
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text

KEPT_DAYS = 30
"""Days that a chat stays in the trash."""
DAY_MS = 86_400_000

Before = tuple[Chat, ...]
"""Chats as they were before a verb; ``put_back`` takes it."""


class Organiser:
    """The verbs of the chat list."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        *,
        delete: Callable[[str], Awaitable[object]],
        forget: Callable[[str], Awaitable[object]],
        now_ms: Callable[[], int],
    ) -> None:
        """``delete`` moves a chat to the trash, stopping what runs in it; ``forget`` removes its notes for good."""
        self._store = store
        self._bus = bus
        self._delete = delete
        self._forget = forget
        self._now_ms = now_ms

    async def pin(self, ids: Sequence[str], on: bool) -> Before:
        """Keep chats at the top of the list, or not."""
        return await self._change(ids, lambda chat: replace(chat, pinned=on))

    async def archive(self, ids: Sequence[str], on: bool) -> Before:
        """Put chats away without deleting them, or take them back."""
        return await self._change(ids, lambda chat: replace(chat, archived=on))

    async def move(self, ids: Sequence[str], folder_id: str) -> Before:
        """Put chats into a folder, "" takes them out of theirs."""
        return await self._change(ids, lambda chat: replace(chat, folder=folder_id))

    async def tag(self, ids: Sequence[str], *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> Before:
        """Give chats tags and take others from them."""
        new = [tag for tag in map(as_tag, add) if tag]

        def tagged(chat: Chat) -> Chat:
            kept = (tag for tag in (*chat.tags, *new) if tag not in remove)
            return replace(chat, tags=tuple(dict.fromkeys(kept)))

        return await self._change(ids, tagged)

    async def mark_unread(self, ids: Sequence[str], on: bool) -> Before:
        """Say that nobody has seen the newest answers yet, or that somebody has."""
        return await self._change(ids, lambda chat: replace(chat, unread=on))

    async def delete(self, ids: Sequence[str]) -> Before:
        """Move chats to the trash; what runs in them is stopped."""
        before = await self._read(ids)
        for chat in before:
            await self._delete(chat.id)
        return before

    async def put_back(self, before: Before) -> None:
        """Undo: give chats the place they had, out of the trash too."""
        for chat in await self._store.chats.put_back(before):
            self._bus.publish(ChatSaved(chat, created=True))

    async def erase(self, ids: Sequence[str]) -> int:
        """Erase chats of the trash for good; how many. There is no way back."""
        return await self._purge(ids=ids)

    async def empty_trash(self) -> int:
        """Erase everything in the trash; how many chats."""
        return await self._purge(deleted_before_ms=self._now_ms() + 1)

    async def clear_out(self, *, after_s: float = 0.0) -> int:
        """Erase what has been in the trash for too long, chats and single messages; how many chats.

        A disk that takes no writes is no reason to complain: it is tried again at the next start.
        """
        await asyncio.sleep(after_s)
        limit = self._now_ms() - KEPT_DAYS * DAY_MS
        try:
            await self._store.messages.purge(deleted_before_ms=limit)
            return await self._purge(deleted_before_ms=limit)
        except StorageError:
            return 0

    async def clear_out_daily(self, *, after_s: float) -> None:
        """``clear_out`` now and once a day for as long as the program runs: windows stay open for weeks."""
        await self.clear_out(after_s=after_s)
        while True:
            await self.clear_out(after_s=DAY_MS / 1_000)

    async def new_folder(self, name: str, ids: Sequence[str] = ()) -> Folder:
        """Make a folder and put chats into it. Raises InputError for a name of nothing."""
        folder = await self._store.folders.create(name)
        await self._tell_folders()
        if ids:
            await self.move(ids, folder.id)
        return folder

    async def change_folder(self, folder_id: str, **fields: object) -> None:
        """Set name, position or collapsed."""
        await self._store.folders.change(folder_id, **fields)
        await self._tell_folders()

    async def delete_folder(self, folder_id: str) -> None:
        """Take a folder away; its chats stay."""
        freed = await self._store.folders.delete(folder_id)
        await self._tell_folders()
        for chat in freed:
            if chat.deleted_ms is None:
                self._bus.publish(ChatSaved(chat))

    async def _change(self, ids: Sequence[str], turn: Callable[[Chat], Chat]) -> Before:
        """Change what is different afterwards, in one step, and tell."""
        before = await self._read(ids)
        changed = tuple(chat for chat in before if turn(chat) != chat)
        for chat in await self._store.chats.put_back([turn(chat) for chat in changed]):
            self._bus.publish(ChatSaved(chat))
        return changed

    async def _read(self, ids: Sequence[str]) -> Before:
        return tuple([await self._store.chats.get(chat_id) for chat_id in dict.fromkeys(ids)])

    async def _purge(self, *, deleted_before_ms: int = 0, ids: Sequence[str] = ()) -> int:
        erased = await self._store.chats.purge(deleted_before_ms=deleted_before_ms, ids=ids)
        for chat_id in erased:
            try:
                await self._forget(chat_id)
            except OSError as error:
                told = text("services.notes_not_erased", reason=why(error))
                self._bus.publish(Problem(told, severity="warning"))
            self._bus.publish(ChatErased(chat_id))
        return len(erased)

    async def _tell_folders(self) -> None:
        self._bus.publish(FoldersChanged(tuple(await self._store.folders.all())))
