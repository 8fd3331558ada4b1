"""How late the window's loop is, and what it is late by.

A gap is measured on the wall: that is what somebody who types feels. Beside it stands the processor time that the
window's thread spent in it, and on Linux the time that it waited for a processor, because the machine was busy with
other things. What is left of the gap it waited for other threads of Python, or slept.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from pathlib import Path

BEAT_S = 0.002
LOOK_S = 0.001
"""Seconds between two looks at what the window's thread does."""
DEEP = 10
"""Calls that are kept of each, from the innermost outwards."""
KEPT = 200_000


@dataclass(frozen=True, slots=True)
class Gap:
    """One time that the loop was late, in milliseconds. ``began`` and ``ended`` are seconds of the clock."""

    wall: float
    own: float
    queued: float
    began: float
    ended: float


class Queue:
    """How long this thread has waited for a processor, as Linux counts it."""

    def __init__(self) -> None:
        found = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = found.open("rb", buffering=0) if found.exists() else None

    def waited_ms(self) -> float:
        """Milliseconds since the thread began; always 0 where nobody counts."""
        if self._file is None:
            return 0.0
        self._file.seek(0)
        return int(self._file.read(200).split()[1]) / 1_000_000

    def close(self) -> None:
        """Look no more."""
        if self._file is not None:
            self._file.close()


@dataclass
class Beat:
    """Measures how late the loop is while it runs."""

    gaps: list[Gap] = field(default_factory=list[Gap])
    going: bool = True

    async def run(self) -> None:
        """Sleep a little, again and again."""
        queue = Queue()
        while self.going:
            began, busy, queued = time.perf_counter(), time.thread_time(), queue.waited_ms()
            await asyncio.sleep(BEAT_S)
            ended = time.perf_counter()
            wall = max(0.0, (ended - began - BEAT_S) * 1_000)
            own = (time.thread_time() - busy) * 1_000
            self.gaps.append(Gap(wall, own, queue.waited_ms() - queued, began, ended))
        queue.close()

    def longest(self, count: int) -> list[Gap]:
        """The worst ones first."""
        return sorted(self.gaps, key=lambda gap: -gap.wall)[:count]


class Watch:
    """Looks from a thread of its own at what its maker's does. That costs time, so no figure is judged by it."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._seen: deque[tuple[float, str]] = deque(maxlen=KEPT)
        self._going = True
        threading.Thread(target=self._run, name="watch", daemon=True).start()

    def stop(self) -> None:
        """Look no more."""
        self._going = False

    def during(self, gap: Gap) -> list[tuple[str, int]]:
        """What was seen in a gap, most often first, with how often."""
        return Counter(calls for when, calls in self._seen if gap.began <= when <= gap.ended).most_common(4)

    def _run(self) -> None:
        while self._going:
            time.sleep(LOOK_S)
            frame, calls = sys._current_frames().get(self._thread), list[str]()
            while frame is not None and len(calls) < DEEP:
                code = frame.f_code
                calls.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{frame.f_lineno} {code.co_name}")
                frame = frame.f_back
            self._seen.append((time.perf_counter(), " < ".join(calls)))


def describe(beat: Beat, watch: Watch | None, count: int = 10) -> str:
    """The longest gaps, a line each, and what ran in them as far as it was watched; "app.exec" stands for Qt itself."""
    lines: list[str] = []
    first = beat.gaps[0].began if beat.gaps else 0.0
    for gap in beat.longest(count):
        spent = f"own {gap.own:6.1f}, for a processor {gap.queued:6.1f}"
        lines.append(f"gap {gap.wall:6.1f} ms, {spent}, at {gap.began - first:5.1f} s")
        lines += [f"      {times:3} {calls}" for calls, times in (watch.during(gap) if watch is not None else ())]
    return "\n".join(lines)
