"""The in-memory profile: replies are scripted, every verb that the window called is in ``calls``."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tests.context.states import state
from tests.fakes.profile import MemorySecrets
from tests.ui.fakes.attaching import FakeAttaching
from tests.ui.fakes.labs import FakeLabs
from tests.ui.fakes.pinning import FakePinning
from tests.ui.fakes.stores import FakeStore, now_ms
from tests.ui.fakes.xrays import FakeXrays
from weclaw_desktop.context.changes import changes
from weclaw_desktop.context.engine import Refused
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.changes import Changes
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import (
    ApprovalAnswered,
    ApprovalAsked,
    BranchShown,
    ChatDeleted,
    ChatSaved,
    ContextReported,
    MessageChanged,
    MessageCommitted,
    QueueChanged,
    RecordUndone,
    SettingsSaved,
    StreamDelta,
    StreamEnded,
    StreamStarted,
)
from weclaw_desktop.core.messages import AttachmentPart, Message, ReasoningPart, TextPart, user
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.overriding import own_fields
from weclaw_desktop.core.parameters import Parameters
from weclaw_desktop.core.prompt_choices import NOTHING_DECIDED, FileChoice, PromptChoices, choices, with_choices
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import BudgetLine, ContextReport, ReportPart, Status
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import text
from weclaw_desktop.core.usage import Used
from weclaw_desktop.core.wishes import Preview, Wish
from weclaw_desktop.llm.detect import Server
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.contents import PromptContents
from weclaw_desktop.services.exporting import Exporter
from weclaw_desktop.services.importing import Importer
from weclaw_desktop.services.organiser import Organiser
from weclaw_desktop.services.personas import Personas
from weclaw_desktop.services.prompt_desk import Before
from weclaw_desktop.services.setup import Setup
from weclaw_desktop.services.skills import Skills
from weclaw_desktop.services.speech import Speech
from weclaw_desktop.tools.policy import asking_again
from weclaw_desktop.tools.registry import ToolRegistry

MODEL = ModelSpec("fake", "qwen-plus", window=200_000, window_source="table", max_output=16_384)


@dataclass
class Script:
    """What the next reply does: chunks with pauses (seconds); ``gate`` holds it until set."""

    chunks: Sequence[str] = ("Hello", " there.")
    pause_s: float = 0.0
    reasoning: str = ""
    gate: asyncio.Event | None = None


class FakeSupervisor:
    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = False

    def start(self, coro: Coroutine[Any, Any, Any], name: str, *, chat_id: str = "") -> asyncio.Task[Any]:
        del chat_id
        if self.closing:
            coro.close()
            raise RuntimeError(f"no new tasks while closing: {name}")
        task = asyncio.get_running_loop().create_task(coro, name=name)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def close(self) -> None:
        self.closing = True
        while self.tasks:
            for task in list(self.tasks):
                task.cancel()
            await asyncio.wait(self.tasks)


class FakeSettings:
    def __init__(self, bus: Bus) -> None:
        self.value = Settings()
        self._bus = bus

    async def change(self, changes: Mapping[str, object]) -> Settings:
        self.value = declared.change(self.value, changes)
        self._bus.publish(SettingsSaved(tuple(changes)))
        return self.value

    async def star(self, model: str) -> Settings:
        starred = self.value.favourites
        others = tuple(known for known in starred if known != model)
        self.value = self.value.model_copy(update={"favourites": others if model in starred else (*starred, model)})
        self._bus.publish(SettingsSaved(("favourites",)))
        return self.value

    async def use_skill(self, name: str, on: bool) -> Settings:
        others = tuple(known for known in self.value.skills_off if known != name)
        self.value = self.value.model_copy(update={"skills_off": others if on else (*others, name)})
        self._bus.publish(SettingsSaved(("skills_off",)))
        return self.value

    async def pin_file(self, path: str, on: bool) -> Settings:
        others = tuple(known for known in self.value.prompt_files if known != path)
        self.value = self.value.model_copy(update={"prompt_files": (*others, path) if on else others})
        self._bus.publish(SettingsSaved(("prompt_files",)))
        return self.value

    async def choose_keys(self, command: str, keys: str | None) -> Settings:
        chosen = {name: value for name, value in self.value.shortcuts.items() if name != command}
        self.value = self.value.model_copy(update={"shortcuts": chosen | ({} if keys is None else {command: keys})})
        self._bus.publish(SettingsSaved(("shortcuts",)))
        return self.value


class FakeDialog:
    def __init__(self, bench: FakeBench) -> None:
        self._bench = bench
        self.scripts: list[Script] = []
        self.turns: dict[str, asyncio.Task[Any]] = {}
        self.growing: dict[str, Message] = {}
        self.asked: dict[str, list[ApprovalAsked]] = {}
        self.calls: list[tuple[object, ...]] = []
        self.deleted: dict[str, tuple[Message, int]] = {}
        self.sent: list[tuple[tuple[AttachmentPart, ...], bool]] = []
        self.waiting: dict[str, list[Message]] = {}

    def queued(self, chat_id: str) -> Sequence[Message]:
        return tuple(m for m in self.waiting.get(chat_id, ()) if m.id not in self.deleted)

    async def new_chat(self, *, model: str = "", strategy: str = "") -> Chat:
        chat = await self._bench.store.chats.create(model=model, strategy=strategy)
        self._bench.bus.publish(ChatSaved(chat, created=True))
        return chat

    async def send(
        self,
        chat_id: str,
        text: str,
        attachments: Sequence[AttachmentPart] = (),
        *,
        shorten: bool = False,
        draft: str | None = None,
    ) -> Message:
        self.calls.append(("send", chat_id, text))
        self.sent.append((tuple(attachments), shorten))
        said = user(text)
        message = self._bench.store.messages.add(chat_id, replace(said, parts=(*said.parts, *attachments)))
        if draft is not None:
            await self._bench.store.chats.change(chat_id, draft=draft)
        self._bench.bus.publish(MessageCommitted(message))
        if chat_id in self.turns:
            self.waiting.setdefault(chat_id, []).append(message)
            self._bench.bus.publish(QueueChanged(chat_id, tuple(m.id for m in self.waiting[chat_id])))
        else:
            script = self.scripts.pop(0) if self.scripts else Script()
            self.turns[chat_id] = self._bench.supervisor.start(self._answer(chat_id, script), f"turn {chat_id}")
        chat = self._bench.store.chats.rows[chat_id]
        if not chat.title:
            chat = await self._bench.store.chats.change(chat_id, title=text[:40], updated_ms=now_ms())
            self._bench.bus.publish(ChatSaved(chat))
        return message

    async def _answer(self, chat_id: str, script: Script) -> None:
        bus, messages = self._bench.bus, self._bench.store.messages
        row = messages.add(chat_id, Message("assistant", (), state="generating", model=MODEL.id))
        bus.publish(StreamStarted(row))
        text, state = "", "committed"
        try:
            if script.gate is not None:
                await script.gate.wait()
            if script.reasoning:
                bus.publish(StreamDelta(chat_id, row.id, reasoning=script.reasoning))
            for chunk in script.chunks:
                await asyncio.sleep(script.pause_s)
                text += chunk
                self.growing[chat_id] = replace(row, parts=(TextPart(text),))
                bus.publish(StreamDelta(chat_id, row.id, text=chunk))
        except asyncio.CancelledError:
            state = "stopped"
        finally:
            reasoning = (ReasoningPart(script.reasoning),) if script.reasoning else ()
            usage = Usage(prompt=100, completion=len(text) // 4, total_ms=2_100)
            parts = (*reasoning, TextPart(text))
            done = messages.put(replace(row, parts=parts, state=state, usage=usage))  # type: ignore[arg-type]  # a state
            self.turns.pop(chat_id, None)
            self.growing.pop(chat_id, None)
            bus.publish(StreamEnded(done))

    async def wait(self, chat_id: str) -> None:
        while (task := self.turns.get(chat_id)) is not None:
            await asyncio.wait({task})

    def running(self, chat_id: str) -> bool:
        return chat_id in self.turns

    def streaming(self, chat_id: str) -> Message | None:
        return self.growing.get(chat_id)

    def pending(self, chat_id: str) -> Sequence[ApprovalAsked]:
        return tuple(self.asked.get(chat_id, ()))

    async def stop(self, chat_id: str) -> None:
        self.calls.append(("stop", chat_id))
        if (task := self.turns.get(chat_id)) is not None:
            task.cancel()
            await asyncio.wait({task})

    async def retry(self, chat_id: str) -> None:
        self.calls.append(("retry", chat_id))

    def approve(self, request_id: str, allowed: bool, *, always: bool = False) -> None:
        self.calls.append(("approve", request_id, allowed, always))
        chat_id = next((c for c, asked in self.asked.items() if any(a.request_id == request_id for a in asked)), "")
        self._bench.bus.publish(ApprovalAnswered(chat_id, request_id, allowed))

    async def rename(self, chat_id: str, title: str) -> None:
        self._bench.bus.publish(ChatSaved(await self._bench.store.chats.change(chat_id, title=title)))

    async def delete(self, chat_id: str) -> None:
        await self._bench.store.chats.change(chat_id, deleted_ms=now_ms())
        self._bench.bus.publish(ChatDeleted(chat_id))

    async def restore(self, chat_id: str) -> None:
        chat = await self._bench.store.chats.change(chat_id, deleted_ms=None)
        self._bench.bus.publish(ChatSaved(chat, created=True))

    async def choose_model(self, chat_id: str, model: str) -> None:
        self._bench.bus.publish(ChatSaved(await self._bench.store.chats.change(chat_id, model=model)))

    async def choose_strategy(self, chat_id: str, strategy: str) -> None:
        self._bench.bus.publish(ChatSaved(await self._bench.store.chats.change(chat_id, strategy=strategy)))

    async def choose_parameters(self, chat_id: str, wanted: Parameters) -> None:
        chat = await self._bench.store.chats.change(chat_id, parameters=wanted.stored())
        self._bench.bus.publish(ChatSaved(chat))

    async def choose_persona(self, chat_id: str, name: str, words: str) -> None:
        chat = await self._bench.store.chats.change(chat_id, persona=name, overrides={"chatting.persona": words})
        self._bench.bus.publish(ChatSaved(chat))

    async def choose_profile(self, chat_id: str, profile: str) -> None:
        self._bench.bus.publish(ChatSaved(await self._bench.store.chats.change(chat_id, profile=profile)))

    async def choose_own(self, chat_id: str, changes: Mapping[str, object]) -> Chat:
        self.calls.append(("own", chat_id, dict(changes)))
        rows = self._bench.store.chats
        chat = await rows.change(chat_id, **own_fields(rows.rows[chat_id], changes))
        self._bench.bus.publish(ChatSaved(chat))
        return chat

    async def ask_again(self, chat_id: str, tool: str) -> None:
        self.calls.append(("ask again", chat_id, tool))
        overrides = asking_again(self._bench.store.chats.rows[chat_id].overrides, tool)
        self._bench.bus.publish(ChatSaved(await self._bench.store.chats.change(chat_id, overrides=overrides)))

    async def pin(self, message_id: str, on: bool) -> None:
        self.calls.append(("pin", message_id, on))
        self._changed(message_id, pinned=on)

    async def exclude(self, message_id: str, on: bool) -> None:
        self.calls.append(("exclude", message_id, on))
        self._changed(message_id, excluded=on)

    async def edit(self, message_id: str, text: str) -> Message:
        """An answer is reworded in place; a question gets a version, as ``branch`` of the stores makes it."""
        self.calls.append(("edit", message_id, text))
        old = await self._bench.store.messages.get(message_id)
        if old.role == "assistant":
            return self._changed(message_id, parts=(TextPart(text),), revision=old.revision + 1)
        made = self._bench.store.messages.branch_off(old, user(text))
        self._bench.bus.publish(BranchShown(old.chat_id, made.id))
        self._bench.bus.publish(MessageCommitted(made))
        return made

    async def regenerate(self, message_id: str, *, model: str = "") -> None:
        self.calls.append(("regenerate", message_id, model))

    async def show_branch(self, message_id: str) -> None:
        self.calls.append(("show", message_id))
        chat_id = self._bench.store.messages.show(message_id)
        self._bench.bus.publish(BranchShown(chat_id, message_id))

    async def branch_chat(self, message_id: str) -> Chat:
        self.calls.append(("branch", message_id))
        return await self.new_chat()

    async def delete_message(self, message_id: str) -> None:
        self.calls.append(("delete", message_id))
        message = await self._bench.store.messages.get(message_id)
        path = self._bench.store.messages.paths[message.chat_id]
        self.deleted[message_id] = (message, path.index(message))
        path.remove(message)
        self._bench.bus.publish(MessageChanged(message, deleted=True))
        if message.chat_id in self.waiting:
            self._bench.bus.publish(QueueChanged(message.chat_id, tuple(m.id for m in self.queued(message.chat_id))))

    async def restore_message(self, message_id: str) -> None:
        self.calls.append(("restore", message_id))
        message, at = self.deleted.pop(message_id)
        self._bench.store.messages.paths[message.chat_id].insert(at, message)
        self._bench.bus.publish(MessageChanged(message))

    def _changed(self, message_id: str, **fields: Any) -> Message:
        messages = self._bench.store.messages
        old = next(m for path in messages.paths.values() for m in path if m.id == message_id)
        made = messages.put(replace(old, **fields))
        self._bench.bus.publish(MessageChanged(made))
        return made


class FakeOnRequest:
    """Compares the fake chat's records for real; previews show the newest of them."""

    def __init__(self, bench: FakeBench) -> None:
        self._bench = bench
        self.calls: list[tuple[object, ...]] = []
        self.refuses = False
        self.without_summary = False

    async def preview(self, chat_id: str, wish: Wish) -> Preview | Refused:
        self.calls.append(("preview", chat_id, wish))
        if self.refuses:
            return Refused(text("engine.refused.nothing"))
        record = self._bench.store.records.rows[chat_id][-1]
        return Preview(record, await self._changes(chat_id, record), self.without_summary)

    async def changes(self, chat_id: str, record_id: str) -> Changes | Refused:
        rows = self._bench.store.records.rows[chat_id]
        record = next((row for row in rows if row.id == record_id), None)
        return Refused(text("services.no_such_compression")) if record is None else await self._changes(chat_id, record)

    async def restore(self, chat_id: str, record_id: str) -> Record | Refused:
        self.calls.append(("restore", chat_id, record_id))
        return self._bench.store.records.rows[chat_id][-1]

    async def _changes(self, chat_id: str, record: Record) -> Changes:
        log = await self._bench.store.messages.path(chat_id)
        return changes(state(log), None, record)


