"""A line whose first widget stands at the left and all others at the right; without room the others go below it.

A name shortens to "…" as long as enough of it stays to be known; after that its companions break the line instead, so
that no width cuts them off or makes their panel scroll sideways.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLayoutItem
from typing_extensions import override

from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.theme import current, tokens

LEAST = 90
"""Pixels at 100 % of a longer first widget that must be seen beside the others."""


class Ends(Flow):
    """The first of its widgets at the left, all others at the right of the same line where there is room."""

    def __init__(self, *, gap: int = tokens.SPACE_XS) -> None:
        super().__init__(gap=gap)

    @override
    def sizeHint(self) -> QSize:
        shown = self._shown()
        gap = current().px(self._gap)
        wide = sum(item.sizeHint().width() + gap for item in shown) - gap
        return QSize(max(0, wide), max((item.sizeHint().height() for item in shown), default=0))

    @override
    def _place(self, rect: QRect, *, move: bool) -> int:
        shown = self._shown()
        if not shown:
            return 0
        gap = current().px(self._gap)
        hint = shown[0].sizeHint().width()

        def room(others: list[QLayoutItem]) -> int:
            """What others at the right leave to the first one; 0 when that is not enough of it."""
            left = rect.width() - sum(item.sizeHint().width() + gap for item in others)
            enough = hint <= left or (hint > rect.width() and left >= current().px(LEAST))
            return min(hint, left) if enough else 0

        if wide := room(shown[1:]):
            return self._line(shown, rect, wide, move=move)
        beside = shown[-1:] if len(shown) > 2 and room(shown[-1:]) else []
        tall = self._line([shown[0], *beside], rect, room(beside) or min(hint, rect.width()), move=move)
        left = shown[1:-1] if beside else shown[1:]
        return tall + gap + self._below(left, rect.translated(0, tall + gap), move=move)

    def _line(self, shown: list[QLayoutItem], rect: QRect, first: int, *, move: bool) -> int:
        """All in one line, the first ``first`` pixels wide, each in the middle of its height."""
        gap = current().px(self._gap)
        sizes = [QSize(first, _height(shown[0], first)), *(item.sizeHint() for item in shown[1:])]
        tall = max(size.height() for size in sizes)
        right = rect.x() + rect.width()
        places = [rect.x()]
        for size in reversed(sizes[1:]):
            right -= size.width()
            places.insert(1, right)
            right -= gap
        for item, size, x in zip(shown if move else (), sizes, places, strict=False):
            item.setGeometry(QRect(QPoint(x, rect.y() + (tall - size.height()) // 2), size))
        return tall

    def _below(self, others: list[QLayoutItem], rect: QRect, *, move: bool) -> int:
        """The others in lines from the left, as words; the first of each may be as wide as the line."""
        gap = current().px(self._gap)
        lines: list[list[QLayoutItem]] = []
        across = 0
        for item in others:
            wide = item.sizeHint().width()
            if not lines or across + gap + wide > rect.width():
                lines.append([item])
                across = wide
            else:
                lines[-1].append(item)
                across += gap + wide
        y = rect.y()
        for line in lines:
            tall = max(item.sizeHint().height() for item in line)
            x = rect.x()
            for item in line if move else ():
                size = item.sizeHint().boundedTo(QSize(rect.width(), tall))
                item.setGeometry(QRect(QPoint(x, y + (tall - size.height()) // 2), size))
                x += size.width() + gap
            y += tall + gap
        return y - gap - rect.y()

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]


def _height(item: QLayoutItem, width: int) -> int:
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
