"""What the buttons of panel and records ask of the services, started through the conductor."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.core.records import Record
from weclaw_desktop.core.wishes import Wish
from weclaw_desktop.ui.compressions.acting import Compressing
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.ports import Compression


class Intents(QObject):
    """One per panel. An action of a chat that is not there any more does nothing."""

    def __init__(self, conductor: Conductor) -> None:
        super().__init__(conductor)
        self._conductor = conductor
        self.compressing = Compressing(conductor, self)

    def act(self, name: str, window: QWidget) -> None:
        """Do what a status or list offers, by its name in ``core.report.Status``; sheets open over ``window``."""
        chat_id = self._conductor.chat_id
        if not chat_id:
            return
        {
            "compress": self._conductor.compress_now,
            "compress_with": lambda: self.compressing.ask(window),
            "preview": lambda: self.compressing.preview(window),
            "cancel": lambda: self._answer(chat_id, "cancel"),
            "apply": lambda: self._answer(chat_id, "apply"),
            "send": lambda: self._answer(chat_id, "apply"),
            "gentle": lambda: self._answer(chat_id, "gentle"),
            "later": lambda: self._answer(chat_id, "later"),
            "resume": lambda: self._conductor.start(
                self._conductor.told(self._worker.resume(chat_id)), "resume compression"
            ),
            "quick": lambda: self._worker.quick(chat_id),
            "redo": lambda: self._conductor.start(
                self._conductor.told(self._worker.redo(chat_id)), "bring a compression back"
            ),
        }.get(name, lambda: None)()

    def on_record(self, window: QWidget, record: Record, name: str) -> None:
        """Do what a record of the list or a line in the transcript offers; sheets open over ``window``."""
        if name == "changed":
            self.compressing.show_changes(window, record)
        elif name == "edit":
            self.compressing.edit(window, record)
        elif name == "again":
            self.compressing.ask(window, Wish(again=True))
        elif name == "restore":
            self.compressing.restore(record)
        elif name == "undo":
            self._conductor.undo_compression()
        elif name == "redo":
            self.act("redo", window)

    @property
    def _worker(self) -> Compression:
        return self._conductor.bench.worker

    def _answer(self, chat_id: str, answer: Literal["apply", "gentle", "later", "cancel"]) -> None:
        asked = self._conductor.told(self._worker.answer(chat_id, answer))
        self._conductor.start(asked, f"{answer} compression")
