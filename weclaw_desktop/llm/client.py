"""Carries a model's events from the loop that talks to providers to the loop that asked, whichever that is.

litellm's first call would freeze the window's loop for half a second, so all provider traffic lives on one asyncio loop
in one thread. Events cross in batches of at most 50 ms, neighbouring deltas joined. Closing the caller's generator
cancels the call there and waits until its socket is closed.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from concurrent.futures import Future
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from weclaw_desktop.core.errors import Cancelled, ModelError, RateLimited, ServerFault, StreamBroken, Unreachable
from weclaw_desktop.core.stream import CallDelta, ModelEvent, ReasoningDelta, Retrying, TextDelta
from weclaw_desktop.core.text import text

BATCH_S = 0.03
"""Seconds between two batches; the promise is 50 ms, the rest is left for busy loops."""

PATIENCE_S = 2.0
"""Seconds that closing waits for the loop's last steps; an import of several seconds cannot be interrupted."""

T = TypeVar("T")
Events = AsyncGenerator[ModelEvent, None]


class LoopThread:
    """A thread with an asyncio loop of its own, started on first use, ended by ``close``."""

    def __init__(self, name: str = "llm") -> None:
        self._name = name
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self._last: list[Callable[[], Awaitable[None]]] = []

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine there. Raises Cancelled after ``close``."""
        loop = self._running()
        if loop is None:
            work.close()
            raise Cancelled(text("llm.closed"))
        return asyncio.run_coroutine_threadsafe(work, loop)

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there and wait for it here; cancelling here cancels there."""
        return await asyncio.wrap_future(self.submit(work))

    def at_close(self, step: Callable[[], Awaitable[None]]) -> None:
        """Have ``step`` awaited there before the loop ends."""
        self._last.append(step)

    async def close(self) -> None:
        """Run the closing steps, cancel what is left, end the thread, or leave it if busy. Twice is harmless."""
        with self._lock:
            self._closed = True
            thread, loop = self._thread, self._loop
            self._thread = self._loop = None
        if thread is None or loop is None:
            return
        last = asyncio.run_coroutine_threadsafe(self._finish(), loop)
        with suppress(TimeoutError):  # the loop is importing the model library: a daemon, nothing of it must be saved
            await asyncio.wait_for(asyncio.wrap_future(last), PATIENCE_S)
        loop.call_soon_threadsafe(loop.stop)
        await asyncio.to_thread(thread.join, PATIENCE_S)

    async def _finish(self) -> None:
        this = asyncio.current_task()
        others = [task for task in asyncio.all_tasks() if task is not this]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for step in self._last:
            await step()

    def _running(self) -> asyncio.AbstractEventLoop | None:
        with self._lock:
            if self._closed:
                return None
            if self._loop is None:
                ready = threading.Event()
                self._thread = threading.Thread(target=self._live, args=(ready,), name=self._name, daemon=True)
                self._thread.start()
                ready.wait()
            return self._loop

    def _live(self, ready: threading.Event) -> None:
        with asyncio.Runner() as runner:
            loop = self._loop = runner.get_loop()
            loop.call_soon(ready.set)
            loop.run_forever()


