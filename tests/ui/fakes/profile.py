"""The in-memory profile with real settings and a real set-up service, for the settings window and the welcome."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from tests.fakes.profile import MemorySecrets, MemorySettings
from tests.ui.fakes.bench import FakeBench, FakeModels
from weclaw_desktop.core.errors import Cancelled
from weclaw_desktop.core.models import ModelSpec, Price
from weclaw_desktop.core.ports import Spent
from weclaw_desktop.core.settings import ProviderEntry, Settings
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.detect import Server, ServerModel
from weclaw_desktop.llm.local.download import Progress
from weclaw_desktop.llm.local.store import Installed, Store
from weclaw_desktop.llm.local.weights import Weights
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.services.setup import Setup
from weclaw_desktop.tools.registry import ToolRegistry, built_in

QWEN = ModelSpec(
    "qwen",
    "qwen-plus",
    window=200_000,
    window_source="table",
    max_output=16_384,
    output_source="table",
    price=Price("CNY", 0.8, 2.0, source="table"),
)
OLLAMA = Server("ollama", "Ollama", "http://127.0.0.1:11434", (ServerModel("qwen3:4b", 40_960), ServerModel("gemma3")))


@dataclass
class FindingModels(FakeModels):
    """Models of a catalogue: can look around, and be tested."""

    error: Exception | None = None
    tested: list[str] = field(default_factory=list)

    def spec(self, name: str) -> ModelSpec:
        return next(spec for spec in self.models if spec.id == name)

    async def refresh(self, provider: str) -> tuple[ModelSpec, ...]:
        return tuple(spec for spec in self.models if spec.provider == provider)

    async def refresh_installed(self) -> None: ...

    async def test(self, model: str, used: Spent | None = None) -> str:
        self.tested.append(model)
        if self.error is not None:
            raise self.error
        return "ok"


class HandFetch:
    """A fetch that goes as the test says: ``tell`` moves it on, ``end`` or ``fail`` ends it."""

    def __init__(self, weights: Weights, store: Store) -> None:
        self.weights, self.store = weights, store
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._on_progress = lambda _progress: None

    def cancel(self) -> None:
        self.fail(Cancelled(text("local.download_cancelled", model=self.weights.name)))

    def tell(self, done: int, rate: float = 12e6, phase: str = "fetching") -> None:
        parts = len(self.weights.parts)
        self._on_progress(Progress(self.weights.name, phase, done, self.weights.size, 4, parts, rate))  # type: ignore[arg-type]  -- a phase

    def end(self) -> None:
        self._done.set_result(None)

    def fail(self, error: Exception) -> None:
        if not self._done.done():
            self._done.set_exception(error)

    async def run(self, on_progress: object) -> Installed:
        self._on_progress = on_progress  # type: ignore[assignment]  -- a callable
        await self._done
        weights = self.weights
        return Installed(
            weights.name,
            weights.title,
            weights.label,
            self.store.target(weights),
            weights.size,
            weights.window,
            weights.n_ctx,
            False,
            True,
        )


class ProfileBench(FakeBench):
    """``FakeBench`` whose settings, keys and set-up are the real ones, in memory; ``fetches`` are by hand."""

    def __init__(
        self, folder: Path, *, settings: Settings | None = None, models: tuple[ModelSpec, ...] = (QWEN,)
    ) -> None:
        super().__init__(models=FindingModels(models))
        self.saved, self.secrets = MemorySettings(settings or Settings()), MemorySecrets()
        self.settings = SettingsHolder(self.saved, self.bus)  # type: ignore[assignment]  -- fits the port as well
        self.folder = folder
        self.tools: ToolRegistry = built_in(folder, [folder])
        self.fetches: list[HandFetch] = []
        self.found: tuple[Server, ...] = ()
        self.looked = 0
        self.weights = Store(folder / "models")
        self.setup = Setup(
            models=cast("FindingModels", self.models),
            settings=cast("SettingsHolder", self.settings),
            secrets=self.secrets,
            bus=self.bus,
            supervisor=self.supervisor,  # type: ignore[arg-type]  -- starts tasks as the real one
            store=self.weights,
            environ={},
            fetch=self._fetch,
            find=self._find,
        )

    async def idle(self) -> None:
        """Wait until no task runs: one that is left when a test ends would be stepped by Qt outside its loop."""
        while tasks := set(self.supervisor.tasks):
            await asyncio.wait(tasks)

    async def _find(self) -> tuple[Server, ...]:
        self.looked += 1
        return self.found

    def _fetch(self, weights: Weights, store: Store, environ: Mapping[str, str]) -> HandFetch:
        del environ
        made = HandFetch(weights, store)
        self.fetches.append(made)
        return made


CONFIGURED = Settings(
    providers=(
        ProviderEntry(name="qwen", kind="qwen", region="cn"),
        ProviderEntry(name="my-server", kind="compatible", base_url="http://127.0.0.1:8000/v1"),
    )
)
