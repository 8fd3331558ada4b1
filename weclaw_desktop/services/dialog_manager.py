"""Conducts conversations: from the user's words to a committed answer, several chats at once.

What a user writes while a reply runs is committed at once, like every message, and waits its turn in the log: the
next request of the running reply holds it (between two tool steps, for instance), and when the reply ends without
another request, a new one is made for it. ``queued`` tells which messages wait; ``QueueChanged`` announces changes.
Stop ends the running reply only: a queued message is the user's newer wish and is answered next.

What changes the branch that is shown (an edit, another answer, another version) is refused while a reply runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.events import (
    ApprovalAsked,
    BranchShown,
    ChatDeleted,
    ChatSaved,
    MessageChanged,
    MessageCommitted,
    QueueChanged,
)
from weclaw_desktop.core.messages import AttachmentPart, Message, TextPart
from weclaw_desktop.core.overriding import own_fields
from weclaw_desktop.core.parameters import Parameters
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text as make_text
from weclaw_desktop.services.answering import Answering
from weclaw_desktop.services.approvals import Approvals
from weclaw_desktop.services.branches import Branches
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.language import detect
from weclaw_desktop.services.prompts import PERSONA
from weclaw_desktop.services.settings_holder import check_strategy
from weclaw_desktop.services.supervisor import TaskSupervisor
from weclaw_desktop.services.switching import Switching
from weclaw_desktop.services.titles import Titles
from weclaw_desktop.services.trash import must_be_out
from weclaw_desktop.services.turn import Turn
from weclaw_desktop.tools.policy import allowing, asking_again


class DialogManager:
    """The verbs of a conversation. Each write is committed before anything else happens and announced by one event."""

    def __init__(
        self,
        *,
        store: Store,
        models: Models,
        bus: Bus,
        desks: Desks,
        worker: CompressionWorker,
        answering: Answering,
        approvals: Approvals,
        titles: Titles,
        supervisor: TaskSupervisor,
        switching: Switching,
    ) -> None:
        self._store = store
        self._models = models
        self._bus = bus
        self._desks = desks
        self._worker = worker
        self._answering = answering
        self._approvals = approvals
        self._titles = titles
        self._supervisor = supervisor
        self._switching = switching
        self._branches = Branches(store, desks)
        self._turns: dict[str, Turn] = {}
        self._moving: dict[str, asyncio.Lock] = {}
        self._last: dict[str, Message] = {}

    async def new_chat(self, *, model: str = "", strategy: str = "") -> Chat:
        """Create an empty chat; empty names mean "as the settings say". Raises InputError for an unknown model."""
        known = self._models.spec(model).id if model else ""
        chat = await self._store.chats.create(model=known, strategy=strategy)
        self._bus.publish(ChatSaved(chat, created=True))
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
        """Commit the user's message and answer it in the background; returns once the row is committed.

        Args:
            chat_id: The chat.
            text: What the user wrote, kept as it is.
            attachments: Files and images.
            shorten: The user chose to send attachments that are too large in shortened form.
            draft: What stays of the chat's draft, stored in one step with the message; None leaves it alone.

        Raises:
            InputError: Nothing was written, there is no such chat or it is in the trash, or a picture is attached and
                the model cannot see.
            CannotFit: Attachments are above half of what the model reads; choices are in the text. Nothing is saved.
            StorageError: The message could not be saved, so it is not sent.
        """
        if not text.strip() and not attachments:
            raise InputError(make_text("services.empty_message"))
        self._must_be_writable()
        await must_be_out(self._store.chats, chat_id)
        desk = await self._desks.of(chat_id)
        language = desk.language if desk.chat.language else detect(text)
        async with self._lock(chat_id):
            seq = await self._store.messages.next_seq(chat_id)
            fitting = await desk.fit_attachments(attachments, seq, shorten=shorten)
            message = await desk.intake(Message("user", (*((TextPart(text),) if text else ()), *fitting)), seq)
            saved = await self._store.messages.append(chat_id, message, draft=draft)
            desk.put(saved)
            self._bus.publish(MessageCommitted(saved))
            if not desk.chat.language:  # before the first request: its head must be the same as that of all others
                desk.chat = await self._store.chats.change(chat_id, language=language)
            self._answer(chat_id)
        desk.chat = await self._titles.first_words(desk.chat, text, language)
        return saved

    async def wait(self, chat_id: str) -> Message | None:
        """Wait until nothing runs in the chat; returns the last response of its last run, None if there was none."""
        while (turn := self._turns.get(chat_id)) is not None and turn.task is not None:
            await asyncio.wait({turn.task})
        return self._last.get(chat_id)

    def running(self, chat_id: str) -> bool:
        """Whether a reply is being made."""
        return chat_id in self._turns

    def queued(self, chat_id: str) -> tuple[Message, ...]:
        """User messages that were committed while a reply runs and that no request has held yet."""
        turn = self._turns.get(chat_id)
        return () if turn is None else self._answering.queued(turn)

    def pending(self, chat_id: str) -> tuple[ApprovalAsked, ...]:
        """Questions about tools that wait for the user in this chat."""
        return self._approvals.pending(chat_id)

    def streaming(self, chat_id: str) -> Message | None:
        """The response being written, with what came so far, for a view that is opened in the middle of it."""
        turn = self._turns.get(chat_id)
        if turn is None or turn.streamer is None:
            return None
        return turn.streamer.so_far()

    async def stop(self, chat_id: str) -> None:
        """End the running stream, question or tool; what came is committed as "stopped". Harmless when nothing runs."""
        turn = self._turns.get(chat_id)
        if turn is None or turn.step is None or turn.stopping:
            return
        turn.stopping = True
        turn.step.cancel()
        await asyncio.wait({turn.step})

    async def retry(self, chat_id: str) -> None:
        """Answer the same turn again: the last response gets a sibling, or a missing one is made.

        Raises:
            InputError: A reply is being written, or there is nothing to answer.
        """
        log = (await self._desks.of(chat_id)).log
        if log and log[-1].role == "assistant":
            await self.regenerate(log[-1].id)
            return
        if not any(message.role == "user" for message in log):
            raise InputError(make_text("services.nothing_to_retry"))
        async with self._still(chat_id):
            self._answer(chat_id)

    async def regenerate(self, message_id: str, *, model: str = "") -> None:
        """Answer again; the old answer and what follows it stay as another branch.

        Args:
            message_id: The answer, or the question that it answers.
            model: Who answers this time; "" for the chat's own model.

        Raises:
            InputError: A reply is being written, there is nothing to answer, or the model is unknown.
        """
        known = self._models.spec(model).id if model else ""
        message = await self._store.messages.get(message_id)
        self._must_be_writable()
        async with self._still(message.chat_id):
            replaces = await self._branches.replace_from(message)
            await self._moved(message.chat_id, replaces[0])
            self._answer(message.chat_id, Turn(message.chat_id, model=known, replaces=replaces))

    async def edit(self, message_id: str, text: str) -> Message:
        """Change what a message says.

        A question that is edited is sent again, as a branch beside the old one; an answer gets a new revision.

        Raises:
            InputError: A reply is being written, nothing is left of the text, or a tool said it.
            StorageError: It could not be saved.
        """
        message = await self._store.messages.get(message_id)
        self._must_be_writable()
        async with self._still(message.chat_id):
            if message.role != "user":
                return await self._flagged(await self._branches.reword(message, text))
            saved = await self._branches.ask(message, text)
            await self._moved(message.chat_id, saved.id)
            self._bus.publish(MessageCommitted(saved))
            self._answer(message.chat_id)
            return saved

    async def show_branch(self, message_id: str) -> None:
        """Show the newest branch through a message. Raises InputError while a reply is being written."""
        message = await self._store.messages.get(message_id)
        async with self._still(message.chat_id):
            end = await self._branches.show(message)
            if end is not None:
                await self._moved(message.chat_id, end)

    async def branch_chat(self, message_id: str) -> Chat:
        """Make a chat of its own from the branch up to a message; compressions are not copied.

        Raises InputError for a message that is being written or not on the branch shown.
        """
        message = await self._store.messages.get(message_id)
        desk = await self._desks.of(message.chat_id)
        chat = await self._branches.copy(message, desk.language)
        self._bus.publish(ChatSaved(chat, created=True))
        return chat

    def approve(self, request_id: str, allowed: bool, *, always: bool = False) -> None:
        """The user's answer to ``ApprovalAsked``; ``always`` holds for this tool in this chat."""
        self._approvals.answer(request_id, allowed, always=always)

    async def allow_always(self, chat_id: str, tool: str, folder: str = "") -> None:
        """Run a tool of this chat without asking from now on; with a ``folder`` only there and below."""
        desk = await self._desks.of(chat_id)
        await self._change(chat_id, overrides=allowing(desk.chat.overrides, tool, folder))

    async def ask_again(self, chat_id: str, tool: str) -> Chat:
        """Take back that a tool of this chat runs without asking."""
        chat = await self._store.chats.get(chat_id)
        return await self._change(chat_id, overrides=asking_again(chat.overrides, tool))

    async def rename(self, chat_id: str, title: str) -> Chat:
        """Give a chat the user's own title; an empty one makes it automatic again."""
        words = " ".join(title.split())[:200]
        return await self._change(chat_id, title=words, title_by="user" if words else "auto")

    async def delete(self, chat_id: str) -> None:
        """Move a chat to the trash; what runs in it is stopped."""
        await self.stop(chat_id)
        await self.wait(chat_id)
        await self._worker.cancel(chat_id)
        await self._store.chats.delete(chat_id)
        self._desks.forget(chat_id)
        self._bus.publish(ChatDeleted(chat_id))

    async def restore(self, chat_id: str) -> Chat:
        """Bring a chat back from the trash."""
        chat = await self._store.chats.restore(chat_id)
        await self._desks.renew(chat_id)  # who looked at it in the trash knows it as lying there
        self._bus.publish(ChatSaved(chat, created=True))
        return chat

    async def choose_model(self, chat_id: str, model: str) -> Chat:
        """Answer this chat with another model from now on; "" goes back to the settings' one."""
        return await self._switch(chat_id, model=self._models.spec(model).id if model else "")

    async def choose_strategy(self, chat_id: str, strategy: str) -> Chat:
        """Compress this chat by another strategy from now on; "" goes back to the settings' one.

        Raises InputError when there is no such strategy.
        """
        check_strategy(strategy)
        return await self._switch(chat_id, strategy=strategy)

    async def choose_profile(self, chat_id: str, profile: str) -> Chat:
        """Use another profile of thresholds in this chat; "" goes back to the settings' one."""
        return await self._switch(chat_id, profile=profile)

    async def choose_own(self, chat_id: str, changes: Mapping[str, object]) -> Chat:
        """Give a chat values of its own for settings of the context manager (``{"cap": 60_000}``); None takes one back.

        Raises InputError for a name that chats cannot have, a value that a setting does not take, or no such strategy.
        """
        check_strategy(str(changes.get("strategy") or ""))
        fields = own_fields(await self._store.chats.get(chat_id), changes)
        return await self._switch(chat_id, **fields) if fields else await self._store.chats.get(chat_id)

    async def choose_parameters(self, chat_id: str, wanted: Parameters) -> Chat:
        """Ask the model otherwise from the next request on; what it reads stays the same."""
        return await self._change(chat_id, parameters=wanted.stored())

    async def choose_persona(self, chat_id: str, name: str, words: str) -> Chat:
        """Let somebody else speak from now on: a persona's id and its filled text; "" goes back to the settings."""
        chat = await self._store.chats.get(chat_id)
        others = {key: value for key, value in chat.overrides.items() if key != PERSONA}
        kept = others | ({PERSONA: words} if words else {})
        return await self._switch(chat_id, persona=name if words else "", overrides=kept)

    async def pin(self, message_id: str, on: bool) -> Message:
        """Keep a message verbatim whatever is compressed."""
        return await self._flagged(await self._store.messages.flag(message_id, pinned=on))

    async def exclude(self, message_id: str, on: bool) -> Message:
        """Leave a message out of every request; it stays in the chat."""
        return await self._flagged(await self._store.messages.flag(message_id, excluded=on))

    async def delete_message(self, message_id: str) -> None:
        """Delete one message; ``restore_message`` brings it back. Raises InputError for one that is being written."""
        message = await self._store.messages.get(message_id)
        if message.state == "generating":
            raise InputError(make_text("services.busy"))
        await self._store.messages.delete(message_id)
        await self._changed(message.chat_id)
        await self._worker.repin(message.chat_id)
        self._bus.publish(MessageChanged(message, deleted=True))
        turn = self._turns.get(message.chat_id)
        if turn is None:
            await self._follow(message, self._branches.leave)
        elif turn.queued:
            self._bus.publish(QueueChanged(message.chat_id, tuple(m.id for m in self.queued(message.chat_id))))

    async def restore_message(self, message_id: str) -> Message:
        """Bring a deleted message back to its place."""
        message = await self._flagged(await self._store.messages.restore(message_id))
        await self._follow(message, self._branches.come_back)
        return message

    async def close(self) -> None:
        """End everything that runs; growing rows become "interrupted" with what they hold."""
        tasks = {turn.task for turn in self._turns.values() if turn.task is not None}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _answer(self, chat_id: str, wanted: Turn | None = None) -> None:
        """Start a run, or tell that one more message waits for the running one."""
        turn = self._turns.get(chat_id)
        if turn is not None:
            turn.queued = True
            self._bus.publish(QueueChanged(chat_id, tuple(message.id for message in self.queued(chat_id))))
            return
        self._last.pop(chat_id, None)
        turn = self._turns[chat_id] = wanted or Turn(chat_id)
        turn.task = self._supervisor.start(self._run(turn), f"turn in {chat_id}", chat_id=chat_id)

    async def _run(self, turn: Turn) -> None:
        self._worker.began(turn.chat_id)
        other, before = bool(turn.model), self._record_of(turn.chat_id)
        try:
            await self._answering.run(turn)
        finally:
            # No await since the run looked for queued messages: nothing can slip in between.
            if turn.last is not None:
                self._last[turn.chat_id] = turn.last
            del self._turns[turn.chat_id]
            self._worker.ended(turn.chat_id)
            unanswered = turn.last is None and turn.replaces is not None
            refit = other and before != self._record_of(turn.chat_id)
            if (unanswered or refit) and not self._supervisor.closing:
                self._supervisor.start(self._put_right(turn, refit=refit), f"after a turn in {turn.chat_id}")

    async def _put_right(self, turn: Turn, *, refit: bool) -> None:
        """After an answer was to be made again: show the old one if none came, and undo what only a model needed."""
        async with self._lock(turn.chat_id):
            if self.running(turn.chat_id):
                return
            if turn.last is None and turn.replaces is not None:
                above, end = turn.replaces
                if end and (await self._store.chats.get(turn.chat_id)).head_id == above:
                    await self._store.messages.set_head(turn.chat_id, end)
                    await self._moved(turn.chat_id, end)
            if refit:
                await self._switching.refit(await self._desks.of(turn.chat_id))

    def _record_of(self, chat_id: str) -> str:
        """Id of the compression in force as far as the chat's desk knows, "" for none."""
        desk = self._desks.known(chat_id)
        return desk.record.id if desk is not None and desk.record is not None else ""

    def _lock(self, chat_id: str) -> asyncio.Lock:
        """Held while the end of a chat's branch is moved, so that two of those who do it cannot cross."""
        return self._moving.setdefault(chat_id, asyncio.Lock())

    @asynccontextmanager
    async def _still(self, chat_id: str) -> AsyncGenerator[None]:
        """The chat while no reply runs in it and none can begin.

        Raises InputError when one runs, or when the chat is in the trash.
        """
        await must_be_out(self._store.chats, chat_id)
        if not self.running(chat_id):
            async with self._lock(chat_id):
                if not self.running(chat_id):
                    yield
                    return
        raise InputError(make_text("services.busy"))

    def _must_be_writable(self) -> None:
        if self._store.read_only is not None:
            raise StorageError(make_text("services.read_only", reason=self._store.read_only))

    async def _moved(self, chat_id: str, end: str | None) -> None:
        """Another branch is shown now."""
        await self._changed(chat_id)
        self._bus.publish(BranchShown(chat_id, end))

    async def _follow(self, message: Message, step: Callable[[Message], Awaitable[str | None]]) -> None:
        """Let ``step`` choose another branch after a message went or came back, unless a reply runs."""
        async with self._lock(message.chat_id):
            end = None if self.running(message.chat_id) else await step(message)
            if end is not None:
                await self._moved(message.chat_id, end)

    async def _change(self, chat_id: str, *, context: bool = False, **fields: object) -> Chat:
        """Change a chat and tell; ``context`` says that what the model sees may change with it."""
        chat = await self._store.chats.change(chat_id, only_if=None, **fields)
        if context:
            await self._changed(chat_id)
            chat = await self._store.chats.get(chat_id)
        desk = self._desks.known(chat_id)
        if desk is not None:
            desk.chat = chat
        self._bus.publish(ChatSaved(chat))
        return chat

    async def _switch(self, chat_id: str, **fields: object) -> Chat:
        """Change what decides about the context, and show as much of the chat as that allows."""
        chat = await self._change(chat_id, context=True, **fields)
        if not self.running(chat_id):
            await self._switching.refit(await self._desks.of(chat_id))
        return chat

    async def _flagged(self, message: Message) -> Message:
        await self._changed(message.chat_id)
        await self._worker.repin(message.chat_id)
        self._bus.publish(MessageChanged(message))
        return message

    async def _changed(self, chat_id: str) -> None:
        """What the log or its reading rests on changed: pending work is void, the desk is laid anew."""
        await self._store.chats.bump_epoch(chat_id)
        await self._desks.renew(chat_id)
        self._worker.changed(chat_id)
