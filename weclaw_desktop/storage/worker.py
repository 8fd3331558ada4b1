"""One named thread that runs jobs in order and has something to do when it is idle.

Why not an executor: checkpoints and search entries are written in the idle time, so that no caller waits for them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Worker:
    """Runs submitted jobs one after another. The thread is a daemon: an end without ``close`` is like a kill."""

    def __init__(self, name: str, idle: Callable[[], float | None] | None = None, rest_s: float = 0.0) -> None:
        """``idle`` is called when no job came for ``rest_s`` seconds after one.

        It returns the seconds until its next call, None for "not before the next job".
        """
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        self._idle = idle
        self._rest_s = rest_s
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def submit(self, job: Callable[[], T]) -> Future[T]:
        """Queue a job. Cancelling the future before its turn drops the job; later it has no effect."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                raise RuntimeError("the worker is closed")
            self._jobs.put((future, job))
        return future

    def close(self, last: Callable[[], T]) -> Future[T] | None:
        """Take no more jobs, run the queued ones, then ``last``. None when it was closed before."""
        future: Future[T] = Future()
        with self._lock:
            if self._closed:
                return None
            self._closed = True
            self._jobs.put((future, last))
            self._jobs.put(None)
        return future

    def join(self) -> None:
        """Wait for the end of a closed worker's thread."""
        self._thread.join()

    def _rest(self) -> float | None:
        if self._idle is None:
            return None
        try:
            return self._idle()
        except Exception:  # noqa: BLE001 - a bug in a chore must not end the thread that everybody waits for
            _log.exception("a chore failed")
            return None

    def _run(self) -> None:
        wait: float | None = None
        while True:
            try:
                item = self._jobs.get(timeout=wait)
            except Empty:
                wait = self._rest()
                continue
            if item is None:
                return
            _do(*item)
            del item  # a finished job must not keep its result alive until the next one
            wait = self._rest_s if self._idle is not None else None


def _do(future: Future[Any], job: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = job()
    except BaseException as error:  # noqa: BLE001 - handed to whoever awaits the job
        future.set_exception(error)
    else:
        future.set_result(result)
