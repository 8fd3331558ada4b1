"""Publishes the numbers of a chat's context: one report object behind ring, panel, command line and log."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from weclaw_desktop.context.load import measure
from weclaw_desktop.context.notice_history import TOLD, history
from weclaw_desktop.context.report import Extras, build_report
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import ContextReported
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.prompt_choices import NOTHING_DECIDED, PromptChoices, with_choices
from weclaw_desktop.core.report import ContextReport, Status
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text
from weclaw_desktop.services.accounting import Accounting
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.supervisor import TaskSupervisor

PAUSE_S = 0.1
"""Reports that are asked for within this time are made once."""
TYPING_S = 0.25
"""Pause in typing after which a draft is counted."""
LONGEST_S = 1.0
"""Time after which it is counted although the typing goes on."""


class Reporter:
    """Builds ``ContextReport`` off the window's thread and publishes it as ``ContextReported``."""

    def __init__(
        self,
        store: Store,
        bus: Bus,
        desks: Desks,
        worker: CompressionWorker,
        accounting: Accounting,
        supervisor: TaskSupervisor,
        *,
        speeds: Callable[[str], tuple[float, float] | None] = lambda _model: None,
    ) -> None:
        self._store = store
        self._bus = bus
        self._desks = desks
        self._worker = worker
        self._accounting = accounting
        self._supervisor = supervisor
        self._speeds = speeds
        self._due: dict[str, asyncio.Task[None]] = {}
        self._drafts: dict[str, tuple[str, tuple[AttachmentPart, ...], bool]] = {}
        self._typed: dict[str, float] = {}
        self._latest: dict[str, float] = {}
        """When a draft last changed, and when it is counted in any case, in seconds of the loop's clock, by chat."""

    async def report(self, chat_id: str) -> ContextReport:
        """The report of a chat as it is now; published too. Raises InputError when there is no such chat."""
        desk = await self._desks.of(chat_id)
        await desk.arrange()
        records = tuple(await self._store.records.all(chat_id))
        state = desk.state()
        load = (await desk.compute(measure, state)).total
        spec = desk.shown_spec
        extras = Extras(
            chat_id=chat_id,
            model=spec.id if desk.has_model else "",
            strategy=desk.strategy,
            records=records,
            totals=desk.totals,
            alarms=self._accounting.alarms.get(chat_id, ()),
            status=self._status(desk, load),
            updating=desk.updating,
            local_speeds=self._speeds(spec.id) if spec.local else None,
            offering=desk.offering,
            own=desk.in_force.own,
            contents=desk.contents,
            told=history(desk.chat.overrides.get(TOLD), records),
        )
        report = await desk.compute(build_report, state, extras)
        self._bus.publish(ContextReported(report))
        return report

    async def blank(
        self,
        model: str,
        strategy: str,
        draft: str,
        attachments: Sequence[AttachmentPart] = (),
        *,
        shorten: bool = False,
        workdir: str = "",
        decided: PromptChoices = NOTHING_DECIDED,
    ) -> ContextReport:
        """The report of a chat that is not stored yet: what its first request holds already, and the draft.

        ``model``, ``strategy``, ``workdir`` and what was ``decided`` about skills and files are the choices made for
        it, "" for the settings' ones; ``shorten`` as in ``draft_changed``. It is not published.
        """
        chat = Chat("", model=model, strategy=strategy, workdir=workdir, overrides=with_choices({}, decided))
        desk = self._desks.blank(chat)
        try:
            await desk.write(draft, attachments, shorten=shorten)
            has_model = desk.has_model
            status = None if has_model else Status("no_model", text("services.no_model"))
            spec = desk.shown_spec
            await desk.arrange()
            model = spec.id if has_model else ""
            offering, own = desk.offering, desk.in_force.own
            extras = Extras(model=model, strategy=desk.strategy, status=status, offering=offering, own=own)
            extras = replace(extras, contents=desk.contents)
            return await desk.compute(build_report, desk.state(), extras)
        finally:
            desk.close()

    def changed(self, chat_id: str) -> None:
        """Something about the chat changed: report soon, once for many changes."""
        if chat_id in self._latest:
            self._latest[chat_id] = asyncio.get_running_loop().time() + PAUSE_S
        self._later(chat_id, PAUSE_S)

    def draft_changed(
        self, chat_id: str, text: str, attachments: Sequence[AttachmentPart] = (), *, shorten: bool = False
    ) -> None:
        """What the composer holds changed: count it soon, off the window's thread, and publish a new report.

        ``shorten``: of attachments that are too large only beginning and end will be sent.
        """
        self._drafts[chat_id] = (text, tuple(attachments), shorten)
        self._typed[chat_id] = asyncio.get_running_loop().time()
        self._later(chat_id, TYPING_S)

    def _later(self, chat_id: str, pause_s: float) -> None:
        due = self._due.get(chat_id)
        if (due is None or due.done()) and not self._supervisor.closing:
            work = self._soon(chat_id, pause_s)
            self._due[chat_id] = self._supervisor.start(work, f"report of {chat_id}", chat_id=chat_id)

    async def _soon(self, chat_id: str, pause_s: float) -> None:
        await self._pause(chat_id, pause_s)
        del self._due[chat_id]  # what changes from here on asks for another report
        try:
            draft = self._drafts.pop(chat_id, None)
            if draft is not None:
                desk = await self._desks.of(chat_id)
                said, attachments, shorten = draft
                await desk.write(said, attachments, shorten=shorten)
                if desk.draft:
                    self._worker.read_ahead(desk)
            await self.report(chat_id)
        except InputError:
            return  # the chat was deleted meanwhile

    async def _pause(self, chat_id: str, pause_s: float) -> None:
        """Wait, and where somebody types until there is a pause, at most ``LONGEST_S``: a report costs time."""
        now = asyncio.get_running_loop().time
        self._latest[chat_id] = now() + (LONGEST_S if pause_s == TYPING_S else pause_s)
        await asyncio.sleep(pause_s)
        while (wait := min(self._typed.get(chat_id, 0.0) + TYPING_S, self._latest[chat_id]) - now()) > 0:  # noqa: ASYNC110 - how long is known, and changes
            await asyncio.sleep(wait)
        self._typed.pop(chat_id, None)
        del self._latest[chat_id]

    def _status(self, desk: Desk, load: int) -> Status | None:
        if self._store.read_only is not None:
            return Status("read_only", self._store.read_only, actions=("export",))
        if not desk.has_model:
            return Status("no_model", text("services.no_model"))
        return self._worker.status(desk, load)