class FakeUsage:
    def __init__(self) -> None:
        self.book: list[Used] = []
        self.saved: list[tuple[Path, int]] = []

    async def rows(self, days: int = 0) -> list[Used]:
        del days
        return self.book

    async def titles(self) -> Mapping[str, str]:
        return {"list1": "Trip to Porto"}

    async def save(self, path: Path, days: int = 0) -> None:
        self.saved.append((path, days))


class FakeWorker:
    def __init__(self, bench: FakeBench) -> None:
        self._bench = bench
        self.calls: list[tuple[object, ...]] = []
        self.refuses_undo = False
        self.on_request = FakeOnRequest(bench)

    async def compress_now(self, chat_id: str, focus: str = "", *, wish: Wish | None = None) -> Record:
        self.calls.append(("compress", chat_id, focus) if wish is None else ("compress", chat_id, wish))
        return self._bench.store.records.rows[chat_id][-1]

    async def undo(self, chat_id: str, *, force: bool = False) -> Record | Refused | None:
        self.calls.append(("undo", chat_id, force))
        if self.refuses_undo and not force:
            return Refused(text("engine.undo_over_hard"))
        rows = self._bench.store.records.rows[chat_id]
        undone = rows[-1] = replace(rows[-1], state="undone")
        self._bench.bus.publish(RecordUndone(chat_id, undone, None))
        return None

    async def edit(self, chat_id: str, record_id: str, narrative: str) -> Record:
        self.calls.append(("edit", chat_id, record_id, narrative))
        return self._bench.store.records.rows[chat_id][-1]

    async def redo(self, chat_id: str) -> None:
        self.calls.append(("redo", chat_id))

    async def cancel(self, chat_id: str) -> None:
        self.calls.append(("cancel", chat_id))

    async def resume(self, chat_id: str) -> None:
        self.calls.append(("resume", chat_id))

    async def answer(self, chat_id: str, answer: str) -> None:
        self.calls.append(("answer", chat_id, answer))

    def quick(self, chat_id: str) -> None:
        self.calls.append(("quick", chat_id))


