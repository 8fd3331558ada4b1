"""The recommendation for the open chat in two lines, with what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from weclaw_desktop.services.lab.table import strategy_title
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.flow import Flow
from weclaw_desktop.ui.settings.advising import Advising
from weclaw_desktop.ui.settings.words import translate
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import Button, Card, Label, LinkButton, column


class AdviceCard(Card):
    """``compare_wanted`` asks for the page that compares, ``lab_wanted`` for the Lab."""

    compare_wanted = Signal()
    lab_wanted = Signal()

    def __init__(
        self, conductor: Conductor, advising: Advising, *, whole: bool = False, parent: QWidget | None = None
    ) -> None:
        """``whole`` shows the reasons, too, and no way to the page it stands on."""
        super().__init__(parent, look="large")
        self._conductor, self._advising, self._whole = conductor, advising, whole
        self.title = Label("", bold=True, wrap=True)
        self.measured = Label("", "small", wrap=True, selectable=True)
        self.thumb = Label("", "small", "muted", wrap=True, selectable=True)
        self.reasons = Label("", "small", "muted", wrap=True, selectable=True)
        self.apply = Button("", "secondary", "check") if whole else LinkButton()
        self.again = LinkButton()
        self.compare, self.lab = LinkButton(), LinkButton()
        layout = column(self, gap=tokens.SPACE_XS, margins=(14, 10, 14, 10))
        for label in (self.title, self.measured, self.thumb, self.reasons):
            layout.addWidget(label)
        acts = QWidget()
        flow = Flow(acts, gap=tokens.SPACE_M)
        for button in (self.apply, self.again, self.compare, self.lab):
            flow.addWidget(button)
        layout.addWidget(acts)
        self.apply.clicked.connect(self._on_apply)
        self.again.clicked.connect(self._on_again)
        self.compare.clicked.connect(self.compare_wanted)
        self.lab.clicked.connect(self.lab_wanted)
        advising.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what is recommended now."""
        advising, advice = self._advising, self._advising.advice
        name = strategy_title(advice.strategy, i18n.language())
        self.title.setText(translate("Advisor", "Recommended here: {0}").format(name))
        measuring = translate("Advisor", "Measuring on this chat… {0} %").format(round(100 * advising.share))
        self.measured.setText(measuring if advising.measuring else i18n.say(advice.measured))
        thumb = strategy_title(advice.thumb.strategy, i18n.language())
        self.thumb.setText(f"{i18n.say(advice.thumb.why)} → {thumb}")
        self.reasons.setText("\n".join(f"• {i18n.say(reason)}" for reason in advice.reasons))
        self.reasons.setVisible(self._whole and bool(advice.reasons))
        same = self._conductor.strategy == advice.strategy
        self.apply.setText(
            translate("Advisor", "{0} is in use").format(name) if same else translate("Advisor", "Use {0}").format(name)
        )
        self.apply.setEnabled(not same)
        stop = translate("Advisor", "Cancel the measurement")
        self.again.setText(stop if advising.measuring else translate("Advisor", "Measure all strategies on this chat"))
        can = advising.situation.over and advising.can_measure
        self.again.setVisible(self._whole and (advising.measuring or can))
        self.compare.setText(translate("Advisor", "Compare strategies"))
        self.compare.setVisible(not self._whole)
        self.lab.setText(translate("Advisor", "Try all on this chat…"))

    def _on_apply(self) -> None:
        self._conductor.choose_strategy(self._advising.advice.strategy)

    def _on_again(self) -> None:
        if self._advising.measuring:
            self._advising.stop()
            self._advising.changed.emit()
        else:
            self._advising.measure()
