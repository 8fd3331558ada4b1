"""A layout that puts widgets side by side and breaks the line where there is no room, as words do."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens


class Flow(QLayout):
    """Left to right, then down. Lengths are tokens; ``outdent`` lets links begin where the text above them does."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = tokens.SPACE_XS, outdent: int = 0) -> None:
        super().__init__(parent) if parent is not None else super().__init__()
        self._items: list[QLayoutItem] = []
        self._gap, self._outdent = gap, outdent
        self.setContentsMargins(0, 0, 0, 0)

    @override
    def addItem(self, item: QLayoutItem, /) -> None:
        self._items.append(item)

    @override
    def count(self) -> int:
        return len(self._items)

    @override
    def itemAt(self, index: int, /) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride] -- Qt returns None past the end
        return self._items[index] if 0 <= index < len(self._items) else None

    @override
    def takeAt(self, index: int, /) -> QLayoutItem | None:  # pyright: ignore[reportIncompatibleMethodOverride] -- as above
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    @override
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    @override
    def hasHeightForWidth(self) -> bool:
        return True

    @override
    def heightForWidth(self, width: int, /) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    @override
    def setGeometry(self, rect: QRect, /) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    @override
    def sizeHint(self) -> QSize:
        return self.minimumSize()

    @override
    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        margins: QMargins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, *, move: bool) -> int:
        gap = current().px(self._gap)
        start = max(min(0, rect.x()), rect.x() - current().px(self._outdent))  # left of 0 the parent would cut it
        x, y, line = start, rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint()
            width = min(size.width(), rect.width())
            if x > start and x + width > rect.x() + rect.width():
                x, y, line = start, y + line + gap, 0
            if move:
                item.setGeometry(QRect(QPoint(x, y), QSize(width, size.height())))
            x += width + gap
            line = max(line, size.height())
        return y + line - rect.y()
