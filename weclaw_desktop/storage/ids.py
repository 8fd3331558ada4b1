"""Ids that sort by time, so that new rows land at the end of every index."""

from __future__ import annotations

import secrets
import threading

LENGTH = 26
_CHANCE_BITS = 60
_lock = threading.Lock()
_newest = 0


def new_id(now_ms: int) -> str:
    """A unique id of 26 hexadecimal characters: 11 of Unix milliseconds, 15 of chance.

    Ids of one process rise strictly, also within a millisecond and when the clock is set back.
    """
    global _newest
    with _lock:
        _newest = max(_newest + 1, (now_ms << _CHANCE_BITS) | secrets.randbits(_CHANCE_BITS - 1))
        return f"{_newest:026x}"
