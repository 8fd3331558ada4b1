"""The Lab for the window: takes a chat or a file, plays it, writes the report."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from weclaw_desktop import __version__
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import Models, Spent
from weclaw_desktop.core.settings import Context as ContextSettings
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import Language, text
from weclaw_desktop.core.windows import Profile
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.lab.bench import LabBench, Progress
from weclaw_desktop.services.lab.experiment import Experiment
from weclaw_desktop.services.lab.figures import Row
from weclaw_desktop.services.lab.intake import of_file, of_log, size
from weclaw_desktop.services.lab.report import Section, page
from weclaw_desktop.services.lab.summaries import asking, written_by_model
from weclaw_desktop.services.transcripts import Transcript


@dataclass(frozen=True, slots=True)
class Material:
    """What can be played: a transcript with its size, and the model and settings of the chat (or those in force)."""

    name: str
    transcript: Transcript
    messages: int
    tokens: int
    model: ModelSpec | None
    settings: ContextSettings
    language: Language | None = None
    profile: Profile = "balanced"
    chat: str = ""
    """The chat's id, "" for a file."""
    threshold: int = 0
    """Where the chat is compressed, in tokens, as its meter says; 0 for a file."""
    uncompressed: int = 0
    """Calibrated tokens of the next request with its draft were nothing compressed; 0 for a file."""

    @property
    def window(self) -> int:
        """The model's window in tokens."""
        return self.model.window if self.model is not None else 0


class Labs:
    """Changes nothing: what a run finds is applied by whoever asked for it."""

    def __init__(self, desks: Desks, models: Models, used: Spent, environ: Mapping[str, str] | None = None) -> None:
        """``used`` takes calls of models into account."""
        self._desks, self._models, self._used = desks, models, used
        self._bench = LabBench(environ)
        self._lock, self._likely = threading.Lock(), False

    async def ready(self) -> None:
        """A run is likely soon: have the processes started that it will take, now and after each run."""
        self._likely = True
        await asyncio.to_thread(self._warm)

    def rest(self) -> None:
        """No run is likely any more: end processes that wait for one."""
        with self._lock:
            self._likely = False
            self._bench.close()

    def _warm(self) -> None:
        with self._lock:
            if self._likely:
                self._bench.warm()

    async def of_chat(self, chat_id: str) -> Material:
        """A stored chat. Raises InputError when there is no such chat, or no answer in it."""
        desk = await self._desks.of(chat_id)
        state, spec = desk.state(), desk.spec if desk.has_model else None
        system = "\n\n".join(section.text for section in state.system if section.text and section.key != "notice")
        transcript = of_log(state.log, system, state.tools, desk.chat.title)
        counted = await asyncio.to_thread(size, transcript, spec)
        uncompressed = (await desk.compute(measure, replace(state, record=None, memo=Memo()))).total + state.draft
        profile = state.thresholds.profile
        return Material(
            desk.chat.title, transcript, *counted, spec, state.settings, state.language, profile,
            chat_id, state.thresholds.threshold, uncompressed,
        )  # fmt: skip

    async def of_file(self, path: Path, like: Material | None = None) -> Material:
        """A file of messages, played with the model and settings of ``like``. Raises InputError."""
        transcript = await asyncio.to_thread(_read, path)
        model = like.model if like is not None else None
        settings = like.settings if like is not None else ContextSettings()
        profile: Profile = like.profile if like is not None else "balanced"
        return Material(
            path.name, transcript, *await asyncio.to_thread(size, transcript, model), model, settings, None, profile
        )

    async def run(
        self,
        experiment: Experiment,
        on_row: Callable[[int, Row], None] | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> tuple[Row, ...]:
        """Play it in processes of its own; cancel the task to end them. Raises InputError for an unknown summariser."""
        names = {variant.summarizer for variant in experiment.variants if written_by_model(variant.summarizer)}
        known = {name: asking(self._models, name, self._used) for name in names}

        def ask(name: str, prompt: Prompt, limit: int) -> str:
            return known[name](prompt, limit)

        rows = await self._bench.run(experiment, on_row, on_progress, ask)
        await asyncio.to_thread(self._warm)
        return rows

    async def write(self, path: Path, sections: Sequence[Section], language: Language) -> None:
        """Write a report. Raises InputError when the file cannot be written."""
        await asyncio.to_thread(_write, path, page(sections, language, __version__))


def _read(path: Path) -> Transcript:
    try:
        data = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(text("cli.no_file", path=str(path), reason=why(error))) from error
    return of_file(data, path.name)


def _write(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise InputError(text("lab.not_written", path=str(path), reason=why(error))) from error
