"""The garbage collector walks over old objects only when nobody is disturbed."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import platform
import subprocess
import sys
import weakref
from collections.abc import Iterator

import pytest

from weclaw_desktop.services import sweeping
from weclaw_desktop.services.sweeping import (
    NEVER,
    SMALL,
    WORTH,
    Sweeper,
    as_before,
    give_back_large_blocks,
    only_young,
)

HOLES = """
import sys, psutil
from weclaw_desktop.services.sweeping import give_back_large_blocks
MB = 1_048_576
if sys.argv[1] == "ours":
    give_back_large_blocks()
bytearray(30 * MB)
resident = psutil.Process().memory_info
before = resident().rss
large, kept = [], []
for _ in range(40):
    large.append(bytearray(b"x" * MB))
    kept.append(bytearray(2_000))
large.clear()
print((resident().rss - before) / MB)
"""


@pytest.fixture(autouse=True)
def young() -> Iterator[None]:
    """As the window runs, and back."""
    before = gc.get_threshold()
    only_young()
    yield
    as_before()
    gc.set_threshold(*before)


class Ring:
    """Garbage that only a walk can find."""

    def __init__(self) -> None:
        self.me = self


def old_garbage(rounds: int) -> weakref.ref[Ring]:
    """A ring in the oldest generation, left alone, with ``rounds`` of the second generation since the last walk."""
    ring = Ring()
    for _ in range(rounds):
        gc.collect(1)
    return weakref.ref(ring)


def test_old_objects_are_left_alone_by_python_itself() -> None:
    """The oldest generation is never due, whatever is made meanwhile."""
    assert gc.get_threshold()[2] == NEVER
    ring = old_garbage(2)
    kept = [[n] for n in range(200_000)]
    assert ring() is not None
    assert len(kept) == 200_000


def test_a_small_portion_is_collected_when_nothing_runs() -> None:
    """Not while something runs, and not for a handful of objects."""
    quiet = False
    sweeper = Sweeper(quiet=lambda: quiet, away=lambda: False)
    ring = old_garbage(WORTH + 2)
    sweeper.sweep()
    assert ring() is not None
    quiet = True
    sweeper.sweep()
    assert ring() is None
    again = old_garbage(1)
    sweeper.sweep()
    assert again() is not None


def test_a_large_portion_waits_until_the_window_is_left() -> None:
    """It is set aside, and looked through once when nobody looks."""
    away = False
    sweeper = Sweeper(quiet=lambda: True, away=lambda: away)
    ring = old_garbage(SMALL + 4)
    sweeper.sweep()
    assert sweeper.owing
    assert gc.get_count()[2] == 0
    assert ring() is not None
    away = True
    sweeper.sweep()
    assert ring() is None
    assert not sweeper.owing


async def test_it_looks_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it is cancelled."""
    monkeypatch.setattr(sweeping, "PAUSE_S", 0.001)
    looked = asyncio.Event()
    looks = 0

    def quiet() -> bool:
        nonlocal looks
        looks += 1
        if looks == 3:
            looked.set()
        return False

    task = asyncio.ensure_future(Sweeper(quiet=quiet, away=lambda: False).run())
    await asyncio.wait_for(looked.wait(), 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc has this switch")
def test_large_blocks_leave_no_holes() -> None:
    """Freed large blocks between small ones that stay are resident no more."""
    left = {}
    for whose in ("theirs", "ours"):
        command = [sys.executable, "-c", HOLES, whose]
        left[whose] = float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert left["theirs"] > 20
    assert left["ours"] < 5


def test_other_c_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", _another_library)
    assert not give_back_large_blocks()
    monkeypatch.setattr(sys, "platform", "win32")
    assert not give_back_large_blocks()


def _another_library(_name: object) -> object:
    return object()
