"""What is done ahead of a compression: how urgent it is, what it would do, and the narrative in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from weclaw_desktop.context import thrash as anti_thrash
from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import turn_starts
from weclaw_desktop.core.text import text
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.jobs import Job
from weclaw_desktop.services.narration import Narrator
from weclaw_desktop.services.supervisor import TaskSupervisor

REGROWTH = 0.02
"""Share of T by which a chat must grow before a preparation that was found pointless is planned again."""


def worth_from(refused_at: int, threshold: int) -> float:
    """The load from which a plan is worth making again after one was pointless at ``refused_at`` (0: none was)."""
    return refused_at + REGROWTH * threshold if refused_at else 0.0


class Preparing:
    """Plans and prepares; never applies. ``tell`` hears of changes, ``ready`` that a narrative is there."""

    def __init__(
        self,
        narrator: Narrator,
        supervisor: TaskSupervisor,
        *,
        tell: Callable[[str], None],
        ready: Callable[[str], None],
    ) -> None:
        self._narrator = narrator
        self._supervisor = supervisor
        self._tell = tell
        self._ready = ready

    def is_local(self, desk: Desk) -> bool:
        """Whether a model on this computer would write the narrative."""
        return self._narrator.is_local(desk)

    async def plan_ahead(self, desk: Desk, job: Job, engine: ContextEngine, need: Need) -> Plan | None:
        """What a pass would do, None when there is no point in one yet."""
        state = desk.state()
        load, threshold = (await desk.compute(measure, state)).total, state.thresholds.threshold
        if load < worth_from(job.refused_at, threshold) and load < state.thresholds.hard:
            return None
        plan = await desk.compute(engine.plan, state, Need.PREPARE if need is Need.PREPARE else Need.SOFT)
        if isinstance(plan, Refused):
            job.refused_at = load
            if plan.strike and need is not Need.PREPARE:
                desk.thrash = anti_thrash.after_refusal(desk.thrash, load, len(turn_starts(state.log)))
            return None
        job.refused_at = load if plan.job is None and need is Need.PREPARE else 0
        return plan

    async def need(self, desk: Desk, engine: ContextEngine, moment: Moment) -> Need:
        """How urgent a pass is; a pause whose end has come is lifted first."""
        if desk.thrash.paused_at is not None:
            state = desk.state()
            load, turns = (await desk.compute(measure, state)).total, len(turn_starts(state.log))
            desk.thrash = anti_thrash.rearmed(desk.thrash, load, state.thresholds.threshold, turns)
        return await desk.compute(engine.trigger, desk.state(), moment)

    def begin(self, desk: Desk, job: Job, plan: Plan, *, then_look: bool = True) -> asyncio.Task[None]:
        """Have the narrative of ``plan`` written; when it is there, ``then_look`` at the chat again."""
        job.drop()
        job.stage = "preparing"
        job.plan = plan
        job.local = self._narrator.is_local(desk)
        job.task = self._supervisor.start(self._narrate(desk, job, plan, then_look), f"narrative of {desk.chat.id}")
        self._tell(desk.chat.id)
        return job.task

    async def _narrate(self, desk: Desk, job: Job, plan: Plan, then_look: bool) -> None:
        """Write the narrative; it may come to nothing, then the record is made by code and says so.

        A compression that the user asked for goes on by code when its summary is interrupted: by a conversation to
        which a model on this computer gives way, or by a failure.
        """

        def progress(share: float) -> None:
            job.progress = share
            self._tell(desk.chat.id)

        assert plan.job is not None  # only plans with a job are prepared
        me = asyncio.current_task()
        narrative = Narrative(failure=text("services.summary_failed")) if job.manual else None
        try:
            narrative = await self._narrator.write(desk, plan.job, progress, job.model)
        except asyncio.CancelledError:
            narrative = Narrative(failure=text("services.summary_gave_way")) if job.manual else None
            raise
        finally:
            if job.task is me:  # else the job was voided meanwhile
                job.task = None
                job.narrative = narrative
                if narrative is None:
                    job.drop()
                elif job.stage == "preparing":
                    job.stage = "prepared"
                self._tell(desk.chat.id)
        if then_look and job.stage == "prepared":
            self._ready(desk.chat.id)
