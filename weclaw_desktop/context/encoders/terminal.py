"""Terminal noise: colours, redraws, overstrikes and base64, none of which a model reads."""

from __future__ import annotations

import re

from weclaw_desktop.core.stretches import stretches, unbroken
from weclaw_desktop.core.text import Language, render, text

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[@-Z\\-_])")
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])(?:data:[\w.+/-]+;base64,)?[A-Za-z0-9+/_-]{400,}={0,2}")
_SHORTEST = 400
"""Characters of the shortest base64 that is replaced."""


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
    r"""Of a line redrawn with ``\r`` only the last state stays; ``\r\n`` becomes ``\n``."""
    del language
    if "\r" not in value:
        return None
    lines = value.replace("\r\n", "\n").split("\n")
    return "\n".join(next((s for s in reversed(line.split("\r")) if s.strip()), "") for line in lines)


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
