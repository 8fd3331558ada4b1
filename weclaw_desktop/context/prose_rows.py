"""Cuts plain text into small rows: prose by its sentences and list items, other text by its lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from weclaw_desktop.core.stretches import SENTENCES, stretches

ROW_CHARS = 180
"""Length at which a row of short pairs or lines is closed, in characters."""
MAX_ROWS = 1_500
"""Rows looked at per message; what comes later is still found by recall."""
LIST_LINE = 70
"""A shorter line without a full stop is a list item or heading: it stays with its neighbours."""

Pairs = tuple[tuple[str, str], ...]

_STOPS = (".", "!", "?", "。", "！", "？", "；")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")
_ASCII = re.compile(r"\s(?:(?<=[.!?]\s)\s*|(?<=\n)\n*)")
"""The same for texts without Chinese stops, three times as fast: it skips from blank to blank."""


@dataclass(slots=True)
class Row:
    """One row of text, never changed. ``pairs`` are its key–value pairs where the source was structured, else None.

    ``group`` is the header that stands in front of the first of the rows that share it; empty for rows that need none.
    """

    text: str
    pairs: Pairs | None = None
    group: str = ""


def lines(text: str) -> list[Row]:
    """Rows of plain output: short neighbouring lines together, long ones alone or in pieces."""
    found: list[Row] = []
    pending = ""
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped:
            continue
        if pending and len(pending) + len(stripped) > ROW_CHARS:
            found.append(Row(pending))
            pending = ""
        for piece in _pieces(stripped):
            pending = f"{pending}\n{piece}" if pending else piece
            if len(pending) > ROW_CHARS:
                found.append(Row(pending))
                pending = ""
        if len(found) >= MAX_ROWS:
            return found[:MAX_ROWS]
    if pending:
        found.append(Row(pending))
    return found


def sentences(text: str) -> list[Row]:
    """Rows of prose: its sentences, list items and lines; overlong ones in pieces."""
    found: list[Row] = []
    pending = ""
    for part in _split(text):
        sentence = part.strip()
        if not sentence:
            continue
        short = len(sentence) < LIST_LINE and not sentence.endswith(_STOPS)
        if pending and not (short and len(pending) + len(sentence) < ROW_CHARS) and len(pending) >= 16:
            found.extend(map(Row, _pieces(pending)))
            pending = ""
        pending = f"{pending} {sentence}" if pending else sentence
        if short:
            continue
        found.extend(map(Row, _pieces(pending)))
        pending = ""
        if len(found) >= MAX_ROWS:
            return found[:MAX_ROWS]
    if pending:
        found.extend(map(Row, _pieces(pending)))
    return found


def split(text: str) -> list[str]:
    """``text`` at the ends of its sentences and lines; parts may be empty or begin with blanks."""
    return (_ASCII if text.isascii() else _SENTENCE).split(text)


def _split(text: str) -> Iterator[str]:
    for stretch in stretches(text, SENTENCES):
        yield from split(stretch)


def _pieces(text: str) -> Iterable[str]:
    return (text,) if len(text) <= 2 * ROW_CHARS else _divided(text)


def _divided(text: str) -> Iterator[str]:
    limit = 2 * ROW_CHARS
    while len(text) > limit:
        cut = max(text.rfind(c, ROW_CHARS, limit) for c in " ,;，；、")
        cut = cut + 1 if cut > 0 else limit
        yield text[:cut].rstrip()
        text = text[cut:].lstrip()
    yield text
