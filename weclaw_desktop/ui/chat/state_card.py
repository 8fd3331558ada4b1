"""How an answer ended when it did not end well: one sentence and Retry. Never shown as the assistant's words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Card, IconButton, Label, row
from weclaw_desktop.ui.widgets.labels import set_property


class StateCard(Card):
    """Shows a stopped, interrupted or failed answer."""

    retry_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._message: Message | None = None
        self._retryable = False
        self._icon = IconButton("alert", role="danger")
        self._icon.setEnabled(True)
        self._label = Label(wrap=True, selectable=True)
        self._retry = Button("", "secondary", "retry")
        self._retry.clicked.connect(self.retry_wanted)
        layout = row(self, gap=tokens.SPACE_S, margins=(8, 8, 8, 8))
        layout.addWidget(self._icon)
        layout.addWidget(self._label, 1)
        layout.addWidget(self._retry)

    def show_state(self, message: Message, *, retryable: bool) -> None:
        """Show the state of ``message``; the button is there only when a retry would answer the newest ask."""
        self._message, self._retryable = message, retryable
        look = {"failed": "danger", "interrupted": "warning"}.get(message.state, "")
        set_property(self, "look", look)
        icons = {"failed": ("alert", "danger"), "interrupted": ("alert", "warning")}
        self._icon.set_icon(*icons.get(message.state, ("stop", "muted")))
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
        self.setAccessibleName(self._label.text())

    def _sentence(self, message: Message) -> str:
        if message.state == "failed" and message.failure is not None:
            return i18n.say(message.failure)
        return {
            "failed": self.tr("The answer failed."),
            "interrupted": self.tr("The answer was interrupted. What had arrived is kept."),
            "stopped": self.tr("You stopped this answer."),
        }.get(message.state, "")
