"""What the buttons of panel and records ask of the services, started through the conductor."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.records import Record
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.changes_sheet import edit_narrative, show_changes


class Intents(QObject):
    """One per panel. An action of a chat that is not there any more does nothing."""

    def __init__(self, conductor: Conductor) -> None:
        super().__init__(conductor)
        self._conductor = conductor

    def act(self, name: str) -> None:
        """Do what a status or list offers, by its name in ``core.report.Status.actions``."""
        conductor = self._conductor
        worker, chat_id = conductor.bench.worker, conductor.chat_id
        if not chat_id:
            return
        if name == "compress":
            conductor.compress_now()
        elif name == "cancel":
            conductor.start(worker.answer(chat_id, "cancel"), "cancel compression")
        elif name == "resume":
            conductor.start(worker.resume(chat_id), "resume compression")
        elif name == "quick":
            worker.quick(chat_id)
        elif name in ("apply", "gentle", "later"):
            conductor.start(worker.answer(chat_id, name), f"{name} compression")
        elif name == "send":
            conductor.start(worker.answer(chat_id, "apply"), "apply and send")
        elif name == "redo":
            conductor.start(conductor.told(worker.redo(chat_id)), "bring a compression back")

    def on_record(self, window: QWidget, record: Record, name: str) -> None:
        """Do what a record of the list or a line in the transcript offers; sheets open over ``window``."""
        conductor = self._conductor
        if name == "changed":
            conductor.start(self._show_changes(window, record), "show what a compression changed")
        elif name == "edit":
            edit_narrative(window, record, lambda narrative: self._edit(record.id, narrative))
        elif name == "undo":
            conductor.undo_compression()
        elif name == "redo":
            self.act("redo")

    def _edit(self, record_id: str, narrative: str) -> None:
        """Replace the summary of a compression by the user's words."""
        conductor = self._conductor
        if chat_id := conductor.chat_id:
            conductor.start(conductor.told(conductor.bench.worker.edit(chat_id, record_id, narrative)), "edit summary")

    async def _show_changes(self, window: QWidget, record: Record) -> None:
        """The log is read first: the sheet tells which messages are not sent word for word any more."""
        log = await self._conductor.bench.store.messages.path(record.chat_id or self._conductor.chat_id)
        show_changes(window, record, log)
