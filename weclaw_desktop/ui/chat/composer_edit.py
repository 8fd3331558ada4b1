"""The text field of the composer: what counts as "send", and what an input method may still be doing.

Only a key press outside a composition is a command. Return while text is being composed is not sent; when the commit
follows within ``SETTLE_MS`` the two were one act in the other order, and the whole text is sent once. A Return that
comes right after a commit of *unconverted* letters is the Return that committed them (so one enters Latin letters in a
Chinese input method) and is not sent either; after any other commit it is an ordinary Return.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import ceil
from typing import Literal

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QImage, QInputMethodEvent, QKeyEvent, QKeySequence, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget
from typing_extensions import override

from weclaw_desktop.ui.chat.composer_drop import files_of, takes
from weclaw_desktop.ui.theme import current, tokens

SETTLE_MS = 50
"""How close commit and Return may lie to be one act, in milliseconds."""
LONG_PASTE = 8_000
"""Characters from which a paste is kept beside the field instead of in it."""
LONGEST_INLINE = 100_000
"""Characters that even a plain paste may put into the field: a line of megabytes would freeze it."""
LEAST_LINES = 4
"""Lines to which the field may always grow."""
SHARE = 0.35
"""Share of the window that it may take."""


class ComposerEdit(QPlainTextEdit):
    """A field that grows with its text, up to a share of the window.

    ``long_pasted`` carries text too long for it, ``files_pasted`` paths, ``picture_pasted`` bytes or a QImage.
    ``taken`` is asked before a key is handled, only outside a composition: whoever takes a key returns True.
    ``listing`` says that a list is open over the field.
    """

    send_wanted = Signal()
    long_pasted = Signal(str)
    files_pasted = Signal(object)
    picture_pasted = Signal(object)
    focus_changed = Signal(bool)
    composed = Signal()
    """A composition began, went on or ended."""
    stop_wanted = Signal()
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.send_with: Literal["enter", "ctrl_enter"] = "enter"
        self.composing = False
        self.taken: Callable[[QKeyEvent], bool] = lambda _event: False
        self.listing = False
        self._preedit = ""
        self._committed_at = -1.0
        self._committed_raw = False
        self._plain = False
        self._return_pending = QTimer(self)
        self._return_pending.setSingleShot(True)
        self._return_pending.setInterval(SETTLE_MS)
        self.setProperty("look", "bare")
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)  # the whole chat takes what is dropped
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2)
        self.document().documentLayout().documentSizeChanged.connect(self._on_size_changed)
        self.textChanged.connect(self._on_size_changed)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def take_start(self, text: str) -> None:
        """Take ``text`` away from the start; what follows stays as it is, also what is being composed."""
        if self.toPlainText() == text:
            self.clear()
        elif text and self.toPlainText().startswith(text):
            cursor = QTextCursor(self.document())
            cursor.setPosition(len(text.encode("utf-16-le")) // 2, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    @override
    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Follow the composition; Qt does the editing."""
        before, commit = self._preedit, event.commitString()
        super().inputMethodEvent(event)
        self._preedit = event.preeditString()
        self.composing = bool(self._preedit)
        self.composed.emit()
        if not commit:
            return
        self._committed_at = time.monotonic()
        letters = "".join(before.split()).replace("'", "")
        self._committed_raw = bool(letters) and commit.isascii() and commit.strip() == letters
        if self._return_pending.isActive() and not self.composing:
            self._return_pending.stop()
            self.send_wanted.emit()

    @override
    def event(self, event: QEvent) -> bool:
        """Tab moves the focus and Esc is the window's, but lists over the field and compositions come first."""
        if not isinstance(event, QKeyEvent):
            return super().event(event)
        kind, key = event.type(), event.key()
        if kind == QEvent.Type.ShortcutOverride and key == Qt.Key.Key_Escape and (self.listing or self.composing):
            event.accept()
            return True
        tab = kind == QEvent.Type.KeyPress and key == Qt.Key.Key_Tab and not self.composing
        if tab and self.taken(event):
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_return and self._ends_letters(event):
            return
        if not self.composing and self.taken(event):
            return
        if is_return:
            self._on_return(event)
            return
        if event.key() == Qt.Key.Key_Escape:
            if not self.composing:  # else it is the input method's
                self.stop_wanted.emit()
            return
        if event.matches(QKeySequence.StandardKey.Paste) or _is_plain_paste(event):
            self._plain = _is_plain_paste(event)
            self.paste()
            self._plain = False
            return
        super().keyPressEvent(event)

    @override
    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return takes(source)

    @override
    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text()
        if not self._plain and (files := files_of(source)):
            self.files_pasted.emit(files)
            return
        if not self._plain and source.hasImage() and not text.strip():
            self.picture_pasted.emit(_picture(source))
            return
        limit = LONGEST_INLINE if self._plain else LONG_PASTE
        if len(text) > limit:
            self.long_pasted.emit(text)
        elif text:
            self.insertPlainText(text)

    @override
    def sizeHint(self) -> QSize:
        return QSize(current().px(200), self._wanted_height())

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(current().px(80), self._wanted_height())

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._on_size_changed()
        self.resized.emit()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._on_size_changed()

    def _on_return(self, event: QKeyEvent) -> None:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        wanted = Qt.KeyboardModifier.NoModifier if self.send_with == "enter" else Qt.KeyboardModifier.ControlModifier
        if modifiers != wanted:
            if not self.composing:
                self.insertPlainText("\n")
                self.ensureCursorVisible()
            return
        if self.composing:
            self._return_pending.start()
            return
        self.send_wanted.emit()

    def _ends_letters(self, event: QKeyEvent) -> bool:
        """Whether a Return is the one that just committed letters as they were typed: it may do nothing else."""
        just_now = (time.monotonic() - self._committed_at) * 1_000 < SETTLE_MS
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self.composing or not (plain and just_now and self._committed_raw):
            return False
        self._committed_at = -1.0
        return True

    def _wanted_height(self) -> int:
        lines, most = max(1, round(self.document().size().height())), self._most_lines()
        room = min(lines, most) * self.fontMetrics().lineSpacing()
        if lines <= most:
            room = max(room, self._written_height())
        return room + current().px(tokens.SPACE_S)

    def _written_height(self) -> int:
        """Height of all lines, in pixels: Chinese ones are higher than the typeface of the field says."""
        tall, block = 0.0, self.document().begin()
        while block.isValid():
            self.blockBoundingRect(block)  # lays the block out
            tall += block.layout().boundingRect().height()
            block = block.next()
        return ceil(tall)

    def _most_lines(self) -> int:
        return max(LEAST_LINES, int(SHARE * self.window().height() / max(1, self.fontMetrics().lineSpacing())))

    def refit(self) -> None:
        """The window became larger or smaller."""
        self._on_size_changed()

    def _on_size_changed(self) -> None:
        """Grow at once, before the next paint: else the first line would scroll away for a moment."""
        if self.height() != self._wanted_height():
            self.setFixedHeight(self._wanted_height())

    def _on_scrolled(self, value: int) -> None:
        """While everything fits there is nothing to scroll to, whatever the caret asked for before the field grew."""
        if value and self.document().size().height() <= self._most_lines():
            self.verticalScrollBar().setValue(0)


def _picture(source: QMimeData) -> bytes | QImage | None:
    """The picture of a paste as it lies there, decoded only when it has no bytes of its own."""
    for kind in ("image/png", "image/jpeg", "image/webp"):
        if source.hasFormat(kind):
            return bytes(source.data(kind).data())
    found: object = source.imageData()
    return found if isinstance(found, QImage) else None


def _is_plain_paste(event: QKeyEvent) -> bool:
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    return event.key() == Qt.Key.Key_V and event.modifiers() == both
