"""What was written but not sent, by chat; "" stands for a chat that is not stored yet."""

from __future__ import annotations

from weclaw_desktop.ui.ports import Store


class Drafts:
    """Keeps drafts in memory, and in the store what belongs to a stored chat."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._written: dict[str, str] = {}
        self._saved: dict[str, str] = {}

    def of(self, chat_id: str, stored: str) -> str:
        """The chat's draft; ``stored`` is what the chat was read with."""
        return self._written.get(chat_id, stored)

    def write(self, chat_id: str, text: str) -> None:
        """The user wrote, or what was written is sent ("")."""
        self._written[chat_id] = text

    def forget(self, chat_id: str) -> None:
        """The chat is gone, or has got a name."""
        self._written.pop(chat_id, None)

    @property
    def unsaved(self) -> bool:
        """Whether something of a stored chat is not in the store yet."""
        return any(key and self._saved.get(key) != value for key, value in self._written.items())

    async def save(self) -> None:
        """Store what changed. Raises StorageError."""
        for chat_id, text in list(self._written.items()):
            if chat_id and self._saved.get(chat_id) != text:
                self._saved[chat_id] = text
                await self._store.chats.change(chat_id, draft=text)
