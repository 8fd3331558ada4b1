"""Tooltips of buttons tell the keys that do the same: those in force, as this system writes them.

A button says what it does; the keys are put behind that here, whenever either of them changes.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.keys.keymap import KeyMap


class KeyHints(QObject):
    """Follows the tooltips of buttons that are told to it, which live as long as the window."""

    def __init__(self, keys: KeyMap) -> None:
        super().__init__(keys)
        self._keys = keys
        self._said: dict[QWidget, tuple[str, str]] = {}
        """Button → its command, and what it says of itself."""
        self._telling = False
        keys.changed.connect(self._on_changed)

    def tell(self, button: QWidget, command: str) -> None:
        """Let the tooltip of ``button`` tell the keys of ``command``."""
        self._said[button] = (command, button.toolTip())
        button.installEventFilter(self)
        self._show(button)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTipChange and isinstance(watched, QWidget) and not self._telling:
            self._said[watched] = (self._said[watched][0], watched.toolTip())
            self._show(watched)
        return False

    def _on_changed(self) -> None:
        for button in self._said:
            self._show(button)

    def _show(self, button: QWidget) -> None:
        command, words = self._said[button]
        keys = self._keys.shown(command)
        self._telling = True
        button.setToolTip(f"{words} ({keys})" if keys else words)
        self._telling = False
