"""Times as people read them. No Qt in here; local time zone."""

from __future__ import annotations

from datetime import datetime


def clock(ms: int) -> str:
    """Hour and minute of Unix milliseconds, e.g. 09:14."""
    return f"{datetime.fromtimestamp(ms / 1_000).astimezone():%H:%M}" if ms else ""


def seconds(value: float) -> str:
    """A duration: one decimal below ten seconds, whole seconds below two minutes, else minutes and seconds."""
    if value < 9.95:
        return f"{value:.1f}"
    if value < 120:
        return f"{value:.0f}"
    return f"{int(value) // 60}:{int(value) % 60:02d}"


def full(ms: int) -> str:
    """Date and time for tooltips."""
    return f"{datetime.fromtimestamp(ms / 1_000).astimezone():%Y-%m-%d %H:%M:%S}" if ms else ""
