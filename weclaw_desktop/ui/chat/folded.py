"""What models write as ``<details>`` with a ``<summary>``: its contents, with the summary as a bold line above. No Qt.

Answers are read, not operated, so nothing is folded away. Only these two tags are known, at the beginning of a line;
their attributes are dropped, and whatever else stands between angle brackets stays the text it is.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from weclaw_desktop.ui.chat.formulas import OPEN

_ENDS = re.compile(r"</details\s*>\s*$", re.IGNORECASE)
_DETAILS = re.compile(r"</?details(?:\s[^<>]*)?>\s*(?=<|$)", re.IGNORECASE)
_SUMMARY = re.compile(r"<summary(?:\s[^<>]*)?>", re.IGNORECASE)
_CLOSED = re.compile(r"</summary\s*>", re.IGNORECASE)
_EMPHASIS = re.compile(r"</?(?:b|strong|i|em|u|h[1-6])>|\*\*", re.IGNORECASE)
_CODE = re.compile(r"</?code>", re.IGNORECASE)
_OPEN_TAG = re.compile(r"</?\w*$")
_TAGS = ("<details>", "<details open>", "<summary>", "</details>")
LONGEST = 40
"""Lines of a summary that never ends."""


def folded_plugin(parser: MarkdownIt) -> None:
    """Make ``parser`` find them: the summary is a paragraph in bold, the tags themselves are nothing."""
    parser.block.ruler.before("html_block", "folded", _rule, {"alt": ["paragraph", "reference", "blockquote"]})


def _rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    line = _line(state, start)
    if line[:1] != "<" or state.is_code_block(start):
        return False
    rest = _without_details(line)
    summary = _SUMMARY.match(rest)
    if summary is None:
        if rest and not (state.env.get(OPEN) and start + 1 == state.lineMax and _begun(rest)):
            return False
        if not silent:
            state.line = start + 1
        return True
    if silent:
        return True
    words, after = [rest[summary.end() :]], start + 1
    while not _CLOSED.search(words[-1]) and after < min(end, start + LONGEST) and not state.isEmpty(after):
        words.append(_line(state, after))
        after += 1
    said = "\n".join(words)
    if state.env.get(OPEN) and after == state.lineMax:
        said = _OPEN_TAG.sub("", said)
    told, *behind = _CLOSED.split(said, maxsplit=1)
    state.line = after
    _paragraph(state, start, _plain(told), bold=True)
    _paragraph(state, start, _ENDS.sub("", "".join(behind)).strip(), bold=False)
    return True


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()


def _without_details(line: str) -> str:
    """A line without the tags that it begins with."""
    while (found := _DETAILS.match(line)) is not None:
        line = line[found.end() :]
    return line


def _begun(rest: str) -> bool:
    """Whether a line that still grows may become one of the tags."""
    return any(tag.startswith(rest.casefold()) for tag in _TAGS)


def _plain(told: str) -> str:
    """A summary as Markdown; what is bold as a whole needs no bold parts."""
    return _CODE.sub("`", _EMPHASIS.sub("", " ".join(told.split())))


def _paragraph(state: StateBlock, start: int, words: str, *, bold: bool) -> None:
    if not words:
        return
    state.push("paragraph_open", "p", 1).map = [start, state.line]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = words, [start, state.line], []
    inline.meta = {"bold": bold}
    state.push("paragraph_close", "p", -1)
