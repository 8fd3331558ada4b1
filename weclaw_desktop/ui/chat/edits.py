"""Words of messages that are being edited in place, by message: they outlive the row's widget and the branch."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Edits(QObject):
    """``changed`` carries a message's id; ``left`` too, with the words that somebody did not want to keep."""

    changed = Signal(str)
    left = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.texts: dict[str, str] = {}

    def write(self, key: str, text: str) -> None:
        """The words are these now."""
        self.texts[key] = text
        self.changed.emit(key)

    def leave(self, key: str) -> None:
        """The editor was closed without saving."""
        text = self.texts.get(key)
        self.finish(key)
        if text is not None:
            self.left.emit(key, text)

    def finish(self, key: str) -> None:
        """The words are stored, or there is nothing to store."""
        if self.texts.pop(key, None) is not None:
            self.changed.emit(key)
