"""Buttons that show by a tick that their work is done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.widgets import IconButton

COPIED_MS = 1_500
"""How long a copy button shows that it did its work, in milliseconds."""


class TickButton(IconButton):
    """Shows a tick for a moment when its work is done."""

    def __init__(self, icon: str, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(icon, name, parent=parent)
        self._usual = icon
        self._back: QTimer | None = None

    def tick(self) -> None:
        """The work is done."""
        self.set_icon("check", "success")
        if self._back is None:
            self._back = QTimer(self)
            self._back.setSingleShot(True)
            self._back.setInterval(COPIED_MS)
            self._back.timeout.connect(self._show_usual)
        self._back.start()

    def _show_usual(self) -> None:
        self.set_icon(self._usual, "muted")


class CopyButton(TickButton):
    """Copies ``content``, a text or what returns one."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__("copy", name, parent)
        self.content: str | Callable[[], str] = ""
        self.clicked.connect(self._on_clicked)

    def take(self, text: str) -> None:
        """Copy ``text`` to the clipboard."""
        QGuiApplication.clipboard().setText(text)
        self.tick()

    def _on_clicked(self) -> None:
        text = self.content if isinstance(self.content, str) else self.content()
        if text:
            self.take(text)
