"""What changes the picture of the conversation waits here until the conversation was scrolled.

Qt moves the picture of what scrolls instead of painting all of it anew, but only while no part of it waits to be
painted. An answer that grows changes its last line, gets taller and scrolls, twenty times a second: so it is measured
first, then scrolled, and only then are its parts placed and painted where they changed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager

Call = Callable[[], object]


class Repaints:
    """Calls of ``later`` are made at once, or while they are held when they are let go, in their order."""

    def __init__(self) -> None:
        self._held: list[Call] | None = None

    def later(self, call: Call) -> None:
        """Make a call that asks for painting, now or after the scrolling."""
        if self._held is None:
            call()
        else:
            self._held.append(call)

    @contextmanager
    def held(self) -> Generator[None]:
        """Hold calls until ``let_go``, at most to the end of the block. Inside another block that one decides."""
        if self._held is None:
            self._held = []
            try:
                yield
            finally:
                self.let_go()
        else:
            yield

    def let_go(self) -> None:
        """Make the calls that were held; those that follow are made at once."""
        calls, self._held = self._held or [], None
        for call in calls:
            call()


repaints = Repaints()
"""The one of the window's thread."""
