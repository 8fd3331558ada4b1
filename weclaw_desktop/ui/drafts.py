"""What was written and attached but not sent, by chat; "" stands for a chat that is not stored yet.

The store's column holds plain text, or one JSON value behind a mark that nobody types when something else belongs to
the draft. Long texts of attachments are kept apart (``Attaching.keep``), so that a list of chats stays small.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, cast

from weclaw_desktop.core.messages import AttachmentPart
from weclaw_desktop.ui.ports import Attaching, Store

_MARK = "\x1e"


@dataclass(frozen=True, slots=True)
class Draft:
    """``text`` is in the field; ``pastes`` are long ones beside it, ``attachments`` files and pictures."""

    text: str = ""
    pastes: tuple[str, ...] = ()
    attachments: tuple[AttachmentPart, ...] = ()

    @property
    def everything(self) -> str:
        """All that would be sent as text."""
        return "\n\n".join(part for part in (self.text, *self.pastes) if part)

    def __bool__(self) -> bool:
        return bool(self.text.strip() or self.pastes or self.attachments)


NOTHING = Draft()


class Drafts:
    """Keeps drafts in memory, and in the store what belongs to a stored chat."""

    def __init__(self, store: Store, attaching: Attaching) -> None:
        self._store = store
        self._attaching = attaching
        self._written: dict[str, Draft] = {}
        self._saved: dict[str, Draft] = {}
        self.unsent = ""
        """The draft of the chat that is not stored yet, as ``save`` found it: for the window's own state."""

    def of(self, chat_id: str) -> Draft:
        """The chat's draft."""
        return self._written.get(chat_id, NOTHING)

    async def load(self, chat_id: str, stored: str) -> Draft:
        """The chat's draft; ``stored`` is what the chat was read with. Raises StorageError."""
        if chat_id not in self._written:
            found = await self._decoded(stored)
            self._written.setdefault(chat_id, found)
            self._saved.setdefault(chat_id, found)
        return self._written[chat_id]

    def write(self, chat_id: str, draft: Draft) -> None:
        """The user wrote or attached, or what was written is sent."""
        self._written[chat_id] = draft

    def forget(self, chat_id: str) -> None:
        """The chat is gone, or has got a name."""
        self._written.pop(chat_id, None)

    @property
    def unsaved(self) -> bool:
        """Whether something of a stored chat is not in the store yet."""
        return any(key and self._saved.get(key, NOTHING) != value for key, value in self._written.items())

    async def save(self) -> None:
        """Store what changed. Raises StorageError."""
        for chat_id, draft in list(self._written.items()):
            if chat_id and self._saved.get(chat_id, NOTHING) != draft:
                self._saved[chat_id] = draft
                await self._store.chats.change(chat_id, draft=await self._encoded(draft))
        self.unsent = await self._encoded(self.of(""))

    async def _encoded(self, draft: Draft) -> str:
        if not draft.pastes and not draft.attachments:
            return draft.text
        rows = await self._attaching.keep(draft.attachments)
        value = {"text": draft.text, "pastes": draft.pastes, "attachments": rows}
        return _MARK + json.dumps(value, ensure_ascii=True)

    async def _decoded(self, stored: str) -> Draft:
        if not stored.startswith(_MARK):
            return Draft(stored)
        try:
            value = cast("dict[str, Any]", json.loads(stored[1:]))
            parts = await self._attaching.kept(value["attachments"])
            return Draft(str(value["text"]), tuple(map(str, value["pastes"])), parts)
        except (ValueError, KeyError, TypeError):
            return NOTHING
