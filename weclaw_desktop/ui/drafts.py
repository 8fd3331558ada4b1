"""What was written and attached but not sent, by chat; "" stands for a chat that is not stored yet.

What stands in the editors of messages belongs to it.

The store's column holds plain text, or one JSON value behind a mark that nobody types when something else belongs to
the draft. Long texts of attachments are kept apart (``Attaching.keep``), so that a list of chats stays small.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from weclaw_desktop.core.errors import InputError, KnownError
from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.core.text import Text
from weclaw_desktop.ui.ports import Attaching, Store

_MARK = "\x1e"


@dataclass(frozen=True, slots=True)
class Failed:
    """A file that could not be attached, and why. It stays in sight until somebody takes it away."""

    name: str
    why: Text
    path: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """``text`` is in the field; ``pastes`` are long ones beside it, ``attachments`` files and pictures.

    ``notes`` say what was left out of an attachment, by its hash. ``failed`` is only shown: it is never sent.
    ``shorten``: of attachments that are too large only beginning and end shall be sent; ``ends``: the same of words
    that are too many.
    """

    text: str = ""
    pastes: tuple[str, ...] = ()
    attachments: tuple[AttachmentPart, ...] = ()
    notes: tuple[tuple[str, Text], ...] = ()
    failed: tuple[Failed, ...] = ()
    shorten: bool = False
    ends: bool = False

    @property
    def everything(self) -> str:
        """All that would be sent as text."""
        return "\n\n".join(part for part in (self.text, *self.pastes) if part)

    @property
    def plain(self) -> str:
        """All of it as text, of what is attached the names: for where nothing else can be kept."""
        names = "\n".join(f"[{one.name}]" for one in self.attachments)
        return "\n\n".join(part for part in (self.everything, names) if part)

    def joined(self, other: Draft) -> Draft:
        """Both, ``other`` behind this one."""
        text = "\n\n".join(part for part in (self.text, other.text) if part)
        pastes, files = (*self.pastes, *other.pastes), (*self.attachments, *other.attachments)
        notes, failed = (*self.notes, *other.notes), (*self.failed, *other.failed)
        return Draft(text, pastes, files, notes, failed, self.shorten or other.shorten, self.ends)

    def without(self, sent: Draft) -> Draft:
        """What was written and attached behind ``sent``, an earlier state of it; the whole text if it begins anew.

        What cannot be read did not go along: it stays.
        """
        text = self.text.removeprefix(sent.text)
        pastes = self.pastes[len(sent.pastes) :] if self.pastes[: len(sent.pastes)] == sent.pastes else self.pastes
        files = tuple(one for one in self.attachments if one not in sent.attachments)
        kept = {one.sha256 for one in files}
        notes = tuple((sha, note) for sha, note in self.notes if sha in kept)
        return Draft(text if text == self.text else text.lstrip(), pastes, files, notes, self.failed)

    def __bool__(self) -> bool:
        """Whether there is something to send."""
        return bool(self.text.strip() or self.pastes or self.attachments)


NOTHING = Draft()


class Drafts:
    """Keeps drafts in memory, and in the store what belongs to a stored chat."""

    def __init__(self, store: Store, attaching: Attaching) -> None:
        self._store = store
        self._attaching = attaching
        self._written: dict[str, Draft] = {}
        self._edits: dict[str, dict[str, str]] = {}
        self._saved: dict[str, tuple[Draft, dict[str, str]]] = {}
        self._gone: set[str] = set()
        """Chats that are not there any more."""
        self._turn = asyncio.Lock()
        self.unsent = ""
        """The draft of the chat that is not stored yet, as ``save`` found it: for the window's own state."""

    def of(self, chat_id: str) -> Draft:
        """The chat's draft."""
        return self._written.get(chat_id, NOTHING)

    async def read(self, stored: str) -> Draft:
        """A draft as it was stored. Raises StorageError."""
        return (await self._decoded(stored))[0]

    async def load(self, chat_id: str, stored: str) -> Draft:
        """The chat's draft; ``stored`` is what the chat was read with. Raises StorageError."""
        if chat_id not in self._written:
            found, edits = await self._decoded(stored)
            self._written.setdefault(chat_id, found)
            self._edits.setdefault(chat_id, edits)
            self._saved.setdefault(chat_id, (found, dict(edits)))
        return self._written[chat_id]

    def write(self, chat_id: str, draft: Draft) -> None:
        """The user wrote or attached, or what was written is sent."""
        self._written[chat_id] = draft

    async def left(self, chat_id: str) -> str:
        """What stays in the store of a chat's draft when it is sent: messages that are being edited."""
        return await self._encoded(NOTHING, dict(self.edits(chat_id)))

    def sent(self, chat_id: str, draft: Draft) -> None:
        """``draft`` was sent: what was written behind it stays."""
        self._written[chat_id] = self.of(chat_id).without(draft)

    def edits(self, chat_id: str) -> Mapping[str, str]:
        """Messages of the chat that are being edited, with what is written there now."""
        return self._edits.get(chat_id, {})

    def edit(self, chat_id: str, message_id: str, text: str | None) -> None:
        """A message is being edited, or not any more (None)."""
        if text is not None:
            self._edits.setdefault(chat_id, {})[message_id] = text
            return
        for edits in self._edits.values():  # it may be over when another chat is shown already
            edits.pop(message_id, None)

    def forget(self, chat_id: str) -> None:
        """The chat is gone, or has got a name."""
        self._written.pop(chat_id, None)
        self._edits.pop(chat_id, None)

    @property
    def unsaved(self) -> bool:
        """Whether something of a stored chat is not in the store yet."""
        return any(self._changed(chat_id) for chat_id in self._written)

    async def save(self) -> None:
        """Store what changed, of every chat that takes it.

        Raises StorageError; InputError for a chat that is gone, once: it is not asked again, what is left of it waits
        for ``rescue``.
        """
        refused: list[KnownError] = []
        async with self._turn:  # whoever saves at the end waits for what is being saved
            for chat_id in [one for one in self._written if one not in self._gone and self._changed(one)]:
                try:
                    await self._save(chat_id)
                except InputError as error:
                    self._gone.add(chat_id)
                    refused.append(error)
                except KnownError as error:
                    refused.append(error)
            self.unsent = await self._encoded(self.of(""), {})
        if refused:
            raise refused[0]

    @property
    def homeless(self) -> bool:
        """Whether something was written for a chat that is gone."""
        return any(self._changed(chat_id) for chat_id in self._gone)

    async def _save(self, chat_id: str) -> None:
        draft, edits = self.of(chat_id), dict(self.edits(chat_id))
        await self._store.chats.change(chat_id, draft=await self._encoded(draft, edits))
        self._saved[chat_id] = draft, edits

    async def rescue(self) -> None:
        """Put what the store did not take into the draft of the chat that is not stored yet; at least its words."""
        for chat_id in [chat_id for chat_id in self._written if self._changed(chat_id)]:
            edits = "\n\n".join(self.edits(chat_id).values())
            self.write("", self.of("").joined(self.of(chat_id)).joined(Draft(edits)))
        try:
            self.unsent = await self._encoded(self.of(""), {})
        except Exception:  # noqa: BLE001 -- whatever keeps what is attached from being kept, the words stay
            self.unsent = self.of("").plain

    def _changed(self, chat_id: str) -> bool:
        written = self.of(chat_id), self.edits(chat_id)
        return bool(chat_id) and self._saved.get(chat_id, (NOTHING, {})) != written

    async def _encoded(self, draft: Draft, edits: Mapping[str, str]) -> str:
        if draft == Draft(draft.text) and not edits:
            return draft.text
        rows = await self._attaching.keep(draft.attachments)
        notes = [(sha, note.to_json()) for sha, note in draft.notes]
        failed = [(one.name, one.why.to_json(), one.path) for one in draft.failed]
        value = {"text": draft.text, "pastes": draft.pastes, "attachments": rows, "edits": edits}
        value |= {"notes": notes, "failed": failed, "shorten": draft.shorten, "ends": draft.ends}
        return _MARK + json.dumps(value, ensure_ascii=True)

    async def _decoded(self, stored: str) -> tuple[Draft, dict[str, str]]:
        if not stored.startswith(_MARK):
            return Draft(stored), {}
        try:
            value = cast("dict[str, Any]", json.loads(stored[1:]))
            parts = await self._attaching.kept(value["attachments"])
            edits = cast("dict[str, Any]", value.get("edits", {}))
            notes = tuple((str(sha), Text.from_json(note)) for sha, note in value.get("notes", ()))
            failed = tuple(Failed(str(n), Text.from_json(why), str(path)) for n, why, path in value.get("failed", ()))
            pastes, shorten = tuple(map(str, value["pastes"])), bool(value.get("shorten", False))
            ends = bool(value.get("ends", False))
            draft = Draft(str(value["text"]), pastes, parts, notes, failed, shorten, ends)
            return draft, {key: str(text) for key, text in edits.items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            return NOTHING, {}
