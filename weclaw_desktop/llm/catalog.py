"""All models the user can choose, and what is known of each: ``core.ports.Models``.

Text goes only to the provider whose model was asked for; servers found on this computer are listed, never used unasked.
Keys are fetched for each call and kept nowhere.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from weclaw_desktop.core.errors import InputError, MissingKey
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec, Usage
from weclaw_desktop.core.ports import ChatModel, Spent
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry, Settings
from weclaw_desktop.core.stream import TextDelta, UsageReported
from weclaw_desktop.core.text import text
from weclaw_desktop.llm import library
from weclaw_desktop.llm.client import LoopThread
from weclaw_desktop.llm.detect import Server, ServerModel, find_servers, list_models, ollama_models
from weclaw_desktop.llm.dialects import dialect_for
from weclaw_desktop.llm.failures import Call
from weclaw_desktop.llm.families import embedded_encoder
from weclaw_desktop.llm.litellm_client import Endpoint, LitellmModel, Wiring
from weclaw_desktop.llm.local.model import LocalModel
from weclaw_desktop.llm.local.store import Installed
from weclaw_desktop.llm.local_client import EmbeddedModel
from weclaw_desktop.llm.lookup import find
from weclaw_desktop.llm.providers import ORDER, address_of, called, is_loopback, kind_of, kinds
from weclaw_desktop.llm.sessions import Sessions, http_client
from weclaw_desktop.llm.specs import Key, Lessons, Sources, build_spec
from weclaw_desktop.llm.table import lookup, maker
from weclaw_desktop.llm.warmup import warm_up
from weclaw_desktop.llm.wire import ReadBytes

LOCAL = "local"


@dataclass(slots=True)
class _Found:
    """What servers said since the program started."""

    servers: tuple[Server, ...] = ()
    lists: dict[str, tuple[ServerModel, ...]] = field(default_factory=dict[str, tuple[ServerModel, ...]])
    installed: tuple[Installed, ...] = ()

    def report(self, address: str, name: str) -> ServerModel | None:
        """What the server at ``address`` says of the model."""
        return next((model for model in self.lists.get(address, ()) if model.name == name), None)


class Catalog:
    """Models of configured providers, of servers found here, and of this program itself."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        key_for: Callable[[str], str | None],
        *,
        limits: Mapping[Key, Mapping[str, int]] | None = None,
        on_limit: Callable[[str, str, str, int], None] = lambda _address, _model, _kind, _tokens: None,
        local: LocalModel | None = None,
        read: ReadBytes = lambda _sha: None,
    ) -> None:
        """Make a catalogue; nothing is asked or started yet.

        Args:
            settings: The settings of now.
            key_for: A provider's key by name; may block, is called off the window's thread.
            limits: Learnt limits of earlier runs (``Remembered.limits``).
            on_limit: Told of (endpoint, model, kind, tokens) when one is learnt, 0 when it is forgotten; any thread.
            local: The embedded model, if its parts are installed.
            read: Bytes of an attachment by SHA-256.
        """
        self._settings = settings
        self._key_for = key_for
        self._lessons = Lessons(limits, on_limit)
        self._local = local
        self._found = _Found()
        self._thread = LoopThread()
        sessions = Sessions()
        self._wiring = Wiring(self._thread, sessions, key_for, lambda: settings().network, read, self._accepted)
        self._thread.at_close(sessions.close)
        self._thread.at_close(library.end_tasks)

    def known(self) -> tuple[ModelSpec, ...]:
        """Models of enabled providers, then of servers found here, then installed ones; each once."""
        pairs = [(entry, name) for entry in self._entries() for name in self._names(entry)]
        return tuple(self._spec(entry, name) for entry, name in dict.fromkeys(pairs))

    def spec(self, name: str) -> ModelSpec:
        """The model ``provider/name`` (any name of a known provider), or a bare name if unique. Raises InputError."""
        entry, model = self._place(name)
        return self._spec(entry, model)

    def open(self, name: str) -> ChatModel:
        """A client for the model; connects on the first stream. Raises InputError."""
        entry, model = self._place(name)

        def spec() -> ModelSpec:
            return self._spec(self._current(entry), model)

        if entry.kind == LOCAL:
            if self._local is None:
                raise InputError(text("local.runtime_missing"))
            return EmbeddedModel(spec, self._local, self._thread)
        return LitellmModel(spec, endpoint_of(entry), self._wiring)

    def learn_limit(self, model: str, limit: int, kind: Literal["window", "input", "output"]) -> ModelSpec:
        """Remember a limit that an error told and return the spec as it is now; a limit of 0 changes nothing."""
        entry, name = self._place(model)
        if limit > 0:
            sources = self._sources(entry, name)
            attribute = {"window": "window", "input": "max_input", "output": "max_output"}[kind]
            report = int(getattr(sources.report, attribute, 0)) or None
            self._lessons.learn(sources.key, kind, limit, int(getattr(sources.override, attribute)), report)
        return self._spec(entry, name)

    async def preload(self) -> None:
        """Load litellm and rehearse one call; start this after the window shows. Raises ServerFault."""
        await asyncio.to_thread(lookup, "")  # reads the tables, so that the window need not
        await self._thread.run(warm_up(self._wiring.sessions, self._settings().network))

    async def detect(self) -> tuple[Server, ...]:
        """Look for servers on this computer (300 ms) and for installed models; both are listed from now on."""
        servers = await self._thread.run(find_servers())
        self._found.servers = servers
        self._found.lists.update({server.address: server.models for server in servers})
        await self.refresh_installed()
        return servers

    async def refresh_installed(self) -> None:
        """Look on the disk for embedded models."""
        local = self._local
        if local is not None:
            self._found.installed = tuple(await asyncio.to_thread(local.store.installed))

    async def refresh(self, provider: str) -> tuple[ModelSpec, ...]:
        """Ask a provider for its models, which are listed from now on with the windows it tells. Raises ModelError."""
        entry = self._entry(provider)
        models = await self._thread.run(self._ask(entry))
        self._found.lists[address_of(entry)] = models
        return tuple(self._spec(entry, model.name) for model in models)

    async def test(self, model: str, used: Spent | None = None) -> str:
        """Make one tiny call; returns what was answered. Raises the ModelError that says what is wrong.

        ``used`` takes the call into account.
        """
        message = RequestMessage("user", (TextPart("Say: ok"),))
        request = ModelRequest(model, (), (message,), max_output=16, load=10, purpose="test")
        said: list[str] = []
        async for event in self.open(model).stream(request):
            if isinstance(event, TextDelta):
                said.append(event.text)
            elif isinstance(event, UsageReported) and used is not None:
                await used(request, event.usage)
        return "".join(said).strip()

    async def close(self) -> None:
        """Close connections and the embedded model's process."""
        await self._thread.close()
        if self._local is not None:
            await self._local.stop()

    def _entries(self) -> tuple[ProviderEntry, ...]:
        """Enabled providers, found servers that are not among them, the embedded model."""
        mine = tuple(entry for entry in self._settings().providers if entry.enabled)
        taken, names = {_address(entry) for entry in mine}, {entry.name for entry in mine}
        found: list[ProviderEntry] = []
        for server in self._found.servers:
            name = server.kind if server.kind != "compatible" else server.title.lower()
            if server.address not in taken and name not in names:
                found.append(ProviderEntry(name=name, kind=server.kind, base_url=server.address))
        here = (ProviderEntry(name=LOCAL, kind=LOCAL),) if self._local is not None else ()
        return (*mine, *found, *here)

    def _names(self, entry: ProviderEntry) -> tuple[str, ...]:
        if entry.kind == LOCAL:
            return tuple(model.name for model in self._found.installed)
        if entry.models:
            return entry.models
        kind = kind_of(entry.kind)
        listed = tuple(model.name for model in self._found.lists.get(_address(entry), ()))
        return listed if kind.local or not kind.models else tuple(model.name for model in kind.models)

    def _place(self, name: str) -> tuple[ProviderEntry, str]:
        """The provider and the bare name that ``name`` means."""
        entries = self._entries()
        provider, slash, model = name.partition("/")
        entry = next((entry for entry in entries if entry.name == provider), None)
        if slash and model and entry is not None:
            return entry, model
        known = self.known()
        exact = [spec for spec in known if name in (spec.name, spec.id)]
        if not exact and slash and model and provider in ORDER and provider != LOCAL:
            return ProviderEntry(name=provider, kind=provider), model
        if not exact:
            known = tuple(self._spec(*pair) for pair in _everything() if pair[1] == name) or known
        if not any(name in (spec.name, spec.id) for spec in known) and (made := maker(name)):
            return ProviderEntry(name=made, kind=made), name
        found = find(name, known)
        return self._entry(found.provider), found.name

    def _entry(self, provider: str) -> ProviderEntry:
        """The provider called ``provider``; a kind's name stands for that kind as it comes."""
        found = next((entry for entry in self._entries() if entry.name == provider), None)
        return found or ProviderEntry(name=provider, kind=kind_of(provider).kind)

    def _current(self, entry: ProviderEntry) -> ProviderEntry:
        return next((now for now in self._entries() if now.name == entry.name), entry)

    def _spec(self, entry: ProviderEntry, name: str) -> ModelSpec:
        if entry.kind == LOCAL:
            return self._installed(name)
        return build_spec(self._sources(entry, name), self._lessons)

    def _sources(self, entry: ProviderEntry, name: str) -> Sources:
        address = _address(entry)
        override = self._settings().overrides.get(f"{entry.name}/{name}", ModelOverride())
        report = self._found.report(address, name)
        local = is_loopback(address)
        return Sources(entry, name, (address, name), lookup(name, entry.kind), report, override, local)

    def _installed(self, name: str) -> ModelSpec:
        """The embedded model's spec under the user's overrides; never larger than what is served."""
        found = next((model for model in self._found.installed if model.name == name), None)
        if found is None and self._local is not None:
            found = self._local.store.get(name)
        if found is None:
            raise InputError(text("local.not_installed", model=name))
        spec = replace(found.spec(self._local.settings.n_ctx if self._local else 0), encoder=embedded_encoder(name))
        override = self._settings().overrides.get(spec.id, ModelOverride())
        if override.tools is not None:
            spec = replace(spec, tools=override.tools, tools_note=None)
        if not override.window:
            return spec
        return replace(spec, window=min(override.window, spec.window), window_source="override")

    def _accepted(self, model: str, usage: Usage) -> None:
        """A prompt went through: forget limits below it."""
        provider, _, name = model.partition("/")
        with suppress(InputError):  # the provider was removed meanwhile
            self._lessons.accepted((_address(self._entry(provider)), name), usage.prompt)

    async def _ask(self, entry: ProviderEntry) -> tuple[ServerModel, ...]:
        kind, address = kind_of(entry.kind), address_of(entry)
        people, key = called(entry.name, kind), await asyncio.to_thread(self._key_for, entry.name)
        if kind.needs_key and not key:
            raise MissingKey(text("llm.missing_key", provider=people), provider=entry.name)
        endpoint = endpoint_of(entry)
        call = Call(
            entry.name,
            "",
            address,
            endpoint.loopback,
            timeout_s=20,
            secrets=(key,),
            provider_label=people,
        )
        async with http_client(self._settings().network) as client:
            if kind.kind == "ollama":
                return await ollama_models(client, address.removesuffix("/v1"))
            return await list_models(client, dialect_for(kind.dialect).route, address, key, call)


def endpoint_of(entry: ProviderEntry) -> Endpoint:
    """Where a configured provider answers. Raises InputError when it has no address."""
    kind, address = kind_of(entry.kind), address_of(entry)
    region = kind.region(entry.region)
    return Endpoint(entry.name, kind, address, address == region.base_url, region.id, is_loopback(address))


def _address(entry: ProviderEntry) -> str:
    """The address as a key; "" where there is none."""
    try:
        return address_of(entry)
    except InputError:
        return ""


def _everything() -> tuple[tuple[ProviderEntry, str], ...]:
    """Every model of every kind, configured or not: to look numbers up by a bare name."""
    return tuple((ProviderEntry(name=k.kind, kind=k.kind), model.name) for k in kinds() for model in k.models)
