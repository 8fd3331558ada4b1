"""The files that stand in the prompt of every chat, with ways to add one and to take one away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Card, ElidedLabel, IconButton, Label, clear_layout, column, row
from weclaw_desktop.workspace.instructions import abbreviated

translate = QCoreApplication.translate


class PinnedFiles(QWidget):
    """A card per file. ``unpinned`` says which one was just taken away."""

    unpinned = Signal(str)

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._about = Label("", "small", "muted", wrap=True)
        self.cards: QVBoxLayout = column(gap=tokens.SPACE_S)
        self.pin = Button("", "secondary", "pin")
        self.pin.clicked.connect(self._on_pin)
        inside = column(self, gap=tokens.SPACE_M)
        inside.addWidget(self._about)
        inside.addLayout(self.cards)
        line = row()
        line.addWidget(self.pin)
        line.addStretch(1)
        inside.addLayout(line)

    def show_paths(self, paths: Sequence[str]) -> None:
        """The files in force."""
        clear_layout(self.cards)
        for path in paths:
            card = FileCard(path, abbreviated(Path(path)))
            card.removed.connect(self._on_removed)
            self.cards.addWidget(card)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self._about.setText(
            translate(
                "Skills",
                "Text files of yours that stand in the prompt of every chat, as reference. Files of one chat are "
                "pinned in the context panel; AGENTS.md and the like of a chat's folder are found by themselves.",
            )
        )
        self.pin.setText(translate("Skills", "Pin a file…"))

    def choose(self, path: str) -> None:
        """Pin a file."""
        settings = self._conductor.bench.settings
        self._conductor.start(settings.pin_file(str(Path(path)), True), "pin a file")

    def _on_removed(self, path: str) -> None:
        self._conductor.start(self._conductor.bench.settings.pin_file(path, False), "unpin a file")
        self.unpinned.emit(path)

    def _on_pin(self) -> None:
        dialog = QFileDialog(self.window(), self.pin.text())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setModal(False)
        dialog.fileSelected.connect(self.choose)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()


class FileCard(Card):
    """One file that stands in every prompt, with a way to take it away."""

    removed = Signal(str)

    def __init__(self, path: str, shown: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(shown)
        line = row(self, gap=tokens.SPACE_S, margins=(12, 4, 8, 4))
        line.addWidget(ElidedLabel(shown, mode=Qt.TextElideMode.ElideMiddle))
        line.addStretch(1)
        remove = IconButton("cross", translate("Skills", "Do not pin {0} any more").format(shown))
        remove.clicked.connect(lambda: self.removed.emit(path))
        line.addWidget(remove)