class FakeReporter:
    def __init__(self, bench: FakeBench) -> None:
        self._bench = bench
        self.drafts: list[tuple[str, str]] = []
        self.shortens = False
        """Whether what is too large in the draft counted last goes with its beginning and end."""
        self.load = 49_100
        self.blanks: list[tuple[str, PromptChoices]] = []

    async def report(self, chat_id: str) -> ContextReport:
        made = report(chat_id, self.load)
        self._bench.bus.publish(ContextReported(made))
        return made

    async def blank(
        self,
        model: str,
        strategy: str,
        draft: str,
        attachments: Sequence[AttachmentPart] = (),
        *,
        shorten: bool = False,
        workdir: str = "",
        decided: PromptChoices = NOTHING_DECIDED,
    ) -> ContextReport:
        del attachments
        self.shortens = shorten
        self.blanks.append((workdir, decided))
        made = report("", 1_100, len(draft))
        parts = (ReportPart("system", 450), ReportPart("schemas", 650))
        said = Status("empty", text("context.status.empty", ready="1.1K"))
        return replace(made, model=model, strategy=strategy or "adaptive", parts=parts, measured=False, status=said)

    def draft_changed(
        self, chat_id: str, text: str, attachments: Sequence[AttachmentPart] = (), *, shorten: bool = False
    ) -> None:
        del attachments
        self.drafts.append((chat_id, text))
        self.shortens = shorten


