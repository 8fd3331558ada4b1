"""A lab that finds nothing to play in any chat: what most tests of the window need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.services.lab.bench import Progress
from weclaw_desktop.services.lab.experiment import Experiment
from weclaw_desktop.services.lab.figures import Row
from weclaw_desktop.services.lab.labs import Material
from weclaw_desktop.services.lab.report import Section


class FakeLabs:
    """Fits ``ui.ports.Lab``."""

    def __init__(self) -> None:
        self.is_ready = False

    async def ready(self) -> None:
        self.is_ready = True

    def rest(self) -> None:
        self.is_ready = False

    async def of_chat(self, chat_id: str) -> Material:
        raise InputError(text("lab.nothing", name=chat_id))

    async def of_file(self, path: Path, like: Material | None = None) -> Material:
        raise InputError(text("lab.nothing", name=path.name))

    async def run(
        self,
        experiment: Experiment,
        on_row: Callable[[int, Row], None] | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> tuple[Row, ...]:
        raise NotImplementedError

    async def write(self, path: Path, sections: Sequence[Section], language: Language) -> None:
        raise NotImplementedError
