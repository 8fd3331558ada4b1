"""Signals of the operating system that ask the program to end: it ends as if the window had been closed.

A signal is handled in Python only when Python runs, and a window at rest runs none; so the signal writes into a socket
that Qt watches.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager

from PySide6.QtCore import QSocketNotifier

_NAMES = ("SIGTERM", "SIGINT", "SIGHUP", "SIGBREAK")
"""Stopped by another program or the system's end, by Ctrl+C, by a terminal that went, by Ctrl+Break."""


@contextmanager
def heard(end: Callable[[], None]) -> Generator[None]:
    """Call ``end`` at the first signal that asks for the end; the next one has its usual effect, which is the end.

    To be used in the main thread, with an application.
    """
    ours, theirs = socket.socketpair()
    for each in (ours, theirs):
        each.setblocking(False)
    known = [value for name in _NAMES if isinstance(value := getattr(signal, name, None), signal.Signals)]
    before = {each: signal.signal(each, _wait) for each in known}
    wakes = signal.set_wakeup_fd(theirs.fileno(), warn_on_full_buffer=False)

    def restore() -> None:
        while before:
            each, usual = before.popitem()
            signal.signal(each, usual)

    def on_signal() -> None:
        if set(ours.recv(64)) & set(known):
            restore()
            end()

    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(on_signal)
    try:
        yield
    finally:
        notifier.setEnabled(False)
        restore()
        signal.set_wakeup_fd(wakes)
        ours.close()
        theirs.close()


def _wait(*_: object) -> None:
    """Do nothing at the signal itself: what it wrote is read by Qt's loop."""
