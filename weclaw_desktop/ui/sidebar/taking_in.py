"""Asks for files of chats and takes them in; one line says what came of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from weclaw_desktop.core.events import Problem
from weclaw_desktop.ui.conductor import Conductor


class TakingIn(QObject):
    """One per list of chats."""

    def __init__(self, conductor: Conductor, owner: QWidget) -> None:
        super().__init__(owner)
        self._conductor, self._owner = conductor, owner

    def choose(self) -> None:
        """Ask for files."""
        translate = QCoreApplication.translate
        kinds = ";;".join((translate("Sidebar", "Messages (*.json *.jsonl)"), translate("Sidebar", "All files (*)")))
        dialog = QFileDialog(self._owner.window(), translate("Sidebar", "Import chats"), str(Path.home()), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.take)
        dialog.open()

    def take(self, names: Sequence[str]) -> None:
        """Take chats in from these files."""
        for name in names:
            self._conductor.start(self._take(Path(name)), f"import {Path(name).name}")

    async def _take(self, path: Path) -> None:
        taken = await self._conductor.bench.importer.take(path)
        if taken.chats:
            await self._conductor.show_chat(taken.chats[0].id)
        self._conductor.problem_reported.emit(Problem(taken.said, severity="info"))
