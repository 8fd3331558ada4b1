"""Conducts conversations: from the user's words to a committed answer, several chats at once.

What a user writes while a reply runs is committed at once, like every message, and waits its turn in the log: the
next request of the running reply holds it (between two tool steps, for instance), and when the reply ends without
another request, a new one is made for it. ``queued`` tells which messages wait; ``QueueChanged`` announces changes.
Stop ends the running reply only: a queued message is the user's newer wish and is answered next.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.events import (
    ApprovalAsked,
    ChatDeleted,
    ChatSaved,
    MessageChanged,
    MessageCommitted,
    QueueChanged,
)
from weclaw_desktop.core.messages import AttachmentPart, Message, TextPart
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import text as make_text
from weclaw_desktop.services.answering import Answering
from weclaw_desktop.services.approvals import Approvals
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.language import detect
from weclaw_desktop.services.supervisor import TaskSupervisor
from weclaw_desktop.services.switching import Switching
from weclaw_desktop.services.titles import Titles
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
        self._turns: dict[str, Turn] = {}
        self._last: dict[str, Message] = {}

    async def new_chat(self, *, model: str = "", strategy: str = "") -> Chat:
        """Create an empty chat; empty names mean "as the settings say". Raises InputError for an unknown model."""
        known = self._models.spec(model).id if model else ""
        chat = await self._store.chats.create(model=known, strategy=strategy)
        self._bus.publish(ChatSaved(chat, created=True))
        return chat

    async def send(
        self, chat_id: str, text: str, attachments: Sequence[AttachmentPart] = (), *, shorten: bool = False
    ) -> Message:
        """Commit the user's message and answer it in the background; returns once the row is committed.

        Args:
            chat_id: The chat.
            text: What the user wrote, kept as it is.
            attachments: Files and images.
            shorten: The user chose to send attachments that are too large in shortened form.

        Raises:
            InputError: Nothing was written, or there is no such chat.
            CannotFit: An attachment is above half of what the model reads; choices are in the text. Nothing is saved.
            StorageError: The message could not be saved, so it is not sent.
        """
        if not text.strip() and not attachments:
            raise InputError(make_text("services.empty_message"))
        if self._store.read_only is not None:
            raise StorageError(make_text("services.read_only", reason=self._store.read_only))
        desk = await self._desks.of(chat_id)
        parts = (*((TextPart(text),) if text else ()), *await desk.fit_attachments(attachments, shorten=shorten))
        language = desk.language if desk.chat.language else detect(text)
        message = await desk.intake(Message("user", parts))
        saved = await self._store.messages.append(chat_id, message)
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
        if self.running(chat_id):
            raise InputError(make_text("services.busy"))
        desk = await self._desks.of(chat_id)
        if not any(message.role == "user" for message in desk.log):
            raise InputError(make_text("services.nothing_to_retry"))
        last = desk.log[-1]
        if last.role == "assistant":
            await self._store.messages.set_head(chat_id, last.parent_id)
            await self._changed(chat_id)
            self._bus.publish(MessageChanged(last, deleted=True))
        self._answer(chat_id)

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
        self._bus.publish(ChatSaved(chat, created=True))
        return chat

    async def choose_model(self, chat_id: str, model: str) -> Chat:
        """Answer this chat with another model from now on; "" goes back to the settings' one."""
        return await self._switch(chat_id, model=self._models.spec(model).id if model else "")

    async def choose_strategy(self, chat_id: str, strategy: str) -> Chat:
        """Compress this chat by another strategy from now on; "" goes back to the settings' one."""
        return await self._switch(chat_id, strategy=strategy)

    async def choose_profile(self, chat_id: str, profile: str) -> Chat:
        """Use another profile of thresholds in this chat; "" goes back to the settings' one."""
        return await self._switch(chat_id, profile=profile)

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
        self._bus.publish(MessageChanged(message, deleted=True))
        turn = self._turns.get(message.chat_id)
        if turn is not None and turn.queued:
            self._bus.publish(QueueChanged(message.chat_id, tuple(m.id for m in self.queued(message.chat_id))))

    async def restore_message(self, message_id: str) -> Message:
        """Bring a deleted message back to its place."""
        return await self._flagged(await self._store.messages.restore(message_id))

    async def close(self) -> None:
        """End everything that runs; growing rows become "interrupted" with what they hold."""
        tasks = {turn.task for turn in self._turns.values() if turn.task is not None}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _answer(self, chat_id: str) -> None:
        """Start a run, or tell that one more message waits for the running one."""
        turn = self._turns.get(chat_id)
        if turn is not None:
            turn.queued = True
            self._bus.publish(QueueChanged(chat_id, tuple(message.id for message in self.queued(chat_id))))
            return
        self._last.pop(chat_id, None)
        turn = self._turns[chat_id] = Turn(chat_id)
        turn.task = self._supervisor.start(self._run(turn), f"turn in {chat_id}", chat_id=chat_id)

    async def _run(self, turn: Turn) -> None:
        self._worker.began(turn.chat_id)
        try:
            await self._answering.run(turn)
        finally:
            # No await since the run looked for queued messages: nothing can slip in between.
            if turn.last is not None:
                self._last[turn.chat_id] = turn.last
            del self._turns[turn.chat_id]
            self._worker.ended(turn.chat_id)

    async def _change(self, chat_id: str, *, context: bool = False, **fields: object) -> Chat:
        """Change a chat and tell; ``context`` says that what the model sees may change with it."""
        chat = await self._store.chats.change(chat_id, **fields)
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
        self._bus.publish(MessageChanged(message))
        return message

    async def _changed(self, chat_id: str) -> None:
        """What the log or its reading rests on changed: pending work is void, the desk is laid anew."""
        await self._store.chats.bump_epoch(chat_id)
        await self._desks.renew(chat_id)
        self._worker.changed(chat_id)
