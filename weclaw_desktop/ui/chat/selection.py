"""One text selection over many pieces of the transcript: press, drag across messages, copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication

from weclaw_desktop.ui.chat.pieces import STEADY
from weclaw_desktop.ui.chat.row_view import Selectable


class Selection:
    """Anchor and head, each a piece and a character position; ``pieces`` returns all pieces from top to bottom."""

    def __init__(self, pieces: Callable[[], Sequence[Selectable]]) -> None:
        self._pieces = pieces
        self._anchor: tuple[Selectable, int] | None = None
        self._marked: list[Selectable] = []
        self._pressed, self._still = QPoint(), True
        self.dragging = False

    def press(self, global_point: QPoint) -> None:
        """Begin a selection where the mouse went down."""
        self.clear()
        piece = self._nearest(global_point)
        if piece is not None:
            self._anchor = (piece, piece.position_at(piece.mapFromGlobal(global_point)))
            self._pressed, self._still = global_point, True
            self.dragging = True

    def drag(self, global_point: QPoint) -> None:
        """Extend it to where the mouse is."""
        piece = self._nearest(global_point)
        if self._anchor is None or piece is None:
            return
        self._still = self._still and (global_point - self._pressed).manhattanLength() < STEADY
        if self._still:
            return
        self._mark(self._anchor, (piece, piece.position_at(piece.mapFromGlobal(global_point))))

    def release(self) -> None:
        """The mouse went up; the selection stays."""
        self.dragging = False

    def word(self, global_point: QPoint) -> None:
        """Select the word under a double click."""
        self.clear()
        piece = self._nearest(global_point)
        if piece is not None:
            piece.select(*piece.word_at(piece.mapFromGlobal(global_point)))
            self._marked = [piece]

    def clear(self) -> None:
        """Select nothing."""
        for piece in self._alive():
            piece.select(0, 0)
        self._marked, self._anchor, self.dragging = [], None, False

    def text(self) -> str:
        """The selected text, pieces separated by a blank line."""
        return "\n\n".join(text for piece in self._alive() if (text := piece.selected_text()))

    def copy(self) -> bool:
        """Put the text on the clipboard; False when nothing is selected."""
        text = self.text()
        if text:
            QGuiApplication.clipboard().setText(text)
        return bool(text)

    def _alive(self) -> list[Selectable]:
        present = set(self._pieces())
        return [piece for piece in self._marked if piece in present]

    def _nearest(self, global_point: QPoint) -> Selectable | None:
        best: tuple[int, Selectable] | None = None
        for piece in self._pieces():
            if not piece.isVisibleTo(piece.window()):
                continue  # it is folded away: it is taken with what is selected around it, never met
            y = piece.mapFromGlobal(global_point).y()
            distance = max(0, -y, y - piece.height())
            if best is None or distance < best[0]:
                best = (distance, piece)
        return None if best is None else best[1]

    def _mark(self, anchor: tuple[Selectable, int], head: tuple[Selectable, int]) -> None:
        pieces = list(self._pieces())
        if anchor[0] not in pieces or head[0] not in pieces:
            return
        first, last = sorted((anchor, head), key=lambda end: (pieces.index(end[0]), end[1]))
        low, high = pieces.index(first[0]), pieces.index(last[0])
        marked = pieces[low : high + 1]
        for piece in self._marked:
            if piece not in marked and piece in pieces:
                piece.select(0, 0)
        for number, piece in enumerate(marked):
            start = first[1] if number == 0 else 0
            end = last[1] if number == len(marked) - 1 else piece.length()
            piece.select(start, end)
        self._marked = marked