class _Mailbox:
    """Batches on their way: filled on the provider loop, emptied on the caller's."""

    def __init__(self, home: asyncio.AbstractEventLoop) -> None:
        self._home = home
        self._pending: list[ModelEvent] = []
        self._timer: asyncio.TimerHandle | None = None
        self._sent_at = float("-inf")
        self._arrived: list[ModelEvent] = []
        self._news = asyncio.Event()
        self.error: BaseException | None = None
        self.ended = asyncio.Event()

    def put(self, event: ModelEvent) -> None:
        """On the provider loop: send now if the last batch is old enough, else with the next one."""
        joined = _joined(self._pending[-1], event) if self._pending else None
        if joined is None:
            self._pending.append(event)
        else:
            self._pending[-1] = joined
        if self._timer is None:
            loop = asyncio.get_running_loop()
            wait = self._sent_at + BATCH_S - loop.time()
            self._timer = loop.call_later(max(0.0, wait), self._send)

    def finish(self, error: BaseException | None) -> None:
        """On the provider loop: everything is said."""
        if self._timer is not None:
            self._timer.cancel()
        self._tell(self._end, self._pending, error)

    async def take(self) -> list[ModelEvent]:
        """On the caller's loop: what has arrived, at least one event unless all is said."""
        await self._news.wait()
        self._news.clear()
        batch, self._arrived = self._arrived, []
        return batch

    def _send(self) -> None:
        self._timer = None
        self._sent_at = asyncio.get_running_loop().time()
        batch, self._pending = self._pending, []
        self._tell(self._deliver, batch)

    def _tell(self, call: Callable[..., None], *args: object) -> None:
        with suppress(RuntimeError):  # the caller's loop is closed: nobody is left to be told
            self._home.call_soon_threadsafe(call, *args)

    def _deliver(self, batch: list[ModelEvent]) -> None:
        self._arrived += batch
        self._news.set()

    def _end(self, batch: list[ModelEvent], error: BaseException | None) -> None:
        self.error = error
        self.ended.set()
        self._deliver(batch)


async def across(thread: LoopThread, produce: Callable[[], Events]) -> Events:
    """The events of ``produce()``, which runs in ``thread``, here. Raises what it raises."""
    box = _Mailbox(asyncio.get_running_loop())
    job = thread.submit(_pump(produce, box))
    try:
        while True:
            for event in await box.take():
                yield event
            if box.ended.is_set():
                break
    finally:
        if not box.ended.is_set():
            job.cancel()
            await box.ended.wait()
    if box.error is not None:
        raise box.error


async def _pump(produce: Callable[[], Events], box: _Mailbox) -> None:
    error: BaseException | None = None
    try:
        async with aclosing(produce()) as events:
            async for event in events:
                box.put(event)
    except asyncio.CancelledError:
        error = Cancelled(text("llm.closed"))
        raise
    except BaseException as raised:  # noqa: BLE001 - it is raised again where the caller is
        error = raised.with_traceback(None)
    finally:
        box.finish(error)


def _joined(last: ModelEvent, event: ModelEvent) -> ModelEvent | None:
    """Two neighbouring deltas as one, None when they do not belong together."""
    match last, event:
        case TextDelta(), TextDelta():
            return TextDelta(last.text + event.text)
        case ReasoningDelta(signature=None), ReasoningDelta():
            return ReasoningDelta(last.text + event.text, event.signature)
        case CallDelta(), CallDelta() if last.index == event.index and not (event.id or event.name):
            return CallDelta(last.index, last.id, last.name, last.arguments + event.arguments)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried again before anything was output. Waits in seconds: ``first_s``, then doubled.

    An address where nobody answers is tried once more only.

    A provider that wants more than ``longest_s`` of quiet is not waited for: the user decides.
    """

    retries: int = 3
    first_s: float = 1.0
    longest_s: float = 60.0

    def wait(self, error: ModelError, tried: int) -> float | None:
        """Seconds until the next try; None: give up."""
        if tried >= self.retries or not isinstance(error, RateLimited | ServerFault | StreamBroken | Unreachable):
            return None
        if isinstance(error, Unreachable) and tried:
            return None  # nobody listens: a second look is enough, the user can mend it sooner than a longer wait
        asked = error.retry_after
        wait = asked if asked is not None else self.first_s * 2**tried
        return wait if wait <= self.longest_s else None


async def persistently(
    attempt: Callable[[], Events],
    patience: Patience,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> Events:
    """The events of ``attempt()``, tried again while nothing was output and the error may pass.

    Every wait is told as ``Retrying``; once output began an error is final.
    """
    tried = 0
    while True:
        began = False
        try:
            async with aclosing(attempt()) as events:
                async for event in events:
                    began = began or is_output(event)
                    yield event
        except ModelError as error:
            wait = None if began else patience.wait(error, tried)
            if wait is None:
                raise
            reason = error.text
        else:
            return
        tried += 1
        yield Retrying(wait, reason)
        await sleep(wait)


def is_output(event: ModelEvent) -> bool:
    """Whether an event is part of the answer (and so forbids a retry)."""
    return isinstance(event, TextDelta | ReasoningDelta | CallDelta)
