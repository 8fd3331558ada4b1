"""After a switch of model or strategy: which record shows most of the text and still leaves room.

Only pointers move along the chain of records; no model is called. A larger model gets back what it can read; a smaller
one gets the compression that was undone for a larger one, if the messages it stands for are unchanged.
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context.load import measure
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.events import RecordApplied, RecordUndone
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.stores import Store
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks

LANDING = 0.75
"""Share of T at or under which a view must lie to be chosen."""


class Switching:
    """Chooses among the records that a chat has."""

    def __init__(self, store: Store, bus: Bus, desks: Desks) -> None:
        self._store = store
        self._bus = bus
        self._desks = desks

    async def refit(self, desk: Desk) -> None:
        """Put the record (or none) in force that suits the chat's model and strategy of now."""
        if not desk.has_model or not desk.log:
            return
        lines = desk.thresholds()
        limit = lines.hard if desk.strategy == "off" else int(LANDING * lines.threshold)
        if not await self._back(desk, limit) and desk.strategy != "off":
            await self._forth(desk, limit)

    async def _back(self, desk: Desk, limit: int) -> bool:
        """Undo as long as the restored view stays within ``limit``; whether anything was undone."""
        moved = False
        while desk.record is not None:
            known = {record.id: record for record in await self._store.records.all(desk.chat.id)}
            previous = known.get(desk.record.previous_id or "")
            if await self._load(desk, previous) > limit:
                break
            done = await self._store.records.undo(desk.chat.id, epoch=desk.chat.epoch)
            if done is None:
                break
            await self._desks.renew(desk.chat.id)
            moved = True
            self._bus.publish(RecordUndone(desk.chat.id, done[0], done[1]))
        return moved

    async def _forth(self, desk: Desk, limit: int) -> None:
        """Bring an undone record back when the present view is too large and that one is not."""
        if await self._load(desk, desk.record) <= limit:
            return
        undone = [record for record in await self._store.records.all(desk.chat.id) if record.state == "undone"]
        if not undone or not await desk.compute(holds, desk.log, undone[-1]):
            return
        if await self._load(desk, undone[-1]) > limit:
            return
        record = await self._store.records.redo(desk.chat.id, epoch=desk.chat.epoch)
        await self._desks.renew(desk.chat.id)
        if record is not None:
            self._bus.publish(RecordApplied(desk.chat.id, record))

    async def _load(self, desk: Desk, record: Record | None) -> int:
        return (await desk.compute(measure, replace(desk.state(), record=record))).total
