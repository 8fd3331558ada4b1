"""Files what Layered memory takes out of a chat's view as dated notes, and finds words in them.

A note is written as soon as a record of that strategy is in force, from the record itself: the model's summary, or,
when no model wrote one, what was said in the messages that went. Whatever was missed (the app ended in between) is
noted at the chat's next record, because an entry is named after its record. Notes of a chat in the trash are kept and
not searched; ``forget`` removes them when the chat is erased for good.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.statements import clip
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.events import Problem, RecordApplied
from weclaw_desktop.core.messages import Log, user
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text
from weclaw_desktop.memory.notes import Entry, Note, NoteBook
from weclaw_desktop.services.supervisor import TaskSupervisor

if TYPE_CHECKING:
    from weclaw_desktop.storage.finding import Index

STRATEGY = "layered"
FOLDER = "notes"
ROLE = "note"
"""Role of a hit that is a note."""
SAID = 200
"""Characters of a message that a note without a model's summary keeps."""
MOST = 60
"""Messages that such a note keeps, the newest of those that went."""


@dataclass(slots=True)
class _Shelf:
    """An index over notes as they were; made anew when a file changed."""

    stamps: tuple[tuple[str, tuple[int, int]], ...]
    places: tuple[tuple[Note, str], ...]
    index: Index


class Notes:
    """The notes of a profile. ``folder`` gives the profile's folder, None when nothing lies on a disk."""

    def __init__(self, store: Store, bus: Bus, supervisor: TaskSupervisor, folder: Callable[[], Path | None]) -> None:
        self._store = store
        self._bus = bus
        self._supervisor = supervisor
        self._folder = folder
        self._book: NoteBook | None = None
        self._shelf: _Shelf | None = None
        self._lock = asyncio.Lock()
        bus.subscribe(RecordApplied, self._on_record)

    def _on_record(self, event: RecordApplied) -> None:
        noteworthy = event.record.strategy == STRATEGY and event.record.cut_id is not None
        if noteworthy and self._folder() is not None and not self._supervisor.closing:
            self._supervisor.start(self._told(event.chat_id), f"note of {event.chat_id}")

    async def _told(self, chat_id: str) -> None:
        try:
            await self.write(chat_id)
        except KnownError as error:
            self._bus.publish(Problem(error.text, chat_id, severity="warning"))
        except OSError as error:
            self._bus.publish(Problem(text("services.note_failed", reason=why(error)), chat_id, severity="warning"))

    async def write(self, chat_id: str) -> Path | None:
        """Note every record of Layered memory that is not noted yet; the file, None when nothing was new.

        Raises InputError for no such chat, StorageError, OSError.
        """
        book = self._at_hand()
        if book is None:
            return None
        async with self._lock:
            chat = await self._store.chats.get(chat_id)
            records = [r for r in await self._store.records.all(chat_id) if r.strategy == STRATEGY and r.cut_id]
            log = await self._store.messages.path(chat_id)
            return await asyncio.to_thread(_file, book, chat, records, log)

    async def find(self, query: str, *, chat: str = "", limit: int = 5) -> list[Hit]:
        """The best entries of all notes, or of one chat's; ``id`` is the file's name. Raises StorageError, OSError."""
        book = self._at_hand()
        if book is None:
            return []
        alive = {chat} if chat else {one.id for one in await self._store.chats.all(limit=100_000)}
        async with self._lock:
            self._shelf = await asyncio.to_thread(_shelved, book, self._shelf)
            hits = await asyncio.to_thread(self._shelf.index.search, query, limit + 50)
        found = [(hit, *self._shelf.places[hit.seq - 1]) for hit in hits]
        return [
            replace(
                hit, id=note.path.name, chat=note.chat, when=note.changed_ms, role=ROLE, seq=0, message_id="", near=""
            )
            for hit, note, _ in found
            if note.chat in alive
        ][:limit]

    async def forget(self, chat_id: str) -> int:
        """Remove the notes of a chat that was erased for good; how many files. Raises OSError."""
        book = self._at_hand()
        if book is None:
            return 0
        async with self._lock:
            return await asyncio.to_thread(book.forget, chat_id)

    def _at_hand(self) -> NoteBook | None:
        folder = self._folder()
        if folder is None:
            return None
        if self._book is None or self._book.folder != folder / FOLDER:
            self._book = NoteBook(folder / FOLDER)
        return self._book


def _file(book: NoteBook, chat: Chat, records: Sequence[Record], log: Log) -> Path | None:
    last: Path | None = None
    for record in records:
        when = datetime.fromtimestamp(max(record.created_ms, 0) / 1_000).astimezone()
        entry = Entry(record.id, f"m{record.first_seq}–m{record.last_seq} · {when:%Y-%m-%d %H:%M}", _body(record, log))
        last = book.add(chat.id, chat.title, f"{when:%Y-%m-%d}", [entry]) or last
    return last


def _body(record: Record, log: Log) -> str:
    """The model's summary, else what was said in the messages that went; headings become part of the entry."""
    narrative = record.block.narrative if record.block is not None else ""
    if narrative.strip():
        said = narrative
    else:
        gone = [m for m in log if record.first_seq <= m.seq <= record.last_seq and not m.excluded and m.text.strip()]
        said = "\n".join(f"- {m.role} (m{m.seq}): {clip(' '.join(m.text.split()), SAID)}" for m in gone[-MOST:])
    lowered = "\n".join(f"#{line}" if line.startswith(("# ", "## ")) else line for line in said.split("\n"))
    return redact("\n".join(f"#{line}" if line.startswith("## ") else line for line in lowered.split("\n")))


def _shelved(book: NoteBook, before: _Shelf | None) -> _Shelf:
    """An index over the notes as they are now, the one there is when nothing changed."""
    notes = book.all()
    stamps = tuple((str(note.path), note.stamp) for note in notes)
    if before is not None and before.stamps == stamps:
        return before
    from weclaw_desktop.storage.finding import Index  # here, so that the window comes before the database library

    if before is not None:
        before.index.close()
    places = tuple((note, entry) for note in notes for entry in note.entries)
    index = Index.of([user(entry, created_ms=note.changed_ms) for note, entry in places], apart=0)
    return _Shelf(stamps, places, index)
