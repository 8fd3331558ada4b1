"""The text of an answer as a stack of pieces that grows at its end.

Neighbouring paragraphs share one piece up to a size, so that a long answer has few widgets and each change is small.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QToolTip, QWidget

from weclaw_desktop.ui.chat.citations import Target, chips, label_of, targets
from weclaw_desktop.ui.chat.growing import GrowingText
from weclaw_desktop.ui.chat.pieces import CodeBlock, WideBlock
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.chat.segments import CodeSegment, Segment, TextSegment
from weclaw_desktop.ui.chat.warming import warm
from weclaw_desktop.ui.theme import current, tokens

AnswerPiece = RichText | WideBlock | CodeBlock
P = TypeVar("P", RichText, WideBlock, CodeBlock)
CHUNK = 3_000
"""Characters of HTML that share a piece."""
SLICE = 8_000
"""Characters of a stored answer that are taken in one go; the rest follows between events."""


class AnswerBody(QObject):
    """Pieces inside ``host``. ``changed`` tells that heights may have changed."""

    changed = Signal()

    def __init__(self, host: QWidget, on_link: Callable[[str], object]) -> None:
        super().__init__(host)
        warm()
        self._host = host
        self._follow = on_link
        self._text = GrowingText()
        self._done = 0
        self._live: AnswerPiece | None = None
        self._waiting = ""
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._on_more)
        self.pieces: list[AnswerPiece] = []
        self._targets: dict[str, Target] | None = None
        self._to_cite: list[RichText | WideBlock] = []
        self._heights: dict[QWidget, tuple[int, int]] = {}
        self._ends: list[int] = []
        """The y below each piece placed so far."""
        self._fitted = (0, 0, 0)

    @property
    def raw(self) -> str:
        """All text, as it came."""
        return self._text.raw + self._waiting

    def show_text(self, text: str) -> None:
        """Show a finished answer."""
        self._clear()
        self._waiting = text
        self._on_more()
        if self._waiting:
            self._timer.start()

    def feed(self, text: str) -> None:
        """Take text of a growing answer. Painted by the next ``flush``."""
        self._text.feed(text)

    def flush(self) -> None:
        """Show what arrived since."""
        self._text.advance()
        self._sync()

    def finish(self) -> None:
        """The answer is whole."""
        self._text.finish()
        self._sync()
        self._cite()

    def fit(self, width: int, top: int) -> int:
        """Stack the pieces from ``top`` and return the y below them; those above the first change are not touched."""
        gap = current().px(tokens.SPACE_S)
        if (width, top, gap) != self._fitted:
            self._fitted, self._ends = (width, top, gap), []
        first = min(len(self._ends), self._changed_from(width))
        del self._ends[first:]
        y = self._ends[-1] if self._ends else top
        for piece in self.pieces[first:]:
            known = self._heights.get(piece)
            if known is None or known[0] != width:
                known = (width, piece.fit(width))
                self._heights[piece] = known
            piece.setGeometry(0, y, width, known[1])
            y += known[1] + gap
            self._ends.append(y)
        return y

    def _changed_from(self, width: int) -> int:
        """Index of the first piece whose height is not known; changes come at the end, so it looks from there."""
        index = len(self.pieces)
        while index > 0 and (index > len(self._ends) or self._heights.get(self.pieces[index - 1], (0, 0))[0] != width):
            index -= 1
        return index

    def invalidate(self) -> None:
        """The theme changed: all heights are unknown."""
        self._heights.clear()
        self._ends = []

    def _clear(self) -> None:
        for piece in self.pieces:
            piece.hide()
            piece.setParent(None)
            piece.deleteLater()
        self.pieces, self._live, self._done, self._heights, self._ends = [], None, 0, {}, []
        self._text, self._waiting = GrowingText(), ""
        self._targets, self._to_cite = None, []
        self._timer.stop()

    def _cite(self) -> None:
        """Make links of the numbers whose sources the answer names, piece by piece."""
        self._targets = targets(self.raw)
        if self._targets:
            self._to_cite = [piece for piece in self.pieces if not isinstance(piece, CodeBlock)]
            self._timer.start()

    def _cite_next(self) -> None:
        piece = self._to_cite.pop(0)
        text = piece.text if isinstance(piece, WideBlock) else piece
        cited = chips(text.html, self._targets or {})
        if cited != text.html:
            text.set_html(cited)
            self._on_resized(piece)

    def _target(self, address: str) -> Target | None:
        """What is behind a mark in the text."""
        label = label_of(address)
        if not label:
            return None
        known = self._targets if self._targets is not None else targets(self.raw)
        return known.get(label, Target(""))

    def _describe(self, address: str) -> str:
        found = self._target(address)
        return address if found is None else found.text

    def _on_link(self, address: str) -> None:
        found = self._target(address)
        if found is None or found.address:
            self._follow(address if found is None else found.address)
        elif found.text:
            QToolTip.showText(QCursor.pos(), found.text, self._host)

    def _on_more(self) -> None:
        if not self._waiting and self._to_cite:
            self._cite_next()
        if not self._waiting:
            if not self._to_cite:
                self._timer.stop()
            return
        self._text.feed(self._waiting[:SLICE])
        self._waiting = self._waiting[SLICE:]
        if self._waiting:
            self.flush()
            return
        self._timer.stop()
        self.finish()

    def _sync(self) -> None:
        """Bring the pieces in line with the segments."""
        for made in self._text.settled[self._done :]:
            self._settle(made)
        self._done = len(self._text.settled)
        tail = self._text.tail[0] if self._text.tail else None
        if isinstance(tail, CodeSegment) and not tail.closed:
            block = self._live_code()
            block.grow(tail.code, tail.language)
            self._heights.pop(block, None)
        elif isinstance(tail, CodeSegment):
            block = self._live_code()
            block.set_code(tail.code, tail.language)
            self._heights.pop(block, None)
        elif tail is not None:
            text = self._live_text(wide=tail.wide)
            text.set_html(tail.html)
            self._heights.pop(text, None)
        else:
            self._drop_live()
        self.changed.emit()

    def _settle(self, made: Segment) -> None:
        """Add a final segment."""
        if isinstance(made, CodeSegment):
            block = self._live if isinstance(self._live, CodeBlock) else None
            if block is None:
                self._drop_live()
                block = self._code()
                block.set_code(made.code, made.language)
            else:
                self._live = None
                block.settle(made.code, made.language)
            self._heights.pop(block, None)
            return
        self._drop_live()
        last = self.pieces[-1] if self.pieces else None
        if made.wide:
            self._wide().set_html(made.html)
        elif isinstance(last, RichText) and len(last.html) + made.size <= CHUNK:
            last.set_html(last.html + made.html)
            self._heights.pop(last, None)
        else:
            self._rich(made)

    def _live_text(self, *, wide: bool) -> RichText | WideBlock:
        if not isinstance(self._live, WideBlock if wide else RichText):
            self._drop_live()
            self._live = self._wide() if wide else self._rich(TextSegment(""))
        assert isinstance(self._live, RichText | WideBlock)
        return self._live

    def _live_code(self) -> CodeBlock:
        if not isinstance(self._live, CodeBlock):
            self._drop_live()
            self._live = self._code()
        return self._live

    def _drop_live(self) -> None:
        if self._live is not None:
            self.pieces.remove(self._live)
            self._heights.pop(self._live, None)
            self._live.hide()
            self._live.deleteLater()
            self._live = None

    def _rich(self, made: TextSegment) -> RichText:
        rich = self._add(RichText(made.html, self._host))
        rich.link_clicked.connect(self._on_link)
        rich.describe = self._describe
        rich.resized.connect(lambda: self._on_resized(rich))
        return rich

    def _code(self) -> CodeBlock:
        block = self._add(CodeBlock(self._host))
        block.height_changed.connect(lambda: self._on_resized(block))
        return block

    def _wide(self) -> WideBlock:
        table = self._add(WideBlock(self._host))
        table.link_clicked.connect(self._on_link)
        table.text.describe = self._describe
        table.text.resized.connect(lambda: self._on_resized(table))
        return table

    def _on_resized(self, piece: AnswerPiece) -> None:
        self._heights.pop(piece, None)
        if piece in self.pieces:
            del self._ends[self.pieces.index(piece) :]
        self.changed.emit()

    def _add(self, piece: P) -> P:
        self.pieces.append(piece)
        piece.show()
        return piece
