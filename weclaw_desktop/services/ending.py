"""The end of something in steps, each of which is done whatever becomes of the others."""

from __future__ import annotations

import inspect
from collections.abc import Callable


class Ending:
    """Does one step after another; none is skipped because another one failed.

    ``report`` hears at once of each that failed, with its name; without it ``settle`` raises what failed first.
    """

    def __init__(self, report: Callable[[Exception, str], object] | None = None) -> None:
        self.errors: list[Exception] = []
        """What failed so far, in order."""
        self._report = report

    async def step(self, name: str, work: Callable[[], object]) -> None:
        """Call ``work``, and await what it returns if that can be awaited. Raises nothing but a cancellation."""
        try:
            done = work()
            if inspect.isawaitable(done):
                await done
        except Exception as error:  # noqa: BLE001 -- the reporter of an end: what follows must be done all the same
            self.errors.append(error)
            if self._report is not None:
                self._report(error, name)

    def settle(self) -> None:
        """After the last step: raise what failed first, unless it was reported."""
        if self.errors and self._report is None:
            raise self.errors[0]
