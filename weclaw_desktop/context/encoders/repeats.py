"""Lines that say again what lines above said: runs of equal lines, traces printed twice, runs of blank lines.

Lines that differ in a time, share, size or counter are not folded: free slots, prices and scores look like progress.
"""

from __future__ import annotations

import re
from itertools import groupby

from weclaw_desktop.core.text import Language, render, text

_BLANKS = re.compile(r"\n(?:[ \t]*\n){3,}")
_LEAST_RUN = 3
_FRAME = re.compile(r'^\s*(?:at \S+ ?\(|File ".*", line \d+|#\d+\s+\S+ in |\d+: 0x|goroutine \d+ )')
LEAST_BLOCK = 4
"""Lines of a trace from which on it is folded when it stood above already."""


def runs(value: str, language: Language) -> str | None:
    """Three and more equal lines in a row become one with ×N."""
    del language
    lines = value.split("\n")
    out: list[str] = []
    for line, run in groupby(lines):
        count = sum(1 for _ in run)
        if count < _LEAST_RUN or not line.strip():
            out.extend([line] * count)
        else:
            out.append(f"{line} ×{count}")
    return "\n".join(out) if len(out) < len(lines) else None


def blanks(value: str, language: Language) -> str | None:
    """More than two blank lines in a row become two (two are left, since they mean something in code)."""
    del language
    return _BLANKS.sub("\n\n\n", value) if "\n\n\n\n" in value or _BLANKS.search(value) else None


def traces(value: str, language: Language) -> str | None:
    """Frames that stood above in the same order become one line that says which: repeated traces, deep recursion."""
    lines = value.split("\n")
    frames = [bool(_FRAME.match(line)) for line in lines]
    if sum(frames) < 2 * (LEAST_BLOCK // 2):
        return None
    first: dict[tuple[str, ...], int] = {}
    out: list[str] = []
    place = 0
    while place < len(lines):
        window = tuple(lines[place : place + LEAST_BLOCK])
        known = first.setdefault(window, place)
        length = _length(lines, known, place) if any(frames[place : place + LEAST_BLOCK]) else 0
        if length < LEAST_BLOCK:
            out.append(lines[place])
            place += 1
            continue
        quoted = lines[place].strip()
        out.append(render(text("context.encode.again", n=length, first=quoted[:80]), language))
        place += length
    return "\n".join(out) if len(out) < len(lines) else None


def _length(lines: list[str], known: int, place: int) -> int:
    """How many lines from ``place`` on equal those from ``known`` on, which end before ``place``."""
    length = 0
    while known + length < place and place + length < len(lines) and lines[known + length] == lines[place + length]:
        length += 1
    return length
