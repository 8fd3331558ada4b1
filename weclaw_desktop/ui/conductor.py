"""What the window shows now and what it asks of the services: the open chat, its transcript, report and drafts.

Views read it and listen to its signals; none of them calls a service or another view. Every verb starts a supervised
task, whose failure the supervisor reports.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.events import (
    ChatDeleted,
    ChatSaved,
    ContextReported,
    MessageCommitted,
    Problem,
    QueueChanged,
    RecordApplied,
    RecordUndone,
)
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.overriding import in_force
from weclaw_desktop.core.parameters import Parameters
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.pictures import Pictures
from weclaw_desktop.ui.chat.transcript_feed import TranscriptFeed
from weclaw_desktop.ui.drafts import NOTHING, Draft, Drafts
from weclaw_desktop.ui.new_chat import NewChat
from weclaw_desktop.ui.ports import Bench

SAVED_S = 2.0
"""Seconds that a crash may cost of what is being written."""
SENT_S = 5.0
"""Seconds that a window which goes waits for a message that is being sent; what is not sent by then is a draft."""
TYPING_S = 0.25
"""Pause in typing, in seconds, after which the draft of a new chat is counted."""
PAINTED_S = 0.15
"""Seconds from showing a chat until what it sends is counted: it is painted first, and one that is passed over on the
way to another is not counted at all. Counting keeps the interpreter busy, and loads a vocabulary the first time."""


class Conductor(QObject):
    """One per window. ``chat`` is None for a new chat that nothing was sent in yet."""

    chat_opened = Signal()
    chat_changed = Signal()
    report_changed = Signal()
    running_changed = Signal(bool)
    queue_changed = Signal(int)
    models_changed = Signal()
    message_sent = Signal()
    refused = Signal(object)
    undo_refused = Signal(object)
    problem_reported = Signal(object)
    own_wanted = Signal()
    """What the open chat has of its own is to be shown and changed."""
    undo_offered = Signal(object, object)
    """Something was taken away: what to say of so many of them, and how to bring it back."""
    unsent_changed = Signal()
    """What is written in a chat that is not stored yet shall be kept by whoever keeps the window's state."""
    lab_wanted = Signal()
    """The Lab is wanted."""
    export_wanted = Signal(str)
    """The chat of this id shall be saved as a file."""
    settings_wanted = Signal(str)
    xray_wanted = Signal(str)
    """The X-ray is wanted, at the message of this id ("" for wherever it is)."""
    """A view wants a page of the settings shown."""
    spot_shown = Signal(str, int, str)
    """A message's surroundings are shown: its id and number, and the words that it was found by."""

    def __init__(self, bench: Bench, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bench = bench
        self.bridge = Bridge(bench.bus, self)
        self.live = LiveChats(self.bridge, self)
        self.live.model_title = self.model_title
        self.live.pictures = Pictures(bench.attaching.content, self.start, self)
        self.feed = TranscriptFeed(bench.store, self.bridge, self.live, self)
        self.chat: Chat | None = None
        self.report: ContextReport | None = None
        self.chosen = NewChat()
        """What the new chat shall be, while none is open."""
        self.recent_files: list[str] = []
        """Files that were attached, newest first."""
        self._drafts = Drafts(bench.store, bench.attaching)
        self._watched: set[str] = set()
        self._opening = 0
        self._blank: asyncio.Task[None] | None = None
        self._saving: asyncio.Task[None] | None = None
        self._retrying: asyncio.Task[None] | None = None
        self._writing: set[asyncio.Task[None]] = set()
        self.running_changed.connect(lambda: self._tell_resting())
        self.feed.rows.modelReset.connect(self._tell_resting)
        self.bridge.chat_saved.connect(self._on_chat_saved)
        self.bridge.chat_deleted.connect(self._on_chat_deleted)
        self.bridge.context_reported.connect(self._on_reported)
        self.bridge.queue_changed.connect(self._on_queue)
        self.bridge.models_changed.connect(self.models_changed)
        self.bridge.settings_saved.connect(self.models_changed)
        self.models_changed.connect(lambda: self._ask_blank())
        self.bridge.problem_reported.connect(self._on_problem)
        self.live.reply_started.connect(self._on_reply_started)
        self.live.edits.changed.connect(self._on_edit)
        self.bridge.message_committed.connect(self._on_committed)
        self.bridge.record_applied.connect(self._on_record)
        self.bridge.record_undone.connect(self._on_record)

    @property
    def chat_id(self) -> str:
        """Id of the open chat, "" for a new one."""
        return self.chat.id if self.chat is not None else ""

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self.bench.settings.value

    @property
    def models(self) -> tuple[ModelSpec, ...]:
        """Models that can be chosen."""
        return self.bench.models.known()

    def model_title(self, model: str) -> str:
        """What people call a model, from its id, in short; one that is not there any more goes by its name."""
        spec = next((spec for spec in self.models if spec.id == model), None)
        return model.rsplit("/", 1)[-1] if spec is None else i18n.model_title(spec).split(" – ")[0]

    @property
    def model(self) -> str:
        """The model that answers in the open chat, "" when there is none."""
        own = self.chat.model if self.chat is not None else self.chosen.model
        first = self.models[0].id if self.models else ""
        return own or self.settings.general.model or first

    @property
    def model_of_its_own(self) -> str:
        """The model that a new chat is stored with, "" where the settings name it."""
        return self.chosen.model or ("" if self.settings.general.model else self.model)

    @property
    def strategy(self) -> str:
        """The strategy in force in the open chat."""
        if self.chat is None and self.chosen.strategy:
            return self.chosen.strategy
        return in_force(self.settings, self.model, self.chat).context.strategy

    @property
    def parameters(self) -> Mapping[str, object]:
        """How the open chat's model is asked, as far as it is not as usual."""
        return self.chat.parameters if self.chat is not None else self.chosen.parameters.stored()

    @property
    def persona(self) -> str:
        """Id of the persona that speaks in the open chat, "" for the usual one."""
        return self.chat.persona if self.chat is not None else self.chosen.persona

    @property
    def workdir(self) -> str:
        """The folder of the disk that the open chat works in, "" for none."""
        return self.chat.workdir if self.chat is not None else self.chosen.workdir

    @property
    def running(self) -> bool:
        """Whether a reply is made in the open chat."""
        return self.chat is not None and self.bench.dialog.running(self.chat.id)

    @property
    def draft(self) -> str:
        """What was written but not sent in the open chat."""
        return self.written.everything

    @property
    def written(self) -> Draft:
        """What was written and attached but not sent in the open chat."""
        return self._drafts.of(self.chat_id)

    @property
    def unsent(self) -> str:
        """The draft of a chat that is not stored yet, for the next start, as ``save_drafts`` found it."""
        return self._drafts.unsent

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run ``work``, supervised."""
        return self.bench.supervisor.start(work, name, chat_id=self.chat_id)

    def new_chat(self) -> None:
        """Show an empty chat; it is stored when something is sent."""
        self._save_draft()
        self._opening += 1
        self._show(None)
        self.feed.clear()
        self.chat_opened.emit()

    def open_chat(self, chat_id: str) -> None:
        """Show a stored chat."""
        if chat_id != self.chat_id:
            self.start(self._open(chat_id, self._turn_over()), f"open {chat_id}")

    def open_message(self, chat_id: str, message_id: str, seq: int, words: str = "") -> None:
        """Show a stored chat where message ``seq`` stands, and mark ``words`` there."""
        if chat_id == self.chat_id and self.feed.rows.holds(seq):
            self.spot_shown.emit(message_id, seq, words)
        else:
            self.start(self._open_message(chat_id, message_id, seq, words), f"open {message_id}")

    async def show_chat(self, chat_id: str) -> bool:
        """Show a stored chat; False when something else was opened meanwhile."""
        return await self._open(chat_id, self._turn_over())

    def _turn_over(self) -> int:
        """Another chat will be shown: keep what was written. Returns the number of this wish; the last one counts."""
        self._save_draft()
        self._opening += 1
        return self._opening

    async def _open(self, chat_id: str, number: int, around: int = 0) -> bool:
        chat = await self.bench.store.chats.get(chat_id)
        loaded = await self.feed.read(chat_id, around=around)
        await self._drafts.load(chat_id, chat.draft)
        self.live.edits.texts.update(self._drafts.edits(chat_id))
        if number != self._opening:
            return False
        self._show(chat)
        for asked in self.bench.dialog.pending(chat_id):
            self.live.tool(chat_id, asked.message_id, asked.call.id).asked = asked
        growing = self.bench.dialog.streaming(chat_id)
        if growing is not None:
            self.live.adopt(growing)
        self.feed.show(loaded)
        self.chat_opened.emit()
        self.running_changed.emit(self.running)
        self._watch(chat_id)
        self.start(self._report(chat_id), f"report on {chat_id}")
        return True

    async def _report(self, chat_id: str) -> None:
        """Have it counted what a chat sends with its draft, once it is painted, if it is still shown then."""
        await asyncio.sleep(PAINTED_S)
        if chat_id == self.chat_id:
            await self.bench.reporter.report(chat_id)
            written = self._drafts.of(chat_id)
            if written:
                self._count_draft(chat_id, written)

    async def _open_message(self, chat_id: str, message_id: str, seq: int, words: str) -> None:
        if await self._open(chat_id, self._turn_over(), seq):
            self.spot_shown.emit(message_id, seq, words)

    async def read_latest(self) -> None:
        """Show the end of the chat again after its middle was shown."""
        if not self.feed.rows.ends:
            await self.feed.reload()

    def _show(self, chat: Chat | None, report: ContextReport | None = None) -> None:
        """``report`` stands until the chat's own one is made."""
        self.chat, self.report = chat, report
        if chat is None:
            self.chosen = NewChat()
        self._ask_blank()
        self.report_changed.emit()
        self.queue_changed.emit(0)
        self.running_changed.emit(self.running)

    def send(
        self, text: str, attachments: Sequence[AttachmentPart] = (), *, shorten: bool = False
    ) -> asyncio.Task[None]:
        """Send what was written; ``message_sent`` says that it is stored. Returns what does it.

        ``shorten``: the user chose to send attachments that are too large with their beginning and end only.
        """
        said = (text, tuple(attachments), self.written)
        return self._start_writing(self._send(said, self.chat, self._opening, shorten=shorten), "send")

    async def _send(
        self, said: tuple[str, tuple[AttachmentPart, ...], Draft], chat: Chat | None, number: int, *, shorten: bool
    ) -> None:
        """Send what was ``said``, and what of the draft it was, in the chat that was open when the user wanted it."""
        text, attachments, written = said
        drafted_in = chat.id if chat is not None else ""
        if chat is None:
            chat, now = await self._stored(number)
            if now != number:  # else something else was opened meanwhile, and the draft stayed with the new chat
                drafted_in, number = chat.id, now
        left = await self._drafts.left(chat.id)
        await self.bench.dialog.send(chat.id, text, attachments, shorten=shorten, draft=left)
        self._drafts.sent(drafted_in, written)
        if number == self._opening:
            self.message_sent.emit()
        else:
            self._settle_draft(drafted_in)
        self.start(self.save_drafts(), "save draft")  # it may have been stored meanwhile, or be in the window's state
        self._watch(chat.id)

    def _settle_draft(self, chat_id: str) -> None:
        """A message left its draft while another chat was shown, or this one again, with the draft as it was."""
        if chat_id == self.chat_id:
            self.chat_opened.emit()
        if chat_id:
            self._count_draft(chat_id, self._drafts.of(chat_id))
        else:
            self._ask_blank()

    async def stored_chat(self) -> str:
        """Id of the open chat; a new one is stored first, and what was written in it stays written."""
        return self.chat_id or (await self._stored(self._opening))[0].id

    async def _stored(self, number: int) -> tuple[Chat, int]:
        """A chat that nothing was sent in, stored as it was chosen; shown unless another wish than ``number`` came."""
        chat = await self.chosen.stored(self.bench, self.model_of_its_own)
        if number == self._opening:
            self._opening += 1
            number = self._opening
            self.feed.begin(chat.id)
            self._drafts.write(chat.id, self._drafts.of(""))  # it stays until the message is stored
            self._drafts.forget("")
            self._save_draft()  # and leaves the window's state: a start after a crash must not find it there, sent
            self._show(chat, self.report)
            self.chat_opened.emit()
        return chat, number

    def stop(self) -> None:
        """End the running reply."""
        if self.chat is not None:
            self.start(self.bench.dialog.stop(self.chat.id), "stop")

    def retry(self) -> None:
        """Answer the newest turn again; pressed twice is once."""
        if self.chat is not None and (self._retrying is None or self._retrying.done()):
            self._retrying = self.start(self.bench.dialog.retry(self.chat.id), "retry")
            self._watch(self.chat.id)

    def approve(self, request_id: str, allowed: bool, always: bool) -> None:
        """Answer a question about a tool."""
        self.bench.dialog.approve(request_id, allowed, always=always)

    def choose(self, wanted: NewChat) -> None:
        """Let the chat that is not stored yet be so."""
        self.chosen = wanted
        self._ask_blank()
        self.chat_changed.emit()

    def choose_model(self, model: str) -> None:
        """Use another model in this chat."""
        if self.chat is None:
            self.choose(replace(self.chosen, model=model))
        else:
            self.start(self.bench.dialog.choose_model(self.chat.id, model), "choose model")

    def choose_parameters(self, wanted: Parameters) -> None:
        """Ask this chat's model otherwise."""
        if self.chat is None:
            self.choose(replace(self.chosen, parameters=wanted))
        else:
            self.start(self.bench.dialog.choose_parameters(self.chat.id, wanted), "choose parameters")

    def choose_persona(self, name: str, words: str) -> None:
        """Let somebody else speak in this chat: a persona's id and its filled text, both "" for the usual one."""
        if self.chat is None:
            self.choose(replace(self.chosen, persona=name, persona_words=words))
        else:
            self.start(self.bench.dialog.choose_persona(self.chat.id, name, words), "choose persona")

    def choose_own(self, changes: Mapping[str, object], chat_id: str = "") -> None:
        """Give a stored chat ("" for the open one) values of its own for the context; None takes one back."""
        if chat_id or self.chat is not None:
            self.start(self.bench.dialog.choose_own(chat_id or self.chat_id, changes), "choose a chat's own settings")

    def choose_strategy(self, strategy: str) -> None:
        """Use another strategy in this chat."""
        if self.chat is None:
            self.choose(replace(self.chosen, strategy=strategy))
        else:
            self.start(self.bench.dialog.choose_strategy(self.chat.id, strategy), "choose strategy")

    def compress_now(self) -> None:
        """Compress the open chat now."""
        if self.chat is not None:
            self.start(self.told(self.bench.worker.compress_now(self.chat.id)), "compress")

    def undo_compression(self, *, force: bool = False) -> None:
        """Take the newest compression back; refused without ``force`` when the full log exceeds the hard line."""
        if self.chat is not None:
            self.start(self._undo(self.chat.id, force=force), "undo compression")

    async def _undo(self, chat_id: str, *, force: bool) -> None:
        made = await self.bench.worker.undo(chat_id, force=force)
        if isinstance(made, Refused):
            too_large = made.reason.key == "services.undo_too_large"
            (self.undo_refused if too_large else self.refused).emit(made)

    async def told(self, work: Coroutine[Any, Any, object]) -> None:
        """Do it, and say so when it was refused."""
        made = await work
        if isinstance(made, Refused):
            self.refused.emit(made)

    def draft_changed(self, draft: Draft) -> None:
        """The user writes or attaches: keep it, and have it counted."""
        self._drafts.write(self.chat_id, draft)
        self._start_saving()
        if self.chat is not None:
            self._count_draft(self.chat.id, draft)
        else:
            self._ask_blank(TYPING_S)

    def _count_draft(self, chat_id: str, draft: Draft) -> None:
        self.bench.reporter.draft_changed(chat_id, draft.everything, draft.attachments, shorten=draft.shorten)

    def _on_edit(self, message_id: str) -> None:
        """Words in the editor of a message of the open chat changed."""
        self._drafts.edit(self.chat_id, message_id, self.live.edits.texts.get(message_id))
        self._start_saving()

    def _start_saving(self) -> None:
        if (self._saving is None or self._saving.done()) and self.bench.store.read_only is None:
            self._saving = self.start(self._save_soon(), "save draft soon")

    def attach_to(self, chat_id: str, read: Draft) -> None:
        """What became of a file that was read for a chat that is not shown any more waits there."""
        self._drafts.write(chat_id, self._drafts.of(chat_id).joined(read))
        if chat_id == self.chat_id:
            self.chat_opened.emit()
        self._save_draft()

    @property
    def blank(self) -> Draft:
        """What was written in a chat that is not stored yet."""
        return self._drafts.of("")

    def adopt(self, draft: Draft) -> None:
        """What was written in the new chat of a window that goes is found in this one's new chat."""
        if draft != NOTHING:
            self._drafts.write("", self.blank.joined(draft))
            if self.chat is None:
                self.chat_opened.emit()
            self._start_saving()

    def put_back(self, unsent: str, others: Sequence[str] = ()) -> None:
        """Start ``restore``; the window does not go before that has ended."""
        self._start_writing(self.restore(unsent, others), "put back what was written")

    async def restore(self, unsent: str, others: Sequence[str] = ()) -> None:
        """Put back what was written in a chat that was not stored when the window closed.

        ``others`` was written in new chats of other windows that were open when the program was killed.
        """
        await self._drafts.load("", unsent)
        for other in others:
            self._drafts.write("", self.blank.joined(await self._drafts.read(other)))
        if self.chat is None:
            self.chat_opened.emit()
        await self.save_drafts()  # now it is known as unsent: whoever keeps the state of all windows asks for it

    def _ask_blank(self, after_s: float = PAINTED_S) -> None:
        """Have it counted what a new chat would send; only the newest question is answered."""
        if self._blank is not None:
            self._blank.cancel()
        if self.chat is None and self.models:
            self._blank = self.start(self._read_blank(after_s), "count a new chat")

    async def _read_blank(self, after_s: float) -> None:
        await asyncio.sleep(after_s)
        chosen, written = self.chosen, self.written
        report = await self.bench.reporter.blank(
            self.model_of_its_own,
            chosen.strategy,
            written.everything,
            written.attachments,
            shorten=written.shorten,
            workdir=chosen.workdir,
            decided=chosen.prompt,
        )
        if self.chat is None:
            self.report = report
            self.report_changed.emit()

    def _start_writing(self, work: Coroutine[Any, Any, None], name: str) -> asyncio.Task[None]:
        """Run what decides whether words are a draft: drafts are not kept for the last time before it has ended."""
        task = self.start(work, name)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)
        return task

    async def _save_soon(self) -> None:
        await asyncio.sleep(SAVED_S)
        await self.save_drafts()

    async def save_drafts(self) -> None:
        """Store drafts that changed."""
        before = self._drafts.unsent
        await self._drafts.save()
        if self._drafts.unsent != before:
            self.unsent_changed.emit()

    async def keep_drafts(self) -> None:
        """Store drafts before the window goes; words that the store does not take stay in the window's own state.

        What is being sent is waited for: it is a message then, and no draft any more. Raises what is no failure of the
        store, after that.
        """
        if self._writing:
            await asyncio.wait(self._writing, timeout=SENT_S)
        try:
            await self.save_drafts()
            if self._drafts.homeless:
                await self._drafts.rescue()
        except KnownError as error:
            logging.getLogger(__name__).info("drafts are kept in the window's state: %s", error)
            await self._drafts.rescue()
        except Exception:
            await self._drafts.rescue()
            raise

    def close(self) -> None:
        """Hear nothing any more."""
        self.bridge.close()

    def _save_draft(self) -> None:
        if self._drafts.unsaved:
            self.start(self.save_drafts(), "save draft")

    def _on_committed(self, event: MessageCommitted) -> None:
        self._watch(event.message.chat_id)

    def _on_record(self, event: RecordApplied | RecordUndone) -> None:
        if event.chat_id == self.chat_id:
            self.start(self.feed.reload_records(), "read compressions")

    def _watch(self, chat_id: str) -> None:
        """Tell when the reply that runs in a chat has ended."""
        if chat_id not in self._watched and self.bench.dialog.running(chat_id):
            self._watched.add(chat_id)
            self.bench.supervisor.start(self._await_end(chat_id), f"watch {chat_id}", chat_id=chat_id)
            if chat_id == self.chat_id:
                self.running_changed.emit(True)

    def _tell_resting(self) -> None:
        """A question at the end of the chat can be answered, or somebody does it."""
        self.feed.rows.set_resting(not self.running)

    async def _await_end(self, chat_id: str) -> None:
        try:
            await self.bench.dialog.wait(chat_id)
        finally:
            self._watched.discard(chat_id)
        if chat_id == self.chat_id:
            self.running_changed.emit(self.running)

    def _on_reply_started(self, chat_id: str, _message_id: str) -> None:
        self._watch(chat_id)

    def _on_chat_saved(self, event: ChatSaved) -> None:
        if event.chat.id == self.chat_id:
            self.chat = event.chat
            self.chat_changed.emit()

    def _on_chat_deleted(self, event: ChatDeleted) -> None:
        if event.chat_id == self.chat_id:
            self._drafts.forget(event.chat_id)
            self.new_chat()

    def _on_reported(self, event: ContextReported) -> None:
        if event.report.chat_id == self.chat_id:
            self.report = event.report
            self.report_changed.emit()

    def _on_queue(self, event: QueueChanged) -> None:
        if event.chat_id == self.chat_id:
            self.queue_changed.emit(len(event.message_ids))

    def _on_problem(self, event: Problem) -> None:
        if event.chat_id in ("", self.chat_id):
            self.problem_reported.emit(event)
