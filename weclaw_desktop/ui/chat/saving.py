"""Saves a text to a file that the user picks: the dialog waits for nobody, the disk is touched in a thread."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import QIODevice, QObject, QRunnable, QSaveFile, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.colouring import pool
from weclaw_desktop.ui.chat.highlight import lexer


class Saving(QObject):
    """One text on its way to a file; ``finished`` carries what went wrong, "" when it is saved."""

    finished = Signal(str)

    def ask(self, window: QWidget, title: str, name: str, content: str) -> QFileDialog:
        """Ask where to save ``content``, with ``name`` proposed."""
        dialog = QFileDialog(window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(name)

        def chosen(path: str) -> None:
            self.write(path, content)

        dialog.fileSelected.connect(chosen)
        dialog.open()
        return dialog

    def write(self, path: str, content: str) -> None:
        """Write in the background; an older file stays whole until the new one is."""
        pool().start(_Writing(path, content, self))


class _Writing(QRunnable):
    def __init__(self, path: str, content: str, saving: Saving) -> None:
        super().__init__()
        self._path, self._saving = path, saving
        self._data = (content if content.endswith("\n") else content + "\n").encode("utf-8", "replace")

    @override
    def run(self) -> None:
        file = QSaveFile(self._path)
        done = file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(self._data) >= 0 and file.commit()
        try:
            self._saving.finished.emit("" if done else file.errorString())
        except RuntimeError:
            return  # the window closed meanwhile


def file_name(language: str) -> str:
    """A name for code of a language, e.g. code.py; code.txt when nothing better is known."""
    found = lexer(language)
    endings = [PurePath(pattern).suffix for pattern in (found.filenames if found is not None else ())]
    plain = next((ending for ending in endings if ending[1:].isalnum()), ".txt")
    return f"code{plain}"
