"""Keeps the transcript's rows in step with what is stored and what is going on, page by page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from weclaw_desktop.core.events import MessageChanged, MessageCommitted, StreamEnded, StreamStarted
from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.records import Record
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.chat.live import LiveChats
from weclaw_desktop.ui.chat.transcript_model import TranscriptModel
from weclaw_desktop.ui.ports import Store

PAGE = 60
"""Messages read at a time."""
LONGEST_TAIL = 1_200
"""Messages of another branch that are read to keep the reader's place; a longer one is shown from its end."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A chat as it was read: a page of it and its compressions.

    ``complete`` means that nothing older exists, ``ends`` that nothing newer does.
    """

    chat_id: str
    messages: tuple[Message, ...]
    records: tuple[Record, ...]
    complete: bool
    ends: bool = True
    forks: Mapping[str, Fork] = field(default_factory=dict[str, Fork])


class TranscriptFeed(QObject):
    """Fills ``rows``. Messages that are committed while a chat is being read are added after it."""

    outdated = Signal()
    """What is stored differs from the rows in a way that only reading again can tell."""

    def __init__(self, store: Store, bridge: Bridge, live: LiveChats, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = TranscriptModel(self)
        self._store = store
        self._live = live
        self._reading = ""
        self._arrived: list[Message] = []
        self._older = self._newer = False
        bridge.message_committed.connect(self._on_committed)
        bridge.message_changed.connect(self._on_changed)
        bridge.stream_started.connect(self._on_message)
        bridge.stream_ended.connect(self._on_message)

    @property
    def records(self) -> tuple[Record, ...]:
        """The compressions of the chat shown."""
        return self.rows.records

    async def read(self, chat_id: str, *, around: int = 0) -> Loaded:
        """Read what is shown first of a chat: its end, or what stands around message ``around``."""
        self._reading, self._arrived = chat_id, []
        before = around + PAGE // 2 if around else 0
        messages = await self._store.messages.page(chat_id, before_seq=before, limit=PAGE)
        records = await self._store.records.all(chat_id)
        newest = await self._newest(chat_id) if around else 0
        ends = not messages or messages[-1].seq >= newest
        forks = await self._store.messages.forks(chat_id, messages)
        return Loaded(chat_id, tuple(messages), tuple(records), len(messages) < PAGE, ends, forks)

    async def _newest(self, chat_id: str) -> int:
        last = await self._store.messages.page(chat_id, limit=1)
        return last[-1].seq if last else 0

    def show(self, loaded: Loaded) -> None:
        """Show a chat that was read, and what came meanwhile."""
        self.rows.load(
            loaded.chat_id,
            loaded.messages,
            loaded.records,
            complete=loaded.complete,
            ends=loaded.ends,
            forks=loaded.forks,
        )
        arrived, self._arrived, self._reading = self._arrived, [], ""
        for message in arrived:
            self.rows.bring_back(message)

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
        forks = await self._store.messages.forks(chat_id, page)
        if chat_id == self.rows.chat_id and before == self.rows.oldest_seq:
            self.rows.prepend(page, complete=len(page) < PAGE)
            self.rows.set_forks(forks, page)

    async def read_newer(self) -> None:
        """Put the page after the newest message loaded at the end, when the middle of a chat is shown.

        Numbers of other branches lie between those of this one, so it may have to look further.
        """
        chat_id, last = self.rows.chat_id, self.rows.newest_seq
        if self._newer or not chat_id or self.rows.ends:
            return
        self._newer = True
        try:
            newest, reach = await self._newest(chat_id), PAGE
            page: list[Message] = []
            while not page and last + reach < newest + PAGE:
                read = await self._store.messages.page(chat_id, before_seq=last + reach + 1, limit=PAGE)
                page, reach = [message for message in read if message.seq > last], 4 * reach
                while read and read[0].seq > last:  # more of them than a page: the first ones follow what is loaded
                    read = await self._store.messages.page(chat_id, before_seq=read[0].seq, limit=PAGE)
                    page[:0] = [message for message in read if message.seq > last]
        finally:
            self._newer = False
        forks = await self._store.messages.forks(chat_id, page)
        if chat_id == self.rows.chat_id and last == self.rows.newest_seq:
            self.rows.extend(page, ends=not page or page[-1].seq >= newest)
            self.rows.set_forks(forks, page)

    async def reload(self) -> None:
        """Show the end of the chat."""
        chat_id = self.rows.chat_id
        loaded = await self.read(chat_id)
        if chat_id == self.rows.chat_id:
            self.show(loaded)

    async def follow_branch(self) -> None:
        """Another branch of the chat is shown: exchange what differs, and leave the rest where it is."""
        chat_id = self.rows.chat_id
        self._reading, self._arrived = chat_id, []
        loaded = {message.id for message in self.rows.messages} if self.rows.ends else set[str]()
        page = await self._store.messages.page(chat_id, limit=PAGE)
        tail = tuple(page)
        while len(page) == PAGE and page[0].id not in loaded and loaded and len(tail) < LONGEST_TAIL:
            page = await self._store.messages.page(chat_id, before_seq=page[0].seq, limit=PAGE)
            tail = (*page, *tail)
        forks = await self._store.messages.forks(chat_id, tail)
        if chat_id != self.rows.chat_id:
            return
        self.rows.splice(tail, complete=len(page) < PAGE)
        self.rows.set_forks(forks, tail)
        arrived, self._arrived, self._reading = self._arrived, [], ""
        for message in arrived:
            self.rows.bring_back(message)

    async def read_forks(self) -> None:
        """Look again which versions the newest messages have."""
        chat_id, asked = self.rows.chat_id, tuple(self.rows.messages[-PAGE:])
        forks = await self._store.messages.forks(chat_id, asked)
        if chat_id == self.rows.chat_id:
            self.rows.set_forks(forks, asked)

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
        elif event.deleted:
            return
        elif event.message.chat_id == self._reading:
            self._arrived.append(event.message)
        elif event.message.chat_id == self.rows.chat_id and not self.rows.bring_back(event.message) and self.rows.ends:
            self.outdated.emit()
