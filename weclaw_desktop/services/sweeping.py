"""Says when the garbage collector walks over old objects, so that it never does while somebody types or reads.

A walk over all objects stops every thread for as long as it lasts: 100–300 ms once litellm is loaded and a long chat
is open, and Python starts one whenever it likes, above all while a compression makes many objects. So only the young
generations are left to Python (1–3 ms). What survives them is walked over here, in small portions while nothing runs,
and then set aside as long-lived; a large portion is set aside unseen, and looked through when the window is left.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import sys
from collections.abc import Callable

YOUNG = (700, 10)
"""New objects after which the youngest, and rounds of it after which the second generation is walked over."""
NEVER = 1_000_000
PAUSE_S = 2.0
"""Seconds between two looks."""
WORTH = 3
"""Rounds of the second generation from which a walk is worth it; one leaves at most some 8,000 objects."""
SMALL = 12
"""Rounds after which a walk would be felt: about 100,000 objects, 10–15 ms."""

M_MMAP_THRESHOLD = -3
"""glibc's number for the size, in bytes, from which a block gets pages of its own (``man mallopt``)."""
OWN_PAGES = 131_072
"""The size glibc starts with."""


def give_back_large_blocks() -> bool:
    """Have glibc return every large block to the system once it is freed. Call it before much is allocated.

    By itself it raises the size from which that holds up to 32 MB as soon as such blocks are freed. The vocabularies,
    the files of modules and whole logs then leave holes among what stays: 25–35 MB with a long chat and litellm.

    Returns:
        False where the C library is another one; then nothing was changed.
    """
    if sys.platform != "linux":
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and mallopt(M_MMAP_THRESHOLD, OWN_PAGES) == 1


def only_young() -> None:
    """Leave only the young generations to Python's own collector, from now on. Whoever calls this runs a ``Sweeper``.

    What exists already, imported libraries for the most part, is never walked over again.
    """
    gc.set_threshold(*YOUNG, NEVER)
    gc.freeze()


def as_before() -> None:
    """Give everything back to Python's own collector."""
    gc.unfreeze()
    gc.set_threshold(*YOUNG, 10)


class Sweeper:
    """Collects cyclic garbage when it disturbs nobody."""

    def __init__(self, *, quiet: Callable[[], bool], away: Callable[[], bool]) -> None:
        """``quiet`` says that nothing runs; ``away`` that nobody looks at the window, so that it may stop shortly."""
        self._quiet = quiet
        self._away = away
        self.owing = False
        """Whether objects were set aside unseen since the last thorough walk."""

    async def run(self) -> None:
        """Sweep now and then until cancelled."""
        while True:
            await asyncio.sleep(PAUSE_S)
            self.sweep()

    def sweep(self) -> None:
        """Look once whether there is something to collect and whether now is the time."""
        if not self._quiet():
            return
        rounds = gc.get_count()[2]
        if self.owing and self._away():
            gc.unfreeze()
            self.owing = False
        elif rounds < WORTH:
            return
        elif rounds > SMALL:
            self.owing = True
            gc.freeze()
            return
        gc.collect()
        gc.freeze()
