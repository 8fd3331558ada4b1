"""The text of an answer as a stack of pieces that grows at its end.

Neighbouring paragraphs share one piece up to a size, so that a long answer has few widgets and each change is small.
Pieces are made for a few milliseconds at a time; what is left follows between events, from top to bottom.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.chat.answer_sources import AnswerSources
from weclaw_desktop.ui.chat.fold_line import FoldLine
from weclaw_desktop.ui.chat.folds import Folds
from weclaw_desktop.ui.chat.growing import GrowingText
from weclaw_desktop.ui.chat.pieces import CodeBlock, WideBlock
from weclaw_desktop.ui.chat.repaints import repaints
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.chat.segments import CodeSegment, FoldEnd, FoldSegment, Segment, TextSegment
from weclaw_desktop.ui.chat.warming import warm
from weclaw_desktop.ui.theme import current, tokens

AnswerPiece = RichText | WideBlock | CodeBlock | FoldLine
P = TypeVar("P", RichText, WideBlock, CodeBlock, FoldLine)
CHUNK = 3_000
"""Characters of HTML that share a piece."""
SLICE = 8_000
"""Characters of a stored answer that are read in one go, for up to 10 ms."""
LIVE_SLICE = 500
"""Characters of a growing answer that are read in one go: as code they are coloured at once."""
FAR_BEHIND = 4_000
"""Characters of a growing answer from which it is read like a stored one: its chat was just opened."""
LIVE_PAUSE_MS = 60
"""Milliseconds between two goes at a growing answer that is ahead of what is shown; its next words come before."""
BUDGET_S = 0.003
"""Seconds for pieces between two events, when each is not longer by itself."""


class AnswerBody(QObject):
    """Pieces inside ``host``. ``changed`` tells that heights may have changed."""

    changed = Signal()
    shown = Signal()
    """Everything that was fed is shown, after some of it was left for later."""

    def __init__(self, host: QWidget, on_link: Callable[[str], object]) -> None:
        super().__init__(host)
        warm()
        self._host = host
        self._sources = AnswerSources(host, lambda: self.raw, on_link)
        self._text = GrowingText()
        self._done = 0
        self._live: AnswerPiece | None = None
        self._spare: RichText | None = None
        """What showed the last paragraph while it grew; the next one is shown by it, as making one takes 2–3 ms."""
        self._waiting = ""
        self._finishing = self._citing = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_more)
        self.pieces: list[AnswerPiece] = []
        self._folds = Folds()
        self._to_cite: list[RichText | WideBlock | FoldLine] = []
        self._heights: dict[QWidget, tuple[int, int]] = {}
        self._ends: list[int] = []
        """The y below each piece placed so far."""
        self._fitted = (0, 0, 0)

    @property
    def raw(self) -> str:
        """All text, as it came."""
        return self._text.raw + self._waiting

    @property
    def whole(self) -> bool:
        """Whether everything fed is shown."""
        return not self._waiting and not self._finishing and self._done == len(self._text.settled)

    @property
    def resting(self) -> bool:
        """Whether nothing is left for later."""
        return self.whole and not self._citing and not self._to_cite

    def show_text(self, text: str, *, at_once: bool = False) -> None:
        """Show a finished answer; ``at_once`` its first ``SLICE`` without a pause, because somebody waits for it."""
        self._clear()
        self._waiting, self._finishing = text, True
        while at_once and self._step() and not (self._waiting and self._done == len(self._text.settled)):
            pass
        self._advance(BUDGET_S)

    def feed(self, text: str) -> None:
        """Take text of a growing answer. Painted by the next ``flush``."""
        self._waiting += text

    def flush(self) -> None:
        """Show what arrived since, or its beginning when it is much."""
        self._advance(BUDGET_S)

    def finish(self) -> None:
        """The answer is whole."""
        self._finishing = True
        self._advance(BUDGET_S)

    def fit(self, width: int, top: int) -> int:
        """Stack the pieces from ``top`` and return the y below them; those above the first change are not touched."""
        gap = current().px(tokens.SPACE_S)
        if (width, top, gap) != self._fitted:
            self._fitted, self._ends = (width, top, gap), []
        first = min(len(self._ends), self._changed_from(width))
        del self._ends[first:]
        y = self._ends[-1] if self._ends else top
        for piece in self.pieces[first:]:
            if not self._folds.hidden(piece):
                y = self._place(piece, width, y) + gap
            self._ends.append(y)
        return y

    def _place(self, piece: AnswerPiece, width: int, y: int) -> int:
        """Lay out a piece at ``y`` and return the y below it."""
        left = self._folds.left(piece, width)
        known = self._heights.get(piece)
        if known is None or known[0] != width:
            known = (width, piece.fit(width - left))
            self._heights[piece] = known
        repaints.later(partial(piece.setGeometry, left, y, width - left, known[1]))
        return y + known[1]

    def _placed(self, piece: AnswerPiece, width: int) -> bool:
        """Whether a piece is folded away, or laid out for ``width`` already."""
        return self._folds.hidden(piece) or self._heights.get(piece, (0, 0))[0] == width

    def _changed_from(self, width: int) -> int:
        """Index of the first piece whose height is not known; changes come at the end, so it looks from there."""
        index = len(self.pieces)
        while index > 0 and (index > len(self._ends) or not self._placed(self.pieces[index - 1], width)):
            index -= 1
        return index

    def invalidate(self) -> None:
        """The theme changed: all heights are unknown."""
        self._heights.clear()
        self._ends = []

    def set_visible(self, on: bool) -> None:
        """Show the pieces that are not folded away, or none of them: something else stands in their place."""
        for piece in self.pieces:
            piece.setVisible(on and not self._folds.hidden(piece))

    def unfold(self, words: Sequence[str]) -> None:
        """Open what is folded away where it holds one of these words."""
        for piece in self.pieces:
            if self._folds.hidden(piece) and any(word.casefold() in _said(piece) for word in words):
                self._folds.show(piece)

    def list_sources(self, pages: Sequence[tuple[str, str]]) -> None:
        """Address and title of pages that the provider named beside the text, in the order of its numbers."""
        self._sources.listed = "\n".join(f"[{n}] {title} {url}" for n, (url, title) in enumerate(pages, 1))

    def _clear(self) -> None:
        for piece in (*self.pieces, *([self._spare] if self._spare is not None else [])):
            piece.hide()
            piece.setParent(None)
            piece.deleteLater()
        self._spare = None
        self.pieces, self._live, self._done, self._heights, self._ends = [], None, 0, {}, []
        self._text, self._waiting, self._finishing, self._citing = GrowingText(), "", False, False
        self._sources.forget()
        self._folds, self._to_cite = Folds(), []
        self._timer.stop()

    def _on_more(self) -> None:
        if self.whole:
            self._cite()
        else:
            self._advance(BUDGET_S)
            if self.whole:
                self.shown.emit()

    def _advance(self, seconds: float) -> None:
        """Bring the pieces in line with the text for as long; the timer goes on where it ends."""
        until = time.perf_counter() + seconds
        while self._step() and time.perf_counter() < until:
            pass
        if self._done == len(self._text.settled) and not self._finishing:
            self._show_tail()
        if not self.whole or self._citing:
            self._timer.start(0 if self._finishing or self._citing else LIVE_PAUSE_MS)
        self.changed.emit()

    def _step(self) -> bool:
        """Make one piece, or read on; whether there is more to do."""
        if self._done < len(self._text.settled):
            self._settle(self._text.settled[self._done])
            self._done += 1
        elif self._waiting:
            size = SLICE if self._finishing or len(self._waiting) > FAR_BEHIND else LIVE_SLICE
            self._text.feed(self._waiting[:size])
            self._waiting = self._waiting[size:]
            if self._waiting or not self._finishing:
                self._text.advance()
        elif self._finishing:
            self._text.finish()
            self._finishing, self._citing = False, True
            if self._spare is not None:
                self._spare.deleteLater()
                self._spare = None
        return not self.whole

    def _cite(self) -> None:
        """Make links of the numbers whose sources the answer names, piece by piece."""
        if self._citing:
            self._citing = False
            self._folds.open_endless()
            if self._sources.settle():
                self._to_cite = [piece for piece in self.pieces if not isinstance(piece, CodeBlock)]
        elif self._to_cite:
            piece = self._to_cite.pop(0)
            if self._sources.cite(piece if isinstance(piece, RichText) else piece.text):
                self._on_resized(piece)
        if not self._to_cite:
            self._timer.stop()

    def _show_tail(self) -> None:
        """Show what may still change."""
        tail = self._text.tail[0] if self._text.tail else None
        if isinstance(tail, CodeSegment) and not tail.closed:
            block = self._live_code()
            block.grow(tail.code, tail.language)
            self._heights.pop(block, None)
        elif isinstance(tail, CodeSegment):
            block = self._live_code()
            block.set_code(tail.code, tail.language)
            self._heights.pop(block, None)
        elif isinstance(tail, FoldSegment) and tail.html:
            line = self._live_fold()
            line.set_html(tail.html)
            self._heights.pop(line, None)
        elif isinstance(tail, TextSegment):
            text = self._live_text(tail)
            text.set_html(tail.html)
            self._heights.pop(text, None)
        else:
            self._drop_live()

    def _settle(self, made: Segment) -> None:
        """Add a final segment."""
        if isinstance(made, FoldEnd):
            self._drop_live()
            self._folds.end()
        elif isinstance(made, FoldSegment):
            line = self._live_fold()
            self._live = None
            line.set_html(made.html)
            self._heights.pop(line, None)
            self._folds.begin(line, unfolded=made.unfolded)
        elif isinstance(made, CodeSegment):
            self._settle_code(made)
        else:
            self._settle_text(made)

    def _settle_code(self, made: CodeSegment) -> None:
        block = self._live if isinstance(self._live, CodeBlock) else None
        if block is None:
            self._drop_live()
            block = self._code()
            block.indent = made.indent
            block.set_code(made.code, made.language)
        else:
            self._live = None
            block.settle(made.code, made.language)
        self._heights.pop(block, None)

    def _settle_text(self, made: TextSegment) -> None:
        last = next((piece for piece in reversed(self.pieces) if piece is not self._live), None)
        beside = last is not None and self._folds.around(last) == self._folds.now
        if beside and not made.wide and isinstance(last, RichText) and len(last.html) + made.size <= CHUNK:
            self._drop_live()
            last.set_html(last.html + made.html)
            self._heights.pop(last, None)
        else:  # what was shown while it grew becomes the final piece: mostly it says the same already
            final = self._live_text(made)
            self._live = None
            final.set_html(made.html)
            self._heights.pop(final, None)

    def _live_text(self, shown: TextSegment) -> RichText | WideBlock:
        if not isinstance(self._live, WideBlock if shown.wide else RichText):
            self._drop_live()
            self._live = self._wide() if shown.wide else self._rich(shown.html)
        assert isinstance(self._live, RichText | WideBlock)
        return self._live

    def _live_code(self) -> CodeBlock:
        if not isinstance(self._live, CodeBlock):
            self._drop_live()
            self._live = self._code()
        return self._live

    def _live_fold(self) -> FoldLine:
        if not isinstance(self._live, FoldLine):
            self._drop_live()
            self._live = self._fold()
        return self._live

    def _drop_live(self) -> None:
        if self._live is not None:
            self.pieces.remove(self._live)
            self._heights.pop(self._live, None)
            repaints.later(partial(self._hide, self._live))
            if isinstance(self._live, RichText) and self._spare is None and not self._finishing:
                self._spare = self._live
            else:
                self._live.deleteLater()
            self._live = None

    def _hide(self, piece: AnswerPiece) -> None:
        """Hide what was dropped, unless it was taken again meanwhile."""
        if piece not in self.pieces:
            piece.hide()

    def _rich(self, html: str) -> RichText:
        if self._spare is not None:
            spare, self._spare = self._spare, None
            spare.set_html(html)
            return self._add(spare)
        rich = self._add(RichText(html, self._host))
        rich.link_clicked.connect(self._sources.on_link)
        rich.describe = self._sources.describe
        rich.resized.connect(lambda: self._on_resized(rich))
        return rich

    def _code(self) -> CodeBlock:
        block = self._add(CodeBlock(self._host))
        block.height_changed.connect(lambda: self._on_resized(block))
        return block

    def _wide(self) -> WideBlock:
        table = self._add(WideBlock(self._host))
        table.link_clicked.connect(self._sources.on_link)
        table.text.describe = self._sources.describe
        table.text.resized.connect(lambda: self._on_resized(table))
        return table

    def _fold(self) -> FoldLine:
        line = self._add(FoldLine(self._host))
        line.link_clicked.connect(self._sources.on_link)
        line.text.describe = self._sources.describe
        line.text.resized.connect(lambda: self._on_resized(line))
        line.toggled.connect(lambda: self._on_toggled(line))
        return line

    def _on_toggled(self, line: FoldLine) -> None:
        """Show or hide what a line stands for."""
        self.set_visible(True)
        if line in self.pieces:
            del self._ends[self.pieces.index(line) :]
        self.changed.emit()

    def _on_resized(self, piece: AnswerPiece) -> None:
        self._heights.pop(piece, None)
        if piece in self.pieces:
            del self._ends[self.pieces.index(piece) :]
        self.changed.emit()

    def _add(self, piece: P) -> P:
        self.pieces.append(piece)
        self._folds.put(piece)
        piece.setVisible(not self._folds.hidden(piece))
        return piece


def _said(piece: AnswerPiece) -> str:
    """What a piece says, in small letters."""
    if isinstance(piece, CodeBlock):
        return piece.view.code.casefold()
    return (piece if isinstance(piece, RichText) else piece.text).text().casefold()
