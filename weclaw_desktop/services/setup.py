"""Sets up what answers: providers with their keys, servers on this computer, embedded models.

Window and command line use this one place. A key goes to the key store and nowhere else; calls to the key store block
and may wait for the user, so they run in a thread.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import InputError, ModelError
from weclaw_desktop.core.events import ModelsChanged
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import Models, Secrets, Spent
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry, check_provider_name
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.llm.local.store import Store
from weclaw_desktop.llm.providers import ProviderKind, kind_of, kinds
from weclaw_desktop.services.embedded import Embedded, MakeFetch
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.services.supervisor import TaskSupervisor

if TYPE_CHECKING:  # brings httpx, which a start without providers need not load
    from weclaw_desktop.llm.detect import Server


@runtime_checkable
class Discovery(Protocol):
    """What ``llm.catalog.Catalog`` can do beyond ``core.ports.Models``; scripted models cannot."""

    async def refresh(self, provider: str) -> tuple[ModelSpec, ...]: ...  # noqa: D102 - as Catalog says
    async def refresh_installed(self) -> None: ...  # noqa: D102 - as Catalog says
    async def test(self, model: str, used: Spent | None = None) -> str: ...  # noqa: D102 - as Catalog says


@runtime_checkable
class KeyChoices(Protocol):
    """What a key store that may be absent offers instead (``storage.secrets.ProfileSecrets``)."""

    def choices(self) -> tuple[str, ...]: ...  # noqa: D102 - as ProfileSecrets says
    def use_this_run(self) -> None: ...  # noqa: D102 - as ProfileSecrets says
    def use_vault(self, passphrase: str) -> None: ...  # noqa: D102 - as ProfileSecrets says


Find = Callable[[], Coroutine[Any, Any, "tuple[Server, ...]"]]


def _find() -> Coroutine[Any, Any, tuple[Server, ...]]:
    from weclaw_desktop.llm.detect import find_servers

    return find_servers()


_ADDRESS = re.compile(r"https?://[^\s/?#]+(?:[/?#]\S*)?", re.IGNORECASE)
"""What the address of a server looks like."""


class Setup:
    """Verbs on providers, keys and servers; ``embedded`` has those on embedded models."""

    def __init__(
        self,
        *,
        models: Models,
        settings: SettingsHolder,
        secrets: Secrets,
        bus: Bus,
        supervisor: TaskSupervisor,
        store: Store | None = None,
        environ: Mapping[str, str] | None = None,
        fetch: MakeFetch | None = None,
        find: Find = _find,
        used: Spent | None = None,
    ) -> None:
        """``store`` holds embedded models; ``environ`` is the process's environment, for pip; ``find`` looks around.

        ``used`` takes test calls into account.
        """
        self._used = used
        self._models = models
        self._settings = settings
        self._secrets = secrets
        self._bus = bus
        self._find = find
        more = {} if fetch is None else {"fetch": fetch}
        self.embedded = Embedded(
            store,
            bus=bus,
            settings=settings,
            supervisor=supervisor,
            environ=environ or {},
            changed=self._installed_changed,
            **more,
        )
        self.servers: tuple[Server, ...] = ()
        """What the last ``detect`` found."""

    @staticmethod
    def kinds() -> tuple[ProviderKind, ...]:
        """Kinds of providers that can be added, in the order that settings show; without the embedded one."""
        return tuple(kind for kind in kinds() if kind.kind != "local")

    def providers(self) -> tuple[ProviderEntry, ...]:
        """The configured providers."""
        return self._settings.value.providers

    async def add_provider(self, entry: ProviderEntry, key: str | None = None) -> ProviderEntry:
        """Add or change a provider; with ``key``, keep that first.

        Returns the entry as it was saved: an empty name becomes a free one after its kind.

        Raises:
            InputError: Name, kind or address cannot be used; nothing was changed.
            SecretsError: The key could not be kept; nothing was changed. ``choices`` may name what else is possible.
        """
        entry = self._checked(entry)
        if key is not None and key.strip():
            await asyncio.to_thread(self._secrets.set, entry.name, key.strip())
        await self._settings.add_provider(entry)
        self._announce()
        return entry

    async def remove_provider(self, name: str) -> None:
        """Forget a provider and its key. Raises InputError when there is none, SecretsError."""
        await self._settings.remove_provider(name)
        self._announce()
        await asyncio.to_thread(self._secrets.delete, name)

    async def set_key(self, name: str, key: str) -> None:
        """Keep another key; an empty one forgets it. Raises SecretsError."""
        if key.strip():
            await asyncio.to_thread(self._secrets.set, name, key.strip())
        else:
            await asyncio.to_thread(self._secrets.delete, name)
        self._announce()

    async def has_key(self, name: str) -> bool:
        """Whether a key is kept for the provider. Raises SecretsError when nobody can say."""
        return bool(await asyncio.to_thread(self._secrets.get, name))

    async def where(self) -> Text:
        """Where keys are kept."""
        return await asyncio.to_thread(self._secrets.where)

    async def key_choices(self) -> tuple[str, ...]:
        """What ``keep_keys`` can be asked for now, "vault" first where a file of keys waits for its passphrase."""
        if not isinstance(self._secrets, KeyChoices):
            return ()
        return await asyncio.to_thread(self._secrets.choices)

    async def keep_keys(self, choice: str, passphrase: str = "") -> None:
        """The user's choice where the system has no key store: "this_run" or "vault". Raises SecretsError."""
        if not isinstance(self._secrets, KeyChoices):
            return
        if choice == "this_run":
            self._secrets.use_this_run()
        elif choice == "vault":
            await asyncio.to_thread(self._secrets.use_vault, passphrase)
        self._announce()

    async def models_of(self, name: str) -> tuple[ModelSpec, ...]:
        """Ask a provider for its models; what is known of it where it cannot be asked. Raises ModelError."""
        if isinstance(self._models, Discovery):
            found = await self._models.refresh(name)
            self._announce()
            return found
        return self._of(name)

    async def test_provider(self, name: str) -> ModelSpec:
        """One tiny call, to the model in use if it is this provider's, else to its first one.

        Raises:
            ModelError: What is wrong, in one sentence (a bad key asks about its region).
            InputError: The provider has no model that could be called.
        """
        spec = self._called(name) or next(iter(await self.models_of(name)), None)
        if spec is None:
            raise InputError(text("setup.no_models", provider=name))
        await self.test_model(spec.id)
        return spec

    async def test_model(self, model: str) -> str:
        """One tiny call to a model; returns its answer, "" where none can be made. Raises ModelError, InputError."""
        if isinstance(self._models, Discovery):
            return await self._models.test(model, self._used)
        self._models.spec(model)
        return ""

    async def detect(self) -> tuple[Server, ...]:
        """Look for servers on this computer (300 ms). They are only told of: ``add_server`` takes one into use."""
        self.servers = await asyncio.to_thread(lambda: asyncio.run(self._find()))
        return self.servers

    async def add_server(self, server: Server) -> ProviderEntry:
        """Keep a found server as a provider and list its models. Raises ModelError when it has gone meanwhile."""
        known = next((entry for entry in self.providers() if entry.base_url == server.address), None)
        entry = known or await self.add_provider(ProviderEntry(name="", kind=server.kind, base_url=server.address))
        await self.models_of(entry.name)
        return entry

    async def wake(self) -> None:
        """After a start: list the models of providers that only the server itself knows; one that sleeps is skipped."""
        for entry in self.providers():
            if entry.enabled and not entry.models and not kind_of(entry.kind).models:
                with suppress(ModelError):
                    await self.models_of(entry.name)

    async def override(self, model: str, value: ModelOverride | None) -> None:
        """Set the user's own numbers for a model; None takes them back."""
        empty = value is None or value == ModelOverride()
        await self._settings.override(model, None if empty else value)
        self._announce()

    def _checked(self, entry: ProviderEntry) -> ProviderEntry:
        kind = kind_of(entry.kind)
        name = entry.name.strip() or self._free_name(kind.kind)
        check_provider_name(name)
        address = entry.base_url.strip().rstrip("/")
        if not address and not kind.region(entry.region).base_url:
            raise InputError(text("setup.no_address"))
        if address and not _ADDRESS.fullmatch(address):
            raise InputError(text("setup.bad_address", address=address))
        regions = [region.id for region in kind.regions]
        if entry.region and entry.region not in regions:
            raise InputError(
                text("setup.bad_region", region=entry.region, known=", ".join(filter(None, regions)) or "–")
            )
        models = tuple(dict.fromkeys(model.strip() for model in entry.models if model.strip()))
        return entry.model_copy(update={"name": name, "base_url": address, "models": models})

    def _free_name(self, kind: str) -> str:
        taken = {entry.name for entry in self.providers()}
        numbers = (f"{kind}-{number}" for number in range(2, len(taken) + 3))
        return next(name for name in (kind, *numbers) if name not in taken)

    def _of(self, provider: str) -> tuple[ModelSpec, ...]:
        return tuple(spec for spec in self._models.known() if spec.provider == provider)

    def _called(self, provider: str) -> ModelSpec | None:
        """The model a test calls, None when the provider must be asked for one."""
        mine: Sequence[ModelSpec] = self._of(provider)
        chosen = self._settings.value.general.model
        return next((spec for spec in mine if spec.id == chosen), mine[0] if mine else None)

    async def _installed_changed(self) -> None:
        if isinstance(self._models, Discovery):
            await self._models.refresh_installed()
        self._announce()

    def _announce(self) -> None:
        self._bus.publish(ModelsChanged(self._models.known()))
