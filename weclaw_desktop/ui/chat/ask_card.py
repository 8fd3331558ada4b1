"""The question above the composer while a message waits for the user's word on a compression."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.report import ContextReport, Status
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel import words
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Card, Label, column

ANSWER = "send"
"""The action that only a waiting message offers, and the one to be pressed first."""


class AskCard(Card):
    """Hidden unless the report says that a message waits; ``acted`` carries an action's name."""

    acted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, look="warning")
        self._status = Status()
        self._sentence = Label("", wrap=True, selectable=True)
        self.buttons: dict[str, Button] = {}
        layout = column(self, gap=tokens.SPACE_S, margins=(12, 8, 12, 8))
        layout.addWidget(self._sentence)
        self._actions = Flow(gap=tokens.SPACE_S)
        layout.addLayout(self._actions)
        for name in (ANSWER, "preview", "gentle", "cancel"):
            button = self.buttons[name] = Button("", "primary" if name == ANSWER else "secondary")
            button.clicked.connect(lambda _checked=False, name=name: self.acted.emit(name))
            self._actions.addWidget(button)
        self.hide()

    def show_report(self, report: ContextReport | None) -> None:
        """Ask, or be gone."""
        status = report.status if report is not None else Status()
        asks = ANSWER in status.actions
        if status == self._status and asks != self.isHidden():
            return
        self._status = status
        self._words()
        self.setVisible(asks)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._words()

    def _words(self) -> None:
        self._sentence.setText(i18n.say(self._status.text) if self._status.text is not None else "")
        self.setAccessibleName(self._sentence.text())
        for name, button in self.buttons.items():
            button.setText(words.action(name, self._status.phase))
