"""After a switch of model or strategy: which record shows most of the text and still leaves room.

Only pointers move along the chain of records; no model is called. A larger model gets back what it can read; a smaller
one gets the compression that was undone for a larger one, if the messages it stands for are unchanged. A summary that
the user edited is only left for a view that shows more of the chat, and the chat says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import position
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.events import Problem, RecordApplied, RecordUndone
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text
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
        """Undo as long as the restored view shows more of the chat within ``limit``; whether anything was undone.

        A record that covers the same messages is no way back: it only says them in other words, and may be what the
        user put right.
        """
        moved = False
        while desk.record is not None:
            present, known = desk.record, await self._store.records.all(desk.chat.id)
            target = _wider(present, {record.id: record for record in known}, desk.log)
            if await self._load(desk, target) > limit or not await self._undo_to(desk, target):
                break
            moved = True
            self._bus.publish(RecordUndone(desk.chat.id, replace(present, state="undone"), desk.record))
            if present.block is not None and present.block.edited:
                self._bus.publish(Problem(text("services.edit_set_aside"), desk.chat.id, severity="info"))
        return moved

    async def _undo_to(self, desk: Desk, target: Record | None) -> bool:
        """Step back along the chain until ``target`` is in force; False when the chat moved meanwhile."""
        while desk.record is not None and (target is None or desk.record.id != target.id):
            if await self._store.records.undo(desk.chat.id, epoch=desk.chat.epoch) is None:
                return False
            await self._desks.renew(desk.chat.id)
        return True

    async def _forth(self, desk: Desk, limit: int) -> None:
        """Bring an undone record back when the present view is too large and that one is not."""
        if await self._load(desk, desk.record) <= limit:
            return
        undone = [record for record in await self._store.records.all(desk.chat.id) if record.state == "undone"]
        if not undone or not await desk.compute(holds, desk.log, undone[-1]):
            return
        if await self._load(desk, undone[-1]) > limit:
            return
        before, record = desk.record, None
        while desk.record is None or desk.record.id != undone[-1].id:
            record = await self._store.records.redo(desk.chat.id, epoch=desk.chat.epoch)
            await self._desks.renew(desk.chat.id)
            if record is None:
                break
        if desk.record is not None and desk.record != before:
            self._bus.publish(RecordApplied(desk.chat.id, desk.record))

    async def _load(self, desk: Desk, record: Record | None) -> int:
        return (await desk.compute(measure, replace(desk.state(), record=record))).total


def _wider(record: Record, known: Mapping[str, Record], log: Log) -> Record | None:
    """The nearest record before ``record`` under which more of the chat is shown, None for the whole chat."""
    previous = known.get(record.previous_id or "")
    while previous is not None and not _shows_more(previous, record, log):
        previous = known.get(previous.previous_id or "")
    return previous


def _shows_more(earlier: Record, record: Record, log: Log) -> bool:
    """Whether less is left out under ``earlier``; of the same messages' words, the user's are never given up."""
    mine, theirs = _left_out(record, log), _left_out(earlier, log)
    if mine != theirs:
        return theirs < mine
    block, before = record.block, earlier.block
    kept = block is None or not block.edited or (before is not None and before.narrative == block.narrative)
    return kept and len(earlier.replacements) < len(record.replacements)


def _left_out(record: Record, log: Log) -> int:
    """How many messages of ``log`` are not shown under the record."""
    return position(log, record.cut_id) or 0
