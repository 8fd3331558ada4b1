"""Everything that the composer can do beyond typing: attachments, commands, completion, history, the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QTextDocument
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from weclaw_desktop.core.events import QueueChanged
from weclaw_desktop.ui.chat import composer_command
from weclaw_desktop.ui.chat.composer import Composer
from weclaw_desktop.ui.chat.composer_act import Commander
from weclaw_desktop.ui.chat.composer_attach import Attacher
from weclaw_desktop.ui.chat.composer_command import Command
from weclaw_desktop.ui.chat.composer_complete import Completer
from weclaw_desktop.ui.chat.composer_drop import DropOverlay, takes
from weclaw_desktop.ui.chat.composer_history import History
from weclaw_desktop.ui.chat.transcript_model import UserRow
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.drafts import Draft

RECALLED = 100_000
"""Characters in the field above which Up is only a key that moves the caret."""


class ComposerDesk(QObject):
    """Joins a composer to a conductor within ``area``, the widget on which files may be dropped.

    ``command_wanted`` names a command of the window; ``sending`` says that a message is on its way.
    """

    command_wanted = Signal(str)
    sending = Signal()

    def __init__(self, conductor: Conductor, composer: Composer, area: QWidget) -> None:
        super().__init__(area)
        self._conductor = conductor
        self._composer = composer
        self._area = area
        self.attacher = Attacher(conductor, composer)
        self.completer = Completer(conductor, composer)
        self.commander = Commander(conductor, composer)
        self.history = History(self._written)
        self.overlay = DropOverlay(area)
        self._sending: asyncio.Task[None] | None = None
        composer.edit.taken = self._taken
        composer.sent.connect(self._on_sent)
        composer.queue.removed.connect(self._on_unqueued)
        self.completer.attached.connect(self._on_picked)
        self.commander.wanted.connect(self.command_wanted)
        conductor.chat_opened.connect(self._on_opened)
        conductor.message_sent.connect(self.history.forget)
        conductor.bridge.queue_changed.connect(self._on_queue)
        area.setAcceptDrops(True)
        area.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DragEnter and isinstance(event, QDragEnterEvent):
            if takes(event.mimeData()):
                event.acceptProposedAction()
                self.overlay.show_over()
                return True
        elif event.type() == QEvent.Type.DragLeave:
            self.overlay.hide()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.overlay.hide()
            self._composer.edit.insertFromMimeData(event.mimeData())
            event.acceptProposedAction()
            self._composer.edit.setFocus()
            return True
        elif event.type() == QEvent.Type.Resize:
            self.completer.hide()
        return super().eventFilter(watched, event)

    def _on_picked(self, path: Path) -> None:
        self.attacher.add([path])

    def _taken(self, event: QKeyEvent) -> bool:
        return self.completer.key(event) or self._recalled(event)

    def _recalled(self, event: QKeyEvent) -> bool:
        """Up and Down go through earlier messages while the field holds nothing of its own."""
        edit = self._composer.edit
        up, down = event.key() == Qt.Key.Key_Up, event.key() == Qt.Key.Key_Down
        if not (up or down) or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if edit.document().characterCount() > RECALLED or not _at_edge(
            edit.document(), edit.textCursor().blockNumber(), up
        ):
            return False
        field = edit.toPlainText()
        found = self.history.older(field) if up else self.history.newer(field)
        if up and self.history.at_the_end and not self._conductor.feed.rows.complete:
            self._conductor.start(self._conductor.feed.read_older(), "read older messages")
        if found is None:
            return False
        self._composer.set_text(found)
        self.completer.hide()
        return True

    def _written(self) -> Sequence[str]:
        rows = reversed(self._conductor.feed.rows.rows)
        return [row.message.text for row in rows if isinstance(row, UserRow) and row.message.text.strip()]

    def _on_sent(self, text: str) -> None:
        if self._sending is not None and not self._sending.done():
            return  # Return was pressed twice
        draft = self._composer.draft
        found = composer_command.read(draft.text)
        if isinstance(found, Command):
            self.commander.run(found)
            return
        if found != draft.text:
            text = "\n\n".join(part for part in (found, *draft.pastes) if part)
        self.completer.hide()
        self.sending.emit()
        self._composer.goes()
        self._sending = self._conductor.send(text, self._composer.attachments, shorten=self._composer.shorten)

    def _on_opened(self) -> None:
        self.history.forget()
        self.completer.hide()
        self._show_queue()

    def _on_queue(self, event: QueueChanged) -> None:
        if event.chat_id == self._conductor.chat_id:
            self._show_queue()

    def _show_queue(self) -> None:
        chat_id = self._conductor.chat_id
        self._composer.set_queue(self._conductor.bench.dialog.queued(chat_id) if chat_id else ())

    def _on_unqueued(self, message_id: str) -> None:
        """Take a message back; it stands in the field again when nothing else does."""
        waiting = self._conductor.bench.dialog.queued(self._conductor.chat_id)
        message = next((message for message in waiting if message.id == message_id), None)
        if message is not None and not self._composer.draft:
            failed = self._composer.draft.failed
            self._composer.set_draft(Draft(message.text, (), message.attachments, failed=failed))
            self._composer.draft_changed.emit(self._composer.text)
            self.attacher.weigh()
        self._conductor.start(self._conductor.bench.dialog.delete_message(message_id), "take back a message")


def _at_edge(document: QTextDocument, line: int, up: bool) -> bool:
    return line == (0 if up else document.blockCount() - 1)
