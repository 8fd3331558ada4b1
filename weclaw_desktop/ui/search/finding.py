"""Finds words in the open chat, place by place, also where nothing is loaded yet."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer

from weclaw_desktop.core.chats import Occurrence
from weclaw_desktop.ui.chat.transcript import Transcript
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.search.find_bar import FindBar
from weclaw_desktop.ui.search.spots import Spots

PAUSE_MS = 120


class Finding(QObject):
    """The bar, what it found, and which place is shown."""

    def __init__(self, conductor: Conductor, transcript: Transcript, spots: Spots) -> None:
        super().__init__(transcript)
        self._conductor, self._transcript, self._spots = conductor, transcript, spots
        self.bar = FindBar(transcript)
        self._places: Sequence[Occurrence] = ()
        self._at = self._inner = self._marks = 0
        """Which message, which mark in it, and how many marks it turned out to have."""
        self._task: asyncio.Task[None] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._begin)
        self.bar.words_changed.connect(lambda: self._pause.start())
        self.bar.step_wanted.connect(self.step)
        self.bar.closed.connect(self._on_closed)
        conductor.chat_opened.connect(self._on_opened)
        conductor.spot_shown.connect(self._on_spot)

    @property
    def words(self) -> str:
        """What is looked for."""
        return self.bar.edit.text().strip()

    def open(self) -> None:
        """Show the bar; with words selected in the conversation it looks for these."""
        if not self._transcript.isVisible():
            return  # an empty chat holds nothing to look for
        selected = self._transcript.selected_text().strip()
        self.bar.open(selected if "\n" not in selected and len(selected) < 200 else "")
        if self.words and not self._pause.isActive():
            self._begin()

    def step(self, by: int) -> None:
        """Go to the next place (+1) or the one before (-1), round the ends."""
        if self._pause.isActive():
            self._pause.stop()
            self._begin()
        elif self._places:
            inner = self._inner + by
            if 0 <= inner < self._marks:
                self._go(self._at, inner)
            else:
                self._go((self._at + by) % len(self._places), 0 if by > 0 else -1)

    def _begin(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._conductor.start(self._find(self._conductor.chat_id, self.words), "find in this chat")

    async def _find(self, chat_id: str, words: str) -> None:
        chats = self._conductor.bench.store.chats
        self._places = await chats.occurrences(chat_id, words) if chat_id and words else ()
        if not self._places:
            self._spots.marks.clear()
            self.bar.show_count(0, 0)
            return
        seen = self._transcript.first_seq_in_sight()
        self._go(next((at for at, place in enumerate(self._places) if place.seq >= seen), len(self._places) - 1), 0)

    def _go(self, at: int, inner: int) -> None:
        """Show a place; ``inner`` -1 is the last mark of its message."""
        self._at, self._inner, place = at, inner, self._places[at]
        if self._conductor.feed.rows.holds(place.seq):
            self._show()
        else:
            self._conductor.open_message(self._conductor.chat_id, place.message_id, place.seq, self.words)

    def _show(self) -> None:
        place, words = self._places[self._at], (self.words.casefold(),)
        wanted = place.count - 1 if self._inner < 0 else self._inner
        self._marks = self._spots.show(place.seq, words, wanted)
        self._inner = max(0, min(wanted, self._marks - 1))
        before = sum(other.count for other in self._places[: self._at])
        total = sum(other.count for other in self._places)
        self.bar.show_count(before + 1 + min(self._inner, place.count - 1), total)

    def _on_spot(self, message_id: str, seq: int, words: str) -> None:
        del seq
        looked_for = self.bar.isVisible() and words == self.words and bool(self._places)
        if looked_for and self._places[self._at].message_id == message_id:
            self._show()

    def _on_opened(self) -> None:
        """Another chat, or another part of this one: the bar stays only for the latter."""
        if self.bar.isVisible() and not self._belongs():
            self.bar.close_bar()

    def _belongs(self) -> bool:
        rows = self._transcript.model
        place = self._places[self._at] if self._places else None
        return place is not None and rows.holds(place.seq) and any(m.id == place.message_id for m in rows.messages)

    def _on_closed(self) -> None:
        self._pause.stop()
        if self._task is not None:
            self._task.cancel()
        self._places = ()
        self._spots.marks.clear()
        self._transcript.setFocus()
