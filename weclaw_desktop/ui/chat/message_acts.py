"""Does what people ask of messages: by button, menu or key. Everything that changes a chat is a verb of the dialog.

What a running reply forbids is refused by the dialog with one sentence, which the banner shows; an edit is refused
before somebody writes it.
"""

from __future__ import annotations

from collections.abc import Coroutine
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu

from weclaw_desktop.core.errors import is_locked_file
from weclaw_desktop.core.events import BranchShown, Problem, StreamStarted
from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.pins import KeptPin
from weclaw_desktop.core.text import text
from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.message_details import DetailsCard, facts
from weclaw_desktop.ui.chat.message_menu import Subject, message_menu
from weclaw_desktop.ui.chat.message_quote import quoted
from weclaw_desktop.ui.chat.message_view import MessageView
from weclaw_desktop.ui.chat.message_words import ActName, possible, says
from weclaw_desktop.ui.chat.transcript import Transcript
from weclaw_desktop.ui.chat.transcript_model import DividerRow
from weclaw_desktop.ui.chat.undo_toast import UndoToast
from weclaw_desktop.ui.compressions.acting import Compressing
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.counted import counted
from weclaw_desktop.ui.pins import PinActs


class MessageActs(QObject):
    """One per chat view. Listens to the transcript, speaks to the dialog."""

    def __init__(self, conductor: Conductor, transcript: Transcript, composer: Composer) -> None:
        super().__init__(transcript)
        self._conductor, self._transcript, self._composer = conductor, transcript, composer
        self._dialog = conductor.bench.dialog
        self._compressing = Compressing(conductor, self)
        self._pins = PinActs(conductor, self)
        self._to_focus = ""
        self.toast = UndoToast(transcript.viewport())  # beside it no screen reader finds it
        transcript.act_wanted.connect(self.do)
        transcript.menu_wanted.connect(self.open_menu)
        transcript.edit_done.connect(self._on_edited)
        transcript.undo_wanted.connect(self.toast.take_back)
        transcript.window_of_rows.edits.left.connect(self._on_edit_left)
        transcript.window_of_rows.changed.connect(self._on_rows)
        conductor.chat_opened.connect(self.toast.dismiss)
        conductor.bridge.branch_shown.connect(self._on_branch)
        conductor.feed.outdated.connect(self._read_again)
        conductor.bridge.stream_started.connect(self._on_started)

    def do(self, key: str, name: ActName) -> None:
        """Do an act with a message; what makes no sense for it does nothing."""
        message = self._message(key)
        selected = self._transcript.selected_text() if name in ("copy", "quote") else ""
        if message is None or not (selected or possible(message, name, growing=self._growing(key))):
            return
        dialog = self._dialog
        {
            "copy": lambda: self._take(key, name, selected),
            "copy_text": lambda: self._take(key, name, selected),
            "quote": lambda: self._take(key, name, selected),
            "edit": lambda: self._edit(key),
            "regenerate": lambda: self.regenerate(key),
            "pin": lambda: self._pin(message),
            "exclude": lambda: self._start(dialog.exclude(key, not message.excluded), "exclude"),
            "compress": lambda: self._compressing.ask(self._transcript.window(), Wish(upto=key)),
            "branch": lambda: self._start(self._branch(key), "branch into a new chat"),
            "delete": lambda: self._start(self._delete(key), "delete message"),
            "details": lambda: self._show_details(message),
            "before": lambda: self._turn(key, name),
            "after": lambda: self._turn(key, name),
            "menu": lambda: self._open_by_button(key),
            "settings": lambda: self._conductor.settings_wanted.emit(_key_place(message)),
        }[name]()

    def regenerate(self, key: str, model: str = "") -> None:
        """Answer again, this time with ``model`` unless it is ""."""
        self._transcript.to_end()
        self._start(self._dialog.regenerate(key, model=model), "answer again")

    def menu(self, key: str) -> QMenu | None:
        """The menu of a message as it is now, None when it is not there any more."""
        message = self._message(key)
        if message is None:
            return None
        selected = self._transcript.selected_text()
        own_words = says(message, selected)
        subject = Subject(message, self._fork(key), self._growing(key), bool(selected), own_words)
        models = self._conductor.models
        return message_menu(self._transcript, subject, models, partial(self.do, key), partial(self.regenerate, key))

    def open_menu(self, key: str, point: QPoint) -> None:
        """Show the menu of a message at a point of the screen."""
        menu = self.menu(key)
        if menu is not None and menu.actions():
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(point)

    def _start(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        self._conductor.start(work, name)

    def _pin(self, message: Message) -> None:
        """Pin what is selected in a message, else the message, or let it go."""
        selected = self._transcript.selected_text()
        if says(message, selected):
            self._pins.keep(selected, source_id=message.id)
        elif message.pinned:
            self._pins.unpin(KeptPin(message.text, message_id=message.id, seq=message.seq))
        else:
            self._start(self._dialog.pin(message.id, True), "pin")

    def _take(self, key: str, name: ActName, selected: str) -> None:
        """Copy or quote what is selected, else the message."""
        view = self._view(key)
        said = selected or ("" if view is None else view.raw)
        if name == "quote":
            self._quote(said)
        elif name == "copy_text":
            QGuiApplication.clipboard().setText("" if view is None else view.plain_text())
        elif selected or view is None:
            QGuiApplication.clipboard().setText(said)
        else:
            view.copy_message()

    def _quote(self, said: str) -> None:
        """Put a quotation where the next words go: below what is written already."""
        field = self._composer.edit
        words = quoted(said)
        if not words:
            return
        field.moveCursor(field.textCursor().MoveOperation.End)
        before = field.toPlainText()
        gap = "" if not before or before.endswith("\n\n") else "\n" if before.endswith("\n") else "\n\n"
        field.insertPlainText(gap + words)
        field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _edit(self, key: str) -> None:
        view = self._view(key)
        if self._conductor.running:
            busy = Problem(text("services.busy"), self._conductor.chat_id, severity="info")
            self._conductor.problem_reported.emit(busy)
        elif view is not None and view.editor is None:
            self._transcript.window_of_rows.edits.write(key, view.raw)
            self._transcript.keep_place(key)
            view.begin_edit(view.raw)

    def _on_edited(self, key: str, said: str) -> None:
        message = self._message(key)
        if message is not None and said == message.text and message.role != "user":
            self._end_edit(key)  # nothing was changed
        else:
            self._start(self._save(key, said), "edit message")

    async def _save(self, key: str, said: str) -> None:
        """The editor stays open until the words are stored."""
        stored = await self._dialog.edit(key, said)
        self._end_edit(key)
        if stored.id != key:
            self._transcript.to_end()

    def _end_edit(self, key: str) -> None:
        self._transcript.window_of_rows.edits.finish(key)
        view = self._view(key)
        if view is not None:
            view.end_edit()

    def _on_edit_left(self, key: str, words: str) -> None:
        """Words that were written can be had back for a while."""
        message = self._message(key)
        if message is not None and words.strip() and words != message.text:
            self.toast.offer(lambda _count: self.tr("Edit discarded"), lambda: self._edit_on(key, words))

    def _edit_on(self, key: str, words: str) -> None:
        self._transcript.window_of_rows.edits.write(key, words)
        view = self._view(key)
        if view is not None:
            view.begin_edit(words)

    async def _branch(self, key: str) -> None:
        chat = await self._dialog.branch_chat(key)
        self._conductor.open_chat(chat.id)

    async def _delete(self, key: str) -> None:
        keys, neighbour = self._transcript.keys, ""
        if keys.key == key and keys.focused is not None:
            neighbour = keys.neighbour(key)
        self._transcript.keep_place(key)
        try:
            await self._dialog.delete_message(key)
        finally:
            self._transcript.release_place()
        self._to_focus = neighbour
        self._on_rows()
        self.toast.offer(counted.deleted, lambda: self._start(self._dialog.restore_message(key), "restore message"))

    def _turn(self, key: str, name: ActName) -> None:
        """Show the version before or after."""
        fork = self._fork(key)
        other = "" if fork is None else fork.before if name == "before" else fork.after
        if other:
            self._transcript.keep_place(key)
            self._start(self._show(other, focus=self._transcript.keys.key == key), "show another version")

    async def _show(self, other: str, *, focus: bool) -> None:
        self._to_focus = other if focus else ""
        await self._dialog.show_branch(other)

    def _show_details(self, message: Message) -> None:
        view, window = self._view(message.id), self._transcript.window()
        model = self._conductor.model_title(message.model)
        place = QRect(window.rect().center(), window.rect().center())
        if view is not None:
            bar = view.bar
            place = QRect(bar.mapTo(window, QPoint(0, 0)), bar.size())
        DetailsCard(window, self.tr("Details"), facts(message, model), place).open()

    def _open_by_button(self, key: str) -> None:
        view = self._view(key)
        if view is not None:
            self.open_menu(key, view.bar.menu_point())

    def _on_branch(self, event: BranchShown) -> None:
        if event.chat_id == self._conductor.feed.rows.chat_id:
            self._read_again()

    def _read_again(self) -> None:
        self._start(self._follow(), "show a branch")

    async def _follow(self) -> None:
        try:
            await self._conductor.feed.follow_branch()
        finally:
            self._transcript.release_place()

    def _on_started(self, event: StreamStarted) -> None:
        if event.message.chat_id == self._conductor.feed.rows.chat_id:
            self._start(self._conductor.feed.read_forks(), "read versions")

    def _on_rows(self) -> None:
        """A message that is to have the focus may be there now."""
        if self._to_focus and self._transcript.keys.focus_key(self._to_focus):
            self._to_focus = ""

    def _view(self, key: str) -> MessageView | None:
        view = self._transcript.window_of_rows.views.get(key)
        return view if isinstance(view, MessageView) else None

    def _growing(self, key: str) -> bool:
        view = self._view(key)
        return view is not None and view.growing

    def _message(self, key: str) -> Message | None:
        at = self._transcript.model.find(key)
        row = self._transcript.model.rows[at] if at >= 0 else None
        return None if row is None or isinstance(row, DividerRow) else row.message

    def _fork(self, key: str) -> Fork | None:
        at = self._transcript.model.find(key)
        row = self._transcript.model.rows[at] if at >= 0 else None
        return None if row is None or isinstance(row, DividerRow) else row.fork


def _key_place(message: Message) -> str:
    """The place of the settings that mends what is wrong with a key."""
    return "data" if is_locked_file(message.failure) else "models/" + message.model.partition("/")[0]
