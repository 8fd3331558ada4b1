"""When something was, as short as it can be told. No Qt in here; local time zone."""

from __future__ import annotations

from datetime import datetime


def day(ms: int) -> str:
    """The hour of Unix milliseconds today, else the date; "" for none."""
    if not ms:
        return ""
    then = datetime.fromtimestamp(ms / 1_000).astimezone()
    return f"{then:%H:%M}" if then.date() == datetime.now().astimezone().date() else f"{then:%Y-%m-%d}"
