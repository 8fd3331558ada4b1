"""A word on the desktop about a chat, for somebody who works in another program."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QSystemTrayIcon

from weclaw_desktop.ui.desktop.tray import Tray

SHOWN_MS = 10_000


class Notices(QObject):
    """Uses the tray's icon if there is one, else one of its own that stays as long as the word is read."""

    clicked = Signal(str)
    """The user wants to see the chat."""

    def __init__(self, tray: Tray, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tray, self._chat_id = tray, ""
        self._icon: QSystemTrayIcon | None = None
        self._until = QTimer(self)
        self._until.setSingleShot(True)
        self._until.setInterval(SHOWN_MS)
        self._until.timeout.connect(self.remove)
        tray.message_clicked.connect(self._on_clicked)

    def tell(self, chat_id: str, title: str, words: str, *, available: bool | None = None) -> bool:
        """Show it; False where the desktop has no place for it. ``available`` None asks Qt."""
        self._chat_id = chat_id
        if self._tray.tell(title, words):
            return True
        has_tray = QSystemTrayIcon.isSystemTrayAvailable() if available is None else available
        if not has_tray or not QSystemTrayIcon.supportsMessages():
            return False
        if self._icon is None:
            self._icon = QSystemTrayIcon(QApplication.windowIcon(), self)
            self._icon.messageClicked.connect(self._on_clicked)
            self._icon.activated.connect(self._on_clicked)
        self._icon.show()
        self._icon.showMessage(title, words, QApplication.windowIcon())
        self._until.start()
        return True

    def remove(self) -> None:
        """Take the icon away."""
        self._until.stop()
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None

    def _on_clicked(self) -> None:
        if self._chat_id:
            self.clicked.emit(self._chat_id)
