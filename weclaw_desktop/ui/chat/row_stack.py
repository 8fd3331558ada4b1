"""Where the mounted rows stand: one under the other on a canvas that the viewport shows a part of.

Rows that come above others do not push those down: they get lower coordinates, and the scroll bar begins there. So what
is in sight stays where it is on the canvas, and scrolling only moves the canvas, whose picture Qt then moves along
instead of painting every row again. That needs a canvas without holes (``Canvas``).
"""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.repaints import repaints
from weclaw_desktop.ui.chat.row_view import RowView
from weclaw_desktop.ui.chat.row_window import RowWindow
from weclaw_desktop.ui.theme import current, tokens

TALL = 16_000_000
"""Pixels of the canvas: nearly the most that a widget can have."""
BEGIN = 4_000_000
"""Where the first row of a chat stands, so that older ones find room above."""
Place = tuple[str, int]
"""Key of a row and how far below the upper edge of the viewport it stands, in pixels."""


class Canvas(QWidget):
    """The ground of all rows, in the colour of the chat."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), current().colour("surface"))


class RowStack:
    """Places the rows of ``rows`` on ``canvas``; ``bar`` says which part ``viewport`` shows, in canvas coordinates."""

    def __init__(self, rows: RowWindow, canvas: QWidget, bar: QScrollBar, viewport: QWidget) -> None:
        self._rows, self._canvas, self._bar, self._viewport = rows, canvas, bar, viewport
        self._partial: set[str] = set()
        """Rows that were placed before all of their text was there."""

    def place(self, held: Place | None, *, end: bool) -> None:
        """Stack the rows anew and show ``held``, the end, or what is in sight; only stale rows are laid out.

        It scrolls before it places the rows: so Qt moves the picture of what stays, and paints only what changed.
        """
        with repaints.held():
            placed = self._scroll(held, end=end)
            repaints.let_go()
            for view, box in placed:
                view.setGeometry(box)

    def _scroll(self, held: Place | None, *, end: bool) -> list[tuple[RowView, QRect]]:
        """Measure the rows and show the part that is wanted of where they will stand; where each will stand."""
        theme, gap, seen = current(), current().px(tokens.SPACE_S), self._viewport.height()
        first = self.first_in_sight()
        anchor = held or first
        left, width = self._column()
        heights = self._heights(width)
        y = top = self._top(heights, gap, "" if first is None else first[0])
        placed: list[tuple[RowView, QRect]] = []
        for view, height in heights:
            placed.append((view, QRect(left, y, width, height)))
            y += height + gap
        self._rows.stale.clear()
        self._partial = {view.key for view, _ in heights if not view.whole}
        above, below = top - theme.px(tokens.SPACE_XL), y + theme.px(tokens.SPACE_L)
        if self._canvas.width() != self._viewport.width() or self._canvas.height() != TALL:
            self._canvas.resize(self._viewport.width(), TALL)
        self._bar.setPageStep(seen)
        self._bar.setRange(above, max(above, below - seen))
        if end:
            self._bar.setValue(self._bar.maximum())
        elif anchor is not None:
            where = next((box.y() for view, box in placed if view.key == anchor[0]), None)
            self._bar.setValue(self._bar.value() if where is None else where - anchor[1])
        self.scrolled()
        return placed

    def scrolled(self) -> None:
        """Show the part of the canvas that the scroll bar says."""
        self._canvas.move(0, -self._bar.value())

    def first_in_sight(self) -> Place | None:
        """The first placed row in sight, None when there is none; one whose text is all there, if there is such a one.

        A row that comes in parts while its end is in sight grows upwards then, and moves nothing that is read.
        """
        value, seen = self._bar.value(), self._viewport.height()
        placed = [view for view in self._rows.mounted if view.y() > 0 and view.y() + view.height() > value]
        whole = (view for view in placed if view.key not in self._partial and view.y() < value + seen)
        found = next(whole, placed[0] if placed else None)
        return None if found is None else (found.key, found.y() - value)

    def reach(self) -> tuple[int, int]:
        """Pixels of mounted rows above and below what is in sight."""
        return self._bar.value() - self._bar.minimum(), self._bar.maximum() - self._bar.value()

    def _column(self) -> tuple[int, int]:
        """Left edge and width of the text column."""
        theme, whole = current(), self._viewport.width()
        wide = theme.px(tokens.COLUMN_WIDTH - 2 * tokens.SPACE_L)
        width = max(theme.px(120), min(wide, whole - theme.px(2 * tokens.SPACE_L)))
        return (whole - width) // 2, width

    def _heights(self, width: int) -> list[tuple[RowView, int]]:
        """All rows from top to bottom, with the height that each needs."""
        stale = self._rows.stale
        return [
            (view, view.height() if view.key not in stale and view.width() == width else view.fit(width))
            for view in self._rows.mounted
        ]

    def _top(self, heights: list[tuple[RowView, int]], gap: int, kept: str) -> int:
        """Where the first row stands so that the row ``kept`` stays where it is; ``BEGIN`` when there is none."""
        above = 0
        for view, height in heights:
            if view.key == kept:
                top = view.y() - above
                return top if BEGIN // 8 < top < 2 * BEGIN else BEGIN
            above += height + gap
        return BEGIN
