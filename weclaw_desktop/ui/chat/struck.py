"""``~words~`` is struck through like ``~~words~~``, as on GitHub, but a sign between letters or digits never. No Qt.

Between them it is a range or a sound: "3~5 天，7~9 元", "好的~谢谢~再见". GitHub strikes out what is between two such.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

SIGN = "~"


def struck_plugin(parser: MarkdownIt) -> None:
    """Make ``parser`` take one or two signs, not more; its own rule does the work."""
    parser.options["strikethrough_single_tilde"] = True
    parser.inline.ruler.before("strikethrough", "lone_tilde", _rule)


def _rule(state: StateInline, silent: bool) -> bool:
    at = state.pos
    if state.src[at] != SIGN or state.src[at - 1 : at + 2].count(SIGN) > 1:
        return False
    if not (_word(state.src[at - 1 : at]) and _word(state.src[at + 1 : at + 2])):
        return False
    if not silent:
        state.pending += SIGN
    state.pos += 1
    return True


def _word(letter: str) -> bool:
    return letter.isalnum()
