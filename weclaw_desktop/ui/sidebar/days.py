"""Groups of the chat list by day. No Qt in here; local time zone."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

Day = Literal["today", "yesterday", "week", "older"]
DAYS: tuple[Day, ...] = ("today", "yesterday", "week", "older")


class Days:
    """Where days begin, seen from ``now``; asked for each of thousands of chats, so it compares numbers only."""

    def __init__(self, now: datetime) -> None:
        """A ``now`` without a time zone is the computer's own: its days of 23 and 25 hours begin at midnight, too."""
        midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
        back: tuple[tuple[Day, int], ...] = (("today", 0), ("yesterday", 1), ("week", 7))
        self._begins: tuple[tuple[Day, int], ...] = tuple(
            (day, _ms(midnight - timedelta(days=days))) for day, days in back
        )

    def of(self, updated_ms: int) -> Day:
        """The group of a chat last used at ``updated_ms`` (Unix milliseconds)."""
        for day, begin in self._begins:
            if updated_ms >= begin:
                return day
        return "older"


def _ms(midnight: datetime) -> int:
    return int(midnight.astimezone().timestamp() * 1_000)
