"""Markdown as a list of segments: rich text as safe HTML for Qt's documents, and code. No Qt in here.

GitHub's dialect: tables, task lists, strikethrough, bare addresses, alerts, footnotes, formulas. The HTML is made from
markdown-it's tokens by us and holds no foreign attribute and no foreign tag: raw HTML of an answer is shown as the text
it is, a picture becomes a link. The only ``<img>`` is a formula's, whose address is its own source (``math:``). So
nothing can be loaded by showing an answer.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from weclaw_desktop.ui.chat import citations, flanking, folded, formulas, listing, raised, struck
from weclaw_desktop.ui.chat.addresses import linked
from weclaw_desktop.ui.chat.direction import right_to_left, texts_in

_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")
_ALERT = re.compile(r"\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*(?:\n|$)")
ALERTS = ("note", "tip", "important", "warning", "caution")
"""Kinds of a quote that GitHub shows as a box; the words are put in where the language is known."""
_HEADINGS = {"h1": "h1", "h2": "h2", "h3": "h3"}
FORMULA = "math:"
"""How the address of a formula's picture begins."""
DEEPEST = 100
"""Levels of nesting that are read (a list takes two); the parser drops what follows deeper ones."""
OBJECT = "\ufffc"
"""What stands for a formula in a document's plain text."""


@dataclass(frozen=True, slots=True)
class TextSegment:
    """Rich text. ``html`` is what Qt shows; ``size`` its number of characters; ``tight`` continues the one before.

    ``wide`` says that it is nothing but a table or a formula, which may need more width than there is.
    """

    html: str
    tight: bool = False
    wide: bool = False

    @property
    def size(self) -> int:
        """Characters of HTML: what a document has to lay out."""
        return len(self.html)


@dataclass(frozen=True, slots=True)
class CodeSegment:
    """A code block; ``closed`` is False while it still grows."""

    code: str
    language: str = ""
    closed: bool = True
    indent: int = 0
    """Lists that it stands in."""


@dataclass(frozen=True, slots=True)
class FoldSegment:
    """The line under which what follows is folded away, up to its ``FoldEnd``; ``unfolded`` if it is shown at first.

    ``html`` has no paragraph around it, and is "" where no summary is given.
    """

    html: str
    unfolded: bool = False


@dataclass(frozen=True, slots=True)
class FoldEnd:
    """What was folded away ends."""


Segment = TextSegment | CodeSegment | FoldSegment | FoldEnd


@dataclass(frozen=True, slots=True)
class Block:
    """One top-level block of a source: its tokens and its lines ``start``…``end`` (end not included)."""

    tokens: tuple[Token, ...]
    start: int
    end: int

    @property
    def kind(self) -> str:
        """The type of the opening token."""
        return self.tokens[0].type


@cache
def parser() -> MarkdownIt:
    """CommonMark with tables, strikethrough, formulas and emphasis beside Chinese; HTML off."""
    made = MarkdownIt("commonmark", {"html": False, "maxNesting": DEEPEST}).enable(["table", "strikethrough"])
    flanking.flanking_plugin(made)
    formulas.formulas_plugin(made)
    citations.citations_plugin(made)
    raised.raised_plugin(made)
    folded.folded_plugin(made)
    struck.struck_plugin(made)
    return made


@cache
def _bare() -> MarkdownIt:
    """Paragraphs and nothing else, for a text that is nested too deeply: it is shown as it was written."""
    return MarkdownIt("zero")


