"""The line that stands for what an answer folds away; pressing it, or its arrow by keyboard, opens and closes that."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.pieces import STEADY, Piece
from weclaw_desktop.ui.chat.rich_text import RichText
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import IconButton

ARROW = 22
"""Pixels at 100 % of the arrow before the words, by which what is folded away is moved to the right."""


class FoldLine(Piece):
    """Shows a summary. It hides nothing itself: ``toggled`` says that what belongs to it shall come or go."""

    toggled = Signal()
    link_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open = False
        self.touched = False
        """Whether somebody opened or closed it: then it stays so."""
        self._html = ""
        self._pressed: QPoint | None = None
        self._arrow = IconButton("chevron-right", parent=self)
        self._arrow.setProperty("look", "fold")
        self._arrow.clicked.connect(self.toggle)
        self.text = RichText("", self)
        self.text.resting_cursor = Qt.CursorShape.PointingHandCursor
        self.text.link_clicked.connect(self._on_link)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_html("")

    def set_html(self, html: str) -> None:
        """The summary; "" is called what it is."""
        self._html = html
        said = html or self.tr("Details")
        self.text.set_html(f"<p><b>{said}</b></p>")
        self._name()

    def set_open(self, on: bool) -> None:
        """Show what is folded away, or fold it away."""
        if on != self.open:
            self.open = on
            self._arrow.set_icon("chevron-down" if on else "chevron-right")
            self._name()
            self.toggled.emit()

    def toggle(self) -> None:
        """Somebody opens or closes it."""
        self.touched = True
        self.set_open(not self.open)

    @override
    def fit(self, width: int) -> int:
        edge = current().px(ARROW)
        tall = max(edge, self.text.fit(max(1, width - edge))) + current().px(2)
        self._arrow.setGeometry(0, max(0, round(self.text.first_middle() - edge / 2)), edge, edge)
        self.text.setGeometry(edge, 0, max(1, width - edge), tall)
        return tall

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.set_html(self._html)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return on the arrow, which by itself takes Space only."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.toggle()
        else:
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Words of it can be selected like any others: that begins with a press, too."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = event.globalPosition().toPoint() if left else None
        event.ignore()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is not None and (event.globalPosition().toPoint() - pressed).manhattanLength() < STEADY:
            self.toggle()
        event.ignore()

    def _on_link(self, address: str) -> None:
        self._pressed = None
        self.link_clicked.emit(address)

    def _name(self) -> None:
        said = self.tr("Fold away: {0}") if self.open else self.tr("Unfold: {0}")
        self._arrow.set_name(said.format(self.text.text().strip()))
