"""Answers a chat: one model call after another, with the tools between them, until nothing is left to answer.

Each step runs in a task of its own, so that Stop can cancel it wherever it waits while the run itself stays whole and
commits what came. A user message that arrives meanwhile is in the log at once; the next request holds it, and if
there would be none, one is made.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial

from weclaw_desktop.context.engine import Moment
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import KnownError, ModelError, StorageError
from weclaw_desktop.core.events import MessageCommitted, Problem, QueueChanged, StreamEnded, StreamStarted
from weclaw_desktop.core.messages import Message, MessageState, ToolResultPart, assistant
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.calibration import possible
from weclaw_desktop.services.accounting import Accounting
from weclaw_desktop.services.calling import Caller
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.streaming import Streamer
from weclaw_desktop.services.supervisor import TaskSupervisor
from weclaw_desktop.services.titles import Titles, worth_asking
from weclaw_desktop.services.tool_calls import ToolCalls
from weclaw_desktop.services.turn import Turn

MAX_STEPS = 100
"""Model calls in a row without a word from the user; a model that loops is stopped here, visibly."""


class Answering:
    """Runs turns. Everything it needs is given; it keeps no state of its own."""

    def __init__(
        self,
        *,
        store: Store,
        bus: Bus,
        desks: Desks,
        worker: CompressionWorker,
        accounting: Accounting,
        caller: Caller,
        tool_calls: ToolCalls,
        titles: Titles,
        supervisor: TaskSupervisor,
    ) -> None:
        self._store = store
        self._bus = bus
        self._desks = desks
        self._worker = worker
        self._accounting = accounting
        self._caller = caller
        self._tool_calls = tool_calls
        self._titles = titles
        self._supervisor = supervisor

    async def run(self, turn: Turn) -> None:
        """Answer until the model is done and no user message waits. Cancelling it leaves the row "interrupted"."""
        while True:
            turn.stopping = False
            turn.step = self._supervisor.start(self._step(turn), f"reply in {turn.chat_id}", chat_id=turn.chat_id)
            try:
                await asyncio.wait({turn.step})
            except asyncio.CancelledError:
                turn.step.cancel()
                await asyncio.wait({turn.step})
                await self._seal(turn, "interrupted")
                raise
            again = await self._after(turn, turn.step)
            if not again:
                return

    async def _after(self, turn: Turn, step: asyncio.Task[bool]) -> bool:
        """Put in order what the step left, and say whether another one follows."""
        if step.cancelled() or turn.stopping:
            await self._seal(turn, "stopped")
        elif step.exception() is not None:
            kind = type(step.exception()).__name__
            await self._seal(turn, "failed", text("services.bug", kind=kind))
        elif step.result():
            turn.steps += 1
            if turn.steps < MAX_STEPS:
                return True
            self._bus.publish(Problem(text("services.step_limit", steps=MAX_STEPS), turn.chat_id, severity="warning"))
        turn.steps, turn.model = 0, ""
        await self._take_model(turn)
        return bool(self.queued(turn))

    async def _take_model(self, turn: Turn) -> None:
        """Have the turn's model answer; the chat's own again when it names none."""
        desk = await self._desks.of(turn.chat_id)
        if desk.instead != turn.model:
            desk.instead = turn.model
            await self._desks.recalibrate(desk)

    def queued(self, turn: Turn) -> tuple[Message, ...]:
        """User messages that no request has held yet."""
        desk = self._desks.known(turn.chat_id)
        if desk is None:
            return ()
        waiting: list[Message] = []
        for message in reversed(desk.log):
            if message.seq <= turn.seen_seq:
                break
            if message.role == "user":
                waiting.append(message)
        return tuple(reversed(waiting))

    async def _step(self, turn: Turn) -> bool:
        """One model call and the tools it asks for; True when the model is to be called again."""
        await self._take_model(turn)
        desk = await self._desks.of(turn.chat_id)
        try:
            row = await self._respond(turn, desk)
        except KnownError as error:
            self._seen(turn, desk)
            await self._fail(turn, desk, error)
            return False
        self._worker.consider(turn.chat_id, Moment.AFTER_RESPONSE)
        if row.state != "committed" or not row.calls:
            return False
        await self._run_tools(turn, desk)
        self._worker.consider(turn.chat_id, Moment.AFTER_APPEND)
        return True

    async def _respond(self, turn: Turn, desk: Desk) -> Message:
        model = desk.open_model()
        await self._arrange(desk)
        await self._worker.before_request(turn.chat_id)
        request = await desk.request()
        self._seen(turn, desk)
        streamer = await self._supervisor.whole(self._open_row(turn, desk, model.spec), "new response")
        turn.request = request
        state: MessageState = "committed"
        failure: Text | None = None
        try:
            turn.request = await self._caller.call(desk, streamer, request)
        except ModelError as error:
            state, failure = "failed", error.text
        reply = streamer.reply
        if state == "committed" and reply.empty:
            state, failure = "failed", text("services.empty_answer")
        elif state == "committed" and reply.finished == "length":
            failure = text("services.cut_answer")
        return await self._supervisor.whole(self._commit(turn, desk, state, failure), "commit of a response")

    async def _arrange(self, desk: Desk) -> None:
        """Decide which tools are offered, and keep with the chat what that rests on."""
        await desk.arrange()
        overrides = desk.room_to_keep()
        if overrides is not None:
            with suppress(StorageError):  # only a list of tools would be made anew after a restart
                desk.chat = await self._store.chats.change(desk.chat.id, overrides=overrides)

    def _seen(self, turn: Turn, desk: Desk) -> None:
        """Everything in the log is in a request now: nothing waits any more."""
        turn.seen_seq = desk.newest_seq
        if turn.queued:
            turn.queued = False
            self._bus.publish(QueueChanged(turn.chat_id, ()))

    async def _open_row(self, turn: Turn, desk: Desk, spec: ModelSpec) -> Streamer:
        row = await self._store.messages.append(
            desk.chat.id, Message("assistant", (), state="generating", model=spec.id)
        )
        turn.row = row
        turn.streamer = Streamer(self._store, self._bus, self._supervisor, row, spec.provider)
        self._bus.publish(StreamStarted(row))
        return turn.streamer

    async def _commit(self, turn: Turn, desk: Desk, state: MessageState, failure: Text | None) -> Message:
        """Commit the response being written, and account for the call."""
        row, streamer = turn.row, turn.streamer
        assert row is not None  # set by _open_row, with the streamer
        assert streamer is not None
        reply = streamer.reply
        parts = reply.parts()
        usage, request = reply.usage, turn.request
        counts = await desk.count_parts(parts)  # once: whoever pressed Stop waits for it
        if request is not None and (reply.begun or usage is not None):
            first_ms, total_ms = streamer.times_ms
            usage = usage or replace(desk.estimate_usage(request, counts), first_token_ms=first_ms, total_ms=total_ms)
        if request is not None and usage is not None and not possible(usage, request.load, desk.shown_spec.window):
            usage = replace(
                desk.estimate_usage(request, counts), first_token_ms=usage.first_token_ms, total_ms=usage.total_ms
            )
        if usage is not None and streamer.thought_ms:
            usage = replace(usage, thought_ms=streamer.thought_ms)
        saved = await self._finish(row, streamer, state, usage, failure, counts)
        turn.row = turn.streamer = turn.request = None
        turn.last = saved
        desk.put(saved)
        self._bus.publish(StreamEnded(saved))
        if request is not None and usage is not None:
            await self._accounting.used(desk, request, usage, purpose="reply")
        if state == "committed":
            turn.asked_by, turn.open_calls = (saved, list(saved.calls)) if saved.calls else (None, [])
            self._name(desk, saved)
        return saved

    async def _finish(
        self,
        row: Message,
        streamer: Streamer,
        state: MessageState,
        usage: Usage | None,
        failure: Text | None,
        counts: dict[str, int],
    ) -> Message:
        """Commit the row. If even that fails, the answer stays on the screen, marked as not saved."""
        parts = streamer.reply.parts()
        try:
            return await self._store.messages.finish(row.id, parts, state, usage=usage, failure=failure, tokens=counts)
        except StorageError as error:
            self._bus.publish(Problem(error.text, row.chat_id, action="export"))
            return replace(row, parts=parts, state="failed", failure=text("services.not_saved", reason=error.text))

    async def _fail(self, turn: Turn, desk: Desk, error: KnownError) -> None:
        """Put a failed response in the place of the one that could not begin."""
        if turn.row is not None:
            await self._commit(turn, desk, "failed", error.text)
            return
        try:
            row = await self._store.messages.append(
                desk.chat.id, Message("assistant", (), state="failed", failure=error.text, model=desk.model_id)
            )
        except StorageError:
            self._bus.publish(Problem(error.text, turn.chat_id))
            return
        desk.put(row)
        turn.last = row
        self._bus.publish(StreamStarted(row))
        self._bus.publish(StreamEnded(row))

    async def _run_tools(self, turn: Turn, desk: Desk) -> None:
        while turn.open_calls and turn.asked_by is not None:
            result = await self._tool_calls.answer(desk, turn.asked_by, turn.open_calls[0])
            await self._supervisor.whole(self._add_result(turn, desk, result), "commit of a result")
        turn.asked_by = None

    async def _add_result(self, turn: Turn, desk: Desk, result: ToolResultPart) -> None:
        turn.open_calls.pop(0)
        message = await desk.intake(Message("tool", (result,)), await self._store.messages.next_seq(desk.chat.id))
        saved = await self._store.messages.append(desk.chat.id, message)
        desk.put(saved)
        self._bus.publish(MessageCommitted(saved))

    async def _seal(self, turn: Turn, state: MessageState, failure: Text | None = None) -> None:
        """Commit what a cancelled or broken step left: the growing row, and results for calls that never ended."""
        desk = await self._desks.of(turn.chat_id)
        if not turn.seen_seq:
            self._seen(turn, desk)  # nothing was sent: what was asked for is not asked again behind the user's back
        if turn.row is not None:
            await self._commit(turn, desk, state, failure)
        elif failure is not None and turn.asked_by is None:
            self._bus.publish(Problem(failure, turn.chat_id))
        if state == "interrupted":  # open calls get a stub result in the next request, exactly as after a crash
            await self._leave_to_retry(turn, desk)
            return
        while turn.open_calls and turn.asked_by is not None:
            await self._add_result(turn, desk, self._tool_calls.stopped(desk, turn.asked_by, turn.open_calls[0]))
        turn.asked_by = None

    async def _leave_to_retry(self, turn: Turn, desk: Desk) -> None:
        """The program ends while a question waits: what stands for its answer can be retried after the next start."""
        if not desk.log or desk.log[-1].role != "user":
            return
        with suppress(StorageError):  # the question itself is saved
            desk.put(
                await self._store.messages.append(turn.chat_id, assistant(state="interrupted", model=desk.model_id))
            )

    def _name(self, desk: Desk, row: Message) -> None:
        """Ask for a title after the first response, beside the conversation."""
        if not desk.wants_title or row.calls:
            return
        model = desk.open_model()
        asked = next((m.text for m in desk.log if m.role == "user"), "")
        if worth_asking(model.spec):
            desk.title_asked = True
            used = partial(self._accounting.used, desk, purpose="title")
            self._supervisor.start(self._titles.ask(desk, model, asked, row.text, used), f"title of {desk.chat.id}")
