"""A setting counts when it is saved, and not before."""

from __future__ import annotations

import pytest

from tests.fakes.profile import MemorySettings
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import InputError, StorageError
from weclaw_desktop.core.events import SettingsSaved
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry
from weclaw_desktop.services.settings_holder import SettingsHolder


@pytest.fixture
def store() -> MemorySettings:
    return MemorySettings()


@pytest.fixture
def saved() -> list[SettingsSaved]:
    return []


@pytest.fixture
def holder(store: MemorySettings, saved: list[SettingsSaved]) -> SettingsHolder:
    bus = Bus()
    bus.subscribe(SettingsSaved, saved.append)
    return SettingsHolder(store, bus)


async def test_a_change_is_saved_then_told(
    holder: SettingsHolder, store: MemorySettings, saved: list[SettingsSaved]
) -> None:
    await holder.change({"context.profile": "long", "context.cap": 20_000})
    assert holder.value.context.cap == 20_000
    assert store.saved[-1] == holder.value
    assert saved == [SettingsSaved(("context.profile", "context.cap"))]


async def test_D7_what_cannot_be_saved_or_understood_changes_nothing(
    holder: SettingsHolder, store: MemorySettings, saved: list[SettingsSaved]
) -> None:
    before = holder.value
    with pytest.raises(InputError):
        await holder.change({"context.cap": -1})
    store.broken = True
    with pytest.raises(StorageError):
        await holder.change({"context.cap": 1_000})
    assert holder.value is before
    assert saved == []


async def test_providers_are_added_replaced_in_place_and_removed(holder: SettingsHolder) -> None:
    await holder.add_provider(ProviderEntry(name="a", kind="openai"))
    await holder.add_provider(ProviderEntry(name="b", kind="compatible", base_url="http://127.0.0.1:1/v1"))
    await holder.add_provider(ProviderEntry(name="a", kind="openai", region="eu"))
    assert [(p.name, p.region) for p in holder.value.providers] == [("a", "eu"), ("b", "")]
    await holder.remove_provider("a")
    assert [p.name for p in holder.value.providers] == ["b"]
    with pytest.raises(InputError):
        await holder.remove_provider("a")


async def test_W5_an_override_is_set_and_taken_back(holder: SettingsHolder) -> None:
    await holder.override("openai/gpt-4o", ModelOverride(window=1_000_000))
    assert holder.value.overrides["openai/gpt-4o"].window == 1_000_000
    await holder.override("openai/gpt-4o", None)
    assert holder.value.overrides == {}


async def test_files_of_models_are_remembered_once(holder: SettingsHolder) -> None:
    await holder.add_local_file("/models/a.gguf")
    await holder.add_local_file("/models/a.gguf")
    assert holder.value.local_files == ("/models/a.gguf",)
    await holder.remove_local_file("/models/a.gguf")
    assert holder.value.local_files == ()


async def test_W8_a_strategy_that_is_not_there_is_refused_with_those_that_are(holder: SettingsHolder) -> None:
    before = holder.value
    with pytest.raises(InputError, match=r"magic.*adaptive, pipeline, layered"):
        await holder.change({"context.strategy": "magic"})
    with pytest.raises(InputError, match=r"magic.*adaptive, pipeline, layered"):
        await holder.override("a/b", ModelOverride(strategy="magic"))
    with pytest.raises(InputError, match=r"window does not take this value: it takes 1,024 to"):
        await holder.override("a/b", ModelOverride().model_copy(update={"window": 5}))
    assert holder.value is before
    await holder.override("a/b", ModelOverride(strategy="pipeline", window=8_192))
    assert holder.value.overrides["a/b"].strategy == "pipeline"


async def test_W8_a_strategy_whose_plug_in_is_gone_does_not_stand_in_the_way_of_other_numbers(
    store: MemorySettings, holder: SettingsHolder
) -> None:
    old = ModelOverride(strategy="magic")
    store.saved.append(holder.value.model_copy(update={"overrides": {"a/b": old}}))
    again = SettingsHolder(store, Bus())
    await again.override("a/b", old.model_copy(update={"window": 8_192}))
    assert again.value.overrides["a/b"].window == 8_192
