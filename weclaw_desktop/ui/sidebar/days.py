"""Groups of the chat list by day. No Qt in here; local time zone."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

Day = Literal["pinned", "today", "yesterday", "week", "older"]
DAYS: tuple[Day, ...] = ("pinned", "today", "yesterday", "week", "older")


def day_of(updated_ms: int, now: datetime, *, pinned: bool) -> Day:
    """The group of a chat last used at ``updated_ms`` (Unix milliseconds)."""
    if pinned:
        return "pinned"
    then = datetime.fromtimestamp(updated_ms / 1_000).astimezone(now.tzinfo).date()
    days = (now.date() - then).days
    if days <= 0:
        return "today"
    if days == 1:
        return "yesterday"
    return "week" if days <= 7 else "older"
