"""A thread that computes does not keep the window's thread waiting."""

from __future__ import annotations

import ctypes
import subprocess
import sys

import pytest

from weclaw_desktop.services import turns
from weclaw_desktop.services.turns import take_short_turns

SLACK = """
import ctypes, sys, threading
from weclaw_desktop.services.turns import take_short_turns
print(sys.platform == "linux", take_short_turns(0.0002), sys.getswitchinterval())
if sys.platform == "linux":
    read = ctypes.CDLL(None).prctl
    found = [read(30, 0, 0, 0, 0)]
    other = threading.Thread(target=lambda: found.append(read(30, 0, 0, 0, 0)))
    other.start()
    other.join()
    print(*found)
"""


@pytest.fixture(autouse=True)
def usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is set for the test alone."""
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: asked.append(seconds))
    asked.clear()


asked: list[float] = []


def test_this_thread_and_those_it_starts_are_woken_in_time() -> None:
    """In a process of its own: it would hold for all tests that follow. Timers have a slack on Linux only."""
    run = subprocess.run([sys.executable, "-c", SLACK], capture_output=True, text=True, check=True)

    linux, told, switch, *slack = run.stdout.split()
    assert told == linux
    assert slack == ([str(turns.SLACK_NS)] * 2 if linux == "True" else [])
    assert float(switch) == pytest.approx(0.0002)


def test_other_systems_have_only_pythons_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    assert not take_short_turns(0.0002)
    assert asked == [0.0002]


def test_a_c_library_without_it_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())

    assert not take_short_turns(0.0002)
    assert asked == [0.0002]
