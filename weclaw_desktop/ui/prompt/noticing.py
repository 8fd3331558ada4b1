"""Looks at the disk when the user comes back to the program: files may have been edited elsewhere meanwhile.

Each request looks by itself; this is for the badge that people see before they send anything.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication

from weclaw_desktop.ui.conductor import Conductor


class Noticing(QObject):
    """One per window. Asks for a new report of the open chat."""

    def __init__(self, conductor: Conductor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self.look)

    def look(self, state: Qt.ApplicationState) -> None:
        """The program came to the front, or went to the back."""
        conductor = self._conductor
        if state == Qt.ApplicationState.ApplicationActive and conductor.chat_id:
            conductor.start(conductor.bench.reporter.report(conductor.chat_id), "look at the disk")
