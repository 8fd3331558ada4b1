"""Keys and wheel for benchmarks: how long it takes from an event to the paint that shows it, in milliseconds.

A viewport that holds an opaque canvas is not painted itself: what scrolls into sight is a part of the canvas.
"""

from __future__ import annotations

import asyncio
import time

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget


class Hand(QObject):
    """Sends events to a scroll area and watches its viewport being painted."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self._area = area
        self._painted = asyncio.Event()
        self.times: list[float] = []
        viewport = area.viewport()
        for part in (viewport, *viewport.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._painted.set()
        return False

    async def type_letter(self) -> None:
        """Press a key."""
        await self._send(self._area, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a"))

    async def turn(self, degrees_8: int) -> None:
        """Turn the wheel by eighths of a degree."""
        viewport = self._area.viewport()
        middle = QPointF(viewport.rect().center())
        no = Qt.MouseButton.NoButton
        keys, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
        event = QWheelEvent(
            middle, viewport.mapToGlobal(middle), QPoint(), QPoint(0, degrees_8), no, keys, phase, False
        )
        await self._send(viewport, event)

    async def _send(self, target: QObject, event: QEvent) -> None:
        self._painted.clear()
        began = time.perf_counter()
        QCoreApplication.postEvent(target, event)
        try:
            async with asyncio.timeout(1):
                await self._painted.wait()
        except TimeoutError:
            return  # nothing changed: the end of the scroll bar, or a key that was not taken
        self.times.append((time.perf_counter() - began) * 1_000)


def share(values: list[float], part: float) -> float:
    """The value below which ``part`` of all are."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]
