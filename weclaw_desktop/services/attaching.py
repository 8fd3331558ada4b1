"""Takes in what people attach: files, folders, pictures. Reads, stores and weighs it, off the conversation's loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.stores import Blobs
from weclaw_desktop.core.text import Language, Text, render, text
from weclaw_desktop.llm.images import longest_side
from weclaw_desktop.llm.local.environment import for_server
from weclaw_desktop.services.attachments import LARGEST_ATTACHMENT
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.workspace.reading.found import Extracted, Unreadable
from weclaw_desktop.workspace.reading.listing import Found, along, below, is_path
from weclaw_desktop.workspace.reading.reader import Read, Reading, fitted

AT_ONCE = 2
"""Files read at the same time: somebody may drop a hundred."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was attached. ``note`` says what of it was left out, None for nothing."""

    part: AttachmentPart
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Weighed:
    """What attachments cost the model: calibrated tokens of each, the most that is sent without asking, and ``sees``.

    ``sees`` says whether the model takes pictures; ``model`` is what people call it, "" when there is none. ``words``
    is the most that a message's own words may have to be sent as they are, 0 when there is no model.
    """

    tokens: tuple[int, ...] = ()
    limit: int = 0
    sees: bool = True
    model: str | Text = ""
    words: int = 0

    @property
    def too_large(self) -> bool:
        """Whether the choice has to be made before sending."""
        return bool(self.limit) and sum(self.tokens) > self.limit


class Attaching:
    """One per profile. Every method may be cancelled at any time."""

    def __init__(
        self,
        blobs: Blobs,
        desks: Desks,
        models: Models,
        *,
        language: Callable[[], Language],
        environ: Mapping[str, str] | None = None,
        home: Callable[[], Path] = Path.home,
    ) -> None:
        self._blobs = blobs
        self._desks = desks
        self._models = models
        self._language = language
        self._environment = for_server(environ or {}, "")
        self._home = home
        self._turn = asyncio.Semaphore(AT_ONCE)

    async def take(self, path: Path, *, model: str = "") -> Taken:
        """Read a file or folder for a model (``provider/name``, "" when none is chosen).

        Raises:
            InputError: It holds nothing that can be read; the text says why.
            StorageError: It cannot be stored.
        """
        return await self._stored(await self.read(path, model=model))

    async def read(self, path: Path, *, model: str = "") -> Read:
        """What a file holds, to be shown only: nothing is stored. Raises InputError as ``take`` does."""
        reading = Reading(path, longest=self._longest(model), environment=self._environment)
        async with self._turn:
            try:
                return await asyncio.to_thread(reading.run)
            except asyncio.CancelledError:
                reading.stop()
                raise

    async def take_picture(self, data: bytes, name: str, *, model: str = "") -> Taken:
        """Take a picture that has no file, from the clipboard for instance. Raises InputError, StorageError."""
        try:
            picture = await asyncio.to_thread(fitted, data, self._longest(model))
        except Unreadable as error:
            raise InputError(text(f"reading.{error.code}", name=name)) from error
        return await self._stored(Read(name, picture.media_type, len(picture.data), picture, picture.data))

    async def take_text(self, said: str, name: str) -> Taken:
        """Take words that have no file, too many to stand in a message. Raises StorageError."""
        data = await asyncio.to_thread(said.encode, "utf-8", "surrogatepass")
        sha = await self._blobs.put(data, "text/plain")
        return Taken(AttachmentPart("file", name, "text/plain", len(data), sha, text=said))

    async def weigh(
        self, parts: Sequence[AttachmentPart], *, chat: str = "", model: str = "", strategy: str = ""
    ) -> Weighed:
        """Count attachments for the model that answers; ``model`` and ``strategy`` are those of a chat not stored yet.

        Raises InputError when there is no such chat.
        """
        desk = await self._desks.of(chat) if chat else self._desks.blank(Chat("", model=model, strategy=strategy))
        try:
            if not desk.has_model:
                return Weighed(tuple(0 for _ in parts))
            counter, spec = desk.counter(), desk.spec
            tokens = [await desk.compute(counter.parts, (part,)) for part in parts]
            lines, k = desk.thresholds(), desk.calibration.k
            limit, words = int(LARGEST_ATTACHMENT * lines.effective), int(lines.budgets.user_text * k)
            return Weighed(tuple(round(n * k) for n in tokens), limit, spec.images, spec.called, words)
        finally:
            if not chat:
                desk.close()

    async def content(self, part: AttachmentPart) -> bytes:
        """The file or picture itself. Raises InputError when it is not stored."""
        return await self._blobs.get(part.sha256)

    async def files(self, typed: str, *, folder: str = "", recent: Sequence[str] = ()) -> list[Found]:
        """Files that may be meant by ``typed``: along a path, else in the chat's ``folder``, else among ``recent``."""
        home = self._home()
        start = Path(folder) if folder else home
        if is_path(typed):
            return await asyncio.to_thread(along, typed, start, home)
        known = await asyncio.to_thread(_known, recent, typed)
        inside = await asyncio.to_thread(below, start, typed) if folder else []
        nearby = [] if folder else await asyncio.to_thread(along, typed, home, home)
        paths: set[Path] = set()
        found: list[Found] = []
        for one in (*inside, *known, *nearby):
            if one.path not in paths:
                paths.add(one.path)
                found.append(one)
        return found[:12]

    async def keep(self, parts: Sequence[AttachmentPart]) -> list[dict[str, Any]]:
        """Attachments of a draft as JSON values; long texts lie in the store, not in them. Raises StorageError."""
        rows: list[dict[str, Any]] = []
        for part in parts:
            row = asdict(part)
            if part.text:
                stored = part.text.encode("utf-8", "surrogatepass")
                row["text"] = await self._blobs.put(stored, "text/plain")
            rows.append(row)
        return rows

    async def kept(self, rows: Sequence[Mapping[str, Any]]) -> tuple[AttachmentPart, ...]:
        """What ``keep`` wrote, without what is not stored any more."""
        parts: list[AttachmentPart] = []
        for row in rows:
            try:
                said = (await self._blobs.get(str(row["text"]))).decode("utf-8", "surrogatepass") if row["text"] else ""
                values: dict[str, Any] = {**row, "text": said}
                parts.append(AttachmentPart(**values))
            except (InputError, KeyError, TypeError, UnicodeDecodeError):
                continue
        return tuple(parts)

    async def _stored(self, found: Read) -> Taken:
        content = found.content
        if isinstance(content, Extracted):
            said = content.text
            if content.note is not None and found.data is not None:
                said = f"{said}\n\n[{render(content.note, self._language())}]"
            data = found.data if found.data is not None else said.encode("utf-8", "replace")
            sha = await self._blobs.put(data, found.media_type)
            return Taken(AttachmentPart("file", found.name, found.media_type, found.size, sha, text=said), content.note)
        sha = await self._blobs.put(content.data, content.media_type)
        part = AttachmentPart("image", found.name, content.media_type, found.size, sha, content.width, content.height)
        return Taken(part)

    def _longest(self, model: str) -> int:
        return longest_side(self._spec(model).encoder)

    def _spec(self, model: str) -> ModelSpec:
        try:
            return self._models.spec(model) if model else ModelSpec("", "")
        except InputError:
            return ModelSpec("", "")


def _known(recent: Sequence[str], typed: str) -> list[Found]:
    """Files that were attached lately and still are there."""
    wanted = typed.lower()
    fitting = [Path(name) for name in recent if wanted in Path(name).name.lower()]
    return [Found(path, path.name, path.is_dir()) for path in fitting if path.exists()]
