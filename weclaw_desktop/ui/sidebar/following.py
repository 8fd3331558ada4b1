"""Keeps the list in step with the profile: what is stored at first, then every change as it is announced."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.events import (
    ChatDeleted,
    ChatErased,
    ChatSaved,
    ChatSetAside,
    ContextReported,
    FoldersChanged,
    MessageCommitted,
)
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.sidebar.chat_list_model import ChatListModel

LISTED = 5_000


class Following(QObject):
    """Fills ``model`` from ``conductor``'s profile."""

    def __init__(self, conductor: Conductor, model: ChatListModel, parent: QObject) -> None:
        super().__init__(parent)
        self._conductor, self._model = conductor, model
        self._query = ""
        self._arrived: dict[str, Chat] = {}
        self._gather = QTimer(self)
        self._gather.setSingleShot(True)
        self._gather.setInterval(0)
        self._gather.timeout.connect(self._take_arrived)
        bridge = conductor.bridge
        bridge.chat_saved.connect(self._on_saved)
        bridge.chat_deleted.connect(self._on_deleted)
        bridge.chat_erased.connect(self._on_erased)
        bridge.chat_set_aside.connect(self._on_set_aside)
        bridge.folders_changed.connect(self._on_folders)
        bridge.message_committed.connect(self._on_committed)
        bridge.context_reported.connect(self._on_reported)
        conductor.live.reply_started.connect(self._on_reply_started)
        conductor.live.reply_ended.connect(self._on_reply_ended)

    def read(self, query: str) -> None:
        """Read the list again: all chats, or those with these words in their titles."""
        self._query = query
        self._conductor.start(self._read(query), "list chats")

    async def _read(self, query: str) -> None:
        store = self._conductor.bench.store
        chats = await store.chats.all(query=query, limit=LISTED)
        trash = await store.chats.all(query=query, limit=LISTED, trash=True)
        folders = await store.folders.all()
        if query == self._query:
            self._arrived.clear()
            self._model.listing.searching = bool(query)
            self._model.set_all(chats, trash, folders)

    def _on_saved(self, event: ChatSaved) -> None:
        """Many may come at once: they are taken together, when the loop comes round."""
        if self._query and self._model.known(event.chat.id) is None:
            return
        self._arrived[event.chat.id] = event.chat
        if not self._gather.isActive():
            self._gather.start()

    def _take_arrived(self) -> None:
        arrived, self._arrived = self._arrived, {}
        self._model.put(*arrived.values())

    def _on_deleted(self, event: ChatDeleted) -> None:
        self._conductor.start(self._read_deleted(event.chat_id), "read deleted chat")

    async def _read_deleted(self, chat_id: str) -> None:
        for chat in await self._conductor.bench.store.chats.some([chat_id]):  # none when it was erased meanwhile
            if chat.deleted_ms is not None:
                self._arrived[chat_id] = chat
                self._gather.start()

    def _on_erased(self, event: ChatErased) -> None:
        self._arrived.pop(event.chat_id, None)
        self._model.forget(event.chat_id)

    def _on_set_aside(self, event: ChatSetAside) -> None:
        self._model.set_aside(event.chat_id, event.on)

    def _on_folders(self, event: FoldersChanged) -> None:
        self._model.set_folders(event.folders)

    def _on_committed(self, event: MessageCommitted) -> None:
        """A chat that goes on moves to the top."""
        self._model.touch(event.message.chat_id, event.message.created_ms)

    def _on_reported(self, event: ContextReported) -> None:
        self._model.set_share(event.report.chat_id, event.report.share)

    def _on_reply_started(self, chat_id: str, message_id: str) -> None:
        del message_id
        self._model.set_busy(chat_id, True)

    def _on_reply_ended(self, chat_id: str, message_id: str) -> None:
        del message_id
        self._model.set_busy(chat_id, False)
