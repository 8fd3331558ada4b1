"""The panel's line about what this chat and its model have of their own, with the way to change it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.overriding import OwnSetting
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.settings import own_words as words
from weclaw_desktop.ui.widgets import Label, LinkButton, column


class OwnSection(QWidget):
    """One line per source; ``change_wanted`` asks for the sheet of this chat."""

    change_wanted = Signal()

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conductor = conductor
        self._own: tuple[OwnSetting, ...] = ()
        self.told = Label("", "small", wrap=True, selectable=True)
        self.change = LinkButton()
        self.change.clicked.connect(self.change_wanted)
        layout = column(self, gap=2)
        layout.addWidget(self.told)
        layout.addWidget(self.change)

    def show_own(self, own: tuple[OwnSetting, ...], *, stored: bool) -> None:
        """Show other values. ``stored``: there is a chat that can have some."""
        self._own = own
        self.setVisible(stored)
        self._tell()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.change.setText(self.tr("Context of this chat…"))
        self._tell()

    def _tell(self) -> None:
        lines: list[str] = []
        for source, said in (
            ("chat", self.tr("This chat has its own: {0}")),
            ("model", self.tr("This model has its own: {0}")),
        ):
            held = {one.name: one.value for one in self._own if one.source == source}
            if held:
                lines.append(said.format(words.listed(self._conductor, held)))
        self.told.setText("\n".join(lines))
        self.told.setVisible(bool(lines))
