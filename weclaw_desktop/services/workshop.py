"""Assembles everything that works on one profile."""

from __future__ import annotations

from pathlib import Path

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.ports import Models, Secrets, Store
from weclaw_desktop.services.compression import CompressionWorker
from weclaw_desktop.services.dialog_manager import DialogManager
from weclaw_desktop.services.reporting import Reporter
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.services.supervisor import TaskSupervisor


class Workshop:
    """A profile at work. Make it with ``open``, end it with ``close``."""

    store: Store
    models: Models
    bus: Bus
    settings: SettingsHolder
    secrets: Secrets
    dialog: DialogManager
    worker: CompressionWorker
    reporter: Reporter
    supervisor: TaskSupervisor

    @classmethod
    async def open(cls, profile_dir: Path, models: Models | None = None) -> Workshop:
        """Open the profile's database, settings and models."""
        raise NotImplementedError

    async def close(self) -> None:
        """Cancel, flush, close."""
        raise NotImplementedError