class FakePrompts:
    """Keeps what is decided with the chat, as the real one does, and remembers the calls."""

    def __init__(self, bench: FakeBench) -> None:
        self._bench = bench
        self.calls: list[tuple[object, ...]] = []

    async def use_skill(self, chat_id: str, name: str, on: bool | None) -> Before:
        self.calls.append(("use_skill", chat_id, name, on))
        return self._decide(chat_id, choices(self._chat(chat_id).overrides).skill(name, on))

    async def choose_file(self, chat_id: str, path: str, choice: FileChoice, on: bool) -> Before:
        self.calls.append(("choose_file", chat_id, path, choice, on))
        return self._decide(chat_id, choices(self._chat(chat_id).overrides).file(path, choice, on))

    async def pin_words(self, chat_id: str, name: str, words: str) -> Before:
        self.calls.append(("pin_words", chat_id, name, words))
        return self._decide(chat_id, choices(self._chat(chat_id).overrides).file(f"/kept/{name}", "pin", True))

    async def choose_folder(self, chat_id: str, folder: str) -> Before:
        self.calls.append(("choose_folder", chat_id, folder))
        if "missing" in folder:
            raise InputError(text("workspace.no_folder", path=folder))
        before = self._chat(chat_id)
        self._put(replace(before, workdir=folder))
        return chat_id, choices(before.overrides), before.workdir

    async def begin(self, chat_id: str, decided: PromptChoices, folder: str) -> None:
        self.calls.append(("begin", chat_id, decided, folder))
        self._put(replace(self._chat(chat_id), overrides=with_choices({}, decided), workdir=folder))

    async def put_back(self, before: Before) -> None:
        chat_id, decided, folder = before
        self.calls.append(("put_back", chat_id))
        chat = self._chat(chat_id)
        self._put(replace(chat, overrides=with_choices(chat.overrides, decided), workdir=folder))

    async def use_now(self, chat_id: str) -> None:
        self.calls.append(("use_now", chat_id))

    async def accept_size(self, chat_id: str) -> None:
        self.calls.append(("accept_size", chat_id))

    def _chat(self, chat_id: str) -> Chat:
        return self._bench.store.chats.rows[chat_id]

    def _decide(self, chat_id: str, decided: PromptChoices) -> Before:
        before = self._chat(chat_id)
        self._put(replace(before, overrides=with_choices(before.overrides, decided)))
        return chat_id, choices(before.overrides), before.workdir

    def _put(self, chat: Chat) -> None:
        self._bench.store.chats.rows[chat.id] = chat
        self._bench.bus.publish(ChatSaved(chat))


