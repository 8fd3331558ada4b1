"""Assembles everything that works on one profile. ``app`` and ``cli`` open one and close it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import DatabaseDamaged, DatabaseLocked, StorageError
from weclaw_desktop.core.events import (
    BranchShown,
    ChatSaved,
    ContextReported,
    MessageCommitted,
    RecordApplied,
    SettingsSaved,
)
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.ports import Counter, Models, PromptSource, Secrets, SettingsStore
from weclaw_desktop.core.recall import RECALL
from weclaw_desktop.core.skills import SKILL
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import Language, Text
from weclaw_desktop.llm.ladder import Ladder
from weclaw_desktop.llm.local.model import LocalModel
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.accounting import Accounting
from weclaw_desktop.services.answering import Answering
from weclaw_desktop.services.applying import Applier
from weclaw_desktop.services.approvals import Approvals
from weclaw_desktop.services.attaching import Attaching
from weclaw_desktop.services.calling import Caller
from weclaw_desktop.services.choosing import default_model
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.contents import PromptContents
from weclaw_desktop.services.counting import CountKeeper
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.dialog_manager import DialogManager
from weclaw_desktop.services.ending import Ending
from weclaw_desktop.services.exporting import Exporter
from weclaw_desktop.services.importing import Importer
from weclaw_desktop.services.lab.labs import Labs
from weclaw_desktop.services.narration import Narrator
from weclaw_desktop.services.notes import Notes
from weclaw_desktop.services.organiser import Organiser
from weclaw_desktop.services.personas import Personas
from weclaw_desktop.services.pinning import Pinning
from weclaw_desktop.services.prompt_desk import PromptDesk
from weclaw_desktop.services.prompts import ShippedPrompts
from weclaw_desktop.services.recall import Recall
from weclaw_desktop.services.reporting import Reporter
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.services.setup import Setup
from weclaw_desktop.services.skills import Skills
from weclaw_desktop.services.speech import Speech
from weclaw_desktop.services.supervisor import TaskSupervisor
from weclaw_desktop.services.switching import Switching
from weclaw_desktop.services.titles import Titles
from weclaw_desktop.services.tool_calls import ToolCalls
from weclaw_desktop.services.usage import UsageBook
from weclaw_desktop.services.xray import Xrays
from weclaw_desktop.tools.policy import Policy
from weclaw_desktop.tools.recall import RecallTool
from weclaw_desktop.tools.registry import ToolRegistry, built_in
from weclaw_desktop.tools.skill import SkillTool

_log = logging.getLogger(__name__)


def now_ms() -> int:
    """Unix time in milliseconds."""
    return time.time_ns() // 1_000_000


class Workshop:
    """A profile at work. ``open`` makes one from a folder; tests and the demo hand in what they need."""

    def __init__(
        self,
        *,
        store: Store,
        models: Models,
        settings: SettingsStore,
        secrets: Secrets,
        bus: Bus | None = None,
        tools: ToolRegistry | None = None,
        prompts: PromptSource | None = None,
        counters: Callable[[str], Counter] = counter_for,
        wait_s: float = 20.0,
        tool_limit_s: float = 120.0,
    ) -> None:
        self.store = store
        self.models = models
        self.secrets = secrets
        self.bus = bus or Bus()
        self.supervisor = TaskSupervisor(self.bus)
        self.settings = SettingsHolder(settings, self.bus)
        self.tools = tools or ToolRegistry()
        self.policy = Policy()
        self.speech = Speech()
        self.local: LocalModel | None = None
        """The embedded model of an opened profile, for settings, downloads and ``doctor``."""
        self.folder: Path | None = None
        """The profile's folder, None when everything is in memory."""
        self.holds_profile = True
        """False when another process works on this profile too; it alone tidies up after a crash."""
        self._counters = counters
        self._release: Callable[[], None] = lambda: None
        self.ladder = Ladder(models, idle=lambda: self.worker.quiet)
        self.contents = PromptContents(lambda: self.folder, lambda: self.settings.value)
        shipped = ShippedPrompts(lambda: self.settings.value, self.contents)
        self._assemble(prompts or shipped, counters, wait_s, tool_limit_s)
        self._wire()
        self.setup = self._setting_up({})

    def _setting_up(self, environ: Mapping[str, str]) -> Setup:
        return Setup(
            models=self.models,
            settings=self.settings,
            secrets=self.secrets,
            bus=self.bus,
            supervisor=self.supervisor,
            store=self.local.store if self.local is not None else None,
            environ=environ,
            used=self.accounting.outside,
        )

    def _attaching(self, environ: Mapping[str, str]) -> Attaching:
        def language() -> Language:
            return "zh" if self.settings.value.general.language == "zh" else "en"

        return Attaching(self.store.blobs, self.desks, self.models, language=language, environ=environ)

    def _assemble(
        self, prompts: PromptSource, counters: Callable[[str], Counter], wait_s: float, tool_limit_s: float
    ) -> None:
        store, models, bus, supervisor = self.store, self.models, self.bus, self.supervisor
        self.desks = Desks(
            store, models, lambda: self.settings.value, tools=self.tools.specs(), prompts=prompts, counters=counters
        )
        self.accounting = Accounting(store, bus, now_ms)
        self.usage = UsageBook(store, bus, lambda: self.settings.value)
        self.accounting.logged = self._on_call
        applier = Applier(store, bus, self.desks, supervisor, now_ms)
        narrator = Narrator(models, self.ladder, self.accounting)
        self.worker = CompressionWorker(store, self.desks, models, applier, narrator, supervisor, wait_s=wait_s)
        self.reporter = Reporter(
            store, bus, self.desks, self.worker, self.accounting, supervisor, speeds=self.local_speeds
        )
        self.xrays = Xrays(self.desks, self.worker)
        self.pinning = Pinning(store, self.desks, self.worker, self.reporter)
        self.notes = Notes(store, bus, supervisor, lambda: self.folder)
        self.personas = Personas(lambda: self.folder)
        self.prompts = PromptDesk(store, bus, self.desks, self.contents, self.accounting, changed=self.reporter.changed)
        self.skills = Skills(self.contents, self._counter)
        reading = self.tools.get(SKILL)
        if isinstance(reading, SkillTool):
            reading.read = self._read_skill
        self.recall = Recall(store, self.desks, self.notes)
        recalling = self.tools.get(RECALL)
        if isinstance(recalling, RecallTool):
            recalling.look = self.recall.answer
        approvals, titles = Approvals(bus), Titles(store, bus)
        tool_calls = ToolCalls(
            bus,
            self.tools,
            approvals,
            policy=lambda: self.policy,
            allow_always=self._allow_always,
            limit_s=tool_limit_s,
        )
        answering = Answering(
            store=store,
            bus=bus,
            desks=self.desks,
            worker=self.worker,
            accounting=self.accounting,
            caller=Caller(models, bus, self.worker),
            tool_calls=tool_calls,
            titles=titles,
            supervisor=supervisor,
        )
        self.attaching, self.exporting = self._attaching({}), Exporter(store)
        self.dialog = DialogManager(
            store=store,
            models=models,
            bus=bus,
            desks=self.desks,
            worker=self.worker,
            answering=answering,
            approvals=approvals,
            titles=titles,
            supervisor=supervisor,
            switching=Switching(store, bus, self.desks),
        )
        self.organiser = Organiser(store, bus, delete=self.dialog.delete, forget=self._forget, now_ms=now_ms)
        self.importer = Importer(store, bus)
        self.lab = Labs(self.desks, models, self.accounting.outside)

    async def _read_skill(self, chat_id: str, name: str, path: str) -> str | Text:
        desk = await self.desks.of(chat_id)
        return await asyncio.to_thread(self.contents.skill, desk.chat, name, path)

    async def _forget(self, chat_id: str) -> None:
        """A chat is erased: what was written of it beside the database goes, too. Raises OSError."""
        await self.notes.forget(chat_id)
        await asyncio.to_thread(self.contents.forget, chat_id)
        if await asyncio.to_thread(lambda: self.contents.keeps_copies):
            chats = [chat for trash in (False, True) for chat in await self.store.chats.all(limit=100_000, trash=trash)]
            await asyncio.to_thread(self.contents.sweep, chats)

    def _counter(self) -> Counter:
        """The counter of the model that answers new chats."""
        named = self.settings.value.general.model
        first = next((spec for spec in self.models.known() if spec.id == named), None)
        found = first or default_model(self.models, self.settings.value) or ModelSpec("", "")
        return self._counters(found.encoder)

    async def _allow_always(self, chat_id: str, tool: str, folder: str) -> None:
        await self.dialog.allow_always(chat_id, tool, folder)

    def _wire(self) -> None:
        """Connect what must not know one another."""
        self.desks.in_use = self.worker.busy
        self.desks.on_strangers = self._on_strangers
        self.worker.on_change = self.reporter.changed
        self.bus.subscribe(MessageCommitted, lambda event: self.reporter.changed(event.message.chat_id))
        self.bus.subscribe(SettingsSaved, self._on_settings)
        self.bus.subscribe(RecordApplied, lambda event: self.contents.take(event.chat_id))
        self._counts = CountKeeper(self.store, self.supervisor, quiet=lambda: self.worker.quiet)
        self.bus.subscribe(ContextReported, self._on_report)

    def _on_strangers(self, chat: Chat) -> None:
        """Another program changed a chat: who shows it reads it again, after a reply that grows there."""
        if not self.supervisor.closing:
            self.supervisor.start(self._show_strangers(chat), f"what another program wrote in {chat.id}")

    async def _show_strangers(self, chat: Chat) -> None:
        await self.dialog.wait(chat.id)
        self.bus.publish(ChatSaved(chat))
        self.bus.publish(BranchShown(chat.id, chat.head_id))

    def _on_report(self, event: ContextReported) -> None:
        """What the report had to count itself is saved for the next start."""
        desk = self.desks.known(event.report.chat_id)
        if desk is not None:
            self._counts.keep(desk)

    async def _on_call(self, chat_id: str, usage: Usage) -> None:
        """A call is in the book, also one beside the conversation: sums that people see have it, too."""
        if chat_id:
            self.reporter.changed(chat_id)
        await self.usage.used(chat_id, usage)

    def _on_settings(self, saved: SettingsSaved) -> None:
        """A setting may have changed which model answers, and with it every number."""
        if any(key.startswith("usage.day_") for key in saved.keys) and not self.supervisor.closing:
            self.supervisor.start(self.usage.budget_set(), "a look at the new budget")
        if any(not key.startswith("appearance.") for key in saved.keys) and not self.supervisor.closing:
            self.supervisor.start(self._renumber(), "new numbers after a setting")

    async def _renumber(self) -> None:
        for desk in self.desks.laid:
            await self.desks.recalibrate(desk)
            self.reporter.changed(desk.chat.id)

    @classmethod
    async def open(
        cls,
        profile_dir: Path,
        models: Models | None = None,
        *,
        environ: Mapping[str, str] | None = None,
        start: Path | None = None,
    ) -> Workshop:
        """Open the profile's database, settings, key store and models.

        Args:
            profile_dir: The profile's folder; made if it is missing.
            models: Models to use instead of the profile's own (demo, tests).
            environ: The process's environment, where keys may lie when there is no key store.
            start: Where the tools' relative paths begin; the home folder by default.

        Raises:
            StorageError: The database cannot be opened; nothing was changed.
        """
        from weclaw_desktop.services.opening import open_parts

        parts = await open_parts(profile_dir, environ or {}, models)
        made = cls(
            store=parts.store,
            models=parts.models,
            settings=parts.settings,
            secrets=parts.secrets,
            tools=built_in(start or Path.home(), [profile_dir]),
        )
        parts.connect(lambda: made.settings.value, made.supervisor.start)
        made.local, made.folder = parts.local, profile_dir
        made.setup = made._setting_up(environ or {})
        made.attaching = made._attaching(environ or {})
        made.lab = Labs(made.desks, made.models, made.accounting.outside, environ)
        made.holds_profile = parts.holds_profile
        made._release = parts.release
        if parts.holds_profile and parts.store.read_only is None:
            try:
                await made._tidy()
            except BaseException:
                await made.close()
                raise
        return made

    async def _tidy(self) -> None:
        """Clean up after a crash. Without room for that, or the right to it, the profile can be read all the same.

        Raises DatabaseDamaged; DatabaseLocked when another program writes.
        """
        try:
            await self.store.messages.interrupt_unfinished()
        except (DatabaseDamaged, DatabaseLocked):
            raise
        except StorageError as error:
            _log.info("opened read-only: %s", error.detail)

    @property
    def quiet(self) -> bool:
        """Whether no chat is being answered and nothing is counted or compressed."""
        return self.worker.quiet and not any(desk.computing for desk in self.desks.laid)

    def local_speeds(self, model: str) -> tuple[float, float] | None:
        """Tokens per second that the embedded model read and wrote last; None when it has not answered yet."""
        provider, _, name = model.partition("/")
        if self.local is None or provider != "local" or self.local.status.name != name:
            return None
        measured = self.local.speeds
        return (measured.prompt, measured.generated) if measured.prompt and measured.generated else None

    async def close(self, ending: Ending | None = None) -> None:
        """Cancel what runs, save what came, close models and database. Safe to call twice.

        Each step is done whatever becomes of the others. ``ending`` hears of those that fail; without one the first
        failure is raised after the last step.
        """
        steps = ending or Ending()
        await steps.step("reading aloud", self.speech.stop)
        await steps.step("answers", self.dialog.close)
        await steps.step("tasks", self.supervisor.close)
        await steps.step("chats", self.desks.close)
        await steps.step("models", self.models.close)
        await steps.step("the database", self.store.close)
        await steps.step("the profile", self._release)
        steps.settle()
