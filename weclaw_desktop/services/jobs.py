"""One chat's compression work: what is being prepared, what lies ready, and what is to be said of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from weclaw_desktop.context.engine import Moment, Narrative, Plan
from weclaw_desktop.core.report import Status
from weclaw_desktop.core.text import text

Stage = Literal["idle", "preparing", "prepared", "waiting", "applying"]
Answer = Literal["apply", "gentle", "later", "cancel"]
"""The user's word on a compression; "gentle" shortens only as much as a message that waits at the hard line needs."""


@dataclass(slots=True)
class Job:
    """The state machine of one chat's compression: idle, preparing, prepared, applied or stale.

    ``plan`` and ``narrative`` belong to each other; ``task`` writes the narrative; ``look`` decides in the background,
    ``again`` is what happened meanwhile. ``refused_at`` is the load at which a preparation was last found pointless.
    ``answer`` waits for the user when *ask before applying* is on; ``agreed`` is their yes. ``manual`` says that the
    user's own request runs, ``model`` who writes the summary then (None: as the settings say). ``repin`` says that the
    user changed while a reply ran what the record in force must hold. ``moved``: the log, the model or the strategy
    changed since the user asked; ``cancelled``: the user ended it.
    """

    stage: Stage = "idle"
    plan: Plan | None = None
    narrative: Narrative | None = None
    task: asyncio.Task[None] | None = None
    look: asyncio.Task[None] | None = None
    again: Moment | None = None
    progress: float = 0.0
    refused_at: int = 0
    local: bool = False
    agreed: bool = False
    manual: bool = False
    repin: bool = False
    moved: bool = False
    cancelled: bool = False
    model: str | None = None
    answer: asyncio.Future[Answer] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def reply(self, answer: Answer) -> None:
        """Give the user's answer to the request that waits for it, if one does."""
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(answer)

    def drop(self) -> None:
        """Forget what was prepared: the chat changed under it, or it was applied."""
        self.plan = None
        self.narrative = None
        self.progress = 0.0
        self.agreed = False
        if self.stage in ("preparing", "prepared"):
            self.stage = "idle"

    def status(self, *, load: int, threshold: int, ask: bool) -> Status | None:
        """What goes on, None when nothing does."""
        if self.stage == "preparing":
            return Status("preparing", text("services.status_preparing"), self.progress, ("cancel",))
        if self.stage == "waiting":
            if self.answer is not None:
                return Status("waiting", text("services.status_hard"), None, ("send", "preview", "gentle", "cancel"))
            return Status("waiting", text("services.status_waiting"), None, ("quick",))
        if self.stage == "applying":
            return Status("preparing", text("services.status_applying"), 1.0)
        if self.stage != "prepared":
            return None
        if ask and load >= threshold and not self.agreed:
            return Status("prepared", text("services.status_asking"), None, ("apply", "preview", "later", "cancel"))
        if load < threshold:
            waits = ask and not self.agreed
            ready = text("services.status_asks_at" if waits else "services.status_ready", threshold=threshold)
            return Status("prepared", ready, None, ("compress", "preview", "cancel"))
        return Status("prepared", text("services.status_prepared"), None, ("preview", "cancel"))


class Jobs:
    """The jobs of all chats, each made on first use."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def of(self, chat_id: str) -> Job:
        """The chat's job."""
        return self._jobs.setdefault(chat_id, Job())

    def all(self) -> Iterable[Job]:
        """Every job so far."""
        return self._jobs.values()

    def void(self, chat_id: str) -> None:
        """Drop what is prepared or being prepared."""
        job = self.of(chat_id)
        task, job.task = job.task, None
        if task is not None:
            task.cancel()
        job.drop()
        job.refused_at = 0

    def running(self, chat_id: str) -> set[asyncio.Task[None]]:
        """The chat's tasks that run now, without the one that asks."""
        job = self.of(chat_id)
        me = asyncio.current_task()
        return {task for task in (job.look, job.task) if task is not None and not task.done() and task is not me}
