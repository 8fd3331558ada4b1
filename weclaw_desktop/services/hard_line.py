"""What happens to a request that does not fit: the user is asked, running work is awaited, or code acts.

With *ask before applying* on, a message waits for the user's word, and no timer decides. Else work that runs already
gets a few seconds; then the compression is made without it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from weclaw_desktop.context.engine import ContextEngine, Narrative, Need, Plan, Refused
from weclaw_desktop.core.errors import Cancelled
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text
from weclaw_desktop.services.applying import STALE, Applier
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.jobs import Answer, Job

WAIT_S = 20.0
"""Longest a request waits at the hard line for running work."""


class Apply(Protocol):
    """Makes a record and puts it in force: ``services.compression.CompressionWorker`` does."""

    async def __call__(
        self,
        desk: Desk,
        job: Job,
        engine: ContextEngine,
        need: Need,
        plan: Plan | None,
        narrative: Narrative | None,
    ) -> Record | Refused:
        """The record in force, or why there is none."""
        ...


def may_apply(desk: Desk, job: Job) -> bool:
    """Whether a compression may be applied without the user's word."""
    return job.agreed or not desk.context_settings.ask_before


class HardLine:
    """Brings requests of one profile under the hard line."""

    def __init__(self, applier: Applier, apply: Apply, tell: Callable[[str], None], *, wait_s: float = WAIT_S) -> None:
        """``tell`` hears of a chat whose status changed."""
        self._applier = applier
        self._apply = apply
        self._tell = tell
        self._wait_s = wait_s
        self.somebody_answers = True
        """False where no question can be answered: the compression is then applied unasked."""

    async def meet(self, desk: Desk, job: Job, engine: ContextEngine) -> None:
        """Compress before the next request. Raises Cancelled when the user does not want that."""
        asks = self.somebody_answers and not may_apply(desk, job)
        if asks and await self._ask(desk, job) == "gentle":
            await self._applier.fit(desk, target=desk.thresholds().hard)
            return
        if job.task is not None:
            job.stage = "waiting"
            self._tell(desk.chat.id)
            await asyncio.wait({job.task}, timeout=self._wait_s)
        plan, narrative = (job.plan, job.narrative) if job.narrative is not None else (None, None)
        made = await self._apply(desk, job, engine, Need.HARD, plan, narrative)
        if isinstance(made, Refused) and (plan is not None or made.reason.key in STALE):
            await self._apply(desk, job, engine, Need.HARD, None, None)

    async def _ask(self, desk: Desk, job: Job) -> Answer:
        """Wait for the user's word, however long. Raises Cancelled when they want no compression."""
        before = job.stage
        job.answer = asyncio.get_running_loop().create_future()
        job.stage = "waiting"
        self._tell(desk.chat.id)
        try:
            answer = await job.answer
            if answer not in ("apply", "gentle"):
                raise Cancelled(text("services.compression_declined"))
            return answer
        finally:
            job.answer = None
            job.stage = before
