"""Looks at the disk when a file of the prompt changes, and when the user comes back to the program.

Each request looks by itself; this is for the badge that people see before they send anything. Watching alone would not
do: some network drives tell nobody of a change.
"""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.workspace.watching import watched

TOGETHER_MS = 400
"""Changes within this time are looked at once: editors write a file in several steps."""
Known = tuple[str, str, tuple[str, ...]]
"""Chat, its folder, and what stands in its prompt of skills and files."""


class Noticing(QObject):
    """One per window. Asks for a new report of the open chat."""

    def __init__(self, conductor: Conductor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._known: Known | None = None
        self.watcher: QFileSystemWatcher | None = None
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(TOGETHER_MS)
        self._due.timeout.connect(self._report)
        conductor.report_changed.connect(self._follow)
        application = QGuiApplication.instance()
        if isinstance(application, QGuiApplication):
            application.applicationStateChanged.connect(self.look)

    def look(self, state: Qt.ApplicationState) -> None:
        """The program came to the front, or went to the back."""
        if state == Qt.ApplicationState.ApplicationActive:
            self._report()

    def _report(self) -> None:
        conductor = self._conductor
        if conductor.chat_id:
            conductor.start(conductor.bench.reporter.report(conductor.chat_id), "look at the disk")

    def _follow(self) -> None:
        """Watch what the open chat's prompt is made of."""
        conductor, report = self._conductor, self._conductor.report
        if report is None or not conductor.chat_id:
            return
        listed = [(line.key, item.source) for line in report.budgets for item in line.items if item.source]
        known = (conductor.chat_id, conductor.workdir, tuple(f"{key} {source}" for key, source in listed))
        if known != self._known:
            self._known = known
            files = [source for key, source in listed if key == "files"]
            conductor.start(self._watch(known, files), "find what to watch")

    async def _watch(self, known: Known, files: list[str]) -> None:
        paths = await asyncio.to_thread(watched, known[1], files, self._conductor.bench.skills.folder)
        if known != self._known or (not paths and self.watcher is None):
            return
        if self.watcher is None:
            self.watcher = QFileSystemWatcher(self)
            self.watcher.fileChanged.connect(self._on_changed)
            self.watcher.directoryChanged.connect(self._on_changed)
        before = {*self.watcher.files(), *self.watcher.directories()}
        if gone := sorted(before - set(paths)):
            self.watcher.removePaths(gone)
        if new := [path for path in paths if path not in before]:
            self.watcher.addPaths(new)

    def _on_changed(self, _path: str) -> None:
        self._known = None  # a file that was replaced is watched no more: it is looked for again
        if not self._due.isActive():
            self._due.start()
