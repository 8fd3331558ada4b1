"""A growing answer as segments: what can no longer change is settled once, only the tail is looked at again.

Rendering the whole text for every token costs seconds for a long answer; this costs time in proportion to the tail. The
tail is kept short even inside one endless paragraph, list, table or code block. ``raw`` is all text ever fed: the truth
that is stored and copied, whatever the screen shows. No Qt in here.
"""

from __future__ import annotations

import re
from dataclasses import replace

from weclaw_desktop.ui.chat.formulas import open_until
from weclaw_desktop.ui.chat.listing import CODE
from weclaw_desktop.ui.chat.segments import (
    Block,
    CodeSegment,
    FoldEnd,
    FoldSegment,
    Segment,
    TextSegment,
    apart,
    blocks,
    clean,
    finished_code,
    language,
    segment,
)

LONGEST_PARAGRAPH = 1_500
"""Characters of one unfinished paragraph before its beginning is settled."""
LONGEST_LIST = 40
"""Lines of one unfinished list or table before its beginning is settled."""
CODE_END = 100
"""Lines of code inside a list or quote that are shown while it grows; all of it comes with the whole list."""
_FENCE_BEGUN = re.compile(r" {0,3}(`|~|$)")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})([^\n]*)\n")


class GrowingText:
    """Feed text; read ``settled`` (only ever appended to) and ``tail`` (replaced at every ``advance``)."""

    def __init__(self, *, breaks: bool = False) -> None:
        self._pieces: list[str] = []
        self._rest = ""
        self._breaks = breaks
        self._fence: re.Pattern[str] | None = None
        self._language = ""
        self._code: list[str] = []
        self._held = ""
        self._counted = self._folds = 0
        """Segments that were looked at for folds, and folds that are open behind them."""
        self.settled: list[Segment] = []
        self.tail: list[Segment] = []

    @property
    def raw(self) -> str:
        """Everything fed so far, unchanged."""
        if len(self._pieces) > 1:
            self._pieces = ["".join(self._pieces)]
        return self._pieces[0] if self._pieces else ""

    @property
    def code(self) -> str:
        """The code of the open block, when ``tail`` is one."""
        if len(self._code) > 1:
            self._code = ["".join(self._code)]
        return self._code[0] if self._code else ""

    def feed(self, text: str) -> None:
        """Add text. Cheap: nothing is parsed before ``advance``."""
        self._pieces.append(text)
        held, self._held = self._held + text, ""
        if held and ("\ud800" <= held[-1] <= "\udbff" or held[-1] == "\r"):
            held, self._held = held[:-1], held[-1]
        self._rest += clean(held)

    def advance(self) -> None:
        """Settle what is final and renew the tail."""
        while self._fence is not None or self._rest:
            if self._fence is not None:
                if not self._advance_code():
                    return
            elif not self._advance_text():
                return
        self.tail = []

    def finish(self) -> None:
        """No more text comes: settle everything."""
        self._rest += clean(self._held)
        self._held = ""
        if self._rest and not self._rest.endswith("\n"):
            self._rest += "\n"
        self.advance()
        if self._fence is not None:
            self.settled.append(finished_code(self.code.removesuffix("\n"), self._language))
        rest = blocks(self._rest, folds=self._open_folds())
        self.settled += [made for block in rest for made in apart(block, breaks=self._breaks)]
        self._fence, self._code, self._rest, self.tail = None, [], "", []

    def _advance_text(self) -> bool:
        """One step outside a code block; False when nothing more can be settled now."""
        found = blocks(self._rest, growing=True, folds=self._open_folds())
        if not found:
            self.tail = []
            return False
        last = found[-1]
        done = [block for block in found if block.end <= last.start]  # several may stand in one line
        if done:
            self.settled += [made for block in done for made in apart(block, breaks=self._breaks)]
            self._rest = _from_line(self._rest, found[len(done)].start)
        opening = _FENCE.match(self._rest) if last.kind == "fence" else None
        if opening is not None:
            fence = opening[1]
            self._fence = re.compile(rf"^ {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$", re.MULTILINE)
            self._language, self._code = language(opening[2]), []
            self._rest = self._rest[opening.end() :]
            return True
        if self._split_long(last):
            return True
        _show_end(last)
        self.tail = [segment(block, breaks=self._breaks) for block in found[len(done) :]]
        return False

    def _open_folds(self) -> int:
        """Folds that are open behind what is settled."""
        for made in self.settled[self._counted :]:
            self._folds += isinstance(made, FoldSegment) - (isinstance(made, FoldEnd) and self._folds > 0)
        self._counted = len(self.settled)
        return self._folds

    def _advance_code(self) -> bool:
        """One step inside a code block; False while it stays open."""
        assert self._fence is not None
        closing = self._fence.search(self._rest)
        if closing is not None and self._rest[closing.end() : closing.end() + 1] == "\n":
            self._code.append(self._rest[: closing.start()])
            self.settled.append(finished_code(self.code.removesuffix("\n"), self._language))
            self._fence, self._code = None, []
            self._rest = self._rest[closing.end() + 1 :]
            return True
        cut = self._rest.rfind("\n") + 1
        self._code.append(self._rest[:cut])
        self._rest = self._rest[cut:]
        begun = "" if _FENCE_BEGUN.match(self._rest) else self._rest
        self.tail = [CodeSegment(self.code + begun, self._language, closed=False)]
        return False

    def _split_long(self, last: Block) -> bool:
        """Settle the beginning of an overlong block; True when something was settled."""
        cut = 0
        if last.kind == "paragraph_open" and len(self._rest) > LONGEST_PARAGRAPH:
            cut = _paragraph_cut(self._rest)
        elif last.kind in ("bullet_list_open", "ordered_list_open") and last.end - last.start > LONGEST_LIST:
            cut = _list_cut(self._rest, last)
        elif last.kind == "table_open" and last.end - last.start > LONGEST_LIST:
            return self._split_table(last)
        if not cut:
            return False
        self._settle(self._rest[:cut])
        self._rest = self._rest[cut:]
        return True

    def _split_table(self, last: Block) -> bool:
        lines = self._rest.split("\n")
        head, body, open_line = lines[:2], lines[2 : last.end - 1], lines[last.end - 1 :]
        self._settle("\n".join((*head, *body)))
        self._rest = "\n".join((*head, *open_line))
        return True

    def _settle(self, source: str) -> None:
        found = blocks(source, folds=self._open_folds())
        for made in (made for block in found for made in apart(block, breaks=self._breaks)):
            self.settled.append(replace(made, tight=True) if isinstance(made, TextSegment) else made)


