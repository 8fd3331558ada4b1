"""Compressions that somebody asks for: now, with a focus, up to a message, by another model, once more, or back.

None of them loses anything: each makes a new record, and the one before stays to go back to. A preview makes the record
and shows what it would change, without putting it in force and without asking a model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from weclaw_desktop.context import thrash as anti_thrash
from weclaw_desktop.context.changes import changes
from weclaw_desktop.context.engine import ContextEngine, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.core.changes import Changes
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text
from weclaw_desktop.core.wishes import Preview, Wish
from weclaw_desktop.services.applying import STALE, Applier
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.jobs import Job, Jobs
from weclaw_desktop.services.preparing import Preparing
from weclaw_desktop.services.summarisers import chosen, room
from weclaw_desktop.services.trash import IN_TRASH, in_trash

AIM = 0.6
"""Share of its messages' tokens that a chat under the threshold is brought to: who asks wants to see a difference."""
TRIES = 3
"""How often a compression that the user asked for is begun when the chat changes under it."""
TAIL = 0.3
"""Share of its messages' tokens that stays word for word then; the newest turn always does."""
LEAST_SAVED = 0.02
"""Share of the load that a compression asked for by the user must save; less is told as "nothing to compress"."""


class OnRequest:
    """The user's own compressions of one profile's chats."""

    def __init__(
        self,
        store: Store,
        desks: Desks,
        models: Models,
        applier: Applier,
        preparing: Preparing,
        jobs: Jobs,
        answering: Mapping[str, asyncio.Event],
        tell: Callable[[str], None],
    ) -> None:
        """``answering`` holds the chats in which a reply is made; ``tell`` hears of a chat whose status changed."""
        self._store = store
        self._desks = desks
        self._models = models
        self._applier = applier
        self._preparing = preparing
        self._jobs = jobs
        self._answering = answering
        self._tell = tell

    async def compress(self, chat_id: str, wish: Wish) -> Record | Refused:
        """Plan, have the summary written, and apply as soon as it is safe. Refused in the trash."""
        if await in_trash(self._store.chats, chat_id):
            return IN_TRASH
        desk = await self._desks.of(chat_id)
        job = self._jobs.of(chat_id)
        if job.manual or job.stage in ("waiting", "applying"):
            return Refused(text("services.compression_running"))
        job.manual, job.cancelled = True, False
        try:
            return await self._until_whole(desk, job, wish)
        finally:
            job.manual = False
            job.model = None

    async def preview(self, chat_id: str, wish: Wish) -> Preview | Refused:
        """What the compression would change; the one that lies ready, if nothing else is wished for.

        Refused in the trash.
        """
        if await in_trash(self._store.chats, chat_id):
            return IN_TRASH
        desk = await self._desks.of(chat_id)
        job = self._jobs.of(chat_id)
        ready = job.plan is not None and wish == Wish() and job.stage in ("prepared", "waiting")
        plan, narrative = (job.plan, job.narrative) if ready else (None, None)
        state = (await self._shaped(desk, wish))(desk.state())
        made = await desk.compute(_preview, strategy(desk.strategy), state, wish.focus, plan, narrative)
        if isinstance(made, Refused):
            return made
        record, without_summary = made
        told = await desk.compute(changes, desk.state(), desk.record, record)
        return Preview(record, told, without_summary)

    async def changes(self, chat_id: str, record_id: str) -> Changes | Refused:
        """What a stored compression changed against the one before it."""
        desk = await self._desks.of(chat_id)
        known = {record.id: record for record in await self._store.records.all(chat_id)}
        record = known.get(record_id)
        if record is None:
            return Refused(text("services.no_such_compression"))
        before = known.get(record.previous_id or "")
        return await desk.compute(changes, desk.state(), before, record)

    async def restore(self, chat_id: str, record_id: str) -> Record | Refused:
        """Put an older compression in force again, as a new record; calls no model. Refused in the trash."""
        if await in_trash(self._store.chats, chat_id):
            return IN_TRASH
        desk = await self._desks.of(chat_id)
        record = next((r for r in await self._store.records.all(chat_id) if r.id == record_id), None)
        if record is None or not await desk.compute(holds, desk.log, record):
            return Refused(text("services.nothing_to_redo"))
        self._jobs.void(chat_id)
        made = await self._applier.restore(desk, record)
        self._tell(chat_id)
        return made

    async def _until_whole(self, desk: Desk, job: Job, wish: Wish) -> Record | Refused:
        """Compress; once more, on what the chat is now, when it changed meanwhile (a pin, another model)."""
        made: Record | Refused = Refused(text("services.compression_stale"))
        for _ in range(TRIES):
            job.moved = False
            made = await self._compress(desk, job, wish)
            if not job.moved or not isinstance(made, Refused) or made.reason.key not in STALE:
                break
            await self._no_reply(desk.chat.id)
            if await in_trash(self._store.chats, desk.chat.id):
                return IN_TRASH
            desk = await self._desks.of(desk.chat.id)
        return made

    async def _compress(self, desk: Desk, job: Job, wish: Wish) -> Record | Refused:
        engine = strategy(desk.strategy)
        shape = await self._shaped(desk, wish)
        desk.thrash = anti_thrash.reset(desk.thrash)
        if wish == Wish():
            made = await self._as_prepared(desk, job, engine, shape)
            if made is not None:
                return made
        self._jobs.void(desk.chat.id)
        plan = await desk.compute(engine.plan, shape(desk.state()), Need.HARD, wish.focus)
        if isinstance(plan, Refused):
            return plan
        job.model = wish.model
        if plan.job is not None:
            task = self._preparing.begin(desk, job, plan, then_look=False)
            await asyncio.wait({task})
            if job.plan is not plan:
                why = "services.compression_cancelled" if job.cancelled else "services.compression_stale"
                return Refused(text(why))
        await self._no_reply(desk.chat.id)
        async with job.lock:
            return await self._apply(desk, job, engine, plan, shape)

    async def _as_prepared(
        self, desk: Desk, job: Job, engine: ContextEngine, shape: Callable[[State], State]
    ) -> Record | Refused | None:
        """Apply what lies ready, as its preview shows it; None when nothing does, or the chat moved on under it."""
        plan = job.plan
        if job.stage != "prepared" or plan is None or job.narrative is None or job.narrative.failure is not None:
            return None
        await self._no_reply(desk.chat.id)
        if job.plan is not plan:
            return None
        async with job.lock:
            made = await self._apply(desk, job, engine, plan, shape)
        return None if isinstance(made, Refused) and made.reason.key in STALE else made

    async def _no_reply(self, chat_id: str) -> None:
        """Wait until no reply is being made in the chat."""
        while (answering := self._answering.get(chat_id)) is not None:
            await answering.wait()

    async def _apply(
        self, desk: Desk, job: Job, engine: ContextEngine, plan: Plan, shape: Callable[[State], State]
    ) -> Record | Refused:
        narrative = job.narrative
        job.stage = "applying"
        self._tell(desk.chat.id)
        try:
            made = await self._applier.make(desk, engine, Need.HARD, plan, narrative, least=LEAST_SAVED, shape=shape)
        finally:
            job.stage = "idle"
            self._jobs.void(desk.chat.id)
        if isinstance(made, Refused):
            job.refused_at = (await desk.compute(measure, desk.state())).total
        elif not self._answering:
            self._applier.warm(desk)
        self._tell(desk.chat.id)
        return made

    async def _shaped(self, desk: Desk, wish: Wish) -> Callable[[State], State]:
        """The chat's state as the wish wants it looked at."""
        before = desk.record
        if wish.again and before is not None:
            known = await self._store.records.all(desk.chat.id)
            before = next((record for record in known if before and record.id == before.previous_id), None)
        models, spec = self._models, desk.shown_spec
        load = await desk.compute(measure, replace(desk.state(), record=before))
        shown = load.total - load.fixed
        aim, tail = load.fixed + int(AIM * shown), int(TAIL * shown)

        def shape(state: State) -> State:
            settings = chosen(state.settings, wish.model)
            asked = room(models, spec, settings) if wish.model is not None else state.summarizer
            lines = state.thresholds
            sizes = lines.budgets
            sizes = replace(sizes, landing=min(sizes.landing, aim), tail=min(sizes.tail, tail))
            lines = replace(lines, budgets=sizes)
            record = before if wish.again else state.record
            return replace(state, record=record, upto=wish.upto, summarizer=asked, thresholds=lines)

        return shape


def _preview(
    engine: ContextEngine, state: State, focus: str, plan: Plan | None, narrative: Narrative | None
) -> tuple[Record, bool] | Refused:
    """The record, and whether a model's summary is still missing in it."""
    made = plan or engine.plan(state, Need.HARD, focus)
    if isinstance(made, Refused):
        return made
    record = engine.apply(state, replace(made, need=Need.HARD), narrative)
    if isinstance(record, Refused):
        return record
    return record, made.job is not None and narrative is None
