"""Which pieces of an answer are folded away, and under which lines."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.chat.fold_line import ARROW, FoldLine
from weclaw_desktop.ui.theme import current


class Folds:
    """Lines from outside inwards for each piece; ``now`` are those that are open to the next ones."""

    def __init__(self) -> None:
        self.now: tuple[FoldLine, ...] = ()
        self._around: dict[QWidget, tuple[FoldLine, ...]] = {}

    def begin(self, line: FoldLine, *, unfolded: bool) -> None:
        """What comes now stands under ``line``."""
        self.now = (*self.now, line)
        if unfolded and not line.touched:
            line.set_open(True)

    def end(self) -> None:
        """What comes now stands beside the innermost line again; an end too many is none."""
        self.now = self.now[:-1]

    def open_endless(self) -> None:
        """The text is over: what never ended was hardly meant to be hidden to the last word."""
        for line in self.now:
            if not line.touched:
                line.set_open(True)

    def put(self, piece: QWidget) -> None:
        """A piece comes now."""
        self._around[piece] = self.now

    def around(self, piece: QWidget) -> tuple[FoldLine, ...]:
        """The lines that a piece stands under."""
        return self._around.get(piece, ())

    def hidden(self, piece: QWidget) -> bool:
        """Whether a piece is folded away."""
        return not all(line.open for line in self.around(piece))

    def show(self, piece: QWidget) -> None:
        """Open all lines that a piece stands under."""
        for line in self.around(piece):
            line.set_open(True)

    def left(self, piece: QWidget, width: int) -> int:
        """Pixels that a piece is moved to the right, at most a third of the ``width``."""
        return min(len(self.around(piece)) * current().px(ARROW), width // 3)
