"""How an answer ended when it did not end well: one sentence and Retry. Never shown as the assistant's words.

Where a key is missing or refused, the way to its field stands beside Retry.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget
from typing_extensions import override

from weclaw_desktop.core.errors import is_about_key, is_locked_file
from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Card, IconButton, Label, row
from weclaw_desktop.ui.widgets.labels import set_property

LEAST = 200
"""Pixels at 100 % that the sentence needs beside the buttons; with less they stand under it."""


class StateCard(Card):
    """Shows a stopped, interrupted or failed answer, or that a question has none."""

    retry_wanted = Signal()
    settings_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message: Message | None = None
        self._retryable = False
        self._icon = IconButton("stop")
        self._icon.setEnabled(True)
        self._label = Label(wrap=True, selectable=True)
        self._retry = Button("", "secondary", "retry")
        self._retry.clicked.connect(self.retry_wanted)
        self._settings = Button("", "secondary")
        self._settings.clicked.connect(self.settings_wanted)
        _Arranged(self, (self._icon, self._label), (self._settings, self._retry))

    def show_state(self, message: Message, *, retryable: bool) -> None:
        """Show the state of ``message``; the button is there only when a retry would answer the newest ask."""
        self._message, self._retryable = message, retryable
        look = {"failed": "danger", "interrupted": "warning"}.get(message.state, "")
        set_property(self, "look", look)
        icons = {"failed": ("alert", "danger"), "interrupted": ("alert", "warning")}
        self._icon.set_icon(*icons.get(message.state, ("info" if message.role == "user" else "stop", "muted")))
        self._words()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._words()

    def _words(self) -> None:
        if self._message is None:
            return
        self._label.setText(self._sentence(self._message))
        self._icon.set_name(self._label.text())
        self._retry.setText(self.tr("Retry"))
        self._retry.setVisible(self._retryable)
        self._settings.setText(self.tr("Open settings"))
        failure = self._message.failure
        about_key = self._retryable and (is_about_key(failure) or is_locked_file(failure))
        if about_key:
            self._settings.set_icon("settings")
        self._settings.setVisible(about_key)
        self.setAccessibleName(self._label.text())

    def _sentence(self, message: Message) -> str:
        if message.role == "user":
            return self.tr("This question has no answer yet.")
        if message.state == "failed" and message.failure is not None:
            return i18n.say(message.failure)
        if message.state == "interrupted" and not message.parts:
            return self.tr("The program ended before an answer arrived.")
        return {
            "failed": self.tr("The answer failed."),
            "interrupted": self.tr("The answer was interrupted. What had arrived is kept."),
            "stopped": self.tr("You stopped this answer."),
        }.get(message.state, "")


class _Arranged(QHBoxLayout):
    """A sentence with its icon, and buttons beside it, or under it, or one under the other, as the width allows."""

    def __init__(self, card: QWidget, lead: tuple[QWidget, QWidget], buttons: Sequence[QWidget]) -> None:
        super().__init__(card)
        edge = current().px(tokens.SPACE_S)
        self.setContentsMargins(edge, edge, edge, edge)
        self.setSpacing(edge)
        said, self._buttons = row(gap=tokens.SPACE_S), row(gap=tokens.SPACE_S)
        said.addWidget(lead[0])
        said.addWidget(lead[1], 1)
        for button in buttons:
            self._buttons.addWidget(button)
        self.addLayout(said, 1)
        self.addLayout(self._buttons)

    @override
    def heightForWidth(self, width: int, /) -> int:
        room = width - 2 * current().px(tokens.SPACE_S)
        self._buttons.setDirection(_ACROSS)
        wanted = self._buttons.sizeHint().width()
        self._buttons.setDirection(_ACROSS if wanted <= room else _DOWN)
        self.setDirection(_ACROSS if wanted + current().px(LEAST) <= room else _DOWN)
        return super().heightForWidth(width)


_ACROSS, _DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
