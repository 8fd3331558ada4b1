"""The tags there are, as chips; one that is pressed shows only chats that have it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.widgets import PillButton, clear_layout

SHOWN = 12
LONGEST = 18
"""Characters of a tag on its chip."""


class TagRow(QWidget):
    """``chosen`` carries the tag to show, "" for all chats."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tags: tuple[str, ...] = ()
        self._on = ""
        self._flow = Flow(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_tags(self, tags: Sequence[str], on: str) -> None:
        """Show these, the most used first, with one of them pressed."""
        shown = tuple(tags[:SHOWN])
        if on and on not in shown:
            shown = (on, *shown)
        if (shown, on) == (self._tags, self._on):
            return
        self._tags, self._on = shown, on
        clear_layout(self._flow)
        for tag in shown:
            words = tag if len(tag) <= LONGEST else f"{tag[:LONGEST]}…"
            chip = PillButton(f"#{words.replace('&', '&&')}", checkable=True)
            chip.setAccessibleName(QCoreApplication.translate("Sidebar", "Only chats tagged {0}").format(tag))
            chip.setChecked(tag == on)
            chip.clicked.connect(lambda _=False, tag=tag: self.chosen.emit("" if tag == self._on else tag))
            self._flow.addWidget(chip)
        self.setVisible(bool(shown))
        self.updateGeometry()
