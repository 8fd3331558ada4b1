"""How often growing answers are painted: at most twenty times a second, and never more than an eighth of the time."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

TICK_MS = 50
"""Shortest time between two paints, in milliseconds."""
SHARE = 8
"""A paint that took t is followed by a pause of at least (this - 1) times t."""


class Pacer(QObject):
    """Collects keys of what changed and hands them to ``paint`` when it is time.

    How long a paint took is known when the loop comes back to what was waiting behind it: by then Qt has painted, too.
    """

    def __init__(self, paint: Callable[[set[str]], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.paints = 0
        self._paint = paint
        self._dirty: set[str] = set()
        self._began = self._next = 0.0
        self._timer, self._painted = QTimer(self), QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_due)
        self._painted.timeout.connect(self._on_painted)
        for timer in (self._timer, self._painted):
            timer.setSingleShot(True)

    def mark(self, key: str) -> None:
        """Something under ``key`` changed."""
        self._dirty.add(key)
        if not self._timer.isActive() and not self._painted.isActive():
            self._timer.start(max(0, round((self._next - time.monotonic()) * 1_000)))

    def stop(self) -> None:
        """Forget what is due."""
        self._dirty.clear()
        self._timer.stop()

    def _on_due(self) -> None:
        self._began = time.monotonic()
        dirty, self._dirty = self._dirty, set()
        self._painted.start(0)
        self._paint(dirty)
        self.paints += 1

    def _on_painted(self) -> None:
        took = time.monotonic() - self._began
        self._next = self._began + max(TICK_MS / 1_000, SHARE * took)
        if self._dirty:
            self.mark(next(iter(self._dirty)))
