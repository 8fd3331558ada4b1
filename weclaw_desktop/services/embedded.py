"""Fetches, lists and removes the embedded models, for window and command line alike.

A fetch is one supervised task; what it does is published as ``DownloadProgress``. It can be stopped at any moment and
goes on where it was. Files that the user has elsewhere are only listed, never moved or deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import Cancelled, InputError, KnownError
from weclaw_desktop.core.events import DownloadProgress
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.local import hardware
from weclaw_desktop.llm.local.download import Download, Progress
from weclaw_desktop.llm.local.store import Installed, Store
from weclaw_desktop.llm.local.weights import Weights
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.services.supervisor import TaskSupervisor


class Fetch(Protocol):
    """One fetch under way: ``llm.local.download.Download``."""

    def cancel(self) -> None: ...  # noqa: D102 - as Download says
    async def run(self, on_progress: Callable[[Progress], None]) -> Installed: ...  # noqa: D102 - as Download says


MakeFetch = Callable[[Weights, Store, Mapping[str, str]], Fetch]


def _download(weights: Weights, store: Store, environ: Mapping[str, str]) -> Fetch:
    return Download(weights, store, environment=environ)


@dataclass(frozen=True, slots=True)
class Offer:
    """A model that can be fetched, with what it needs and what is there. Bytes.

    ``download`` travels, ``disk`` must be free before, ``memory`` is used while it runs. ``begun`` says that part of it
    lies on the disk already; ``fits_disk`` and ``fits_memory`` compare with this computer as it is now.
    """

    name: str
    label: Text
    download: int
    disk: int
    memory: int
    languages: tuple[str, ...]
    licence: str
    makers: str
    installed: bool
    begun: bool
    fits_disk: bool
    fits_memory: bool


class Embedded:
    """Verbs on embedded models. ``changed`` is awaited after every change, so that pickers follow."""

    def __init__(
        self,
        store: Store | None,
        *,
        bus: Bus,
        settings: SettingsHolder,
        supervisor: TaskSupervisor,
        environ: Mapping[str, str],
        changed: Callable[[], Awaitable[None]],
        fetch: MakeFetch = _download,
    ) -> None:
        """``store`` None means that this profile has no embedded models (demo, tests)."""
        self._store = store
        self._bus = bus
        self._settings = settings
        self._supervisor = supervisor
        self._environ = environ
        self._changed = changed
        self._fetch = fetch
        self._running: dict[str, Fetch] = {}
        self._latest: dict[str, DownloadProgress] = {}

    @property
    def possible(self) -> bool:
        """Whether models can be fetched in this profile."""
        return self._store is not None

    async def offers(self) -> tuple[Offer, ...]:
        """What can be fetched, the recommended one first."""
        if self._store is None:
            return ()
        return await asyncio.to_thread(_offers, self._store)

    async def installed(self) -> tuple[Installed, ...]:
        """Models on this computer."""
        if self._store is None:
            return ()
        return tuple(await asyncio.to_thread(self._store.installed))

    def progress(self, name: str) -> DownloadProgress | None:
        """How far a running fetch is, None when none runs."""
        return self._latest.get(name) if name in self._running else None

    def start(self, name: str) -> asyncio.Task[Installed | None]:
        """Fetch ``name`` in the background. Raises InputError at once when there is no such model."""
        weights = self._weights(name)
        if weights.name in self._running:
            raise InputError(text("setup.already_fetching", name=weights.name))
        return self._supervisor.start(self._in_background(weights), f"fetch {weights.name}")

    async def install(
        self, name: str, on_progress: Callable[[DownloadProgress], None] = lambda _progress: None
    ) -> Installed:
        """Fetch ``name`` and wait for it.

        Raises:
            InputError: There is no such model, or it is being fetched already.
            LocalModelError: It could not be fetched; what came is kept.
            Cancelled: After ``cancel``.
        """
        weights, store = self._weights(name), self._require()
        if weights.name in self._running:
            raise InputError(text("setup.already_fetching", name=weights.name))
        fetch = self._running[weights.name] = self._fetch(weights, store, self._environ)

        def tell(value: Progress) -> None:
            self._publish(told := _event(value))
            on_progress(told)

        self._publish(DownloadProgress(weights.name, 0, weights.size, parts=len(weights.parts)))
        end: DownloadProgress | None = None
        try:
            made = await fetch.run(tell)
            end = self._end(weights)
        except Cancelled as error:
            end = self._end(weights, error.text, cancelled=True)
            raise
        except KnownError as error:
            end = self._end(weights, error.text)
            raise
        finally:
            self._running.pop(weights.name, None)
            if end is not None:
                self._publish(end)
        await self._changed()
        return made

    def cancel(self, name: str) -> None:
        """Stop a fetch; what came is kept for later."""
        fetch = self._running.get(name)
        if fetch is not None:
            fetch.cancel()

    async def remove(self, name: str) -> bool:
        """Delete a fetched model with what was begun, or drop a file of the user's. False: nothing was there."""
        store = self._require()
        bare = name.removeprefix("local/")
        path = next((str(item.path) for item in await self.installed() if item.name == bare and item.referenced), "")
        removed = await asyncio.to_thread(store.remove, bare)
        if path:
            await self._settings.remove_local_file(path)
        await self._changed()
        return removed

    async def add_file(self, path: Path) -> Installed:
        """List a ``.gguf`` file of the user's. Raises InputError when it cannot be read as one."""
        store = self._require()
        made = await asyncio.to_thread(store.register, path)
        await self._settings.add_local_file(str(made.path))
        await self._changed()
        return made

    async def verify(self, name: str) -> bool:
        """Hash an installed model again; False: it is damaged. Raises LocalModelError when it is not here."""
        return await asyncio.to_thread(self._require().verify, name)

    async def _in_background(self, weights: Weights) -> Installed | None:
        """A fetch whose failure is told by its last ``DownloadProgress``."""
        try:
            return await self.install(weights.name)
        except KnownError:
            return None

    def _end(self, weights: Weights, error: Text | None = None, *, cancelled: bool = False) -> DownloadProgress:
        before = self._latest.get(weights.name)
        done = weights.size if error is None else before.done if before is not None else 0
        parts = len(weights.parts)
        return DownloadProgress(
            weights.name, done, weights.size, parts, parts, finished=True, error=error, cancelled=cancelled
        )

    def _publish(self, event: DownloadProgress) -> None:
        self._latest[event.name] = event
        self._bus.publish(event)

    def _require(self) -> Store:
        if self._store is None:
            raise InputError(text("setup.not_here"))
        return self._store

    def _weights(self, name: str) -> Weights:
        store = self._require()
        found = store.weights(name)
        if found is None:
            known = ", ".join(weights.name for weights in store.catalogue)
            raise InputError(text("setup.no_such_model", name=name, known=known))
        return found


def _event(value: Progress) -> DownloadProgress:
    return DownloadProgress(value.name, value.done, value.total, value.part, value.parts, value.rate, phase=value.phase)


def _offers(store: Store) -> tuple[Offer, ...]:
    free, memory = store.free(), hardware.free_memory()
    here = {item.name for item in store.installed()}
    found: list[Offer] = []
    for weights in store.catalogue:
        begun = store.partial(weights).exists()
        need = weights.disk - (weights.size if begun else 0)  # the partial file has its full length from the start
        found.append(
            Offer(
                name=weights.name,
                label=weights.label,
                download=weights.download,
                disk=weights.disk,
                memory=weights.memory,
                languages=weights.languages,
                licence=weights.licence,
                makers=weights.makers,
                installed=weights.name in here,
                begun=begun,
                fits_disk=free >= need,
                fits_memory=memory >= weights.memory,
            )
        )
    return tuple(found)
