"""Ctrl+K: chats by their titles and messages by what they say; Return goes there.

Titles are found in a moment and stand at once; messages follow from the word index. Every key press makes the search
before it void, so that the list never jumps back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListView, QWidget
from typing_extensions import override

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.search.result_lines import ResultLines
from weclaw_desktop.ui.search.results import Result, Results
from weclaw_desktop.ui.search.snippets import marks, snippet, terms
from weclaw_desktop.ui.search.when import day
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.widgets import Label, Sheet
from weclaw_desktop.ui.widgets.composing import Composition

PAUSE_MS = 60
"""Pause in typing after which is searched."""
TITLES, MESSAGES = 6, 30
ROOM = 20
"""Estimated tokens asked for of a hit: its best passage, without messages beside it."""
SEEN = 9
"""Chats that stand there before anything is typed."""


class Palette(Sheet):
    """Shows results for what is typed; ``conductor`` opens the one that is taken."""

    taken = Signal()

    passing = True

    def __init__(self, window: QWidget, conductor: Conductor, words: str = "") -> None:
        translate = QCoreApplication.translate
        super().__init__(window, translate("Palette", "Search all chats"), width=680)
        self._conductor = conductor
        self._task: asyncio.Task[None] | None = None
        self._found_for: str | None = None
        self._eager = False
        """Return was pressed before the results for what was typed stood there."""
        self.edit = QLineEdit(words)
        self.edit.setClearButtonEnabled(True)
        self.edit.setPlaceholderText(translate("Palette", "Titles and messages, words or Chinese"))
        self.edit.setAccessibleName(translate("Palette", "Search all chats"))
        self.edit.installEventFilter(self)
        Composition(self.edit)
        self.results = Results(self)
        self.list = QListView()
        self.list.setModel(self.results)
        self.list.setItemDelegate(ResultLines(self.list))
        self.list.setAccessibleName(translate("Palette", "Results"))
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFixedHeight(max(current().px(160), min(current().px(430), window.height() - current().px(230))))
        self.said = Label("", "small", "muted", wrap=True)
        for widget in (self.edit, self.said, self.list):
            self.body.addWidget(widget)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._begin)
        self.edit.textChanged.connect(self._on_typed)
        self.list.clicked.connect(self._take)
        self.closed.connect(self._on_closed)
        self._begin()

    @override
    def open(self) -> None:
        super().open()
        self.edit.setFocus(Qt.FocusReason.PopupFocusReason)
        self.edit.selectAll()

    def _on_typed(self) -> None:
        self._eager = False
        self._pause.start()

    def _begin(self) -> None:
        if self._task is not None:
            self._task.cancel()
        self._task = self._conductor.start(self._search(self.edit.text().strip()), "search all chats")

    async def _search(self, query: str) -> None:
        translate, store = QCoreApplication.translate, self._conductor.bench.store
        heading = translate("Palette", "Chats") if query else translate("Palette", "Last used")
        chats = await store.chats.all(query=query, limit=TITLES if query else SEEN)
        words = terms(query)
        titles = (heading, [_chat_line(chat, words) for chat in chats])
        if not query:
            self._show(query, [titles])
            return
        if titles[1]:
            self._show(query, [titles], searching=True)
        hits = await store.search.find(query, limit=MESSAGES, room=ROOM, typing=True)
        known = {chat.id: chat for chat in chats}
        others = await store.chats.some([*({hit.chat for hit in hits} - known.keys())])
        known |= {chat.id: chat for chat in others}
        found = [_message_line(hit, known[hit.chat], words) for hit in hits if hit.chat in known]
        self._show(query, [titles, (translate("Palette", "Messages"), found)])

    def _show(self, query: str, groups: Sequence[tuple[str, list[Result]]], *, searching: bool = False) -> None:
        self._found_for = query
        before = self.results.result(self.list.currentIndex().row())
        self.results.show_lines(groups)
        again = (row for row in range(self.results.rowCount()) if before and self.results.line(row) == before)
        row = next(again, -1)
        if row >= 0:
            self.list.setCurrentIndex(self.results.index(row))
        else:
            self._step(0)
        translate = QCoreApplication.translate
        count = len(self.results.results)
        if searching:
            self.said.setText(translate("Palette", "Searching messages…"))
        elif not count:
            self.said.setText(translate("Palette", "Nothing found. In messages, only the last word may be unfinished."))
        else:
            self.said.setText(counted.results(count))
        if self._eager and (count or not searching):
            self._eager = False
            self._take(self.list.currentIndex())

    def _step(self, by: int) -> None:
        """Go ``by`` results on; one step goes round the ends, more stop there."""
        rows = [row for row in range(self.results.rowCount()) if self.results.result(row) is not None]
        if not rows:
            return
        current_row = self.list.currentIndex().row()
        at = rows.index(current_row) + by if current_row in rows else 0
        at = at % len(rows) if abs(by) == 1 else max(0, min(at, len(rows) - 1))
        self.list.setCurrentIndex(self.results.index(rows[at]))

    def _take(self, index: QModelIndex) -> None:
        found, query = self.results.result(index.row()), self.edit.text().strip()
        if found is None:
            return
        self.answer("taken")
        if found.seq:
            self._conductor.open_message(found.chat_id, found.message_id, found.seq, query)
        else:
            self._conductor.open_chat(found.chat_id)
        self.taken.emit()

    def _on_closed(self) -> None:
        self._pause.stop()
        if self._task is not None:
            self._task.cancel()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self.edit:
            return super().eventFilter(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            moves = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}
            if event.key() in moves:
                self._step(moves[Qt.Key(event.key())])
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._on_return()
                return True
        return False

    def _on_return(self) -> None:
        """Take the line that is marked; when it is not for what was typed, wait for the right ones."""
        if self.edit.text().strip() == self._found_for:
            self._take(self.list.currentIndex())
            return
        self._eager = True
        if self._pause.isActive():
            self._pause.stop()
            self._begin()


def _chat_line(chat: Chat, words: Sequence[str]) -> Result:
    translate = QCoreApplication.translate
    title = chat.title or translate("Sidebar", "New chat")
    archived = translate("Palette", "archived · ") if chat.archived else ""
    return Result(chat.id, title, tuple(marks(title, words)), right=archived + day(chat.updated_ms))


def _message_line(hit: Hit, chat: Chat, words: Sequence[str]) -> Result:
    translate = QCoreApplication.translate
    said, marked = snippet(hit.text, words)
    who = {"user": translate("Palette", "You"), "assistant": translate("Palette", "Answer")}
    speaker = who.get(hit.role, translate("Palette", "Tool result"))
    title = chat.title or translate("Sidebar", "New chat")
    under = f"{speaker} · {title}"
    return Result(hit.chat, said, tuple(marked), under, day(hit.when), hit.message_id, hit.seq)
