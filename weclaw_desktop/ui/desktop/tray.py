"""The icon in the tray, for those who want the program to go on when its window is closed."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from weclaw_desktop.resource_files import resource_path

translate = QCoreApplication.translate


class Tray(QObject):
    """Shown while the setting is on and the desktop has a tray. A click shows the window."""

    show_wanted = Signal()
    new_chat_wanted = Signal()
    quit_wanted = Signal()
    message_clicked = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._icon: QSystemTrayIcon | None = None
        self._menu: QMenu | None = None

    @property
    def there(self) -> bool:
        """Whether closing the window leaves something that brings it back."""
        return self._icon is not None

    def use(self, wanted: bool, *, available: bool | None = None) -> None:
        """Show or remove the icon. ``available`` tells whether the desktop has a tray; None asks Qt."""
        has_tray = QSystemTrayIcon.isSystemTrayAvailable() if available is None else available
        if wanted and has_tray:
            self._put()
        else:
            self.remove()

    def remove(self) -> None:
        """Take the icon away."""
        if self._icon is not None:
            self._icon.hide()
            self._icon.deleteLater()
            self._icon = None
        if self._menu is not None:
            self._menu.deleteLater()
            self._menu = None

    def tell(self, title: str, words: str) -> bool:
        """Show a message beside the icon; False where there is none."""
        if self._icon is None or not QSystemTrayIcon.supportsMessages():
            return False
        self._icon.showMessage(title, words, _icon())
        return True

    def menu(self) -> QMenu | None:
        """What the icon's menu offers, None while it is not shown."""
        return self._menu

    def _put(self) -> None:
        if self._icon is None:
            self._icon = QSystemTrayIcon(_icon(), self)
            self._icon.activated.connect(self._on_activated)
            self._icon.messageClicked.connect(self.message_clicked)
            self._icon.show()
        if self._menu is not None:
            self._menu.deleteLater()
        menu = self._menu = QMenu()
        menu.addAction(translate("Tray", "Show window"), self.show_wanted.emit)
        menu.addAction(translate("Tray", "New chat"), self.new_chat_wanted.emit)
        menu.addSeparator()
        menu.addAction(translate("Tray", "Quit"), self.quit_wanted.emit)
        self._icon.setContextMenu(menu)
        self._icon.setToolTip("WeClaw Desktop")

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.show_wanted.emit()


def _icon() -> QIcon:
    return QIcon(str(resource_path("icons", "app.svg")))
