"""The few HTML tags that models write for want of Markdown: line ends, letters above and below the line, keys.

They hold text alone and no attribute, so nothing can come in with them; every other tag stays the text it is. No Qt.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

_LINE_END = re.compile(r"<br[ \t]*/?>", re.IGNORECASE)
_RAISED = re.compile(r"<(sub|sup|kbd)>([^<>\n]{1,100})</\1>", re.IGNORECASE)


def raised_plugin(parser: MarkdownIt) -> None:
    """Make ``parser`` find them: ``hardbreak``, and inline tokens ``raised`` whose tag is one that Qt shows."""
    parser.inline.ruler.before("autolink", "raised", _rule)


def _rule(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "<":
        return False
    found = _LINE_END.match(state.src, state.pos) or _RAISED.match(state.src, state.pos)
    if found is None or found.end() > state.posMax:
        return False
    if not silent and found.re is _LINE_END:
        state.push("hardbreak", "br", 0)
    elif not silent:
        tag = found[1].lower()
        state.push("raised", "code" if tag == "kbd" else tag, 0).content = found[2]
    state.pos = found.end()
    return True
