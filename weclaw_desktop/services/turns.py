"""How threads of Python take turns, so that the window's thread need not wait for one that computes.

Python lets one thread run at a time. A paint of the window gives the interpreter away and takes it back a hundred
times; while a compression computes in its thread, each time waits until that one is asked to let go, and then until
the system wakes the waiting one. Both waits are short by this, 0.05 ms in all instead of 0.7 ms (two virtual cores).
"""

from __future__ import annotations

import ctypes
import sys

SLACK_NS = 1_000
"""How much later than asked Linux may wake this thread and those that it starts, in nanoseconds; usually 50,000."""
_PR_SET_TIMERSLACK = 29
"""Linux's number for that (``man PR_SET_TIMERSLACK``)."""


def take_short_turns(seconds: float) -> bool:
    """Let no thread keep others waiting for longer from now on. Call it in the window's thread before others start.

    Returns:
        False where the system has no such slack, or does not let it be changed; then only Python's part is done.
    """
    sys.setswitchinterval(seconds)
    if sys.platform != "linux":
        return False
    control = getattr(ctypes.CDLL(None), "prctl", None)
    return control is not None and control(_PR_SET_TIMERSLACK, SLACK_NS, 0, 0, 0) == 0
