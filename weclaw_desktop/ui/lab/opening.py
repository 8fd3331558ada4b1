"""Opens the Lab of a main window, once; its module is loaded then."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from weclaw_desktop.ui.conductor import Conductor
    from weclaw_desktop.ui.lab.lab_window import LabWindow


class LabOpening(QObject):
    """One per main window."""

    def __init__(
        self, window: QWidget, conductor: Conductor, share: Callable[[QWidget], object] = lambda _window: None
    ) -> None:
        """``share`` gives the Lab's window the keys of the program."""
        super().__init__(window)
        self._conductor, self._share = conductor, share
        self.window: LabWindow | None = None

    def open(self) -> None:
        """Show the Lab."""
        from weclaw_desktop.ui.lab.lab_window import LabWindow

        if self.window is None:
            self.window = LabWindow(self._conductor)
            self._conductor.start(self._conductor.bench.lab.ready(), "make the Lab ready")
            self._share(self.window)
            self.window.gone.connect(self._on_gone)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """The main window goes."""
        if self.window is not None:
            self.window.close()

    def _on_gone(self) -> None:
        self._conductor.bench.lab.rest()
        self.window = None
