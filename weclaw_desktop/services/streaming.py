"""Runs one model call into its row: shows deltas in small batches, saves what came at least once a second."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.events import Problem, ReadingPrompt, RetryScheduled, StreamDelta
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.ports import ChatModel
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.stream import ModelEvent, Reading, ReasoningDelta, Retrying, TextDelta
from weclaw_desktop.services.reply import Reply
from weclaw_desktop.services.supervisor import TaskSupervisor

BATCH_S = 0.04
"""Longest time a delta waits before it is shown: 25 events a second at most, whatever the model's speed."""
CHECKPOINT_S = 0.7
"""Longest time before new output begins to be saved; with the write itself it stays under a second."""


class Streamer:
    """One response on its way into its row. All methods run on the loop of the conversation."""

    def __init__(self, store: Store, bus: Bus, supervisor: TaskSupervisor, row: Message, provider: str) -> None:
        self._store = store
        self._bus = bus
        self._supervisor = supervisor
        self._row = row
        self.reply = Reply(provider)
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls_changed = False
        self._timer: asyncio.TimerHandle | None = None
        self._shown_at = 0.0
        self._unsaved = asyncio.Event()
        self._began = self._first = 0.0
        self._thought: tuple[float, float] | None = None

    @property
    def thought_ms(self) -> int:
        """Milliseconds from the first word of reasoning to the last."""
        return 0 if self._thought is None else max(1, round((self._thought[1] - self._thought[0]) * 1_000))

    @property
    def times_ms(self) -> tuple[int, int]:
        """Milliseconds from the beginning of the call to the first output (0: none came), and until now."""
        if not self._began:
            return 0, 0
        now = asyncio.get_running_loop().time()
        return round((self._first - self._began) * 1_000) if self._first else 0, round((now - self._began) * 1_000)

    async def run(self, model: ChatModel, request: ModelRequest) -> None:
        """Stream ``request`` until it is finished. Raises ModelError; whatever came stays in ``reply``."""
        self._began, self._first, self._thought = asyncio.get_running_loop().time(), 0.0, None
        saving = self._supervisor.start(self._save(), f"checkpoints of {self._row.id}")
        try:
            async with aclosing(model.stream(request)) as events:
                async for event in events:
                    self._take(event)
        finally:
            self._show()
            saving.cancel()
            await asyncio.wait({saving})

    def so_far(self) -> Message:
        """The row with what came so far, for a view that opens in the middle: no later event tells any of it again."""
        self._show()
        return replace(self._row, parts=self.reply.parts())

    def _take(self, event: ModelEvent) -> None:
        if self.reply.take(event):
            self._first = self._first or asyncio.get_running_loop().time()
            if isinstance(event, TextDelta):
                self._text.append(event.text)
            elif isinstance(event, ReasoningDelta):
                self._reasoning.append(event.text)
                now = asyncio.get_running_loop().time()
                self._thought = (now if self._thought is None else self._thought[0], now)
            else:
                self._calls_changed = True
            self._unsaved.set()
            self._show_soon()
        elif isinstance(event, Reading):
            self._bus.publish(ReadingPrompt(self._row.chat_id, event.read, event.total, event.seconds_left))
        elif isinstance(event, Retrying):
            self._bus.publish(RetryScheduled(self._row.chat_id, event.seconds, event.reason))

    def _show_soon(self) -> None:
        if self._timer is not None:
            return
        loop = asyncio.get_running_loop()
        wait = self._shown_at + BATCH_S - loop.time()
        if wait <= 0:
            self._show()
        else:
            self._timer = loop.call_later(wait, self._show)

    def _show(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not (self._text or self._reasoning or self._calls_changed):
            return
        self._shown_at = asyncio.get_running_loop().time()
        delta = StreamDelta(
            self._row.chat_id,
            self._row.id,
            "".join(self._text),
            "".join(self._reasoning),
            self.reply.calls() if self._calls_changed else (),
        )
        self._text.clear()
        self._reasoning.clear()
        self._calls_changed = False
        self._bus.publish(delta)

    async def _save(self) -> None:
        """Save what is new, again and again; a full disk is said once and the answer goes on being shown."""
        while True:
            await self._unsaved.wait()
            await asyncio.sleep(CHECKPOINT_S)
            self._unsaved.clear()
            try:
                await self._store.messages.checkpoint(self._row.id, self.reply.parts())
            except StorageError as error:
                self._bus.publish(Problem(error.text, self._row.chat_id, action="export"))
                return
