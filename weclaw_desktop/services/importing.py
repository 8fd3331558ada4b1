"""Takes conversations of other programs in as chats, and says in one line what could not be taken.

What a file holds is read by ``transcripts``: OpenAI messages as JSON or JSONL, alone or many in one file. A
conversation is known by its content, so that reading the same file again makes no copies; one that fails in the middle
leaves nothing.
"""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from pathlib import Path

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import ChatSaved
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.services import transcripts
from weclaw_desktop.services.language import detect
from weclaw_desktop.services.titles import by_code
from weclaw_desktop.services.transcripts import Transcript

LARGEST = 256_000_000
"""Bytes of a file that is read at once."""
SUFFIXES = (".json", ".jsonl")


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of a file: the chats made, how many conversations were known already, and one line for people."""

    chats: tuple[Chat, ...]
    known: int
    said: Text


class Importer:
    """Makes chats from files."""

    def __init__(self, store: Store, bus: Bus) -> None:
        self._store = store
        self._bus = bus

    async def take(self, path: Path) -> Imported:
        """Read a file and store its conversations.

        Raises:
            InputError: The file cannot be read, is too large, or holds no conversation that is understood.
            StorageError: What could not be stored; conversations before it stay.
        """
        found = await asyncio.to_thread(_read, path)
        made: list[Chat] = []
        known = messages = instructions = skipped = 0
        for transcript in found:
            source = f"import:messages:{_digest(transcript)}"
            if await self._store.chats.from_source(source) is not None:
                known += 1
                continue
            said = tuple(message for message in transcript.messages if message.role != "system")
            instructions += len(transcript.messages) - len(said)
            skipped += len(transcript.skipped)
            if said:
                made.append(await self._store_one(said, source, path.stem))
                messages += len(said)
        return Imported(tuple(made), known, _told(len(made), messages, known, instructions, skipped))

    async def _store_one(self, messages: tuple[Message, ...], source: str, name: str) -> Chat:
        first = next((message.text for message in messages if message.role == "user"), "")
        language = detect(first)
        chat = await self._store.chats.create(language=language)
        try:
            await self._store.messages.extend(chat.id, messages)
            chat = await self._store.chats.change(chat.id, title=by_code(first, language) or name, source=source)
        except BaseException:
            await self._store.chats.delete(chat.id)
            await self._store.chats.purge(ids=[chat.id])
            raise
        self._bus.publish(ChatSaved(chat, created=True))
        return chat


def _read(path: Path) -> tuple[Transcript, ...]:
    try:
        if path.suffix.lower() not in SUFFIXES:
            raise InputError(text("services.import_format", name=path.name))
        size = path.stat().st_size
        if size > LARGEST:
            raise InputError(text("services.import_large", name=path.name, size=size // 1_000_000))
        data = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(text("services.import_encoding", name=path.name)) from error
    except OSError as error:
        raise InputError(text("services.import_unreadable", name=path.name, reason=why(error))) from error
    return transcripts.read(data, path.name)


def _digest(transcript: Transcript) -> str:
    """A name for what was said, whatever file it stands in."""
    made = hashlib.sha256()
    for message in transcript.messages:
        made.update(repr((message.role, message.parts)).encode("utf-8", "surrogatepass"))
    return made.hexdigest()[:32]


def _told(chats: int, messages: int, known: int, instructions: int, skipped: int) -> Text:
    """One line: what came, and what did not."""
    left: list[Text] = []
    if known:
        left.append(text("services.import_known", count=known))
    if instructions:
        left.append(text("services.import_instructions", count=instructions))
    if skipped:
        left.append(text("services.import_skipped", count=skipped))
    if not left:
        return text("services.imported", chats=chats, messages=messages)
    listed = left[0]
    for more in left[1:]:
        listed = text("services.import_and", first=listed, second=more)
    return text("services.imported_without", chats=chats, messages=messages, left=listed)
