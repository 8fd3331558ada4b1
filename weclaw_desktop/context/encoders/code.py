"""Source code as tools print it. Indentation is never touched, and no line of code goes."""

from __future__ import annotations

import re

from weclaw_desktop.core.text import Language

_NUMBER = re.compile(r"^ +(?=\d+(?:\t|→))", re.MULTILINE)
_FILE = re.compile(r"diff --git a/(\S+) b/\1\n")
_SIDES = re.compile(
    r"^(diff --git a/(\S+) b/\2\n(?:(?:index|old mode|new mode|similarity) .*\n)*)--- a/\2\n\+\+\+ b/\2\n", re.MULTILINE
)


def numbered(value: str, language: Language) -> str | None:
    """``cat -n``: the blanks in front of line numbers go."""
    del language
    if "\t" not in value and "→" not in value:
        return None
    return _NUMBER.sub("", value)


def diffs(value: str, language: Language) -> str | None:
    """A diff's two lines that say again which file it is about go, when both sides have its name."""
    del language
    return _SIDES.sub(r"\1", value) if _FILE.search(value) else None