def _show_end(growing: Block) -> None:
    """Leave the end of the code in a list or quote: it is laid out anew with every change."""
    for token in growing.tokens:
        if token.type in CODE and token.content.count("\n") > CODE_END:
            token.content = "\n".join(token.content.split("\n")[-CODE_END:])


def _from_line(text: str, line: int) -> str:
    """``text`` without its first ``line`` lines."""
    at = 0
    for _ in range(line):
        at = text.index("\n", at) + 1
    return text[at:]


_SENTENCE_ENDS = ("\n", ". ", "。", "；", "! ", "? ")


def _paragraph_cut(text: str) -> int:
    """Where a long paragraph may be cut without breaking its markup: after a line or sentence, 0 for nowhere."""
    at = len(text) // 2
    while at < len(text) - 200:
        ends = [found + len(mark) for mark in _SENTENCE_ENDS if (found := text.find(mark, at, -200)) >= 0]
        if not ends:
            return 0
        at = min(ends)
        if (after := open_until(text, at)) > at:
            at = after
        elif _balanced(text[:at]):
            return at
    return 0


def _balanced(text: str) -> bool:
    """Whether no emphasis, code or link is open at the end of ``text``."""
    return text.count("[") == text.count("]") and all(text.count(mark) % 2 == 0 for mark in ("`", "**", "__", "~~"))


def _list_cut(text: str, block: Block) -> int:
    """Start of the last but one item of a long list."""
    starts = [t.map[0] for t in block.tokens if t.type == "list_item_open" and t.level == 1 and t.map is not None]
    if len(starts) < 3:
        return 0
    return len(text) - len(_from_line(text, starts[-2]))
