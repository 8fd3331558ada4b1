"""Providers, keys and servers: what is kept where, and what is said when it cannot be."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest

from tests.fakes.profile import MemorySecrets, MemorySettings
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import BadKey, InputError, SecretsError, Unreachable
from weclaw_desktop.core.events import ModelsChanged
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.ports import Spent
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry, Settings
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.detect import Server, ServerModel
from weclaw_desktop.llm.scripted import ScriptedModel, ScriptedModels
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.services.setup import Setup
from weclaw_desktop.services.supervisor import TaskSupervisor

OLLAMA = Server("ollama", "Ollama", "http://127.0.0.1:11434", (ServerModel("qwen3:4b", 40_960),))


class Finding(ScriptedModels):
    """Scripted models that can also look for others, as the catalogue does."""

    def __init__(self, *models: ScriptedModel) -> None:
        super().__init__(*models)
        self.tested: list[str] = []
        self.refreshed: list[str] = []
        self.error: Exception | None = None
        self.asleep = False

    async def refresh(self, provider: str) -> tuple[ModelSpec, ...]:
        self.refreshed.append(provider)
        if self.asleep:
            raise Unreachable(text("llm.unreachable_local", address="http://127.0.0.1:11434"))
        return (ModelSpec(provider, "first"),) if provider != "bare" else ()

    async def refresh_installed(self) -> None: ...

    async def test(self, model: str, used: Spent | None = None) -> str:
        self.tested.append(model)
        if self.error is not None:
            raise self.error
        return "ok"


async def found() -> tuple[Server, ...]:
    return (OLLAMA,)


class Parts:
    def __init__(self) -> None:
        self.store, self.secrets, self.bus = MemorySettings(Settings()), MemorySecrets(), Bus()
        self.models = Finding(ScriptedModel(ModelSpec("mine", "a")), ScriptedModel(ModelSpec("mine", "b")))
        self.supervisor = TaskSupervisor(self.bus)
        self.settings = SettingsHolder(self.store, self.bus)
        self.setup = Setup(
            models=self.models,
            settings=self.settings,
            secrets=self.secrets,
            bus=self.bus,
            supervisor=self.supervisor,
            find=found,
        )
        self.told: list[ModelsChanged] = []
        self.bus.subscribe(ModelsChanged, self.told.append)


@pytest.fixture
async def parts() -> AsyncGenerator[Parts]:
    made = Parts()
    yield made
    await made.supervisor.close()


async def test_X1_a_key_goes_to_the_key_store_and_not_into_settings(parts: Parts) -> None:
    entry = await parts.setup.add_provider(ProviderEntry(name="", kind="qwen", region="intl"), "sk-very-secret ")
    assert entry.name == "qwen"
    assert parts.secrets.keys == {"qwen": "sk-very-secret"}
    assert "secret" not in parts.settings.value.model_dump_json()
    assert parts.settings.value.providers[0].region == "intl"
    assert parts.told
    assert await parts.setup.has_key("qwen")


async def test_nothing_is_saved_when_the_key_cannot_be(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str, value: str) -> None:
        raise SecretsError(text("storage.keys_absent"))

    monkeypatch.setattr(parts.secrets, "set", refuse)
    with pytest.raises(SecretsError):
        await parts.setup.add_provider(ProviderEntry(name="", kind="openai"), "sk-x")
    assert parts.settings.value.providers == ()


async def test_names_are_free_and_usable(parts: Parts) -> None:
    first = await parts.setup.add_provider(ProviderEntry(name="", kind="openai"))
    second = await parts.setup.add_provider(ProviderEntry(name="", kind="openai"))
    assert [first.name, second.name] == ["openai", "openai-2"]
    for name in ("a/b", "a b"):
        with pytest.raises(InputError):
            await parts.setup.add_provider(ProviderEntry(name=name, kind="openai"))
    with pytest.raises(InputError):
        await parts.setup.add_provider(ProviderEntry(name="x", kind="no-such-kind"))
    with pytest.raises(InputError) as caught:
        await parts.setup.add_provider(ProviderEntry(name="x", kind="compatible"))
    assert caught.value.text.key == "setup.no_address"


@pytest.mark.parametrize("address", ["not a url", "ftp://host/v1", "http://", "localhost:8000"])
async def test_what_is_no_address_is_refused_with_an_example(parts: Parts, address: str) -> None:
    before = parts.settings.value
    with pytest.raises(InputError) as caught:
        await parts.setup.add_provider(ProviderEntry(name="x", kind="compatible", base_url=address))
    assert caught.value.text.key == "setup.bad_address"
    assert parts.settings.value == before


async def test_an_unknown_region_is_refused_and_the_known_ones_are_named(parts: Parts) -> None:
    with pytest.raises(InputError) as caught:
        await parts.setup.add_provider(ProviderEntry(name="x", kind="qwen", region="mars"))
    assert "intl" in str(caught.value)
    with pytest.raises(InputError):
        await parts.setup.add_provider(ProviderEntry(name="x", kind="deepseek", region="mars"))


async def test_removing_a_provider_forgets_its_key(parts: Parts) -> None:
    await parts.setup.add_provider(ProviderEntry(name="mine", kind="openai"), "sk-1")
    await parts.setup.set_key("mine", "sk-2")
    assert parts.secrets.keys == {"mine": "sk-2"}
    await parts.setup.remove_provider("mine")
    assert parts.secrets.keys == {}
    assert parts.setup.providers() == ()
    await parts.setup.set_key("mine", "")
    assert not await parts.setup.has_key("mine")


async def test_a_test_is_one_call_to_the_model_in_use(parts: Parts) -> None:
    assert (await parts.setup.test_provider("mine")).id == "mine/a"
    await parts.settings.change({"general.model": "mine/b"})
    assert (await parts.setup.test_provider("mine")).id == "mine/b"
    assert parts.models.tested == ["mine/a", "mine/b"]
    assert (await parts.setup.test_provider("other")).id == "other/first"
    with pytest.raises(InputError):
        await parts.setup.test_provider("bare")


async def test_the_typed_error_of_a_test_comes_through(parts: Parts) -> None:
    said = text("llm.bad_key_region", provider="Qwen", region="China", others="International")
    parts.models.error = BadKey(said, provider="qwen")
    with pytest.raises(BadKey) as caught:
        await parts.setup.test_provider("mine")
    assert caught.value.text == said


async def test_found_servers_can_be_kept_once(parts: Parts) -> None:
    assert await parts.setup.detect() == (OLLAMA,)
    assert parts.setup.servers == (OLLAMA,)
    assert parts.told == []  # found is not used
    first = await parts.setup.add_server(OLLAMA)
    assert await parts.setup.add_server(OLLAMA) == first
    assert [entry.base_url for entry in parts.setup.providers()] == [OLLAMA.address]
    assert parts.models.refreshed == ["ollama", "ollama"]


async def test_after_a_start_only_servers_are_asked_for_their_models(parts: Parts) -> None:
    await parts.setup.add_provider(ProviderEntry(name="", kind="openai"))
    await parts.setup.add_provider(ProviderEntry(name="", kind="ollama"))
    await parts.setup.add_provider(
        ProviderEntry(name="named", kind="compatible", base_url="http://a/v1", models=("m",))
    )
    parts.models.refreshed.clear()
    await parts.setup.wake()
    assert parts.models.refreshed == ["ollama"]
    parts.models.asleep = True
    await parts.setup.wake()  # a server that sleeps is no failure


async def test_overrides_that_say_nothing_are_not_kept(parts: Parts) -> None:
    await parts.setup.override("mine/a", ModelOverride(window=32_768))
    assert parts.settings.value.overrides["mine/a"].window == 32_768
    await parts.setup.override("mine/a", ModelOverride())
    assert parts.settings.value.overrides == {}


async def test_models_that_cannot_be_asked_are_taken_as_known(parts: Parts) -> None:
    plain = Setup(
        models=ScriptedModels(ScriptedModel(ModelSpec("mine", "a"))),
        settings=parts.settings,
        secrets=parts.secrets,
        bus=parts.bus,
        supervisor=parts.supervisor,
    )
    assert [spec.id for spec in await plain.models_of("mine")] == ["mine/a"]
    assert (await plain.test_provider("mine")).id == "mine/a"
    assert not plain.embedded.possible
    assert await plain.embedded.offers() == ()
    assert await plain.embedded.installed() == ()
    with pytest.raises(InputError):
        await plain.embedded.install("qwen2.5-1.5b")
    assert {kind.kind for kind in plain.kinds()} >= {"openai", "qwen", "ollama", "compatible"}
    assert "local" not in {kind.kind for kind in plain.kinds()}
    assert await plain.key_choices() == (), "nothing waits for the user"
    await plain.keep_keys("this_run")
    assert (await plain.where()).key
