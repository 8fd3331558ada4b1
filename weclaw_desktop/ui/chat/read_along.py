"""Lets a screen reader follow an answer that is being written: whole sentences, and not more often than one can hear.

Every piece of a stream as it comes would be a stutter of half words; only the end would be silence for a minute.
"""

from __future__ import annotations

import re

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

EVERY_S = 1.0
"""Seconds that pass at least between two announcements."""
_ENDS = re.compile(r"[.!?…:;](?=\s)|[。！？；：]|\n")
"""Where a sentence ends. A point in the middle of a number or a name is followed by no space."""


class ReadAlong:
    """Of one growing text: what is new since the last announcement, as far as sentences are whole."""

    def __init__(self, heard: int = 0) -> None:
        """``heard``: characters at the beginning that were announced already, or are too old for it."""
        self._skip = heard
        self._waiting = ""
        self._next = 0.0

    def take(self, new: str, now: float, *, over: bool = False) -> str:
        """``new`` text came at ``now`` (seconds): what is to be said, "" for nothing yet. ``over``: nothing more comes.

        What was not said once is said later.
        """
        skipped = min(self._skip, len(new))
        self._skip -= skipped
        self._waiting += new[skipped:]
        if now < self._next and not over:
            return ""
        ends = [match.end() for match in _ENDS.finditer(self._waiting)]
        end = len(self._waiting) if over else (ends[-1] if ends else 0)
        said, self._waiting = self._waiting[:end].strip(), self._waiting[end:]
        if said:
            self._next = now + EVERY_S
        return said


def announce(widget: QWidget, words: str) -> None:
    """Have a screen reader say ``words`` when it has said what it says now; nothing when nobody listens."""
    if QAccessible.isActive() and widget.isVisible() and widget.isActiveWindow():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))
