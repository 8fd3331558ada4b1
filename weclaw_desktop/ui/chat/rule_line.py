"""The quiet question over the composer whether words of the newest message are a rule. It never takes the focus."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.pins import FoundRule
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.pins import PinActs
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Card, ElidedLabel, LinkButton, row

Keys = Callable[[str], str]
"""What a command's keys are called, "" for none."""


class RuleLine(Card):
    """Hidden unless a rule in the newest message waits for the user's word. It is gone with the next message."""

    def __init__(self, acts: PinActs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._acts = acts
        self._waiting: tuple[FoundRule, ...] = ()
        self._decided: set[tuple[str, str]] = set()
        self.keys: Keys = lambda _command: ""
        self.said = ElidedLabel("", "small")
        self.keep_button, self.dismiss_button = LinkButton(), LinkButton()
        layout = row(self, gap=tokens.SPACE_M, margins=(12, 2, 8, 2))
        layout.addWidget(self.said)
        layout.addStretch(1)
        for button, call in ((self.keep_button, self.keep), (self.dismiss_button, self.dismiss)):
            button.clicked.connect(call)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setMinimumHeight(current().px(30))
        self.hide()

    @property
    def rule(self) -> FoundRule | None:
        """The rule that is asked about."""
        return self._waiting[0] if self._waiting else None

    def show_report(self, report: ContextReport | None) -> None:
        """Ask about the newest message's rules, one after the other, or be gone."""
        rules = report.pins.rules if report is not None else ()
        waiting = tuple(r for r in rules if r.newest and r.waits and (r.text, r.message_id) not in self._decided)
        if waiting != self._waiting:
            self._waiting = waiting
            self._show()

    def keep(self) -> None:
        """It is a rule."""
        self._decide("confirmed")

    def dismiss(self) -> None:
        """It is none."""
        self._decide("dismissed")

    def _decide(self, state: str) -> None:
        rule = self.rule
        if rule is None:
            return
        self._decided.add((rule.text, rule.message_id))  # gone at once, whatever the report says until it is stored
        self._waiting = self._waiting[1:]
        self._show()
        self._acts.decide(rule, "confirmed" if state == "confirmed" else "dismissed")

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._show()

    def _show(self) -> None:
        rule = self.rule
        if rule is None:
            focused = self.window().focusWidget()
            if focused is not None and self.isAncestorOf(focused):
                self.focusPreviousChild()
            self.hide()
            return
        self.said.setText(self.tr("Keep as a rule? “{0}”").format(rule.text))
        self.keep_button.setText(self.tr("Keep"))
        self.dismiss_button.setText(self.tr("Dismiss"))
        for button, command in ((self.keep_button, "context.keep_rule"), (self.dismiss_button, "context.dismiss_rule")):
            button.setToolTip(self.keys(command))
            button.setAccessibleName(i18n.joined((button.text(), rule.text), ": "))
        self.setAccessibleName(self.said.text())
        self.show()
