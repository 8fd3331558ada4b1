"""The web pages that an answer rests on, numbered as in its text, below it. Nothing is loaded; a press asks first."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import LinkButton, SectionTitle, clear_layout, column, row

FEW = 6
"""Pages that are shown before somebody wants to see all."""
Pages = tuple[tuple[str, str], ...]


class SourceList(QWidget):
    """``link_clicked`` carries an address; ``height_changed`` comes when all of many pages are shown."""

    link_clicked = Signal(str)
    height_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: Pages = ()
        self._all = False
        self._title = SectionTitle()
        layout = column(self, gap=tokens.SPACE_XS)
        layout.addWidget(self._title)
        self._lines = column(gap=0)
        layout.addLayout(self._lines)

    def show_pages(self, pages: Pages) -> None:
        """Show these, (address, title) each."""
        if pages != self._pages:
            self._pages, self._all = pages, len(pages) <= FEW + 1
            self._fill()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _fill(self) -> None:
        clear_layout(self._lines)
        self._title.setText(self.tr("Sources"))
        self.setAccessibleName(self._title.text())
        for number, (address, title) in enumerate(self._pages if self._all else self._pages[:FEW], 1):
            host = urlsplit(address).netloc.removeprefix("www.")
            words = f"{number}  " + " · ".join(part for part in (title, host) if part)
            name = self.tr("Source {0}: {1}").format(number, title or address)
            line = self._add(words.replace("&", "&&"), name)
            line.setToolTip(address)
            line.clicked.connect(lambda _checked=False, address=address: self.link_clicked.emit(address))
        if not self._all:
            more = self.tr("and {0} more").format(len(self._pages) - FEW)
            self._add(more, self.tr("Show all sources")).clicked.connect(self._show_all)

    def _add(self, words: str, name: str) -> LinkButton:
        button, line = LinkButton(words, name=name), row()
        button.setProperty("align", "left")  # what has no room is cut at the end, not at both ends
        line.addWidget(button)
        line.addStretch(1)
        self._lines.addLayout(line)
        button.show()  # now, so that it counts when the height is asked for
        return button

    def _show_all(self) -> None:
        self._all = True
        self._fill()
        self.height_changed.emit()
