"""Opens the X-ray of a window when it is first wanted: nothing of it is loaded before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.ui.conductor import Conductor

if TYPE_CHECKING:
    from weclaw_desktop.ui.xray.window import XrayWindow


class XrayOpener(QObject):
    """One per window; ``close`` goes with it."""

    def __init__(
        self, conductor: Conductor, parent: QObject, share: Callable[[QWidget], object] = lambda _window: None
    ) -> None:
        """``share`` gives the window the keys of the program."""
        super().__init__(parent)
        self._conductor, self._share = conductor, share
        self.window: XrayWindow | None = None
        conductor.xray_wanted.connect(self.open)

    def open(self, message_id: str = "") -> None:
        """Show what will be sent next, at a message if one is named."""
        if self.window is None:
            from weclaw_desktop.ui.xray.window import XrayWindow

            self.window = XrayWindow(self._conductor)
            self._share(self.window)
        self.window.open(message_id)

    def close(self) -> None:
        """Let it go."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None