def clean(text: str) -> str:
    """Text that can be shown: NUL and lone surrogates become the replacement character, line ends become line feeds."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\0" in text or OBJECT in text:
        text = text.replace("\0", "\ufffd").replace(OBJECT, "\ufffd")
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def blocks(source: str, *, growing: bool = False, folds: int = 0) -> list[Block]:
    """The top-level blocks of ``source``; ``growing``: more may come, so that the last may be an open formula.

    ``folds`` are open before it.
    """
    found: list[Block] = []
    current: list[Token] = []
    depth = 0
    tokens = parser().parse(source, {formulas.OPEN: growing, folded.FOLDS: folds})
    if any(token.level >= DEEPEST - 1 for token in tokens):
        tokens = _bare().parse(source)
    for token in tokens:
        current.append(token)
        depth += token.nesting
        if depth == 0:
            start, end = current[0].map or (0, 0)
            found.append(Block(tuple(current), start, end))
            current = []
    return found


def segments(source: str, *, breaks: bool = False) -> list[Segment]:
    """Everything in ``source``; ``breaks`` keeps single line ends (what people type)."""
    return [made for block in blocks(clean(source)) for made in apart(block, breaks=breaks)]


def apart(block: Block, *, breaks: bool = False) -> list[Segment]:
    """A finished block as segments: one, or more for a list with code in it."""
    if not listing.holds_code(block.tokens):
        return [segment(block, breaks=breaks)]
    made: list[Segment] = []
    html: list[str] = []
    quotes: list[_Quote] = []
    outline = listing.Outline(block.tokens)
    for index, token in enumerate(block.tokens):
        if token.type in listing.CODE and not quotes:
            html.append(outline.leave())
            made += [TextSegment("".join(html))] if any(html) else []
            html.clear()
            made.append(finished_code(token.content.removesuffix("\n"), language(token.info), outline.depth))
        else:
            tag = None if quotes else outline.tag(index)
            html += _told(block.tokens, index, quotes, breaks) if tag is None else (tag,)
    return [*made, TextSegment("".join(html))] if any(html) else made


def segment(block: Block, *, breaks: bool = False) -> Segment:
    """One block as one segment, as it is shown while it grows: code in a list is in the text."""
    first = block.tokens[0]
    if first.type == "fold_end":
        return FoldEnd()
    if first.type == "summary_open":
        said = "".join(_inline(block.tokens[1].children or [], breaks=False))
        return FoldSegment(said, bool(first.meta.get("unfolded")))
    if first.type in ("fence", "code_block"):
        return finished_code(first.content.removesuffix("\n"), language(first.info))
    return TextSegment("".join(_render(block.tokens, breaks)), wide=block.kind in ("table_open", "formula_block"))


def unfolded(made: Segment) -> TextSegment | CodeSegment | None:
    """A segment where nothing is folded away: a summary is a paragraph in bold, its end is nothing."""
    if isinstance(made, FoldSegment):
        return TextSegment(f"<p><b>{made.html}</b></p>") if made.html else None
    return None if isinstance(made, FoldEnd) else made


def finished_code(content: str, name: str, indent: int = 0) -> Segment:
    """A finished code block; one in the language "math" is a formula."""
    if name == "math" and content.strip():
        return TextSegment(_displayed(content.strip()), wide=True)
    return CodeSegment(content, name, indent=indent)


def formula(address: str) -> tuple[str, bool] | None:
    """The source behind a formula's address and whether it is displayed; None for any other address."""
    style, _, encoded = address.removeprefix(FORMULA).partition(":")
    if not address.startswith(FORMULA) or style not in ("d", "i"):
        return None
    return base64.urlsafe_b64decode(encoded.encode()).decode(), style == "d"


def _image(tex: str, *, display: bool) -> str:
    encoded = base64.urlsafe_b64encode(tex.encode("utf-8", "replace")).decode()
    return f'<img src="{FORMULA}{"d" if display else "i"}:{encoded}"/>'


def _displayed(tex: str) -> str:
    return f'<p align="center">{_image(tex, display=True)}</p>'


def language(info: str) -> str:
    """The language named by a fence, lower case; "" when there is none."""
    return info.strip().split(maxsplit=1)[0].strip("{}.").lower()[:30] if info.strip() else ""


def plain(text: str) -> TextSegment:
    """Text as it was typed, without any markup."""
    lines = escape(clean(text), quote=False).replace("  ", " \u00a0").split("\n")
    return TextSegment(f"<p>{'<br/>'.join(lines)}</p>")


@dataclass(frozen=True, slots=True)
class _Quote:
    """A quote that is open: the kind of alert that it is ("" for none), and the level of what stands in it.

    ``turned``: it is read from right to left, so that its bar stands on the right.
    """

    alert: str
    level: int
    turned: bool

    def opening(self, inset: str) -> str:
        """Its HTML up to its text: two cells, of which the bar is one."""
        turned = ' dir="rtl"' if self.turned else ""
        head = f'<p class="alert {self.alert}"{turned}></p>' if self.alert else ""
        cell = f'<td class="{"quoted turned" if self.turned else "quoted"}">'
        table = f'<table class="quote" width="100%" cellspacing="0"{inset}><tr>'
        return f"{table}{'' if self.turned else self._bar}{cell}{head}"

    @property
    def closing(self) -> str:
        """Its HTML behind its text."""
        return f"</td>{self._bar if self.turned else ''}</tr></table>"

    @property
    def _bar(self) -> str:
        return f'<td class="bar {self.alert}" width="3"></td>'


def _render(tokens: Sequence[Token], breaks: bool) -> Iterator[str]:
    quotes: list[_Quote] = []
    for index in range(len(tokens)):
        yield from _told(tokens, index, quotes, breaks)


def _told(tokens: Sequence[Token], index: int, quotes: list[_Quote], breaks: bool) -> Iterator[str]:
    """The HTML of one token; ``quotes`` are those that are open, from outside inwards."""
    token = tokens[index]
    level = quotes[-1].level if quotes else 0
    inset = listing.inset(token, level)
    if token.type == "blockquote_open":
        quotes.append(_quote(tokens, index))
        yield quotes[-1].opening(listing.inset(token, level, turned=quotes[-1].turned))
    elif token.type == "blockquote_close":
        yield quotes.pop().closing
    elif token.type == "inline":
        yield from _paragraph(tokens, index, breaks, alert=quotes[-1].alert if quotes else "")
    elif token.type in listing.LISTS:
        yield listing.opening(tokens, index)
    else:
        yield _block(token, inset, quoted=bool(quotes) and not quotes[-1].alert)


