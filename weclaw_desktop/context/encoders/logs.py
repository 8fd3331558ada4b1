"""Logs: a date that does not change from line to line stands where it changes."""

from __future__ import annotations

import re

from weclaw_desktop.core.text import Language

_STAMP = re.compile(r"(?P<before>\[?)(?P<date>\d{4}[-/]\d\d[-/]\d\d[T ])(?=\d\d:\d\d:\d\d)")
_TIME = re.compile(r"\[?\d\d:\d\d:\d\d")
LEAST = 3


def dates(value: str, language: Language) -> str | None:
    """The date of a time stamp is dropped where the last stamped line above has the same date."""
    del language
    if len(value) < 60:
        return None
    lines = value.split("\n")
    found = [_STAMP.match(line) for line in lines]
    if sum(1 for match in found if match) < LEAST or any(_TIME.match(line) for line in lines):
        return None
    known = ""
    for place, match in enumerate(found):
        if match is None:
            continue
        if match["date"] == known:
            lines[place] = match["before"] + lines[place][match.end() :]
        known = match["date"]
    return "\n".join(lines)
