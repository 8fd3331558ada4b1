"""Terminal noise: colours, redraws, overstrikes and base64, none of which a model reads."""

from __future__ import annotations

import re

from weclaw_desktop.core.stretches import stretches, unbroken
from weclaw_desktop.core.text import Language, render, text

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[@-Z\\-_])")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])(?:data:[\w.+/-]+;base64,)?[A-Za-z0-9+/_-]{400,}={0,2}")
_SHORTEST = 400
"""Characters of the shortest base64 that is replaced."""
_PROGRESS = re.compile(
    r"""
    \b(?P<share>\d+(?:\.\d+)?)\s?%                                   # a share
    | \b(?P<done>\d+)\s?/\s?(?P<all>\d+)\b                            # a counter
    | \b(?P<size>\d+(?:\.\d+)?)\s?(?P<unit>[kKMGT]i?B)(?!\w|/s)       # a size
    | (?P<spinner>^\s*[|/\\-](?=\ )|[\u2800-\u28ff◐◓◑◒])               # a spinner
    | \b\d+(?:\.\d+)?\s?(?:[kKMGT]?i?B/s|it/s|[mµn]?s)(?!\w)          # a rate or duration
    | (?<=[\s\[(<,])[-\d]{1,3}:[-\d]{2}(?::[-\d]{2})?(?![\w:])              # a time, but not in front
    | (?<=[|\[])[=\#>.\-\ █▉▊▋▌▍▎▏░▒▓]{4,}(?=[|\]])                     # a bar between its ends
    | [█▉▊▋▌▍▎▏░▒▓━╸╺─]+                                                # a bar without
    """,
    re.VERBOSE,
)
_METER = re.compile(r"[\d.kMGT\s]+(?:\s+[-\d]{1,3}:[-\d]{2}:[-\d]{2}){3}\s+[\d.kMGT]+\s*")
"""A row of figures with times of the whole, spent and left, as downloaders draw it."""
_UNITS = "kMGT"
_DOTS = re.compile(r"[.\s]*\.\s*")
_LONGEST = 400
"""Characters from which on a state is no progress."""


def ansi(value: str, language: Language) -> str | None:
    """Colour codes, cursor moves and titles of a terminal are dropped."""
    del language
    return _ANSI.sub("", value) if "\x1b" in value else None


def overstrikes(value: str, language: Language) -> str | None:
    """Characters that a backspace wiped are dropped: bold in manual pages, counters of old programs."""
    del language
    if "\x08" not in value:
        return None
    first, *others = value.split("\x08")
    kept = [first]
    for piece in others:
        while kept and not kept[-1]:
            kept.pop()
        if kept and kept[-1][-1] != "\n":
            kept[-1] = kept[-1][:-1]
        kept.append(piece)
    return "".join(kept)


def redraws(value: str, language: Language) -> str | None:
    r"""``\r\n`` and ``\r`` become ``\n``; of progress redrawn over itself with ``\r`` only the last state stays.

    Progress is a share, counter or size that grows, or a spinner, among words that stay the same. Anything else that
    ``\r`` parts are lines.
    """
    del language
    if "\r" not in value:
        return None
    lines = value.replace("\r\n", "\n").split("\n")
    return "\n".join([_drawn(line) if "\r" in line else line for line in lines])


def _drawn(line: str) -> str:
    """The states of a line that no later state of the same thing wiped."""
    states = [state for state in line.split("\r") if state.strip()]
    kept = states[:1]
    for state in states[1:]:
        if _wiped(kept[-1], state):
            kept[-1] = state
        else:
            kept.append(state)
    return "\n".join(kept)


def _wiped(old: str, new: str) -> bool:
    """Whether ``new`` is ``old`` with more dots, or the same thing further on."""
    if max(len(old), len(new)) > _LONGEST:
        return False
    if new.startswith(said := old.rstrip()) and _DOTS.fullmatch(new, len(said)):
        return True
    if _METER.fullmatch(old) and _METER.fullmatch(new):
        return True
    was, known = _state(old)
    now, reached = _state(new)
    if not known or not now.startswith(was) or len(reached) < len(known):
        return False
    return all(b[0] == a[0] and b[1] >= a[1] for a, b in zip(known, reached, strict=False))


def _state(line: str) -> tuple[str, list[tuple[str, float]]]:
    """The words of a state without its figures, and how far it is by each of them; a spinner is never further."""
    reached: list[tuple[str, float]] = []
    for found in _PROGRESS.finditer(line):
        if found["share"]:
            reached.append(("%", float(found["share"])))
        elif found["done"]:
            reached.append((found["all"], float(found["done"])))
        elif found["size"]:
            power = 1 + _UNITS.index(found["unit"][0].replace("K", "k"))
            reached.append(("B", float(found["size"]) * 1000.0**power))
        elif found["spinner"]:
            reached.append(("", 0.0))
    return " ".join(_PROGRESS.sub("\0", line).split()), reached


def base64(value: str, language: Language) -> str | None:
    """Base64 of 400 characters and more is replaced by its size: it is never sent as text."""
    if not unbroken(value, _SHORTEST):
        return None
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
