"""What the panel's buttons ask of the services, started through the conductor."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from weclaw_desktop.context.engine import Refused
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.context_panel.words import translate
from weclaw_desktop.ui.widgets import ask


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
        elif name in ("apply", "later"):
            conductor.start(worker.answer(chat_id, name), f"{name} compression")
        elif name == "redo":
            conductor.start(self._told(worker.redo(chat_id)), "bring a compression back")

    def undo(self, window: QWidget) -> None:
        """Take the newest compression back; asks first when the full history does not fit."""
        if self._conductor.chat_id:
            self._conductor.start(self._undo(window), "undo compression")

    async def _undo(self, window: QWidget) -> None:
        worker, chat_id = self._conductor.bench.worker, self._conductor.chat_id
        made = await worker.undo(chat_id)
        if not isinstance(made, Refused):
            return
        if made.reason.key != "services.undo_too_large":
            self._conductor.refused.emit(made)
            return
        title = translate("ContextPanel", "The full history does not fit")
        keep = ("", translate("ContextPanel", "Keep the compression"), "primary")
        force = ("undo", translate("ContextPanel", "Undo anyway; shortened by code when sent"), "secondary")
        if await ask(window, title, i18n.say(made.reason), (force, keep)) == "undo":
            await self._told(worker.undo(chat_id, force=True))

    async def _told(self, work: Coroutine[Any, Any, object]) -> None:
        """Do it, and say so when it was refused."""
        made = await work
        if isinstance(made, Refused):
            self._conductor.refused.emit(made)
