"""Asks how to compress a chat this once: what to keep in mind, who writes the summary; then previews or does it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.services.summarisers import NONE
from weclaw_desktop.ui.widgets import ChoiceBox, Label, Sheet

translate = QCoreApplication.translate


class CompressSheet(Sheet):
    """``writers`` are (id, title) of models that could write the summary; ``preview`` and ``compress`` get the wish."""

    def __init__(
        self,
        window: QWidget,
        wish: Wish,
        told: str,
        writers: Sequence[tuple[str, str]],
        *,
        preview: Callable[[Wish], object],
        compress: Callable[[Wish], object],
    ) -> None:
        again = translate("ContextPanel", "Compress again")
        super().__init__(window, again if wish.again else translate("ContextPanel", "Compress this chat"), width=520)
        self._wish, self._preview, self._compress = wish, preview, compress
        self.body.addWidget(Label(told, "small", "muted", wrap=True))
        said = translate("ContextPanel", "What matters most (optional)")
        self.body.addWidget(Label(said, wrap=True))
        self.focus = QLineEdit(wish.focus)
        self.focus.setAccessibleName(said)
        self.focus.setPlaceholderText(translate("ContextPanel", "for example: booking numbers and what was refused"))
        self.focus.returnPressed.connect(lambda: self.answer("compress"))
        self.body.addWidget(self.focus)
        asked = translate("ContextPanel", "Summary")
        self.body.addWidget(Label(asked, wrap=True))
        self.writer = ChoiceBox()
        self.writer.setAccessibleName(asked)
        self.writer.addItem(translate("ContextPanel", "As in the settings"), None)
        self.writer.addItem(translate("ContextPanel", "None: by code only"), NONE)
        for name, title in writers:
            self.writer.addItem(title, name)
        if wish.model is not None:
            self.writer.setCurrentIndex(max(0, self.writer.findData(wish.model)))
        self.body.addWidget(self.writer)
        self.add_button("", translate("ContextPanel", "Cancel"))
        self.add_button("preview", translate("ContextPanel", "Preview"))
        self.add_button("compress", translate("ContextPanel", "Compress"), "primary")
        self.closed.connect(self._on_closed)

    def open(self) -> None:
        """Show it, ready to type."""
        super().open()
        self.focus.setFocus(Qt.FocusReason.PopupFocusReason)

    @property
    def wish(self) -> Wish:
        """What is asked for now."""
        return replace(self._wish, focus=self.focus.text().strip(), model=self.writer.currentData())

    def _on_closed(self, answer: str) -> None:
        if answer == "preview":
            self._preview(self.wish)
        elif answer == "compress":
            self._compress(self.wish)
