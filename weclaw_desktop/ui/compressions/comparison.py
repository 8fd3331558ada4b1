"""The comparison of two views as a text that one can read, search, select and copy: signs and colours say what changed.

One plain document holds it, however long the chat is: rows of widgets would take seconds for ten thousand messages.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from weclaw_desktop.ui.compressions.changes_model import MOST, Line
from weclaw_desktop.ui.theme import current


class Comparison(QPlainTextEdit):
    """Read-only. ``show_lines`` replaces everything."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self._colours = _Colours(self.document())

    def show_lines(self, lines: Sequence[Line], more: str) -> None:
        """Show these; ``more`` is said where they were too many."""
        self._colours.tones = [line.tone for line in lines]
        text = "\n".join(line.text.replace("\n", " ") for line in lines)
        self.setPlainText(text if len(text) <= MOST else f"{text[:MOST]}\n{more}")

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._colours.rehighlight()


class _Colours(QSyntaxHighlighter):
    """Colours whole lines by what they are."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.tones: list[str] = []

    @override
    def highlightBlock(self, text: str) -> None:
        at = self.currentBlock().blockNumber()
        if at >= len(self.tones):
            return
        palette = current().palette
        style = QTextCharFormat()
        tone = self.tones[at]
        if tone == "head":
            style.setFontWeight(600)
            style.setForeground(QColor(palette.text))
        elif tone == "quiet":
            style.setForeground(QColor(palette.muted))
        else:
            style.setForeground(QColor(palette.danger if tone == "out" else palette.success))
        self.setFormat(0, len(text), style)
