"""Makes records and puts them in force: plan and apply in the desk's thread, one compare-and-swap, one event.

Undo, redo and edit are moves of the same kind. None of them calls a model.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from weclaw_desktop.context import thrash as anti_thrash
from weclaw_desktop.context.blocks import summary, summary_words
from weclaw_desktop.context.engine import ContextEngine, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.fit import fit, repinned
from weclaw_desktop.context.load import measure, sections_of
from weclaw_desktop.context.log import turn_starts
from weclaw_desktop.context.request import warm_request
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.events import RecordApplied, RecordUndone
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.supervisor import TaskSupervisor

HELD = 0.15
"""Share of T above an undone record's load from which automatic passes may run again."""
STALE = frozenset({"engine.refused.stale", "services.compression_stale"})
"""Reasons that say: the chat moved meanwhile, try again on what it is now."""


class Applier:
    """Changes which record is in force."""

    def __init__(
        self, store: Store, bus: Bus, desks: Desks, supervisor: TaskSupervisor, now_ms: Callable[[], int]
    ) -> None:
        self._store = store
        self._bus = bus
        self._desks = desks
        self._supervisor = supervisor
        self._now_ms = now_ms
        self._warming: dict[str, asyncio.Task[None]] = {}
        self._warmed: dict[str, tuple[str, int, str]] = {}

    async def make(
        self,
        desk: Desk,
        engine: ContextEngine,
        need: Need,
        plan: Plan | None = None,
        narrative: Narrative | None = None,
        *,
        least: float = 0.0,
        shape: Callable[[State], State] = lambda state: state,
    ) -> Record | Refused:
        """Plan (unless given), apply and commit. Refused with a reason of ``STALE`` when the chat moved meanwhile.

        ``least`` is the share of the load that must be saved for it to count as a success (fault T4). ``shape`` turns
        the chat's state into the one to look at: what the user asked for is in it.
        """
        started = time.monotonic()
        epoch = await self._epoch(desk)
        state = shape(desk.state())
        made = await desk.compute(_planned_and_applied, engine, state, need, plan, narrative)
        if isinstance(made, Refused):
            await self._strike(desk, made, state, need)
            return made
        if made.saved < least:
            return Refused(text("services.nothing_to_compress"))
        spent = round((time.monotonic() - started) * 1_000)
        record = replace(made, duration_ms=made.duration_ms + spent, created_ms=self._now_ms())
        saved = await self._store.records.apply(desk.chat.id, record, epoch=epoch)
        if saved is None:
            await self._desks.renew(desk.chat.id)
            return Refused(text("services.compression_stale"))
        turns, threshold = len(turn_starts(state.log)), state.thresholds.threshold
        desk.thrash = anti_thrash.after_pass(desk.thrash, saved, threshold, turns, self._now_ms())
        return await self._in_force(desk, saved)

    async def fit(self, desk: Desk, *, target: int | None = None) -> None:
        """Bring the next request under the hard line, without a model; ``target`` is a load in tokens to land on.

        Raises CannotFit.
        """
        for _ in range(2):
            epoch = await self._epoch(desk)
            record = await desk.compute(fit, desk.state(), strategy=desk.strategy, target=target)
            if record is None or await self._took(desk, record, epoch):
                return

    async def repin(self, desk: Desk) -> None:
        """Write pins and rules of the record in force anew where the user changed what is to stand there."""
        epoch = await self._epoch(desk)
        record = await desk.compute(repinned, desk.state())
        if record is not None:
            await self._took(desk, record, epoch)

    async def undo(self, desk: Desk, *, force: bool) -> Record | Refused | None:
        """Back to the record before; automatic passes are held until the chat has grown."""
        chat_id, undone = desk.chat.id, desk.record
        if undone is None:
            return Refused(text("services.nothing_to_undo"))
        known = await self._store.records.all(chat_id)
        previous = next((record for record in known if record.id == undone.previous_id), None)
        lines = desk.thresholds()
        restored = (await desk.compute(measure, replace(desk.state(), record=previous))).total
        if restored > lines.hard and not force:
            return Refused(text("services.undo_too_large", tokens=restored, hard=lines.hard))
        done = await self._store.records.undo(chat_id, epoch=await self._epoch(desk))
        if done is None:
            return Refused(text("services.compression_stale"))
        held = undone.tokens_before + int(HELD * lines.threshold)
        await self._store.chats.change(chat_id, held_until=held)
        await self._desks.renew(chat_id)
        desk.updating = True
        self._bus.publish(RecordUndone(chat_id, done[0], done[1]))
        return desk.record

    async def redo(self, desk: Desk) -> Record | Refused:
        """The undone record again, if the messages it stands for are unchanged."""
        undone = [record for record in await self._store.records.all(desk.chat.id) if record.state == "undone"]
        if not undone or not await desk.compute(holds, desk.log, undone[-1]):
            return Refused(text("services.nothing_to_redo"))
        record = await self._store.records.redo(desk.chat.id, epoch=await self._epoch(desk))
        return Refused(text("services.nothing_to_redo")) if record is None else await self._in_force(desk, record)

    async def restore(self, desk: Desk, record: Record) -> Record | Refused:
        """An older record in force again, as a new one. Refused when the request would be over the hard line."""
        state = desk.state()
        now = (await desk.compute(measure, state)).total
        after = (await desk.compute(measure, replace(state, record=record))).total
        if after > state.thresholds.hard:
            return Refused(text("services.undo_too_large", tokens=after, hard=state.thresholds.hard))
        again = replace(
            record, id="", previous_id=None, state="prepared", tokens_before=now, tokens_after=after, cost=None,
            duration_ms=0, created_ms=self._now_ms(),
        )  # fmt: skip
        saved = await self._store.records.apply(desk.chat.id, again, epoch=await self._epoch(desk))
        return Refused(text("services.compression_stale")) if saved is None else await self._in_force(desk, saved)

    async def edit(self, desk: Desk, record_id: str, narrative: str) -> Record | Refused:
        """The record in force with the user's own narrative; itself when the words are what they were.

        Refused when longer words would bring the next request over the hard line: it would be cut down unasked.
        """
        record = desk.record
        if record is None or record.id != record_id or record.block is None:
            return Refused(text("services.nothing_to_edit"))
        words = summary_words(narrative)
        if summary_words(record.block.narrative) == words:
            return record
        block = replace(record.block, narrative=summary(words, desk.language, edited=True), edited=True)
        edited = replace(record, block=block)
        state = desk.state()
        after = (await desk.compute(measure, replace(state, record=edited))).total
        hard = state.thresholds.hard
        if after > hard and after > (await desk.compute(measure, state)).total:
            return Refused(text("services.edit_too_large", tokens=after, hard=hard, over=after - hard))
        epoch = await self._epoch(desk)
        made = await self._store.records.edit(desk.chat.id, record_id, block, after, epoch=epoch)
        return Refused(text("services.compression_stale")) if made is None else await self._in_force(desk, made)

    def warm(self, desk: Desk) -> None:
        """Have a local model read the prefix ahead while nobody waits for it; ``cool`` ends that. Once per prefix."""
        chat_id = desk.chat.id
        prefix = (desk.spec.id, desk.newest_seq, desk.record.id if desk.record is not None else "")
        if not desk.spec.local or chat_id in self._warming or self._warmed.get(chat_id) == prefix:
            return
        self._warmed[chat_id] = prefix
        task = self._supervisor.start(self._read_ahead(desk), f"reading ahead for {chat_id}")
        self._warming[chat_id] = task
        task.add_done_callback(lambda _task: self._warming.pop(chat_id, None))

    def cool(self) -> None:
        """End all reading ahead: somebody sends."""
        for task in tuple(self._warming.values()):
            task.cancel()

    async def _read_ahead(self, desk: Desk) -> None:
        try:
            state, spec = desk.state(), desk.spec
            if desk.log:
                request = await desk.compute(warm_request, state, spec)
            else:
                system = await desk.compute(sections_of, state)
                request = ModelRequest(spec.id, system, (), state.tools, max_output=1, purpose="warm")
            await desk.open_model().warm(request)
        except KnownError:
            return  # reading ahead only saves time; the request itself will tell what is wrong

    async def _in_force(self, desk: Desk, record: Record) -> Record:
        """Take a committed record into the desk and tell everyone."""
        desk.record = record
        desk.chat = await self._store.chats.get(desk.chat.id)
        if desk.chat.held_until:
            desk.chat = await self._store.chats.change(desk.chat.id, held_until=0)
        desk.updating = True
        self._bus.publish(RecordApplied(desk.chat.id, record))
        return record

    async def _took(self, desk: Desk, record: Record, epoch: int) -> bool:
        """Whether a record that code made could be put in force; else the desk is laid anew."""
        saved = await self._store.records.apply(desk.chat.id, replace(record, created_ms=self._now_ms()), epoch=epoch)
        if saved is None:
            await self._desks.renew(desk.chat.id)
            return False
        await self._in_force(desk, saved)
        return True

    async def _strike(self, desk: Desk, refused: Refused, state: State, need: Need) -> None:
        if refused.strike and need is not Need.HARD:
            load = (await desk.compute(measure, state)).total
            desk.thrash = anti_thrash.after_refusal(desk.thrash, load, len(turn_starts(state.log)))

    async def _epoch(self, desk: Desk) -> int:
        """The chat's epoch as the database has it; the desk is laid anew if it moved since."""
        chat = await self._store.chats.get(desk.chat.id)
        if chat.epoch != desk.chat.epoch:
            await self._desks.renew(desk.chat.id)
        return desk.chat.epoch


def _planned_and_applied(
    engine: ContextEngine, state: State, need: Need, plan: Plan | None, narrative: Narrative | None
) -> Record | Refused:
    """The record on the log as it is: pure, in the desk's thread."""
    made = plan or engine.plan(state, need)
    if isinstance(made, Refused):
        return made
    return engine.apply(state, replace(made, need=need), narrative)
