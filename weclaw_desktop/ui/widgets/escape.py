"""Esc as a widget's own key: while the focus is in it, the window's shortcut does not get the press."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override


class Escape(QObject):
    """Calls ``pressed`` when Esc reaches ``widget`` from where the focus is, and nobody else after that."""

    def __init__(self, widget: QWidget, pressed: Callable[[], object]) -> None:
        super().__init__(widget)
        self._pressed = pressed
        widget.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.key() != Qt.Key.Key_Escape:
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress:
            event.accept()
            self._pressed()
            return True
        return False
