"""Encoders of tool output by kind: each makes one kind of text smaller and leaves the rest alone.

Lossless apart from what an encoder's docstring says. A new kind is one function and one line in ``ENCODERS``; order
matters: terminal noise goes first, since it hides structure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from weclaw_desktop.context.encode_json import json_text
from weclaw_desktop.core.stretches import stretches
from weclaw_desktop.core.text import Language, render, text

Encode = Callable[[str, Language], "str | None"]


class Encoder(NamedTuple):
    """``name`` is stored with the message; ``encode`` gives the smaller text, None when the text is not of its kind.

    ``last`` says that no other encoder may touch the result: JSON stays JSON only if its rows are not folded as lines.
    """

    name: str
    encode: Encode
    last: bool = False


_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[@-Z\\-_])")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])(?:data:[\w.+/-]+;base64,)?[A-Za-z0-9+/_-]{400,}={0,2}")
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


def ansi(value: str, language: Language) -> str | None:
    """Colour codes, cursor moves and titles of a terminal are dropped."""
    del language
    return _ANSI.sub("", value) if "\x1b" in value else None


def redraws(value: str, language: Language) -> str | None:
    r"""Of a line redrawn with ``\r`` only the last state stays; ``\r\n`` becomes ``\n``."""
    del language
    if "\r" not in value:
        return None
    lines = value.replace("\r\n", "\n").split("\n")
    return "\n".join(next((s for s in reversed(line.split("\r")) if s.strip()), "") for line in lines)


def base64(value: str, language: Language) -> str | None:
    """Base64 of 400 characters and more is replaced by its size: it is never sent as text."""
    found = False

    def sized(match: re.Match[str]) -> str:
        nonlocal found
        body = match.group()
        mixed = any(c.isdigit() for c in body) and any(c.isupper() for c in body) and any(c.islower() for c in body)
        if not mixed:
            return body
        found = True
        return render(text("context.encode.base64", bytes=len(body) * 3 // 4), language)

    smaller = "".join([_BASE64.sub(sized, stretch) for stretch in stretches(value, ("\n", " "))])
    return smaller if found else None


def json_(value: str, language: Language) -> str | None:
    """JSON without its blanks, arrays of uniform objects as columns and rows; numbers stay as they were written."""
    del language
    return json_text(value)


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


ENCODERS: tuple[Encoder, ...] = (
    Encoder("ansi", ansi),
    Encoder("redraws", redraws),
    Encoder("base64", base64),
    Encoder("json", json_, last=True),
    Encoder("runs", runs),
    Encoder("blanks", blanks),
)


def encode(value: str, language: Language, encoders: tuple[Encoder, ...] = ENCODERS) -> tuple[str, tuple[str, ...]]:
    """``value`` after all encoders that made it smaller, and their names."""
    names: list[str] = []
    for encoder in encoders:
        smaller = encoder.encode(value, language)
        if smaller is not None and len(smaller) < len(value):
            value = smaller
            names.append(encoder.name)
            if encoder.last:
                break
    return value, tuple(names)


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
