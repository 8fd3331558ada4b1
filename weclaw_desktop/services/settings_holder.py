"""The settings in force: one value that everybody reads, changed in one place, saved before it counts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import SettingsSaved
from weclaw_desktop.core.ports import SettingsStore
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry, Settings
from weclaw_desktop.core.text import Text, text


@dataclass(frozen=True, slots=True)
class _Change:
    value: Settings
    keys: tuple[str, ...]


class SettingsHolder:
    """Holds the profile's settings. A change is validated, written to disk, and only then in force and announced."""

    def __init__(self, store: SettingsStore, bus: Bus) -> None:
        self._store = store
        self._bus = bus
        self._lock = asyncio.Lock()
        self._value = store.load()
        self._problem = store.problem

    @property
    def value(self) -> Settings:
        """The settings in force. Frozen: read it anew instead of keeping it."""
        return self._value

    @property
    def problem(self) -> Text | None:
        """What of the stored settings could not be used when they were read: a loss that the user must hear of."""
        return self._problem

    async def change(self, changes: Mapping[str, object]) -> Settings:
        """Set dotted keys (``{"context.profile": "long"}``), save, publish ``SettingsSaved``.

        Raises:
            InputError: Unknown key, bad value, or no such strategy; nothing is changed then.
            StorageError: Saving failed; the old settings stay in force.
        """
        if "context.strategy" in changes:
            check_strategy(str(changes["context.strategy"]))
        async with self._lock:
            return await self._take(_Change(declared.change(self._value, changes), tuple(changes)))

    async def add_provider(self, entry: ProviderEntry) -> Settings:
        """Add a provider, or replace the one of the same name. Its key goes to the key store, not here.

        Raises InputError for a name that no model could be called by.
        """
        declared.check_provider_name(entry.name)
        async with self._lock:
            others = tuple(p for p in self._value.providers if p.name != entry.name)
            place = next((i for i, p in enumerate(self._value.providers) if p.name == entry.name), len(others))
            return await self._put("providers", (*others[:place], entry, *others[place:]))

    async def remove_provider(self, name: str) -> Settings:
        """Forget a provider. Raises InputError when there is none of that name."""
        async with self._lock:
            if all(p.name != name for p in self._value.providers):
                raise InputError(text("services.no_provider", name=name))
            return await self._put("providers", tuple(p for p in self._value.providers if p.name != name))

    async def override(self, model: str, value: ModelOverride | None) -> Settings:
        """Set the user's own numbers for ``provider/name``; None takes them back.

        Raises InputError for a number that no model could have, or a strategy that there is not.
        """
        if value is not None:
            declared.check_override(value)
            before = self._value.overrides.get(model)
            if before is None or value.strategy != before.strategy:
                check_strategy(value.strategy)
        async with self._lock:
            overrides = {k: v for k, v in self._value.overrides.items() if k != model}
            if value is not None:
                overrides[model] = value
            return await self._put("overrides", overrides)

    async def add_local_file(self, path: str) -> Settings:
        """Offer a ``.gguf`` file on disk as a model."""
        async with self._lock:
            files = self._value.local_files
            return self._value if path in files else await self._put("local_files", (*files, path))

    async def remove_local_file(self, path: str) -> Settings:
        """Offer a ``.gguf`` file no more; the file itself stays."""
        async with self._lock:
            return await self._put("local_files", tuple(p for p in self._value.local_files if p != path))

    async def star(self, model: str) -> Settings:
        """Make a model a favourite, or one no more."""
        async with self._lock:
            starred = self._value.favourites
            others = tuple(known for known in starred if known != model)
            return await self._put("favourites", others if model in starred else (*starred, model))

    async def use_skill(self, name: str, on: bool) -> Settings:
        """Whether chats use a skill of the user's unless they decide otherwise."""
        async with self._lock:
            others = tuple(known for known in self._value.skills_off if known != name)
            return await self._put("skills_off", others if on else (*others, name))

    async def pin_file(self, path: str, on: bool) -> Settings:
        """Have a text file stand in the system prompt of every chat, or not any more."""
        async with self._lock:
            others = tuple(known for known in self._value.prompt_files if known != path)
            return await self._put("prompt_files", (*others, path) if on else others)

    async def choose_keys(self, command: str, keys: str | None) -> Settings:
        """Let other keys call a command, "" for none; None gives its usual ones back."""
        async with self._lock:
            chosen = {name: value for name, value in self._value.shortcuts.items() if name != command}
            if keys is not None:
                chosen[command] = keys
            return await self._put("shortcuts", chosen)

    async def _put(self, key: str, value: Any) -> Settings:  # the fields that are not scalar groups
        return await self._take(_Change(self._value.model_copy(update={key: value}), (key,)))

    async def _take(self, change: _Change) -> Settings:
        await asyncio.to_thread(self._store.save, change.value)
        self._value = change.value
        self._bus.publish(SettingsSaved(change.keys))
        return self._value


def check_strategy(name: str) -> None:
    """Raises InputError, naming those that there are, when there is no strategy of that id; "" is the usual one."""
    from weclaw_desktop.context.strategies import strategy  # settings alone are read without the engine

    strategy(name)
