"""Opens the parts of a profile in the right order: folder, settings, key store, database, models."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from pathlib import Path

from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.ports import Models
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.llm.catalog import Catalog
from weclaw_desktop.llm.local.model import LocalModel
from weclaw_desktop.llm.local.store import Store as WeightsStore
from weclaw_desktop.storage.logbook import keep as keep_log
from weclaw_desktop.storage.profile import Profile, ProfileLock, cache_folder, open_store
from weclaw_desktop.storage.secrets import ProfileSecrets
from weclaw_desktop.storage.settings_file import SettingsFile
from weclaw_desktop.storage.store import SqlStore

PICTURE_S = 10.0
"""Seconds that reading an attachment for a request may take."""

Start = Callable[[Coroutine[object, object, None], str], object]


@dataclass(slots=True)
class Parts:
    """What a workshop is assembled from. ``holds_profile`` False: another process works on this profile too."""

    profile: Profile
    store: SqlStore
    settings: SettingsFile
    secrets: ProfileSecrets
    models: Models
    local: LocalModel | None
    holds_profile: bool
    release: Callable[[], None]
    connect: Callable[[Callable[[], Settings], Start], None]


async def open_parts(folder: Path, environ: Mapping[str, str], models: Models | None) -> Parts:
    """Open everything. Raises StorageError; what was opened before the failure is closed again."""
    profile = Profile(folder)
    await asyncio.to_thread(profile.make)
    lock = ProfileLock(profile)
    holds = await asyncio.to_thread(lock.acquire)
    end_log = keep_log(profile.logs)

    def release() -> None:
        end_log()
        lock.release()

    try:
        settings = SettingsFile(profile.settings)
        store = await open_store(folder)
    except BaseException:
        release()
        raise
    secrets = ProfileSecrets(profile.vault, environ)
    if models is not None:
        return Parts(profile, store, settings, secrets, models, None, holds, release, lambda _value, _start: None)
    local = LocalModel(weights_store(), log=profile.logs / "local-model.log", environment=environ)
    wiring = _Wiring(store, asyncio.get_running_loop())
    catalog = Catalog(
        wiring.settings,
        secrets.get,
        limits=await store.remembered.limits(),
        on_limit=wiring.keep_limit,
        local=local,
        read=wiring.read,
    )
    await catalog.refresh_installed()
    return Parts(profile, store, settings, secrets, catalog, local, holds, release, wiring.connect)


def weights_store() -> WeightsStore:
    """The folder of embedded models, shared by all profiles."""
    return WeightsStore(cache_folder() / "models")


class _Wiring:
    """Lets the catalogue, which is made first and calls from threads of its own, reach what is made after it."""

    def __init__(self, store: SqlStore, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._loop = loop
        self._value: Callable[[], Settings] = Settings
        self._start: Start | None = None

    def connect(self, value: Callable[[], Settings], start: Start) -> None:
        """Give the settings in force, and the way to start a task on the conversation's loop."""
        self._value = value
        self._start = start

    def settings(self) -> Settings:
        """The settings in force."""
        return self._value()

    def keep_limit(self, endpoint: str, model: str, kind: str, tokens: int) -> None:
        """Save a learnt limit; called from any thread."""

        def save() -> None:
            if self._start is not None:
                self._start(self._store.remembered.save_limit(endpoint, model, kind, tokens), f"limit of {model}")

        self._loop.call_soon_threadsafe(save)

    def read(self, sha256: str) -> bytes | None:
        """The bytes of an attachment; called from the models' thread, which waits for the database's."""
        waiting = asyncio.run_coroutine_threadsafe(self._store.blobs.get(sha256), self._loop)
        try:
            return waiting.result(PICTURE_S)
        except (KnownError, TimeoutError):
            return None
