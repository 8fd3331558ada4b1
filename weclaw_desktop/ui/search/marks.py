"""Marks words in the rows of a transcript, also in those that are mounted later."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint

from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.chat.transcript import Transcript

_ORIGIN = QPoint(0, 0)


class Marks(QObject):
    """Which words are marked, and which place is the one looked at: the key of a row and the number of a mark in it."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._transcript = transcript
        self.words: tuple[str, ...] = ()
        self._key, self._number = "", -1
        transcript.window_of_rows.dressed.connect(self._dress)

    def show(self, words: Sequence[str], key: str = "", number: int = -1) -> None:
        """Mark these words; one place more than others."""
        self.words, self._key, self._number = tuple(words), key, number
        for view in self._transcript.window_of_rows.mounted:
            self._dress(view)

    def clear(self) -> None:
        """Mark nothing."""
        if self.words:
            self.show(())

    def count(self, view: RowView) -> int:
        """How many marks a row has. Like ``top`` it leaves none of them marked more than others."""
        return sum(piece.mark(self.words) for piece in view.selectables()) if self.words else 0

    def top(self, view: RowView, number: int) -> int:
        """How far down in a row a mark stands, in pixels; 0 when there is no such mark."""
        for piece in view.selectables():
            found = piece.mark(self.words)
            if number < found:
                return piece.mapTo(view, _ORIGIN).y() + piece.mark_top(number)
            number -= found
        return 0

    def _dress(self, view: RowView) -> None:
        number = self._number if view.key == self._key else -1
        for piece in view.selectables():
            found = piece.mark(self.words, number)
            number = number - found if number >= found else -1
