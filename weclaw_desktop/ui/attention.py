"""Sees to it that an answer that ends behind the user's back is noticed: an unread mark, and a word if it is wanted.

One per profile, whatever the number of windows: a chat counts as seen when a visible window shows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject

from weclaw_desktop.core.events import StreamEnded, StreamStarted
from weclaw_desktop.core.messages import Message
from weclaw_desktop.ui.bridge import Bridge
from weclaw_desktop.ui.ports import Bench

QUOTED = 100
"""Characters of an answer that are told."""

_SIGNS = re.compile(r"[*`#>|]+|^\s*[-+] ", re.MULTILINE)
"""Of Markdown: they say nothing in a line of plain text."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What is told of a finished answer: the title of its chat and how it begins."""

    chat_id: str
    title: str
    words: str


class Attention(QObject):
    """``shown`` gives the chats in visible windows, ``watched`` the one in the window in use; ``tell`` tells."""

    def __init__(
        self,
        bench: Bench,
        bridge: Bridge,
        *,
        shown: Callable[[], set[str]],
        watched: Callable[[], str],
        tell: Callable[[Notice], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._shown, self._watched, self._tell = shown, watched, tell
        self._waiting: set[str] = set()
        self._last: dict[str, Message] = {}
        bridge.stream_started.connect(self._on_started)
        bridge.stream_ended.connect(self._on_ended)

    def seen(self, chat_id: str) -> None:
        """A window shows the chat now."""
        self._bench.supervisor.start(self._mark_read(chat_id), f"mark {chat_id} as read")

    def _on_started(self, event: StreamStarted) -> None:
        chat_id = event.message.chat_id
        if chat_id not in self._waiting:
            self._waiting.add(chat_id)
            self._bench.supervisor.start(self._follow(chat_id), f"notice the end in {chat_id}", chat_id=chat_id)

    def _on_ended(self, event: StreamEnded) -> None:
        self._last[event.message.chat_id] = event.message

    async def _follow(self, chat_id: str) -> None:
        """Wait until nothing runs in the chat; tool steps in between are no ends."""
        try:
            await self._bench.dialog.wait(chat_id)
        finally:
            self._waiting.discard(chat_id)
            answer = self._last.pop(chat_id, None)
        if answer is None or answer.state == "stopped":
            return
        if chat_id not in self._shown():
            await self._bench.organiser.mark_unread([chat_id], True)
        if chat_id != self._watched() and self._bench.settings.value.general.notify:
            chat = await self._bench.store.chats.get(chat_id)
            self._tell(Notice(chat_id, chat.title, _words(answer)))

    async def _mark_read(self, chat_id: str) -> None:
        chat = await self._bench.store.chats.get(chat_id)
        if chat.unread:
            await self._bench.organiser.mark_unread([chat_id], False)


def _words(answer: Message) -> str:
    if answer.state != "committed":
        return QCoreApplication.translate("Attention", "The answer could not be finished.")
    said = " ".join(_SIGNS.sub("", answer.text).split())
    return said if len(said) <= QUOTED else f"{said[:QUOTED].rstrip()}…"
