"""The Context page: strategy, how much to remember with the reasons of the threshold, switches, budgets."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget
from typing_extensions import override

from weclaw_desktop.context.strategies import names
from weclaw_desktop.core.overriding import OF_CHATS, OF_MODELS, in_force, of_chat, of_model, own_of_model
from weclaw_desktop.core.settings import LEAST_CAP, LEAST_MESSAGES, Settings
from weclaw_desktop.services.summarisers import NONE
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.header import strategy_name
from weclaw_desktop.ui.settings import own_words, words
from weclaw_desktop.ui.settings.advice_card import AdviceCard
from weclaw_desktop.ui.settings.advising import Advising
from weclaw_desktop.ui.settings.budget_fields import BudgetFields
from weclaw_desktop.ui.settings.choice_card import ChoiceCard
from weclaw_desktop.ui.settings.fields import ChoiceField, NumberField, PercentField, PickerField, SwitchField
from weclaw_desktop.ui.settings.page import Page, rows
from weclaw_desktop.ui.settings.threshold_story import classic, headline, lines_now, model_in_use, reasons
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Button, Check, Label, LinkButton, row

translate = QCoreApplication.translate
TWO_CARDS = 480
"""Pixels of the page at 100 % from which two strategies stand beside each other."""


class ContextPage(Page):
    """Changes hold for new chats, and with the box ticked for the open chat too."""

    name = "context"
    shows = tuple(
        f"context.{name}"
        for name in (
            *("formula", "message_cap", "recent_n", "old_max_bytes", "profile", "ratio", "cap", "background"),
            *("tell_model", "ask_before", "pause_useless", "propose_rules", "recall", "summary_model"),
            *("summarise_local", "sp_scale", "sp_total", "sp_skills", "sp_files"),
        )
    )

    def __init__(self, conductor: Conductor, advising: Advising, parent: QWidget | None = None) -> None:
        super().__init__(conductor, parent)
        self._advising = advising
        self._calibrated: bool | None = None
        conductor.report_changed.connect(self._on_report)
        self._for_new = Label("", "small", "muted")
        self.also_chat = Check()
        self.own = Label("", "small", "muted", gives=True)
        self.use_default = LinkButton()
        self.use_default.clicked.connect(self._drop_own)
        line = row(gap=tokens.SPACE_M)
        line.addWidget(self._for_new)
        line.addWidget(self.also_chat)
        line.addStretch(1)
        self.head_layout.addLayout(line)
        self.change_own = LinkButton()
        self.change_own.clicked.connect(conductor.own_wanted)
        self.model_own = Label("", "small", "muted", gives=True)
        self.model_default = LinkButton()
        self.model_default.clicked.connect(self._drop_models_own)
        for told, links in (
            (self.own, (self.use_default, self.change_own)),
            (self.model_own, (self.model_default,)),
        ):
            line = row(gap=tokens.SPACE_S)
            line.addWidget(told, 1)
            for link in links:
                line.addWidget(link)
            self.head_layout.addLayout(line)
        self._add_strategies()
        self._add_profile()
        self._add_switches()
        self.add_heading(lambda: words.label("context.sp_scale"))
        scale = ChoiceField(conductor, "context.sp_scale", bare=True)
        self.add_field(scale)
        self.budgets = BudgetFields(conductor)
        self.body.addWidget(self.budgets)
        self.fields.extend(self.budgets.fields)

    def _add_strategies(self) -> None:
        self.add_heading(lambda: translate("SettingsWindow", "Compression strategy"))
        holder = QWidget()
        grid = self._grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(current().px(tokens.SPACE_M))
        self.cards: dict[str, ChoiceCard] = {}
        for name in names():
            card = ChoiceCard()
            card.chosen.connect(lambda name=name: self._choose("strategy", name))
            self.cards[name] = card
        self._columns = 0
        self._place_cards(2)
        self.body.addWidget(holder)
        self.advice = AdviceCard(self.conductor, self._advising)
        self.body.addWidget(self.advice)
        self.truncate = rows(
            [
                ChoiceField(self.conductor, "context.formula"),
                NumberField(self.conductor, "context.message_cap", least=LEAST_MESSAGES),
            ]
        )
        self.fields.extend(self.truncate.findChildren(ChoiceField) + self.truncate.findChildren(NumberField))
        self.body.addWidget(self.truncate)
        self.layered = rows(
            [NumberField(self.conductor, "context.recent_n"), NumberField(self.conductor, "context.old_max_bytes")]
        )
        self.fields.extend(self.layered.findChildren(NumberField))
        self.body.addWidget(self.layered)

    def _place_cards(self, columns: int) -> None:
        """Two beside each other, or one under the other."""
        if columns == self._columns:
            return
        self._columns = columns
        for index, card in enumerate(self.cards.values()):
            self._grid.addWidget(card, index // columns, index % columns)
        for column in range(2):
            self._grid.setColumnStretch(column, int(column < columns))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_cards(2 if self.viewport().width() >= current().px(TWO_CARDS) else 1)

    def _add_profile(self) -> None:
        self.add_heading(lambda: translate("SettingsWindow", "How much to remember"))
        self.profile = ChoiceField(self.conductor, "context.profile", bare=True)
        self.profile.saved.connect(lambda _key="": self._on_profile())
        self.add_field(self.profile)
        self.headline = Label("", bold=True, wrap=True, selectable=True)
        self.reasons = Label("", "small", "muted", wrap=True, selectable=True)
        self.classic = Label("", "small", "muted", wrap=True, selectable=True)
        self.body.addWidget(rows([self.headline, self.reasons, self.classic], gap=2))
        self.custom = Button("", "link", "chevron-right")
        self.custom.setCheckable(True)
        self.custom.toggled.connect(self._on_custom)
        line = row()
        line.addWidget(self.custom)
        line.addStretch(1)
        self.body.addLayout(line)
        ratio = PercentField(self.conductor, "context.ratio")
        cap = NumberField(self.conductor, "context.cap", least=LEAST_CAP, step=1_000)
        self.custom_fields = rows([ratio, cap])
        self.fields.extend((ratio, cap))
        self.custom_fields.hide()
        self.body.addWidget(self.custom_fields)

    def _add_switches(self) -> None:
        self.add_heading(lambda: translate("SettingsWindow", "How it works"))
        for name in ("background", "tell_model", "ask_before", "pause_useless", "propose_rules"):
            self.add_field(SwitchField(self.conductor, f"context.{name}"))
        if self.conductor.bench.tools.get("recall") is not None:
            self.add_field(SwitchField(self.conductor, "context.recall"))
        self.add_field(PickerField(self.conductor, "context.summary_model", self._summarisers))
        self.add_field(SwitchField(self.conductor, "context.summarise_local"))

    @override
    def shown(self) -> None:
        self._advising.look()

    @override
    def refresh(self) -> None:
        super().refresh()
        settings = self.conductor.settings
        if self.isVisible():
            self._advising.look()
        self.advice.refresh()
        for name, card in self.cards.items():
            card.set_selected(name == settings.context.strategy)
        self.truncate.setVisible(settings.context.strategy == "truncate")
        self.layered.setVisible(settings.context.strategy == "layered")
        if settings.context.ratio or settings.context.cap:
            self.custom.setChecked(True)
        self._tell_chat(settings)
        self._tell_threshold(settings)

    @override
    def retranslate(self) -> None:
        super().retranslate()
        self.advice.refresh()
        self._for_new.setText(translate("SettingsWindow", "Default for new chats"))
        self.also_chat.setText(translate("SettingsWindow", "also for this chat"))
        for link in (self.use_default, self.model_default):
            link.setText(translate("SettingsWindow", "Use the default here"))
        self.use_default.setAccessibleName(translate("SettingsWindow", "Use the default in the open chat"))
        self.model_default.setAccessibleName(translate("SettingsWindow", "Use the default with this model"))
        self.change_own.setText(translate("SettingsWindow", "Change…"))
        self.custom.setText(translate("SettingsWindow", "Custom…"))
        for name, card in self.cards.items():
            card.tell(strategy_name(name), words.strategy_origin(name), words.strategy_told(name))

    @override
    @classmethod
    def known_terms(cls, conductor: Conductor) -> str:
        more = (strategy_name(name) + words.strategy_told(name) for name in names())
        return " ".join((super().known_terms(conductor), words.label("context.strategy"), *more))

    def _tell_chat(self, settings: Settings) -> None:
        """The box only where there is a chat; what that chat and the model in use have of their own."""
        chat = self.conductor.chat
        self.also_chat.setVisible(chat is not None)
        own, models = of_chat(chat), of_model(settings.overrides.get(self.conductor.model))
        said = translate("SettingsWindow", "The open chat has its own: {0}")
        self.own.setText(said.format(own_words.listed(self.conductor, own)))
        for widget in (self.own, self.use_default, self.change_own):
            widget.setVisible(bool(own))
        said = translate("SettingsWindow", "{0} has its own: {1}")
        title = self.conductor.model_title(self.conductor.model)
        self.model_own.setText(said.format(title, own_words.listed(self.conductor, models)))
        for widget in (self.model_own, self.model_default):
            widget.setVisible(bool(models))

    def _on_report(self) -> None:
        """Counts that were confirmed meanwhile move the lines: this page and the panel tell the same (fault W4)."""
        report = self.conductor.report
        if report is not None and report.thresholds.calibrated is not self._calibrated:
            self._tell_threshold(self.conductor.settings)

    def _tell_threshold(self, settings: Settings) -> None:
        spec = model_in_use(self.conductor)
        self.reasons.setVisible(spec is not None)
        self.classic.setVisible(spec is not None)
        if spec is None:
            self.headline.setText(translate("SettingsWindow", "Choose a model to see where compression starts."))
            self.budgets.show_budgets(None)
            return
        lines = lines_now(self.conductor, spec)
        self._calibrated = lines.calibrated
        self.headline.setText(headline(spec, lines, in_force(settings, spec.id).context.strategy))
        self.reasons.setText(reasons(lines))
        self.classic.setText(classic(spec))
        self.budgets.show_budgets(lines.budgets)

    def _summarisers(self) -> list[tuple[str, str]]:
        """The chat's own model, nobody, or one named; a named one that fails is followed by the chat's own."""
        own = ("", translate("SettingsWindow", "The chat's own"))
        nobody = (NONE, translate("SettingsWindow", "None: by code only"))
        return [
            own,
            nobody,
            *((spec.id, f"{spec.provider} · {i18n.model_title(spec)}") for spec in self.conductor.models),
        ]

    def _choose(self, what: str, value: str) -> None:
        self.conductor.start(self._change(what, value), f"change {what}")

    async def _change(self, what: str, value: str) -> None:
        await self.conductor.bench.settings.change({f"context.{what}": value})
        await self._for_chat(what, value)

    async def _for_chat(self, what: str, value: str) -> None:
        """The open chat too, if the box is ticked."""
        chat, dialog = self.conductor.chat, self.conductor.bench.dialog
        if chat is None or not self.also_chat.isChecked():
            return
        if what == "strategy":
            await dialog.choose_strategy(chat.id, value)
        else:
            await dialog.choose_profile(chat.id, value)

    def _on_profile(self) -> None:
        profile = cast("str", self.conductor.settings.context.profile)
        self.conductor.start(self._for_chat("profile", profile), "change the chat's profile")

    def _drop_own(self) -> None:
        chat = self.conductor.chat
        if chat is not None:
            self.conductor.choose_own(dict.fromkeys(OF_CHATS))

    def _drop_models_own(self) -> None:
        self.conductor.start(self._as_default(self.conductor.model), "use the default with this model")

    async def _as_default(self, model: str) -> None:
        before = self.conductor.settings.overrides.get(model)
        await self.conductor.bench.setup.override(model, own_of_model(before, dict.fromkeys(OF_MODELS)))
        self.refresh()

    def _on_custom(self, shown: bool) -> None:
        self.custom_fields.setVisible(shown)
        self.custom.set_icon("chevron-down" if shown else "chevron-right")
