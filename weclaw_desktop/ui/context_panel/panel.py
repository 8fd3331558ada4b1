"""The context panel: follows the conductor's report and turns what the user presses into intents."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget
from typing_extensions import override

from weclaw_desktop.context.threshold import thresholds, thresholds_for
from weclaw_desktop.core.models import GUESSED_WINDOW
from weclaw_desktop.core.overriding import in_force
from weclaw_desktop.core.pins import FoundRule, KeptPin
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import ContextReport, Status
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.budget_section import BudgetSection
from weclaw_desktop.ui.context_panel.intents import Intents
from weclaw_desktop.ui.context_panel.notices_section import NoticesSection
from weclaw_desktop.ui.context_panel.own_section import OwnSection
from weclaw_desktop.ui.context_panel.panel_model import PanelView, describe
from weclaw_desktop.ui.context_panel.pin_views import pins_view
from weclaw_desktop.ui.context_panel.pinned_section import PinnedSection
from weclaw_desktop.ui.context_panel.record_list import RecordList
from weclaw_desktop.ui.context_panel.status_card import StatusCard
from weclaw_desktop.ui.context_panel.usage_section import UsageSection
from weclaw_desktop.ui.pins import PinActs
from weclaw_desktop.ui.prompt.acts import PromptActs
from weclaw_desktop.ui.theme import tokens
from weclaw_desktop.ui.widgets import column


class ContextPanel(QFrame):
    """Shows one ``ContextReport`` at a time."""

    def __init__(self, conductor: Conductor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._conductor = conductor
        self._intents = Intents(conductor)
        self.prompt_acts = PromptActs(conductor, self)
        self.view: PanelView | None = None
        self.usage, self.status = UsageSection(), StatusCard()
        self.budgets, self.records = BudgetSection(), RecordList()
        self.pins, self._pin_acts = PinnedSection(), PinActs(conductor, self)
        self.notices, self.own = NoticesSection(), OwnSection(conductor)
        self._scroll = QScrollArea()
        self._lay_out()
        self.usage.compress_wanted.connect(lambda: self._act("compress"))
        self.usage.window_wanted.connect(lambda: self._act("set_window"))
        self.usage.xray_wanted.connect(lambda: conductor.xray_wanted.emit(""))
        self.budgets.trim_wanted.connect(lambda: self._act("trim"))
        self.budgets.acted.connect(self.prompt_acts.do)
        self.prompt_acts.failed.connect(self.budgets.show_problem)
        conductor.chat_opened.connect(lambda: self.budgets.show_problem(""))
        self.status.acted.connect(self._act)
        self.records.acted.connect(self._on_record)
        self.pins.acted.connect(self._on_pin)
        self.notices.switched.connect(self._on_notices)
        self.own.change_wanted.connect(conductor.own_wanted)
        self.pins.add_wanted.connect(lambda: self._pin_acts.write(self.window()))
        conductor.report_changed.connect(self.refresh)
        conductor.models_changed.connect(self._on_models)
        conductor.chat_changed.connect(self._on_models)
        self.retranslate()

    def _lay_out(self) -> None:
        content = QWidget()
        content.setObjectName("content")
        inside = column(content, gap=tokens.SPACE_L, margins=(16, 14, 16, 16))
        inside.addWidget(self.usage)
        inside.addWidget(self.status)
        inside.addWidget(self.own)
        inside.addWidget(self.budgets)
        inside.addWidget(self.notices)
        inside.addWidget(self.pins)
        inside.addWidget(self.records)
        inside.addStretch(1)
        self._scroll.setWidget(content)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column(self, gap=0).addWidget(self._scroll)

    def refresh(self) -> None:
        """Show the conductor's report, or what is known of a chat that nothing was sent in."""
        self.show_report(self._conductor.report or self._blank())

    def show_report(self, report: ContextReport | None) -> None:
        """Show one report. None: no model, nothing to tell but that."""
        report = report or _nothing()
        self.view = view = self._possible(describe(report, self._conductor.model_title))
        self.usage.show_view(view)
        self.status.show_view(view.status)
        self.budgets.show_view(view)
        self.budgets.show_contents(report, self.prompt_acts.decided, self.prompt_acts.folder)
        self.notices.show_report(report)
        self.own.show_own(report.own, stored=bool(report.chat_id))
        self.pins.show_view(pins_view(report.pins), stored=bool(report.chat_id))
        self.records.show_records(view.records)
        self.usage.show_lines(report.status.phase != "no_model")

    def retranslate(self) -> None:
        """Everything in the language of the window."""
        self.setAccessibleName(self.tr("Context panel"))
        for section in (self.usage, self.own, self.budgets, self.notices, self.pins, self.records):
            section.retranslate()
        self.refresh()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange:
            self.status.tint()

    def _blank(self) -> ContextReport | None:
        """A new chat: nothing is counted yet, but the lines of its model are known."""
        conductor = self._conductor
        spec = next((spec for spec in conductor.models if spec.id == conductor.model), None)
        if spec is None:
            return None
        settings = conductor.settings
        held = in_force(settings, spec.id)
        lines = thresholds_for(spec, held.context, strategy=conductor.strategy, sources=held.sources)
        return ContextReport("", spec.id, conductor.strategy, 0, 0, lines, (), (), status=Status("empty"))

    def _possible(self, view: PanelView) -> PanelView:
        """A chat whose report is on its way is not said to be empty."""
        if self._conductor.chat is not None and self._conductor.report is None and view.status.phase == "empty":
            view = replace(view, status=replace(view.status, sentence=self.tr("Counting…")))
        return view

    def _on_models(self) -> None:
        if self._conductor.report is None:
            self.refresh()

    def _act(self, name: str) -> None:
        if name == "see" and self.view is not None and self.view.status.phase == "rules_full":
            self._scroll.ensureWidgetVisible(self.pins)
        elif name == "see":
            self.budgets.open_all()
            self._scroll.ensureWidgetVisible(self.budgets)
            self.usage.why.setChecked(True)
        elif name == "trim":
            self.budgets.open_all()
            self._scroll.ensureWidgetVisible(self.budgets)
        elif name == "set_window":
            self._conductor.settings_wanted.emit("models")
        elif name == "export":
            self._conductor.export_wanted.emit(self._conductor.chat_id)
        else:
            self._intents.act(name, self.window())

    def _on_notices(self, on: bool) -> None:
        """Tell the model of this chat, or not; what is as in the settings is no choice of the chat's own."""
        usual = self._conductor.settings.context.tell_model
        self._conductor.choose_own({"tell_model": None if on == usual else on})

    def _on_pin(self, item: KeptPin | FoundRule, name: str) -> None:
        self._pin_acts.act(self.window(), item, name)

    def _on_record(self, record: Record, name: str) -> None:
        self._intents.on_record(self.window(), record, name)


def _nothing() -> ContextReport:
    """No model, so there are no numbers; the lines stand in for the type and are not shown."""
    return ContextReport("", "", "", 0, 0, thresholds(GUESSED_WINDOW), (), (), status=Status("no_model"))
