"""What models write as ``<details>`` with a ``<summary>``: where it begins, its line, and where it ends. No Qt.

Only these two tags are known, at the beginning of a line, and ends also behind the last words of a paragraph; of their
attributes ``open`` alone is read, and whatever else stands between angle brackets stays the text it is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from weclaw_desktop.ui.chat.formulas import OPEN

_ENDS = re.compile(r"\s*(?:</details\s*>\s*)+$", re.IGNORECASE)
_UNFOLDED = re.compile(r"\sopen\b", re.IGNORECASE)
_DETAILS = re.compile(r"</?details(?:\s[^<>]*)?>\s*(?=<|$)", re.IGNORECASE)
_SUMMARY = re.compile(r"<summary(?:\s[^<>]*)?>", re.IGNORECASE)
_CLOSED = re.compile(r"</summary\s*>", re.IGNORECASE)
_EMPHASIS = re.compile(r"</?(?:b|strong|i|em|u|h[1-6])>|\*\*", re.IGNORECASE)
_CODE = re.compile(r"</?code>", re.IGNORECASE)
_OPEN_TAG = re.compile(r"</?\w*$")
_TAGS = ("<details>", "<details open>", "<summary>", "</details>")
FOLDS = "folds"
"""Where the parser's environment says how many folds are open before the text."""
LONGEST = 40
"""Lines of a summary that never ends."""


def folded_plugin(parser: MarkdownIt) -> None:
    """Make ``parser`` find them: a summary is a ``summary`` block, the end of a fold a ``fold_end``.

    In lists and quotes, where nothing can be folded away, there are no ends, and a summary is a paragraph in bold.
    """
    parser.block.ruler.before("html_block", "folded", _rule, {"alt": ["paragraph", "reference", "blockquote"]})
    parser.core.ruler.after("block", "folded_ends", _ends_of_paragraphs)


def _rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    line = _line(state, start)
    if line[:1] != "<" or state.is_code_block(start):
        return False
    tags, rest = _details(line)
    summary = _SUMMARY.match(rest)
    if summary is None and rest and not (state.env.get(OPEN) and start + 1 == state.lineMax and _begun(rest)):
        return False
    if silent:
        return True
    at = start
    if summary is None and tags and tags[-1] != "close":
        at = _next_line(state, start + 1, end)
        rest = _line(state, at) if at < end else ""
        summary = _SUMMARY.match(rest)
    if summary is None:
        state.line = start + 1
        _tags(state, start, tags)
        return True
    words, after = [rest[summary.end() :]], at + 1
    while not _CLOSED.search(words[-1]) and after < min(end, at + LONGEST) and not state.isEmpty(after):
        words.append(_line(state, after))
        after += 1
    said = "\n".join(words)
    if state.env.get(OPEN) and after == state.lineMax:
        said = _OPEN_TAG.sub("", said)
    told, *behind = _CLOSED.split(said, maxsplit=1)
    state.line = after
    _told(state, start, tags, _plain(told))
    text, ends = without_ends("".join(behind))
    _paragraph(state, start, "paragraph", text.strip())
    _tags(state, start, ["close"] * ends)
    return True


def without_ends(text: str) -> tuple[str, int]:
    """A text without the ends of folds that it ends with, and how many there were."""
    found = _ENDS.search(text)
    return (text, 0) if found is None else (text[: found.start()], found[0].count("<"))


def _ends_of_paragraphs(state: StateCore) -> None:
    """Tell the ends of folds that stand behind the last words of a paragraph; without a fold they are words."""
    made: list[Token] = []
    depth = int(state.env.get(FOLDS, 0))
    for token in state.tokens:
        made.append(token)
        depth = max(0, depth + {"summary_open": 1, "fold_end": -1}.get(token.type, 0))  # an end too many is none
        if token.type == "paragraph_close" and token.level == 0 and depth > 0:
            inline = made[-2]
            inline.content, ends = without_ends(inline.content)
            made += [Token("fold_end", "", 0, map=inline.map) for _ in range(ends)]
            depth -= ends
    state.tokens = made


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()


def _details(line: str) -> tuple[list[str], str]:
    """The tags that a line begins with ("open", "unfolded", "close"), and the rest of it."""
    tags: list[str] = []
    while (found := _DETAILS.match(line)) is not None:
        shown = "unfolded" if _UNFOLDED.search(found[0]) else "open"
        tags.append("close" if found[0].startswith("</") else shown)
        line = line[found.end() :]
    return tags, line


def _next_line(state: StateBlock, line: int, end: int) -> int:
    """The first line from ``line`` on that is not empty, ``end`` if there is none where we are."""
    while line < end and state.isEmpty(line):
        line += 1
    return line if line < end and state.sCount[line] >= state.blkIndent else end


def _begun(rest: str) -> bool:
    """Whether a line that still grows may become one of the tags."""
    return any(tag.startswith(rest.casefold()) for tag in _TAGS)


def _plain(told: str) -> str:
    """A summary as Markdown; what is bold as a whole needs no bold parts."""
    return _CODE.sub("`", _EMPHASIS.sub("", " ".join(told.split())))


def _tags(state: StateBlock, start: int, tags: Sequence[str]) -> None:
    """What tags without a summary say: they begin and end folds that nothing stands around."""
    for tag in tags if state.level == 0 else ():
        if tag == "close":
            state.push("fold_end", "", 0).map = [start, state.line]
        else:
            _paragraph(state, start, "summary", "", unfolded=tag == "unfolded")


def _told(state: StateBlock, start: int, tags: Sequence[str], words: str) -> None:
    """A summary: it begins a fold where a tag of one stands before it and nothing stands around."""
    begins = bool(tags) and tags[-1] != "close" and state.level == 0
    _tags(state, start, tags[:-1] if begins else tags)
    if begins:
        _paragraph(state, start, "summary", words, unfolded=tags[-1] == "unfolded")
    elif words:
        _paragraph(state, start, "paragraph", words, bold=True)


def _paragraph(
    state: StateBlock, start: int, kind: str, words: str, *, bold: bool = False, unfolded: bool = False
) -> None:
    if not words and kind == "paragraph":
        return
    opening = state.push(f"{kind}_open", "p", 1)
    opening.map, opening.meta = [start, state.line], {"unfolded": unfolded}
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = words, [start, state.line], []
    inline.meta = {"bold": bold}
    state.push(f"{kind}_close", "p", -1)
