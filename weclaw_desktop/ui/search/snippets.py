"""What of a message is shown in a line of results, and where the words stand in it. No Qt in here."""

from __future__ import annotations

import re
from collections.abc import Sequence

from weclaw_desktop.core.plain import plain

LENGTH = 150
"""Characters of a snippet."""
BEFORE = 40
"""Characters that are shown in front of the first word found."""
_HAN = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_PIECES = re.compile(rf"[{_HAN}]+|[^\W{_HAN}]+")

Marks = list[tuple[int, int]]
"""Places as first and last character (not included), in order, none overlapping."""


def terms(query: str) -> tuple[str, ...]:
    """The words of a query as they are looked for: letters without case; Chinese runs whole, then in pairs.

    Signs without any word are looked for as they stand.
    """
    found: dict[str, None] = {}
    for piece in _PIECES.findall(query.casefold()):
        found[piece] = None
        if re.match(rf"[{_HAN}]", piece) and len(piece) > 2:
            found.update(dict.fromkeys(piece[i : i + 2] for i in range(len(piece) - 1)))
    signs = query.strip().casefold()
    return tuple(found) or ((signs,) if signs else ())


def marks(text: str, words: Sequence[str]) -> Marks:
    """Where any of the words stands in a text; the longer one wins where two begin together."""
    folded = text.casefold()
    if len(folded) != len(text):
        folded = text.lower() if len(text.lower()) == len(text) else text
    places = sorted((at, -len(word)) for word in words if word for at in _all(folded, word))
    found: Marks = []
    for at, negative in places:
        end = at - negative
        if found and at < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((at, end))
    return found


def snippet(text: str, words: Sequence[str]) -> tuple[str, Marks]:
    """One line of a text around the place where most of the words stand together, with marks in it."""
    line = " ".join(plain(text).split())
    found = marks(line, words)
    start = max(0, _best(line, found) - BEFORE) if len(line) > LENGTH else 0
    start = line.find(" ", start) + 1 if start > 0 and " " in line[start : start + 20] else start
    shown = line[start : start + LENGTH]
    front = "…" if start else ""
    shown = front + shown + ("…" if start + LENGTH < len(line) else "")
    return shown, marks(shown, words)


def _all(text: str, word: str) -> list[int]:
    found: list[int] = []
    at = text.find(word)
    while at >= 0:
        found.append(at)
        at = text.find(word, at + len(word))
    return found


def _best(line: str, found: Marks) -> int:
    """Begin of the stretch as long as a snippet that holds most different words."""
    best, place = 0, 0
    for number, (first, _) in enumerate(found):
        inside = {line[a:b].casefold() for a, b in found[number : number + 12] if b <= first + LENGTH - BEFORE}
        if len(inside) > best:
            best, place = len(inside), first
    return place
