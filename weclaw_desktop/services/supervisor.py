"""Owns every task, because an event loop keeps only weak references and a slot's coroutine would be collected.

It works on any asyncio loop, the window's qasync loop included. A task that fails is reported once, as a ``Problem``:
known errors with their own sentence, bugs with one that asks to report them and a trace in the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import Cancelled, KnownError
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.text import text

T = TypeVar("T")
_log = logging.getLogger(__name__)


class TaskSupervisor:
    """Starts tasks, keeps them alive, reports their failures and ends them at closing."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._tasks: dict[asyncio.Task[Any], str | None] = {}
        self._closing = False

    def start(
        self, coro: Coroutine[Any, Any, T], name: str, *, chat_id: str = "", quiet: bool = False
    ) -> asyncio.Task[T]:
        """Run ``coro`` as a task on the running loop; ``chat_id`` goes into the report if it fails.

        ``quiet`` means that the caller awaits the task and deals with its failure.

        Raises:
            RuntimeError: The supervisor is closed, or no loop runs in this thread.
        """
        if self._closing:
            coro.close()
            raise RuntimeError(f"no new tasks while closing: {name}")
        task = asyncio.get_running_loop().create_task(coro, name=name)
        self._tasks[task] = None if quiet else chat_id
        task.add_done_callback(self._ended)
        return task

    async def whole(self, coro: Coroutine[Any, Any, T], name: str) -> T:
        """Await ``coro`` to its end even if the caller is cancelled meanwhile; the cancellation follows afterwards.

        For commits: half of one must not be lost because somebody pressed Stop.
        """
        task = self.start(coro, name, quiet=True)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait({task})
            raise

    @property
    def closing(self) -> bool:
        """Whether no new task may be started."""
        return self._closing

    @property
    def running(self) -> tuple[str, ...]:
        """Names of the tasks that run now."""
        return tuple(task.get_name() for task in self._tasks)

    async def close(self) -> None:
        """Cancel everything and wait until it has ended. No task can be started afterwards."""
        self._closing = True
        while tasks := [task for task in self._tasks if task is not asyncio.current_task()]:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            for task in tasks:
                self._ended(task)

    def report(self, error: BaseException, *, name: str = "", chat_id: str = "") -> None:
        """Tell people about a failure that nobody else owns."""
        if isinstance(error, (asyncio.CancelledError, Cancelled)):
            return
        if isinstance(error, KnownError):
            self._bus.publish(Problem(error.text, chat_id))
            return
        _log.error("%s failed", name or "a task", exc_info=error)
        self._bus.publish(Problem(text("services.bug", kind=type(error).__name__), chat_id, action="report"))

    def _ended(self, task: asyncio.Task[Any]) -> None:
        chat_id = self._tasks.pop(task, None)
        error = None if task.cancelled() else task.exception()
        if error is not None and chat_id is not None:
            self.report(error, name=task.get_name(), chat_id=chat_id)
