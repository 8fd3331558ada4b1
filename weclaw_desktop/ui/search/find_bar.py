"""Ctrl+F: a line over the conversation to look for words in it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractScrollArea, QLineEdit
from typing_extensions import override

from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, Escape, IconButton, Label, row
from weclaw_desktop.ui.widgets.composing import Composition

NEXT, PREVIOUS = ("F3", "Ctrl+G"), ("Shift+F3", "Ctrl+Shift+G")
"""Keys that go on from wherever the focus is in the window, as long as the bar is there."""


class FindBar(Card):
    """Lies in the upper right corner of ``over``. What is found is told by ``show_count``."""

    words_changed = Signal(str)
    step_wanted = Signal(int)
    closed = Signal()

    def __init__(self, over: QAbstractScrollArea) -> None:
        super().__init__(over.viewport(), look="raised")  # what lies beside the viewport no screen reader finds
        self._over = over
        self.edit = QLineEdit()
        self.edit.installEventFilter(self)
        Composition(self.edit)
        self.count = Label("", "small", "muted")
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.previous, self.next, self.cross = IconButton("arrow-up"), IconButton("arrow-down"), IconButton("cross")
        layout = row(self, gap=tokens.SPACE_XS, margins=(6, 6, 6, 6))
        layout.addWidget(self.edit, 1)
        for widget in (self.count, self.previous, self.next, self.cross):
            layout.addWidget(widget)
        self.edit.textChanged.connect(self.words_changed)
        self.previous.clicked.connect(lambda: self.step_wanted.emit(-1))
        self.next.clicked.connect(lambda: self.step_wanted.emit(1))
        self.cross.clicked.connect(self.close_bar)
        over.installEventFilter(self)
        Escape(self, self.close_bar)
        for keys, step in ((NEXT, 1), (PREVIOUS, -1)):
            for key in keys:
                shortcut = QShortcut(QKeySequence(key), self)
                shortcut.activated.connect(lambda step=step: self.step_wanted.emit(step))
        self.hide()
        self.retranslate()

    def open(self, words: str = "") -> None:
        """Show it, with words to look for if there are some, and take the focus."""
        if words:
            self.edit.setText(words)
        self._place()
        self.show()
        self.raise_()
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.edit.selectAll()

    def close_bar(self) -> None:
        """Hide it."""
        if self.isVisible():
            self.hide()
            self.closed.emit()

    def show_count(self, at: int, total: int) -> None:
        """Which of how many places is shown; ``at`` counts from 1, 0 for none."""
        said = QCoreApplication.translate("FindBar", "{0} of {1}").format(f"{at:,}", f"{total:,}")
        none = QCoreApplication.translate("FindBar", "not found")
        self.count.setText("" if not self.edit.text().strip() else said if total else none)
        self.count.set_tone("muted" if total or not self.edit.text().strip() else "danger")
        for button in (self.previous, self.next):
            button.setEnabled(total > 0)

    def retranslate(self) -> None:
        """Words in the language of the window."""
        translate = QCoreApplication.translate
        self.setAccessibleName(translate("FindBar", "Find in this chat"))
        self.edit.setPlaceholderText(translate("FindBar", "Find in this chat"))
        self.edit.setAccessibleName(translate("FindBar", "Find in this chat"))
        self.previous.set_name(translate("FindBar", "Previous place"), translate("FindBar", "Shift+Return"))
        self.next.set_name(translate("FindBar", "Next place"), translate("FindBar", "Return"))
        self.cross.set_name(translate("FindBar", "Close"), translate("FindBar", "Esc"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange and self.isVisible():
            self._place()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._over and event.type() == QEvent.Type.Resize:
            self._place()
        elif watched is self.edit and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._on_key(event)
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        steps = {
            Qt.Key.Key_Return: -1 if back else 1,
            Qt.Key.Key_Enter: -1 if back else 1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_Up: -1,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is not None:
            self.step_wanted.emit(step)
        return step is not None

    def _place(self) -> None:
        theme, over = current(), self._over
        width = min(theme.px(380), over.width() - theme.px(2 * tokens.SPACE_M))
        left, tall = over.width() - width - theme.px(tokens.SPACE_L), self.sizeHint().height()
        self.setGeometry(left, theme.px(tokens.SPACE_S), width, tall)
