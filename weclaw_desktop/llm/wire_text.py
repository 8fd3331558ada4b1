"""Makes text fit to travel: no NUL, no lone surrogates, no base64 as text.

The same function stands before counting and before sending, so that a request is counted as what is really sent.
Stored text is never changed by it.
"""

from __future__ import annotations

import re

from weclaw_desktop.core.stretches import stretches, unbroken

MIN_BASE64 = 1_024
"""Characters from which an unbroken base64 run is data rather than words (a signature or a key is shorter)."""

_RUN = re.compile(
    r"(?:data:[\w.+-]+/[\w.+-]+;base64,)?"
    r"(?<![A-Za-z0-9+/])(?P<run>[A-Za-z0-9+/]{1024,}={0,2})"
)
_LINES = re.compile(r"(?<![A-Za-z0-9+/])(?P<run>(?:[A-Za-z0-9+/]{60,80}\r?\n){16,}[A-Za-z0-9+/]{0,80}={0,2})")
_LEAST_LINE = 60
"""Without a word of so many characters there is no base64: neither of one run nor of the shortest lines."""
_SHORTEST = 16 * 61
"""Characters of the shortest run that either expression finds."""
_KINDS_OF_CHARACTER = 40
_OUTSIDE = (" ", "，", "。")
"""What stands in no base64, so that no run is cut."""


def wire_text(text: str) -> str:
    """``text`` as it may be sent and counted.

    NUL becomes the visible symbol for it (U+2400), a lone surrogate the replacement character, a base64 run of
    ``MIN_BASE64`` characters or more a short note of its size.
    """
    if "\0" in text:
        text = text.replace("\0", "\u2400")
    if not text.isascii():
        text = _whole_characters(text)
    return without_base64(text) if unbroken(text, _SHORTEST) else text


def without_base64(text: str) -> str:
    """``text`` with long base64 runs replaced by a note of their size in bytes."""
    if max(map(len, text.split()), default=0) < _LEAST_LINE:
        return text
    return "".join([_LINES.sub(_note, _RUN.sub(_note, stretch)) for stretch in stretches(text, _OUTSIDE)])


def _whole_characters(text: str) -> str:
    """Join surrogate pairs, replace lone ones: JSON with half a character is refused by every provider."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _note(match: re.Match[str]) -> str:
    run = match["run"]
    if len(set(run)) < _KINDS_OF_CHARACTER:
        return match[0]  # "aaaa…", a ruler, a genome: text after all
    return f"[base64 data, {len(run) * 3 // 4:,} bytes, not shown]"
