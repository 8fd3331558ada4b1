r"""Footnotes and sources: ``[^1]``, ``[^1]: text``, and ``[1]`` where an answer lists its sources. No Qt in here.

A mark is found where it stands, its target often comes last. So marks become links to ``note:1`` at once, and what is
behind a number is looked up in the whole text (``targets``) when somebody asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape, unescape

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

NOTE = "note:"
"""How the address of a mark begins."""
NOTE_INDENT = 4
"""Blanks before the further paragraphs of a note."""
_MARK = re.compile(r"\[\^([^\]\s\[]{1,40})\](?!:)")
_BEGIN = re.compile(r"\[\^([^\]\s\[]{1,40})\]:[ \t]*")
_ADDRESS = re.compile(r"https?://[^\s<>()\u3000-\u303f\uff00-\uffef]+")
_LISTED = re.compile(
    r"^[ \t>]*(?:[-*+][ \t]+)?\[(?P<label>\^?[^\]\n\[]{1,40})\](?P<colon>:)?[ \t]+(?P<rest>\S.*)$", re.MULTILINE
)
_TEXT = re.compile(r"(<a\b.*?</a>|<code>.*?</code>|<pre>.*?</pre>|<[^>]*>)", re.DOTALL)
_NUMBER = re.compile(r"\[(?:citation:)?(\d{1,3})\]")
_REFERENCE = re.compile(r"\[([^\[\]<>]{1,200})\]\[([^\[\]<>]{0,60})\]")


@dataclass(frozen=True, slots=True)
class Target:
    """What is behind a mark: ``address`` to open, "" for none, and what can be read at once."""

    text: str
    address: str = ""


def citations_plugin(parser: MarkdownIt) -> None:
    """Make ``parser`` find footnotes: inline tokens ``note_mark``, blocks ``note_open`` … ``note_close``.

    Between paragraphs of one note stands ``note_break``.
    """
    parser.inline.ruler.before("link", "note_mark", _mark_rule)
    parser.block.ruler.before("reference", "note", _note_rule, {"alt": ["paragraph", "reference"]})


def targets(raw: str) -> dict[str, Target]:
    """What the labels of an answer mean: from footnotes, link definitions and lists of sources with an address."""
    found: dict[str, Target] = {}
    for line in _LISTED.finditer(raw):
        label, rest = line["label"], line["rest"].strip()
        address = _ADDRESS.search(rest)
        if label.startswith("^") or line["colon"]:
            plain = rest.split(maxsplit=1)[0].strip("<>") if not label.startswith("^") else ""
            known = address[0].rstrip(".,;") if address is not None else ""
            if known or label.startswith("^"):
                found.setdefault(label.lstrip("^").casefold(), Target(rest, known or plain))
        elif label.isdecimal() and address is not None:
            found.setdefault(label, Target(rest, address[0].rstrip(".,;")))
    return found


def chips(html: str, known: Mapping[str, Target]) -> str:
    """``html`` with ``[1]`` and ``[words][label]`` as links where the label is known; code and links are left alone."""
    if "[" not in html:
        return html
    parts = _TEXT.split(html)
    for index in range(0, len(parts), 2):
        if "[" in parts[index]:
            parts[index] = _NUMBER.sub(
                lambda found: mark(found[1]) if found[1] in known else found[0],
                _REFERENCE.sub(lambda found: _linked(found, known), parts[index]),
            )
    return "".join(parts)


def mark(label: str) -> str:
    """A label as a small link."""
    return f'<a class="mark" href="{NOTE}{escape(label)}">\u00a0{escape(label)}\u00a0</a>'


def label_of(address: str) -> str:
    """The label behind the address of a mark, "" for any other address."""
    return unescape(address.removeprefix(NOTE)).casefold() if address.startswith(NOTE) else ""


def _linked(found: re.Match[str], known: Mapping[str, Target]) -> str:
    target = known.get(unescape(found[2] or found[1]).casefold())
    if target is None or not target.address or (found[1].isdecimal() and found[2].isdecimal()):
        return found[0]
    return f'<a href="{escape(target.address)}">{found[1]}</a>'


def _mark_rule(state: StateInline, silent: bool) -> bool:
    found = _MARK.match(state.src, state.pos) if state.src[state.pos] == "[" else None
    if found is None or found.end() > state.posMax:
        return False
    if not silent:
        state.push("note_mark", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _note_rule(state: StateBlock, start: int, last: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    found = _BEGIN.match(state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]])
    if found is None:
        return False
    if silent:
        return True
    end = start + 1
    while end < last and not state.isEmpty(end) and not _BEGIN.match(_line(state, end)):
        end += 1
    text = "\n".join(_line(state, line) for line in range(start, end))
    further, end = _further(state, end, last)
    state.push("note_open", "p", 1).map = [start, end]
    state.tokens[-1].meta = {"label": found[1]}
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = text[found.end() :].strip(), [start, end], []
    for words in further:
        state.push("note_break", "br", 0)
        inline = state.push("inline", "", 0)
        inline.content, inline.map, inline.children = words, [start, end], []
    state.push("note_close", "p", -1)
    state.line = end
    return True


def _further(state: StateBlock, line: int, last: int) -> tuple[list[str], int]:
    """The indented paragraphs that belong to a note which ends before ``line``, and where they end."""
    found: list[str] = []
    end = line
    while line < last:
        if state.isEmpty(line):
            line += 1
            continue
        if state.sCount[line] - state.blkIndent < NOTE_INDENT:
            break
        words = [_line(state, line).strip()]
        while (line := line + 1) < last and not state.isEmpty(line) and not _BEGIN.match(_line(state, line)):
            words.append(_line(state, line).strip())
        found.append("\n".join(words))
        end = line
    return found, end


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
