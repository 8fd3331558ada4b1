"""The one loop of a window: asyncio's, driven by Qt's events."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from qasync import QEventLoop

T = TypeVar("T")


class WindowLoop(QEventLoop):
    """A qasync loop that steps its tasks only while it runs.

    qasync handles events once more after a run has ended. A task that happens to be due then finds no running loop
    and fails; here it waits for the next run, or is cancelled with the loop, as in asyncio's own loops.
    """

    def run_until_complete(self, future: Awaitable[T]) -> T:
        """Run until ``future`` is done; its result. Raises RuntimeError when the loop is stopped before."""
        awaited = asyncio.ensure_future(future, loop=self)  # noqa: TID251 - whoever runs a loop starts its first task
        awaited.add_done_callback(self._stop)
        try:
            self.run_forever()
        finally:
            awaited.remove_done_callback(self._stop)
        if not awaited.done():
            raise RuntimeError("The loop was stopped before what it ran was done.")
        return awaited.result()

    def _stop(self, awaited: asyncio.Future[Any]) -> None:
        del awaited
        self.stop()
