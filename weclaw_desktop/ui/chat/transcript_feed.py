"""Keeps the transcript's rows in step with what is stored and what is going on, page by page."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from weclaw_desktop.core.events import MessageChanged, MessageCommitted, StreamEnded, StreamStarted
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.records import Record
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.transcript_model import TranscriptModel
from weclaw_desktop.ui.ports import Store

PAGE = 60
"""Messages read at a time."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A chat as it was read: its newest page and its compressions."""

    chat_id: str
    messages: tuple[Message, ...]
    records: tuple[Record, ...]
    complete: bool


class TranscriptFeed(QObject):
    """Fills ``rows``. Messages that are committed while a chat is being read are added after it."""

    def __init__(self, store: Store, bridge: Bridge, live: LiveChats, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = TranscriptModel(self)
        self._store = store
        self._live = live
        self._reading = ""
        self._arrived: list[Message] = []
        self._older = False
        bridge.message_committed.connect(self._on_committed)
        bridge.message_changed.connect(self._on_changed)
        bridge.stream_started.connect(self._on_message)
        bridge.stream_ended.connect(self._on_message)

    @property
    def records(self) -> tuple[Record, ...]:
        """The compressions of the chat shown."""
        return self.rows.records

    async def read(self, chat_id: str) -> Loaded:
        """Read what is shown first of a chat."""
        self._reading, self._arrived = chat_id, []
        messages = await self._store.messages.page(chat_id, limit=PAGE)
        records = await self._store.records.all(chat_id)
        return Loaded(chat_id, tuple(messages), tuple(records), complete=len(messages) < PAGE)

    def show(self, loaded: Loaded) -> None:
        """Show a chat that was read, and what came meanwhile."""
        self.rows.load(loaded.chat_id, loaded.messages, loaded.records, complete=loaded.complete)
        arrived, self._arrived, self._reading = self._arrived, [], ""
        for message in arrived:
            self.rows.put(message)

    def begin(self, chat_id: str) -> None:
        """Show a chat that was just made."""
        self._reading, self._arrived = "", []
        self.rows.load(chat_id, (), (), complete=True)

    def clear(self) -> None:
        """Show nothing."""
        self.begin("")

    async def read_older(self) -> None:
        """Put the page before the oldest message in front."""
        chat_id, before = self.rows.chat_id, self.rows.oldest_seq
        if self._older or not chat_id or self.rows.complete:
            return
        self._older = True
        try:
            page = await self._store.messages.page(chat_id, before_seq=before, limit=PAGE)
        finally:
            self._older = False
        if chat_id == self.rows.chat_id and before == self.rows.oldest_seq:
            self.rows.prepend(page, complete=len(page) < PAGE)

    async def reload_records(self) -> None:
        """The compressions of the chat changed."""
        chat_id = self.rows.chat_id
        records = await self._store.records.all(chat_id)
        if chat_id == self.rows.chat_id:
            self.rows.set_records(records)

    def _take(self, message: Message) -> None:
        if message.role == "tool" and (result := message.result) is not None:
            self._live.tool_ended(message.chat_id, result.call_id)
        if message.chat_id == self._reading:
            self._arrived.append(message)
        if message.chat_id == self.rows.chat_id:
            self.rows.put(message)

    def _on_committed(self, event: MessageCommitted) -> None:
        self._take(event.message)

    def _on_message(self, event: StreamStarted | StreamEnded) -> None:
        self._take(event.message)

    def _on_changed(self, event: MessageChanged) -> None:
        if event.deleted and event.message.chat_id == self.rows.chat_id:
            self.rows.remove(event.message.id)
        elif not event.deleted:
            self._take(event.message)