@dataclass
class FakeModels:
    models: tuple[ModelSpec, ...] = (MODEL,)

    def known(self) -> tuple[ModelSpec, ...]:
        return self.models


@dataclass
class FakeBench:
    """Fits ``ui.ports.Bench``."""

    bus: Bus = field(default_factory=Bus)
    store: FakeStore = field(default_factory=FakeStore)
    models: FakeModels = field(default_factory=FakeModels)
    supervisor: FakeSupervisor = field(default_factory=FakeSupervisor)

    def __post_init__(self) -> None:
        self.settings = FakeSettings(self.bus)
        self.dialog = FakeDialog(self)
        self.worker = FakeWorker(self)
        self.reporter = FakeReporter(self)
        self.xrays = FakeXrays(self)
        self.attaching = FakeAttaching()
        self.pinning = FakePinning()
        self.exporting = Exporter(self.store)  # type: ignore[arg-type]  # chats, messages and records are enough
        self.organiser = Organiser(
            self.store,  # type: ignore[arg-type]  # what the list needs is there
            self.bus,
            delete=self.dialog.delete,
            forget=_forget,
            now_ms=now_ms,
        )
        self.importer = Importer(self.store, self.bus)  # type: ignore[arg-type]  # as above
        self.tools = ToolRegistry()
        self.personas = Personas(lambda: self.folder)
        self.prompts = FakePrompts(self)
        self.contents = PromptContents(lambda: self.folder, lambda: self.settings.value)
        self.skills = Skills(self.contents, lambda: counter_for("o200k_base"))
        self.speech = Speech(find=lambda name: None)
        self.usage = FakeUsage()
        self.lab = FakeLabs()
        self.folder: Path | None = None
        self.setup = Setup(
            models=self.models,  # type: ignore[arg-type]  # known models are enough
            settings=self.settings,  # type: ignore[arg-type]  # nothing is set up here
            secrets=MemorySecrets(),
            bus=self.bus,
            supervisor=self.supervisor,  # type: ignore[arg-type]  # starts tasks as the real one
            find=_nobody,
        )


async def _forget(chat_id: str) -> None:
    """Nothing was noted of a chat in memory."""
    del chat_id


async def _nobody() -> tuple[Server, ...]:
    return ()


def report(chat_id: str, load: int, draft: int = 0) -> ContextReport:
    """A plausible report with real lines."""
    lines = thresholds(MODEL)
    return ContextReport(
        chat_id,
        MODEL.id,
        "adaptive",
        load,
        draft,
        lines,
        parts=(ReportPart("system", 4_500), ReportPart("recent", max(0, load - 4_500)), ReportPart("draft", draft)),
        budgets=(BudgetLine("total", 10_200, 26_500, 40_000, "green"),),
        measured=True,
        error=0.014,
    )
