"""Edits a message where it stands. Return begins a new line; Ctrl+Return is done, Esc leaves it as it was.

So nothing that an input method does can send by accident: a composition ends with Return or Space, never with two keys.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.pieces import Piece
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Card, Escape, Label, column, row
from weclaw_desktop.ui.widgets.composing import Composition

FEWEST, MOST = 2, 16
"""Lines that the field shows; more are scrolled."""


class EditField(QPlainTextEdit):
    """The text; ``done`` and ``left`` are what keys ask for."""

    done = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("look", "bare")
        self.setTabChangesFocus(True)
        Escape(self, self.left.emit)
        Composition(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and control:
            self.done.emit()
        else:
            super().keyPressEvent(event)


class MessageEditor(Piece):
    """A box with the text and two buttons; ``asks`` says that the text is sent again when it is done."""

    done = Signal(str)
    left = Signal()
    text_changed = Signal(str)

    def __init__(self, text: str, parent: QWidget | None = None, *, asks: bool) -> None:
        super().__init__(parent)
        self._asks = asks
        self._card = Card(self, look="large")
        self._card.set_selected(True)
        self.field = EditField()
        self._hint = Label("", "small", "muted", wrap=True)
        self.cancel = Button("", "secondary")
        self.save = Button("", "primary", "send" if asks else "check")
        layout = column(self._card, gap=tokens.SPACE_XS, margins=(12, 8, 8, 8))
        layout.addWidget(self.field)
        line = row(gap=tokens.SPACE_S)
        line.addWidget(self._hint, 1)
        line.addWidget(self.cancel)
        line.addWidget(self.save)
        layout.addLayout(line)
        self.field.setPlainText(text)
        self.field.moveCursor(QTextCursor.MoveOperation.End)
        self.field.done.connect(self._on_done)
        self.field.left.connect(self.left)
        self.field.textChanged.connect(self._on_changed)
        self.cancel.clicked.connect(self.left)
        self.save.clicked.connect(self._on_done)
        self.retranslate()

    @property
    def text(self) -> str:
        """What stands in the field."""
        return self.field.toPlainText()

    def begin(self) -> None:
        """Take the focus, with the end of the text in sight."""
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.field.ensureCursorVisible()

    def retranslate(self) -> None:
        """Words in the language of the window."""
        self.cancel.setText(self.tr("Cancel"))
        self.save.setText(self.tr("Send") if self._asks else self.tr("Save"))
        self.save.setToolTip(self.tr("Ctrl+Return"))
        sends = self.tr("Ctrl+Return sends. The old version stays as another branch.")
        saves = self.tr("Ctrl+Return saves. The model reads the new words from now on.")
        self._hint.setText(sends if self._asks else saves)
        self.field.setAccessibleName(self.tr("Edit message"))
        self.setAccessibleName(self.field.accessibleName())

    @override
    def fit(self, width: int) -> int:
        theme = current()
        inner = width - theme.px(tokens.SPACE_XL)
        self.field.document().setTextWidth(inner)
        line = self.field.fontMetrics().lineSpacing()
        lines = 0
        block = self.field.document().begin()
        while block.isValid() and lines < MOST:
            layout = block.layout()
            lines += max(1, layout.lineCount() if layout is not None else 1, _wrapped(block.text(), inner, self.field))
            block = block.next()
        tall = max(FEWEST, min(MOST, lines)) * line + theme.px(14)
        self.field.setFixedHeight(tall)
        height = tall + max(theme.px(tokens.CONTROL + 2), self._hint.heightForWidth(width // 2)) + theme.px(22)
        self._card.setGeometry(0, 0, width, height)
        return height

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()

    def _on_done(self) -> None:
        if self.text.strip():
            self.done.emit(self.text)

    def _on_changed(self) -> None:
        self.save.setEnabled(bool(self.text.strip()))
        self.text_changed.emit(self.text)
        self.height_changed.emit()


def _wrapped(text: str, width: int, field: QWidget) -> int:
    """About how many lines a paragraph takes; a very long one is not measured."""
    if len(text) > 4_000:
        return MOST
    return 1 + field.fontMetrics().horizontalAdvance(text) // max(1, width)
