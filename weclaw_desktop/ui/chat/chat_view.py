"""The middle of the window: transcript or empty state, a banner for problems, a question that waits, the composer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QStackedWidget, QWidget
from typing_extensions import override

from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.events import Problem
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.ask_card import AskCard
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.composer_chips import Attached
from weclaw_desktop.ui.chat.composer_desk import ComposerDesk
from weclaw_desktop.ui.chat.empty_state import EmptyState
from weclaw_desktop.ui.chat.links import Links
from weclaw_desktop.ui.chat.margin import Margin
from weclaw_desktop.ui.chat.message_acts import MessageActs
from weclaw_desktop.ui.chat.rule_line import RuleLine
from weclaw_desktop.ui.chat.transcript import Transcript
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.intents import Intents
from weclaw_desktop.ui.pins import PinActs
from weclaw_desktop.ui.prompt.pin_attached import PinAttached
from weclaw_desktop.ui.slots import Slots
from weclaw_desktop.ui.theme import current, tokens
from weclaw_desktop.ui.widgets import Banner, column, row


class ChatView(QWidget):
    """Shows the conductor's chat and sends its user's intents to it."""

    settings_wanted = Signal(str)
    context_wanted = Signal()

    def __init__(self, conductor: Conductor, slots: Slots, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._conductor = conductor
        self._intents = Intents(conductor)
        self.transcript = Transcript(conductor.feed.rows, conductor.live)
        self.margin = Margin(conductor, self.transcript)
        self.composer = Composer()
        self.acts = MessageActs(conductor, self.transcript, self.composer)
        self.banner, self.question = Banner(), AskCard()
        self.rule = RuleLine(PinActs(conductor, self))
        self.banner.hide()
        self._links = Links(conductor, self)
        self._empty = EmptyState(conductor)
        self._welcome = slots.welcome(conductor) if slots.welcome is not None else None
        self._pages = QStackedWidget()
        for page in (self.transcript, self._empty, *((self._welcome,) if self._welcome is not None else ())):
            self._pages.addWidget(page)
        self._pages.setMinimumHeight(1)  # in a low window what is written comes first
        layout = column(self, gap=0)
        layout.addWidget(self._pages, 1)
        self._told = QWidget()
        self._told.setMaximumWidth(current().px(tokens.COLUMN_WIDTH))
        told = column(self._told, gap=tokens.SPACE_S)
        told.addWidget(self.banner)
        told.addWidget(self.question)
        told.addWidget(self.rule)
        holder = row(margins=(16, 0, 16, 0))
        holder.addStretch(1)
        holder.addWidget(self._told, 1_000)
        holder.addStretch(1)
        layout.addLayout(holder)
        layout.addWidget(self.composer)
        self.desk = ComposerDesk(conductor, self.composer, self)
        self.pinning = PinAttached(conductor, self)
        if self._welcome is not None:
            self._welcome.over.connect(self._on_welcomed)
        self._connect()
        self._on_opened()

    def _connect(self) -> None:
        conductor, transcript, composer = self._conductor, self.transcript, self.composer
        transcript.older_wanted.connect(lambda: conductor.start(conductor.feed.read_older(), "read older messages"))
        transcript.newer_wanted.connect(lambda: conductor.start(conductor.feed.read_newer(), "read newer messages"))
        transcript.latest_wanted.connect(lambda: conductor.start(conductor.read_latest(), "read newest messages"))
        transcript.link_clicked.connect(self._links.follow)
        transcript.retry_wanted.connect(conductor.retry)
        transcript.approved.connect(conductor.approve)
        transcript.record_action.connect(self._on_record_action)
        self.desk.sending.connect(transcript.to_end)
        composer.strip.pin_wanted.connect(self._on_pin)
        if conductor.live.pictures is not None:
            conductor.live.pictures.pin_wanted.connect(self.pinning.ask)
        composer.stop_wanted.connect(conductor.stop)
        composer.draft_changed.connect(self._on_written)
        composer.context_wanted.connect(self.context_wanted)
        conductor.chat_opened.connect(self._on_opened)
        conductor.message_sent.connect(self._on_stored)
        conductor.report_changed.connect(self._on_report)
        conductor.running_changed.connect(composer.set_running)
        conductor.models_changed.connect(self._on_models)
        conductor.problem_reported.connect(self._on_problem)
        conductor.refused.connect(self._on_refused)
        conductor.undo_refused.connect(self._on_undo_refused)
        conductor.undo_offered.connect(self._on_undo_offered)
        conductor.feed.rows.rowsInserted.connect(self._show_page)
        conductor.feed.rows.rowsRemoved.connect(self._show_page)
        conductor.feed.rows.modelReset.connect(self._show_page)
        self.banner.acted.connect(self._on_banner)
        self.question.acted.connect(self._on_question)

    def retranslate(self) -> None:
        """Words in the language of the window; the children follow by themselves."""
        self.setAccessibleName(self.tr("Chat"))

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() == QEvent.Type.StyleChange and hasattr(self, "_told"):
            self._told.setMaximumWidth(current().px(tokens.COLUMN_WIDTH))

    def _on_opened(self) -> None:
        self.composer.blockSignals(True)
        self.composer.set_draft(self._conductor.written)
        self.composer.blockSignals(False)
        self.desk.attacher.weigh()
        self.banner.hide()
        self._show_page()
        self._on_models()
        self.composer.edit.setFocus()

    def _show_page(self) -> None:
        if self._conductor.feed.rows.rows:
            self._pages.setCurrentWidget(self.transcript)
        elif self._welcome is not None and self._welcome.wanted:
            self._pages.setCurrentWidget(self._welcome)
        else:
            self._pages.setCurrentWidget(self._empty)

    def _on_welcomed(self) -> None:
        """The button that had the focus is gone with its page."""
        self._show_page()
        self.composer.edit.setFocus()

    def _on_models(self) -> None:
        self.composer.set_can_send(bool(self._conductor.model))
        self.composer.edit.send_with = self._conductor.settings.general.send_with
        self._show_page()

    def _on_written(self, _text: str) -> None:
        self._conductor.draft_changed(self.composer.draft)

    def _on_stored(self) -> None:
        self.composer.arrived()
        self.transcript.to_end()

    def _on_report(self) -> None:
        self.composer.show_report(self._conductor.report)
        self.question.show_report(self._conductor.report)
        proposes = self._conductor.settings.context.propose_rules
        self.rule.show_report(self._conductor.report if proposes else None)

    def _on_problem(self, problem: Problem) -> None:
        actions = [("settings", self.tr("Open settings"))] if problem.action in ("settings", "key", "models") else []
        if problem.action == "usage":
            actions = [("usage", self.tr("See usage"))]
        elif problem.action == "folder":
            actions = [("folder", self.tr("Show folder"))]
        self.banner.tell(i18n.say(problem.text), problem.severity, actions)

    def _on_refused(self, refused: Refused) -> None:
        self.banner.tell(i18n.say(refused.reason), "info")

    def _on_pin(self, one: Attached) -> None:
        if one.part is not None:
            self.pinning.ask(one.part, one.path)

    def _on_undo_offered(self, said: Callable[[int], str], undo: Callable[[], object]) -> None:
        """Over the page that is seen: a chat that nothing was said in has no transcript."""
        page, toast = self._pages.currentWidget(), self.acts.toast
        over = self.transcript.viewport() if page is self.transcript else page
        if toast.parentWidget() is not over:
            toast.setParent(over)
        toast.offer(said, undo)

    def _on_undo_refused(self, refused: Refused) -> None:
        anyway = [("undo", self.tr("Undo anyway"))]
        self.banner.tell(i18n.say(refused.reason), "warning", anyway)

    def _on_banner(self, action: str) -> None:
        self.banner.hide()
        if action == "undo":
            self._conductor.undo_compression(force=True)
            return
        if action == "folder":
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._conductor.bench.folder)))
            return
        self.settings_wanted.emit("models" if action == "settings" else action)

    def _on_question(self, name: str) -> None:
        self._intents.act(name, self.window())

    def _on_record_action(self, record_id: str, action: str) -> None:
        record = next((r for r in self._conductor.feed.records if r.id == record_id), None)
        if record is not None:
            self._intents.on_record(self.window(), record, action)
