"""Colours code in one background thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from typing_extensions import override

from weclaw_desktop.ui.chat.highlight import spans


class Result(QObject):
    """``coloured`` carries the number that was asked with and the spans."""

    coloured = Signal(int, object)


class Colouring(QRunnable):
    """Colours one text in the pool's thread; ``result.coloured`` tells the number it was asked with."""

    def __init__(self, number: int, code: str, language: str, result: Result) -> None:
        super().__init__()
        self._ask = (number, code, language)
        self._result = result

    @override
    def run(self) -> None:
        number, code, language = self._ask
        found = spans(code, language)
        try:
            self._result.coloured.emit(number, found)
        except RuntimeError:
            return  # the window closed meanwhile


_pools: list[QThreadPool] = []


def pool() -> QThreadPool:
    """The one background thread that colours code."""
    if not _pools:
        made = QThreadPool()
        made.setMaxThreadCount(1)
        made.setExpiryTimeout(1_000)
        _pools.append(made)
    return _pools[0]
