"""Decides when a chat is compressed, and prepares it in the background.

Only a model's narrative is prepared ahead; passes, ledger and digest are code and are made at apply, on the log as it
is then. A result is offered against the hash of the messages it was made from and against the chat's epoch, and may be
refused. Below the hard line nothing here delays a request; at it, running work gets twenty seconds, then code does it.

With *ask before applying* on, a ready compression waits for ``answer`` below the hard line and delays nothing; at the
hard line the request waits for it. With background work off, or without a model to ask, the pass is made by code.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from weclaw_desktop.context import thrash as anti_thrash
from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import Status
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import Text
from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.services.applying import STALE, Applier
from weclaw_desktop.services.choosing import OWN
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.foretelling import Ready, foretold
from weclaw_desktop.services.hard_line import WAIT_S, HardLine, may_apply
from weclaw_desktop.services.jobs import Answer, Job, Jobs
from weclaw_desktop.services.narration import Narrator
from weclaw_desktop.services.on_request import OnRequest
from weclaw_desktop.services.preparing import Preparing, worth_from
from weclaw_desktop.services.supervisor import TaskSupervisor
from weclaw_desktop.services.trash import IN_TRASH, in_trash

Made = TypeVar("Made")


class CompressionWorker:
    """One job per chat: IDLE, PREPARING, PREPARED, then APPLIED or STALE."""

    def __init__(
        self,
        store: Store,
        desks: Desks,
        models: Models,
        applier: Applier,
        narrator: Narrator,
        supervisor: TaskSupervisor,
        *,
        wait_s: float = WAIT_S,
    ) -> None:
        self._store = store
        self._desks = desks
        self._applier = applier
        self._preparing = Preparing(
            narrator,
            supervisor,
            tell=lambda chat_id: self.on_change(chat_id),
            ready=lambda chat_id: self.consider(chat_id, Moment.AFTER_RESPONSE),
        )
        self._supervisor = supervisor
        self.hard_line = HardLine(applier, self._apply, lambda chat_id: self.on_change(chat_id), wait_s=wait_s)
        self._jobs = Jobs()
        self._answering: dict[str, asyncio.Event] = {}
        self.on_request = OnRequest(
            store, desks, models, applier, self._preparing, self._jobs, self._answering,
            lambda chat_id: self.on_change(chat_id),
        )  # fmt: skip
        """Compressions that the user asks for, their preview, and going back."""
        self.on_change: Callable[[str], None] = lambda _chat_id: None
        """Called with a chat's id whenever its status or view may have changed; set by the workshop."""

    def consider(self, chat_id: str, moment: Moment) -> None:
        """Something was appended: decide in the background whether to prepare or apply. Returns at once."""
        job = self._job(chat_id)
        if self._supervisor.closing:
            return
        if job.look is not None and not job.look.done():
            job.again = moment
            return
        job.look = self._supervisor.start(self._look(chat_id, job, moment), f"look at {chat_id}", chat_id=chat_id)

    def began(self, chat_id: str) -> None:
        """A run of replies begins: local work gives way at once, and nothing is applied behind a stream."""
        self._answering.setdefault(chat_id, asyncio.Event())
        self._applier.cool()
        for job in self._jobs.all():
            if job.local and job.task is not None:
                job.task.cancel()

    def read_ahead(self, desk: Desk) -> None:
        """The user types: let the embedded model read what stands in front of the message already."""
        if desk.has_model and desk.spec.provider == OWN and not self._answering and desk.chat.deleted_ms is None:
            self._applier.warm(desk)

    def ended(self, chat_id: str) -> None:
        """The chat is idle again: what waited for that may happen now."""
        done = self._answering.pop(chat_id, None)
        if done is not None:
            done.set()
        self.consider(chat_id, Moment.AFTER_RESPONSE)

    def changed(self, chat_id: str) -> None:
        """The log, model or strategy changed: what was prepared is void, and strikes count no more."""
        self._jobs.void(chat_id)
        self._job(chat_id).moved = True
        desk = self._desks.known(chat_id)
        if desk is None:
            return
        desk.thrash = anti_thrash.reset(desk.thrash)
        desk.updating = True
        self.on_change(chat_id)

    async def repin(self, chat_id: str) -> None:
        """What the user keeps changed: the record in force has it at once, or when the reply that runs is whole."""
        if chat_id in self._answering:
            self._job(chat_id).repin = True
            return
        desk = await self._desks.of(chat_id)
        if desk.record is None or await in_trash(self._store.chats, chat_id):
            return
        async with self._job(chat_id).lock:
            await self._applier.repin(desk)

    async def before_request(self, chat_id: str) -> None:
        """Apply what is ready. At the hard line wait at most 20 s for running work, then shorten by code.

        Raises:
            CannotFit: Even the newest turn alone exceeds the hard line.
            Cancelled: The user did not want the compression that the request needs.
        """
        desk = await self._desks.of(chat_id)
        job = self._job(chat_id)
        async with job.lock:
            engine = strategy(desk.strategy)
            need = await self._preparing.need(desk, engine, Moment.BUILDING)
            if need is Need.HARD:
                await self.hard_line.meet(desk, job, engine)
            elif need is Need.SOFT:
                await self._soften(desk, job, engine, need, safe=True)
            await self._applier.fit(desk)
        self.on_change(chat_id)

    async def shrink(self, chat_id: str) -> None:
        """The provider refused a request as too long and its limit was learnt: make it fit, by code, now."""
        desk = await self._desks.of(chat_id)
        job = self._job(chat_id)
        self._jobs.void(chat_id)
        async with job.lock:
            if (await desk.compute(measure, desk.state())).total >= desk.thresholds().threshold:
                await self._applier.make(desk, strategy(desk.strategy), Need.HARD)
            await self._applier.fit(desk)
        self.on_change(chat_id)

    async def compress_now(self, chat_id: str, focus: str = "", *, wish: Wish | None = None) -> Record | Refused:
        """The user asks: plan, run and apply as soon as it is safe. ``wish`` says more than a ``focus``."""
        return await self.on_request.compress(chat_id, wish or Wish(focus))

    async def undo(self, chat_id: str, *, force: bool = False) -> Record | Refused | None:
        """Go back to the previous record; the result is the record in force now (None: the full log).

        Refused when the restored view would be over the hard line, unless ``force``: the next request then shortens.
        Refused in the trash, like all that people do with compressions.
        """
        if await in_trash(self._store.chats, chat_id):
            return IN_TRASH
        self._jobs.void(chat_id)
        return self._told(chat_id, await self._applier.undo(await self._desks.of(chat_id), force=force))

    async def redo(self, chat_id: str) -> Record | Refused:
        """Bring the undone record back while its hash still matches. Calls no model."""
        if await in_trash(self._store.chats, chat_id):
            return IN_TRASH
        self._jobs.void(chat_id)
        return self._told(chat_id, await self._applier.redo(await self._desks.of(chat_id)))

    async def edit(self, chat_id: str, record_id: str, narrative: str) -> Record | Refused:
        """Replace the narrative of the record in force by the user's own text; makes a new record."""
        if await in_trash(self._store.chats, chat_id):
            return IN_TRASH
        self._jobs.void(chat_id)
        desk = await self._desks.of(chat_id)
        return self._told(chat_id, await self._applier.edit(desk, record_id, narrative))

    async def cancel(self, chat_id: str) -> None:
        """End the running preparation and drop what lies ready; nothing is lost."""
        job = self._job(chat_id)
        task = job.task
        job.reply("cancel")
        job.cancelled = True
        self._jobs.void(chat_id)
        if task is not None:
            await asyncio.wait({task})
        desk = self._desks.known(chat_id)
        if desk is not None and desk.has_model:
            job.refused_at = (await desk.compute(measure, desk.state())).total
        self.on_change(chat_id)

    async def resume(self, chat_id: str) -> Refused | None:
        """Arm automatic passes again after a pause or an undo, and look at the chat once. Refused in the trash."""
        if await in_trash(self._store.chats, chat_id):
            return IN_TRASH
        desk = await self._desks.of(chat_id)
        desk.thrash = anti_thrash.reset(desk.thrash)
        if desk.chat.held_until:
            desk.chat = await self._store.chats.change(chat_id, held_until=0)
        self._job(chat_id).refused_at = 0
        self.consider(chat_id, Moment.AFTER_RESPONSE)
        return None

    def quick(self, chat_id: str) -> None:
        """Do not wait for the model at the hard line any longer: the quick version, by code."""
        job = self._job(chat_id)
        if job.stage == "waiting" and job.task is not None:
            job.task.cancel()

    async def answer(self, chat_id: str, answer: Answer) -> Refused | None:
        """The user's word on a compression when *ask before applying* is on: "apply", "later" or "cancel".

        "gentle" counts only while a message waits at the hard line. Nothing is applied in the trash: that is refused.
        """
        job = self._job(chat_id)
        if job.answer is not None:
            job.reply(answer)
        elif answer == "cancel":
            await self.cancel(chat_id)
        elif answer == "apply":
            if await in_trash(self._store.chats, chat_id):
                return IN_TRASH
            job.agreed = True
            self.consider(chat_id, Moment.AFTER_RESPONSE)
        return None

    async def settle(self, chat_id: str, timeout_s: float = WAIT_S) -> None:
        """Wait until no work runs for the chat, at most ``timeout_s`` seconds; what still runs then is cancelled."""
        try:
            async with asyncio.timeout(timeout_s):
                while tasks := self._jobs.running(chat_id):
                    await asyncio.wait(tasks)
        except TimeoutError:
            await self.cancel(chat_id)

    def busy(self, chat_id: str) -> bool:
        """Whether work runs for the chat, or something lies ready."""
        return bool(self._jobs.running(chat_id)) or self._job(chat_id).stage != "idle" or chat_id in self._answering

    @property
    def quiet(self) -> bool:
        """Whether no chat is being answered: a model on this computer may be asked for a summary."""
        return not self._answering

    def status(self, desk: Desk, load: int) -> Status | None:
        """What goes on in the chat, None when nothing does."""
        ask = desk.context_settings.ask_before
        return self._job(desk.chat.id).status(load=load, threshold=desk.thresholds().threshold, ask=ask)

    async def foretold(self, desk: Desk, draft: Message | None) -> Text | None:
        """What will be done to the next request before it is sent, None when it goes out as it is.

        Nothing is ready for a chat that is not stored yet, and nothing is remembered of it.
        """
        job = self._job(desk.chat.id) if desk.chat.id else Job()
        asks, threshold = not may_apply(desk, job), desk.thresholds().threshold
        prepared = job.stage == "prepared" and not job.manual
        ready = Ready(
            plan=job.plan if prepared else None,
            narrative=job.narrative if prepared else None,
            busy=job.stage != "idle" or job.manual,
            worth_from=worth_from(job.refused_at, threshold),
            asks=asks,
            asks_at_hard=asks and self.hard_line.somebody_answers,
        )
        return await desk.compute(foretold, strategy(desk.strategy), desk.state(), draft, ready)

    async def _look(self, chat_id: str, job: Job, moment: Moment | None) -> None:
        while moment is not None:
            job.again = None
            desk = await self._desks.of(chat_id)
            engine = strategy(desk.strategy)
            if desk.has_model and desk.log and moment in engine.moments():
                async with job.lock:
                    need = await self._preparing.need(desk, engine, moment)
                    if need is not Need.NONE and not await in_trash(self._store.chats, chat_id):
                        await self._soften(desk, job, engine, need, safe=chat_id not in self._answering)
            if job.repin:
                job.repin = False
                await self.repin(chat_id)
            self.on_change(chat_id)
            moment = job.again

    async def _soften(self, desk: Desk, job: Job, engine: ContextEngine, need: Need, *, safe: bool) -> None:
        """Prepare or apply below the hard line; ``safe`` says that this is a safe boundary."""
        due = safe and need is not Need.NONE and need is not Need.PREPARE
        if job.stage == "prepared" and not job.manual and due and may_apply(desk, job):
            made = await self._apply(desk, job, engine, Need.SOFT, job.plan, job.narrative)
            if not (isinstance(made, Refused) and made.reason.key in STALE):
                return
        if need is Need.NONE or job.stage != "idle" or job.manual:
            return
        plan = await self._preparing.plan_ahead(desk, job, engine, need)
        if plan is None:
            return
        if plan.job is not None and desk.context_settings.background:
            if self._preparing.is_local(desk) and self._answering:
                return  # two jobs on the same cores help nobody: it is prepared when the chats are quiet
            self._preparing.begin(desk, job, plan)
        elif need is not Need.PREPARE:
            job.plan, job.stage = plan, "prepared"
            if due and may_apply(desk, job):
                await self._apply(desk, job, engine, Need.SOFT, plan, None)

    async def _apply(
        self,
        desk: Desk,
        job: Job,
        engine: ContextEngine,
        need: Need,
        plan: Plan | None,
        narrative: Narrative | None,
    ) -> Record | Refused:
        """Make the record and put it in force; whatever comes of it, what was prepared is used up."""
        job.stage = "applying"
        self.on_change(desk.chat.id)
        try:
            made = await self._applier.make(desk, engine, need, plan, narrative)
        finally:
            job.stage = "idle"
            self._jobs.void(desk.chat.id)
        if isinstance(made, Refused):
            load = (await desk.compute(measure, desk.state())).total
            job.refused_at = 0 if made.reason.key in STALE else load
        elif not self._answering:
            self._applier.warm(desk)
        self.on_change(desk.chat.id)
        return made

    def _told(self, chat_id: str, made: Made) -> Made:
        self.on_change(chat_id)
        return made

    def _job(self, chat_id: str) -> Job:
        return self._jobs.of(chat_id)
