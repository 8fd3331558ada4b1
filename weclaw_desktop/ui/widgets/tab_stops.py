"""The order in which Tab walks through a part of the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

_ORIGIN = QPoint(0, 0)
_LINE = 14
"""Pixels between the middles of what still stands in one line; what is taller than three of these starts at its top."""


def tab_stops(part: QWidget) -> list[QWidget]:
    """What takes the focus by Tab within ``part``, as one reads: from top to bottom, each line from the left.

    Qt goes by the order in which widgets were made, which says nothing where rows come and go.
    """
    stops: list[QWidget] = []
    line: list[QWidget] = []
    for stop in sorted((child for child in part.findChildren(QWidget) if _stops(child)), key=_height_in(part)):
        if line and _height_in(part)(stop) - _height_in(part)(line[0]) > _LINE:
            stops += sorted(line, key=lambda one: one.mapTo(part, _ORIGIN).x())
            line = []
        line.append(stop)
    return stops + sorted(line, key=lambda one: one.mapTo(part, _ORIGIN).x())


def _stops(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and widget.isEnabled() and widget.isVisible() and widget.focusProxy() is None


def _height_in(part: QWidget) -> Callable[[QWidget], int]:
    """How far down a widget stands: its middle, or its top when it is taller than a line."""

    def height(widget: QWidget) -> int:
        top, tall = widget.mapTo(part, _ORIGIN).y(), widget.height()
        return top + (tall // 2 if tall <= 3 * _LINE else 0)

    return height
