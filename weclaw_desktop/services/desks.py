"""The desks in use: made on demand, put away when many lie idle, laid anew when another program changed their chat.

A window and the command line may work on one profile. Whoever takes a desk asks first whether what is stored is still
what lies on it: one cheap query, and a second one only when the chat changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

from weclaw_desktop.context.engine import Thrash
from weclaw_desktop.context.inflation import restored
from weclaw_desktop.context.snapshot import holds, returning
from weclaw_desktop.core.chats import CONFIRMED, Chat
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.models import Calibration, ToolSpec
from weclaw_desktop.core.ports import Counter, Models, PromptSource
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.stores import Store
from weclaw_desktop.services.accounting import BASELINE
from weclaw_desktop.services.desk import Desk


class Desks:
    """Finds, lays and renews desks. One per chat, so that nobody works on a second picture of it."""

    KEPT = 6

    def __init__(
        self,
        store: Store,
        models: Models,
        settings: Callable[[], Settings],
        *,
        tools: tuple[ToolSpec, ...],
        prompts: PromptSource,
        counters: Callable[[str], Counter],
    ) -> None:
        self._store = store
        self._models = models
        self._settings = settings
        self._tools = tools
        self._prompts = prompts
        self._counters = counters
        self._desks: dict[str, Desk] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._thrash: dict[str, Thrash] = {}
        self._strangers: int | None = None
        """The newest count of other programs' writes, None before the first chat was opened."""
        self.in_use: Callable[[str], bool] = lambda _chat_id: True
        """Whether a chat's desk must stay; set by the workshop."""
        self.on_strangers: Callable[[Chat], None] = lambda _chat: None
        """Hears of a chat that another program changed, once its desk is laid anew; set by the workshop."""

    def known(self, chat_id: str) -> Desk | None:
        """The desk if it is laid already."""
        return self._desks.get(chat_id)

    async def of(self, chat_id: str) -> Desk:
        """The chat's desk, with what is stored now. Raises InputError when there is no such chat."""
        changed = False
        async with self._locks.setdefault(chat_id, asyncio.Lock()):
            desk = self._desks.pop(chat_id, None)
            if desk is None:
                desk = self._desks[chat_id] = await self._lay(chat_id)
            else:
                self._desks[chat_id] = desk  # the newest in use is the last in order
                changed = await self._look_again(desk)
        self._put_away()
        if changed:
            self.on_strangers(desk.chat)
        return desk

    async def renew(self, chat_id: str) -> None:
        """Read a laid desk anew, because the log, the chat or the record changed under it."""
        async with self._locks.setdefault(chat_id, asyncio.Lock()):
            desk = self._desks.get(chat_id)
            if desk is not None:
                await self._fill(desk)

    async def recalibrate(self, desk: Desk) -> None:
        """Take the calibration of the model that answers now: a setting chose another one.

        Until it is read the old one stays: numbers that change for a moment only are numbers that contradict others.
        """
        known = self._store.remembered
        desk.calibration = await known.calibration(desk.spec.id, desk.chat.id) if desk.has_model else Calibration()

    @property
    def laid(self) -> tuple[Desk, ...]:
        """The desks there are."""
        return tuple(self._desks.values())

    def forget(self, chat_id: str) -> None:
        """Put a desk away; its chat is gone."""
        desk = self._desks.pop(chat_id, None)
        self._thrash.pop(chat_id, None)
        if desk is not None:
            desk.close()

    def close(self) -> None:
        """Put all desks away."""
        for chat_id in tuple(self._desks):
            self.forget(chat_id)

    def blank(self, chat: Chat) -> Desk:
        """A desk without a log, that nobody keeps: whoever asks closes it."""
        return Desk(
            chat,
            (),
            settings=self._settings,
            models=self._models,
            tools=self._tools,
            prompts=self._prompts,
            counters=self._counters,
        )

    async def _lay(self, chat_id: str) -> Desk:
        desk = self.blank(await self._store.chats.get(chat_id))
        desk.inflation = restored(desk.chat.overrides.get(BASELINE))
        try:
            await self._fill(desk)
        except BaseException:
            desk.close()
            raise
        desk.thrash = self._thrash.get(chat_id, Thrash())
        desk.updating = _unconfirmed(desk)
        return desk

    async def _look_again(self, desk: Desk) -> bool:
        """Lay a desk anew whose chat another program changed; whether it did.

        What this process wrote changes the stamp as well, but not the count of strangers: then the desk has it.
        """
        try:
            stamp = await self._store.chats.stamp(desk.chat.id)
            if not stamp or stamp == desk.stamp:
                return False
            self._strangers = await self._store.strangers()
            if self._strangers == desk.strangers:
                desk.stamp = stamp
                return False
            before = desk.log
            await self._fill(desk)
        except StorageError:
            return False  # what is at hand is better than nothing
        desk.updating = _unconfirmed(desk)
        return await desk.compute(_shape, before) != await desk.compute(_shape, desk.log)

    async def _fill(self, desk: Desk) -> None:
        chat_id, before = desk.chat.id, desk.log
        if self._strangers is None:
            self._strangers = await self._count_strangers()
        desk.strangers = self._strangers  # at worst an older count than now: then the chat is read once more
        desk.stamp = await self._store.chats.stamp(chat_id)  # before the rest: what changes meanwhile is seen next time
        desk.chat = await self._store.chats.get(chat_id)
        log = await self._store.messages.path(chat_id)
        desk.log = tuple(message for message in log if message.state != "generating")
        pins = tuple(await self._store.pins.all(chat_id))
        desk.pins = desk.pins if pins == desk.pins else pins  # the same value keeps what was worked out for it
        desk.counts_kept = ""
        await self._put_in_force(desk, before)
        await self.recalibrate(desk)
        desk.totals = await self._store.remembered.call_totals(chat_id)
        desk.inflation = replace(desk.inflation, samples=desk.totals.system_samples)
        await desk.arrange()

    async def _count_strangers(self) -> int:
        try:
            return await self._store.strangers()
        except StorageError:
            return 0  # a profile that cannot be written to is shown all the same

    async def _put_in_force(self, desk: Desk, before: Log) -> None:
        """Read the record in force. One that stands for other messages than the log's is put aside.

        There it waits until its messages are those of the log again: the user comes back to its branch, or takes back
        the change that it did not know. ``before`` is the log that was on the desk: what stood for that one as well
        was put aside for another reason and stays there.
        """
        chat_id, records = desk.chat.id, self._store.records
        record = desk.record = await records.active(chat_id)
        if record is not None and not await desk.compute(holds, desk.log, record):
            # The messages it stands for changed: ledger and digest are made anew, by code, when the next pass is due.
            desk.record = None
            if self._store.read_only is None:
                await records.mark_stale(chat_id, [record.id], epoch=desk.chat.epoch)
                desk.chat = await self._store.chats.get(chat_id)
        if before and before != desk.log and self._store.read_only is None:
            again = await desk.compute(returning, before, desk.log, await records.aside(chat_id), desk.record)
            if again is not None:
                desk.record = await records.revive(chat_id, again.id, epoch=desk.chat.epoch) or desk.record
                desk.chat = await self._store.chats.get(chat_id)

    def _put_away(self) -> None:
        for chat_id in tuple(self._desks):
            if len(self._desks) <= self.KEPT:
                return
            if not self.in_use(chat_id):
                desk = self._desks.pop(chat_id)
                self._thrash[chat_id] = desk.thrash
                desk.close()


def _shape(log: Log) -> list[tuple[object, ...]]:
    """What makes two readings of a log the same for whoever looks at it."""
    return [(m.id, m.revision, m.state, m.pinned, m.excluded) for m in log]


def _unconfirmed(desk: Desk) -> bool:
    """Whether what the model reads changed since a provider reported on a request last (fault U2).

    A compression, its undo, pins and edits all raise the epoch. Where none was kept with the chat, there was no report
    yet, or it is older than the keeping of epochs: then the compression in force tells.
    """
    confirmed = desk.chat.overrides.get(CONFIRMED)
    if isinstance(confirmed, int):
        return confirmed != desk.chat.epoch
    if desk.record is None:
        return False
    used = ((m.created_ms, m.usage) for m in reversed(desk.log) if m.role == "assistant" and m.usage is not None)
    reported = next((at for at, usage in used if usage.prompt > 0 and not usage.estimated), 0)
    return reported < desk.record.created_ms
