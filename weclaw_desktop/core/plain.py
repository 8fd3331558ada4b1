"""A text without the signs that Markdown paints instead of showing: what people read and so look for. Pure.

What looks like a sign inside code goes too; who must not miss anything looks at the text as it was written as well.
"""

from __future__ import annotations

import re

_LINK = re.compile(r"(?<!\w)!?\[([^\[\]\n]{0,300})\]\([^)\s]{0,2000}\)")
_SIGNS = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,})[^\n]*$"  # the fence of a code block
    r"|^[ \t|:-]{3,}$"  # the line below a table's head, a rule
    r"|^[ \t]*(?:#{1,6}|>|[-*+](?: \[[ xX]\])?)[ \t]+"  # headings, quotes, points of a list
    r"|\*{2,3}|~~|`+|(?<!\w)__(?=\w)|(?<=\w)__(?!\w)"  # bold, struck out, code
    r"|(?<![\w*])[*_](?=\w)|(?<=\w)[*_](?![\w*])"  # italics
    r"|^[ \t]*\||\|[ \t]*$",  # the edges of a table
    re.MULTILINE,
)
"""Signs of Markdown that say nothing in a line of plain words."""


def plain(text: str) -> str:
    """A text without its signs, and links as their words."""
    return _SIGNS.sub("", _LINK.sub(r"\1", text))
