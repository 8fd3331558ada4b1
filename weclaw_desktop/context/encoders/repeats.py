"""Lines that say again what lines above said: runs of alike lines, traces printed twice, runs of blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weclaw_desktop.core.text import Language, render, text

_BLANKS = re.compile(r"\n(?:[ \t]*\n){3,}")
_MOVING = re.compile(
    r"""
    \d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?   # a time stamp
    | \b\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?\b                                    # a time or duration
    | \b\d+(?:\.\d+)?\s?(?:%|[kKMGT]i?B(?:/s)?|[mµn]?s|it/s)(?!\w)              # a share, size, rate or duration
    | \b\d+\s?/\s?\d+\b                                                         # a counter
    | (?<=[|\[])[█▉▊▋▌▍▎▏░▒▓━╸╺─=\#>.\-\ ]{4,}(?=[|\]])                         # a bar between its ends
    | [█▉▊▋▌▍▎▏░▒▓━╸╺─]+                                                        # a bar without
    """,
    re.VERBOSE,
)
_STEADY = str.maketrans("", "", "0123456789.,:+-/%#=>█▉▊▋▌▍▎▏░▒▓━╸╺─ \t")
"""What may move is deleted: a cheap first look at which lines could be alike at all."""
_LEAST_RUN = 3
_FRAME = re.compile(r'^\s*(?:at \S+ ?\(|File ".*", line \d+|#\d+\s+\S+ in |\d+: 0x|goroutine \d+ )')
LEAST_BLOCK = 4
"""Lines of a trace from which on it is folded when it stood above already."""


def runs(value: str, language: Language) -> str | None:
    """Three and more equal lines in a row become one with ×N.

    Nearly equal ones, which differ in time stamps, shares, counters or bars only, become their first and last with ×N
    between.
    """
    lines = value.split("\n")
    out: list[str] = []
    for alike in _grouped(lines, [line.translate(_STEADY) for line in lines]):
        if len(alike) < _LEAST_RUN:
            out.extend(alike)
            continue
        for run in _grouped(alike, [_shape(line) for line in alike]):
            out.extend(_folded(run, language))
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


def _grouped(lines: list[str], keys: list[str]) -> Iterator[list[str]]:
    """Lines in runs of equal keys."""
    start = 0
    for stop in range(1, len(lines) + 1):
        if stop == len(lines) or keys[stop] != keys[start]:
            yield lines[start:stop]
            start = stop


def _shape(line: str) -> str:
    """The line without what moves from one redraw or log line to the next."""
    return " ".join(_MOVING.sub("\0", line).split()) if _MOVING.search(line) else line


def _folded(lines: list[str], language: Language) -> list[str]:
    count = len(lines)
    if count < _LEAST_RUN or not lines[0].strip():
        return lines
    if all(line == lines[0] for line in lines):
        return [f"{lines[0]} ×{count}"]
    if count == _LEAST_RUN:
        return lines
    return [lines[0], render(text("context.encode.similar", n=count - 2), language), lines[-1]]