def _block(token: Token, inset: str, *, quoted: bool) -> str:
    """Any block token but quotes and the text inside blocks; ``inset`` is said by those that are tables."""
    if token.type in ("fence", "code_block"):
        content = escape(token.content.rstrip(), quote=False)
        head = f'<table class="code" width="100%" cellpadding="8"{inset}>'
        return f"{head}<tr><td><pre>{content}</pre></td></tr></table>"
    if token.type == "formula_block":
        source = escape(token.markup + token.content, quote=False).replace("\n", "<br/>")
        return f'<p class="source">{source}</p>' if token.meta["open"] else _displayed(token.content)
    if token.type == "note_open":
        return f'<p class="foot">{citations.mark(token.meta["label"])}\u00a0'
    if token.type == "note_break":
        return "<br/>"
    if token.type == "hr":
        return f'<table class="rule" width="100%" cellpadding="0"{inset}><tr><td></td></tr></table>'
    if token.type == "table_open":
        return f'<table class="grid" border="1" cellspacing="0" cellpadding="6"{inset}>'
    return _tag(token, quoted=quoted)


def _alert(opening: Sequence[Token]) -> str:
    """The kind of alert that a quote is, "" for a plain quote."""
    found = _ALERT.match(opening[2].content) if len(opening) > 2 and opening[2].type == "inline" else None
    return found[1].lower() if found is not None else ""


def _quote(tokens: Sequence[Token], index: int) -> _Quote:
    """The quote that opens at ``index``."""
    said = (_ALERT.sub("", text, count=1) for text in texts_in(tokens, index))
    return _Quote(_alert(tokens[index : index + 3]), tokens[index].level + 1, right_to_left(said))


def _paragraph(tokens: Sequence[Token], index: int, breaks: bool, *, alert: str) -> Iterator[str]:
    """The text of a block; the mark of a task or of an alert is no text."""
    children = tokens[index].children or []
    before = tokens[index - 2].type if index >= 2 else ""
    if alert and before == "blockquote_open":
        after = next((n for n, child in enumerate(children) if child.type in ("softbreak", "hardbreak")), len(children))
        children = children[after + 1 :]
    said = _inline(children, breaks, task=before == "list_item_open")
    yield from said if not tokens[index].meta.get("bold") else ("<b>", *said, "</b>")


def _tag(token: Token, *, quoted: bool) -> str:
    """Opening or closing tag of a block."""
    opening = token.nesting == 1
    if token.tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
        return f'<p class="{_HEADINGS.get(token.tag, "h4")}">' if opening else "</p>"
    if token.type.startswith("paragraph"):
        if token.hidden:
            return ""
        return ('<p class="q">' if quoted else "<p>") if opening else "</p>"
    if token.type in ("th_open", "td_open"):
        align = re.search(r"(left|center|right)", str(token.attrGet("style") or ""))
        return f'<{token.tag} align="{align[1] if align else "left"}">'
    return f"<{token.tag}>" if opening else f"</{token.tag}>"


_MARKS = {"strong": "b", "em": "i", "s": "s"}


def _inline(children: Sequence[Token], breaks: bool, *, task: bool = False) -> Iterator[str]:
    last = ""
    links = 0
    for index, child in enumerate(children):
        links += child.nesting if child.tag == "a" else 0
        if child.type == "softbreak":
            yield "<br/>" if breaks else _soft(last, children[index + 1 :])
        elif task and index == 0 and (mark := listing.TASK.match(child.content)):
            box = "\u2610 " if mark[1] == " " else "\u2611 "
            yield box + linked(child.content[mark.end() :])
        elif child.type == "text" and not links:
            yield linked(child.content)
        else:
            yield _span(child)
        last = child.content[-1:] or last


def _span(child: Token) -> str:
    """One inline token but a soft line end."""
    if child.type == "hardbreak":
        return "<br/>"
    if child.type == "formula":
        return _image(child.content, display=child.meta["display"])
    if child.type == "note_mark":
        return citations.mark(child.content)
    if child.type == "raised":
        return f"<{child.tag}>{escape(child.content, quote=False)}</{child.tag}>"
    if child.type == "code_inline":
        return f"<code>{escape(child.content, quote=False)}</code>"
    if child.type == "image":
        return _picture(str(child.attrGet("src") or ""), child.content)
    if child.tag == "a":
        return f'<a href="{escape(str(child.attrGet("href") or ""))}">' if child.nesting == 1 else "</a>"
    if (name := _MARKS.get(child.tag)) is not None:
        return f"<{name}>" if child.nesting == 1 else f"</{name}>"
    return escape(child.content, quote=False)


def _picture(address: str, words: str) -> str:
    """A picture as a link with its words; one that is spelt out in the answer itself has no address to open."""
    shown = f"[{escape(words or '…', quote=False)}]"
    return shown if address.startswith("data:") else f'<a href="{escape(address)}">{shown}</a>'


def _soft(last: str, following: Sequence[Token]) -> str:
    """What a line end inside a paragraph becomes: nothing between two Chinese characters, else a space."""
    after = next((t.content[:1] for t in following if t.content), "")
    return "" if _CJK.match(last) and _CJK.match(after) else " "
