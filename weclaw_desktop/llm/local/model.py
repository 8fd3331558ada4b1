"""``LocalModel``: the embedded model as the rest of the app uses it. One per process.

It is started on first use, serves one model at a time and ends with the app. No event loop owns it: the child belongs
to a thread of its own (``server.Child``), calls may come from coroutines of any loop in any thread, and each HTTP call
lives in the loop that made it. Callbacks come from whichever thread noticed; publish them through something that
crosses threads.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import httpx

from weclaw_desktop.core.errors import LocalModelError, StreamBroken
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.local.calls import ask, chunks, healthy
from weclaw_desktop.llm.local.readings import PromptProgress, Speeds, Tap, reading_of, speeds_of
from weclaw_desktop.llm.local.server import CHILD, Child, Endpoint, Order, State
from weclaw_desktop.llm.local.store import Installed, Store

Message = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Status:
    """What the model does now. ``loaded`` from 0 to 1; ``error`` when ``state`` is "failed"."""

    state: State = "off"
    name: str = ""
    loaded: float = 0.0
    error: LocalModelError | None = None
    pid: int = 0

    @property
    def text(self) -> Text | None:
        """The line for people while they wait, or why it failed; None when there is nothing to say."""
        if self.error is not None:
            return self.error.text
        if self.state == "loading":
            return text("local.loading", model=self.name, percent=int(self.loaded * 100))
        return None


@dataclass(frozen=True, slots=True)
class Settings:
    """How models are served; a change takes effect at the next start.

    ``n_ctx`` in tokens (0: the model's default; never more than the model's window), ``threads`` 0: all physical
    cores. ``command`` runs ``child.main``; an app frozen into one program passes its own.
    """

    n_ctx: int = 0
    threads: int = 0
    command: Sequence[str] = field(default=CHILD)


class LocalModel:
    """Starts, switches, feeds and stops the embedded model."""

    def __init__(
        self,
        store: Store,
        *,
        log: Path,
        environment: Mapping[str, str],
        settings: Settings = Settings(),
        on_status: Callable[[Status], None] = lambda _status: None,
    ) -> None:
        """``log`` is the file for llama.cpp's words; ``environment`` the process's own (filtered before the child).

        ``on_status`` is called from any thread at every change.
        """
        self.store = store
        self.log = log
        self.settings = settings
        self.speeds = Speeds()
        self._environment = environment
        self._on_status = on_status
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._users = 0
        self._leased = ""
        self._queue: list[Future[None]] = []
        self._warm: _Warm | None = None

    @property
    def status(self) -> Status:
        """What the model does now."""
        child = self._child
        if child is None:
            return Status()
        return Status(child.state, child.order.name, child.loaded, child.error, child.pid if child.alive else 0)

    @property
    def endpoint(self) -> Endpoint | None:
        """Where it answers now, None when it does not."""
        child = self._child
        return child.endpoint if child is not None and child.alive else None

    async def start(self, name: str) -> Endpoint:
        """Serve the model ``name`` (with or without ``local/``); at once when it does already.

        Another model that runs is ended first, together with requests in flight: ``lease`` waits for those instead.

        Raises:
            NotInstalled, RuntimeMissing, ProcessorTooOld, ModelDamaged, OutOfMemory, StartFailed: see ``errors``.
        """
        bare = name.removeprefix("local/")
        child = self._serving(bare)
        if child is None:
            installed = await asyncio.to_thread(self.store.get, bare)
            child = self._ensure(self._order(installed))
        return await asyncio.wrap_future(child.ready())

    async def stop(self) -> None:
        """End the child and wait until it is gone. It starts again at the next use."""
        with self._lock:
            child = self._child
        if child is not None:
            await asyncio.wrap_future(child.stop())

    def stop_now(self) -> None:
        """As ``stop`` for callers without a loop; blocks for some milliseconds."""
        child = self._child
        if child is not None:
            child.stop()
            child.join(5.0)

    @asynccontextmanager
    async def lease(self, name: str) -> AsyncGenerator[Endpoint, None]:
        """The endpoint of ``name`` for the length of one request.

        Reading ahead gives way at once. While leases are held, a request for another model waits its turn.
        """
        bare = name.removeprefix("local/")
        await self._enter(bare)
        try:
            yield await self.start(bare)
        finally:
            self._leave()

    async def warm(
        self,
        name: str,
        messages: Sequence[Message],
        on_reading: Callable[[PromptProgress], None] = lambda _progress: None,
    ) -> bool:
        """Read ``messages`` (system prompt and what is sure to follow) ahead, so that the next request is short.

        True when all is read. False when it gave way: a request is running or came (what was read by then still
        counts), or another ``warm`` took over.

        Raises:
            LocalModelError: the model could not be started or did not answer.
        """
        warm = _Warm(asyncio.get_running_loop())
        with self._lock:
            if self._users:
                return False
            before, self._warm = self._warm, warm
        if before is not None:
            before.cancel()
        try:
            async with asyncio.timeout(None) as scope:
                warm.enter(scope)
                endpoint = await self.start(name)
                # Some templates insist on a user message; what follows the messages is not part of the later prompt.
                asked = [*messages] if _has_user(messages) else [*messages, {"role": "user", "content": ""}]
                async with aclosing(self._chunks(endpoint, {"messages": asked, "max_tokens": 0}, on_reading)) as read:
                    async for _ in read:
                        continue
        except TimeoutError:
            if not warm.cancelled:
                raise
            return False
        finally:
            with self._lock:
                self._warm = None if self._warm is warm else self._warm
        return True

    def cancel_warm(self) -> None:
        """End a reading ahead that runs, from any thread; ``lease`` does so by itself."""
        with self._lock:
            warm = self._warm
        if warm is not None:
            warm.cancel()

    async def stream(
        self, name: str, body: Mapping[str, Any], on_reading: Callable[[PromptProgress], None] = lambda _reading: None
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Chunks of one chat completion (OpenAI shape, with usage), under a lease. Close it to end the request.

        Needs no client library, so a first answer does not wait for one to load.
        """
        async with self.lease(name) as endpoint, aclosing(self._chunks(endpoint, body, on_reading)) as found:
            async for chunk in found:
                yield chunk

    def transport(self, on_reading: Callable[[PromptProgress], None]) -> httpx.AsyncBaseTransport:
        """An httpx transport for a client library that hides progress; requests need ``"return_progress": true``.

        Speeds are measured on the way.
        """

        def on_chunk(chunk: dict[str, Any]) -> None:
            reading = self._seen(chunk)
            if reading is not None:
                on_reading(reading)

        return Tap(on_chunk)

    async def count(self, content: str) -> int | None:
        """Exact tokens of a text, None when no model runs (it is not started for that)."""
        found = await self._ask("/tokenize", {"content": content})
        tokens = None if found is None else found.get("tokens")
        return len(cast("list[int]", tokens)) if isinstance(tokens, list) else None

    async def count_messages(self, messages: Sequence[Message]) -> int | None:
        """Exact prompt tokens of a message list with the model's template around it, None when no model runs."""
        found = await self._ask("/v1/chat/completions/input_tokens", {"messages": list(messages)})
        tokens = None if found is None else found.get("input_tokens")
        return tokens if isinstance(tokens, int) else None

    async def healthy(self) -> bool:
        """Whether the server answers."""
        endpoint = self.endpoint
        return endpoint is not None and await healthy(endpoint)

    def _serving(self, name: str) -> Child | None:
        """The child that serves ``name`` or is about to."""
        child = self._child
        return child if child is not None and child.order.name == name and child.alive else None

    def _ensure(self, order: Order) -> Child:
        """The child for ``order``, started unless there is one."""
        with self._lock:
            child = self._serving(order.name)
            if child is not None:
                return child
            new = Child(order, self._changed, after=self._child)
            self._child = new
            self.speeds = Speeds()
        new.start()
        return new

    def _order(self, installed: Installed) -> Order:
        weights = self.store.weights(installed.name)
        n_ctx = self.settings.n_ctx or installed.n_ctx
        if installed.window:
            n_ctx = min(n_ctx, installed.window)
        return Order(
            name=installed.name, model=installed.path, n_ctx=n_ctx, log=self.log,
            environment=self._environment, threads=self.settings.threads, command=self.settings.command,
            # The file itself is mapped and may be dropped from memory; the rest must be had.
            memory=0 if weights is None else max(0, weights.memory_at(n_ctx) - weights.size),
        )  # fmt: skip

    def _changed(self, child: Child) -> None:
        if child is self._child:
            self._on_status(self.status)

    async def _ask(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        endpoint = self.endpoint
        return None if endpoint is None else await ask(endpoint, path, body)

    async def _enter(self, name: str) -> None:
        self.cancel_warm()
        while True:
            turn: Future[None] = Future()
            with self._lock:
                if not self._users or self._leased == name:
                    self._leased = name
                    self._users += 1
                    return
                self._queue.append(turn)
            await asyncio.wrap_future(turn)

    def _leave(self) -> None:
        with self._lock:
            self._users -= 1
            if self._users:
                return
            queue, self._queue = self._queue, []
        for turn in queue:
            if turn.set_running_or_notify_cancel():
                turn.set_result(None)

    def _seen(self, chunk: dict[str, Any]) -> PromptProgress | None:
        self.speeds = speeds_of(chunk, self.speeds) or self.speeds
        return reading_of(chunk)

    async def _chunks(
        self, endpoint: Endpoint, body: Mapping[str, Any], on_reading: Callable[[PromptProgress], None]
    ) -> AsyncGenerator[dict[str, Any], None]:
        try:
            async with aclosing(chunks(endpoint, body)) as found:
                async for chunk in found:
                    reading = self._seen(chunk)
                    if reading is not None:
                        on_reading(reading)
                    yield chunk
        except StreamBroken:
            child = self._child
            if child is not None and child.pid == endpoint.pid and child.error is not None:
                raise child.error from None  # why it went away says more than that it did
            raise


class _Warm:
    """A reading ahead that can be told to give way from any thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.cancelled = False
        self._loop = loop
        self._scope: asyncio.Timeout | None = None

    def enter(self, scope: asyncio.Timeout) -> None:
        self._scope = scope
        if self.cancelled:
            scope.reschedule(self._loop.time())

    def cancel(self) -> None:
        self.cancelled = True
        with suppress(RuntimeError):  # its loop has closed, and the reading with it
            self._loop.call_soon_threadsafe(self._give_way)

    def _give_way(self) -> None:
        with suppress(RuntimeError):  # it ended in the meantime
            if self._scope is not None:
                self._scope.reschedule(self._loop.time())


def _has_user(messages: Sequence[Message]) -> bool:
    return any(message.get("role") == "user" for message in messages)
