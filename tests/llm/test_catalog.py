"""The catalogue lists what can be used, finds what people type, and says where every number is from."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.servers.openai_stub import OpenAIStub
from weclaw_desktop.core.errors import BadKey, InputError, MissingKey
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.settings import ModelOverride, ProviderEntry, Settings
from weclaw_desktop.llm import catalog as module
from weclaw_desktop.llm.catalog import Catalog, endpoint_of
from weclaw_desktop.llm.detect import Server, ServerModel


class Desk:
    """Settings and keys that a test changes."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.keys: dict[str, str] = {}
        self.limits: list[tuple[str, str, str, int]] = []
        self.catalog = Catalog(
            lambda: self.settings, self.keys.get, on_limit=lambda *change: self.limits.append(change)
        )

    def set(self, *providers: ProviderEntry, **overrides: ModelOverride) -> None:
        self.settings = Settings(
            providers=providers, overrides={name.replace("__", "/"): value for name, value in overrides.items()}
        )


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    made = Desk()
    yield made
    await made.catalog.close()


DEEPSEEK = ProviderEntry(name="deepseek", kind="deepseek")
MINE = ProviderEntry(name="mine", kind="compatible", base_url="http://192.168.1.7:8000/v1", models=("a", "my-finetune"))


def test_a_new_profile_has_no_models_but_numbers_can_be_looked_up(desk: Desk) -> None:
    assert desk.catalog.known() == ()
    assert desk.catalog.spec("gpt-5").window == 400_000
    assert desk.catalog.spec("openai/gpt-4o").window == 128_000
    with pytest.raises(InputError, match="none is set up"):
        desk.catalog.spec("my-finetune")


def test_configured_providers_are_listed_in_order_and_disabled_ones_are_not(desk: Desk) -> None:
    desk.set(DEEPSEEK, MINE, ProviderEntry(name="kimi", kind="moonshot", enabled=False))
    assert [spec.id for spec in desk.catalog.known()] == [
        "deepseek/deepseek-flash",
        "deepseek/deepseek-v4-pro",
        "mine/a",
        "mine/my-finetune",
    ]
    spec = desk.catalog.spec("deepseek-flash")
    assert (spec.id, spec.window_source, spec.encoder) == ("deepseek/deepseek-flash", "table", "deepseek")
    assert spec.price is not None


def test_W5_unknown_known_and_overridden_windows(desk: Desk) -> None:
    router = ProviderEntry(name="openrouter", kind="openrouter")
    desk.set(MINE, router, **{"mine__my-finetune": ModelOverride(window=1_000_000)})
    assert desk.catalog.spec("my-finetune").window_source == "override"
    desk.set(MINE, router)
    guessed = desk.catalog.spec("mine/my-finetune")
    assert (guessed.window, guessed.window_source) == (8_192, "guessed")
    assert desk.catalog.spec("mine/never-listed").window == 8_192
    known = desk.catalog.spec("openrouter/vendor/deepseek-flash-0813")
    assert (known.window, known.name, known.price) == (1_000_000, "vendor/deepseek-flash-0813", None)


def test_bare_names_must_be_unique(desk: Desk) -> None:
    desk.set(MINE, ProviderEntry(name="other", kind="compatible", base_url="http://h/v1", models=("a",)))
    with pytest.raises(InputError, match="mine/a, other/a"):
        desk.catalog.spec("a")
    assert desk.catalog.spec("other/a").provider == "other"


def test_a_bare_name_nobody_set_up_is_its_makers(desk: Desk) -> None:
    desk.set()
    assert desk.catalog.spec("gpt-4o").id == "openai/gpt-4o"
    assert desk.catalog.spec("deepseek-chat").id == "deepseek/deepseek-chat"
    with pytest.raises(InputError, match="nothing-like-it"):
        desk.catalog.spec("nothing-like-it")


def test_prices_follow_the_region(desk: Desk) -> None:
    desk.set(ProviderEntry(name="cn", kind="qwen"), ProviderEntry(name="intl", kind="qwen", region="intl"))
    home, abroad = desk.catalog.spec("cn/qwen-plus").price, desk.catalog.spec("intl/qwen-plus").price
    assert home is not None
    assert abroad is not None
    assert (home.currency, abroad.currency) == ("CNY", "USD")
    assert endpoint_of(ProviderEntry(name="intl", kind="qwen", region="intl")).region == "intl"


def test_L3_a_learnt_limit_holds_until_a_larger_prompt_goes_through(desk: Desk) -> None:
    desk.set(MINE)
    assert desk.catalog.learn_limit("mine/a", 0, "window").window_source == "guessed"
    learnt = desk.catalog.learn_limit("mine/a", 4_096, "window")
    assert (learnt.window, learnt.window_source) == (4_096, "learnt")
    assert desk.catalog.open("mine/a").spec.window == 4_096
    desk.catalog._accepted("mine/a", Usage(prompt=5_000))
    assert desk.catalog.spec("mine/a").window == 8_192
    assert desk.catalog.learn_limit("mine/a", 512, "output").max_output == 512
    address = "http://192.168.1.7:8000/v1"
    assert desk.limits == [(address, "a", "window", 4_096), (address, "a", "window", 0), (address, "a", "output", 512)]


async def test_found_servers_are_listed_unless_they_are_configured(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    ollama = Server("ollama", "Ollama", "http://127.0.0.1:11434", (ServerModel("qwen3:8b", 16_384),))
    vllm = Server("compatible", "vLLM", "http://127.0.0.1:8000/v1", (ServerModel("v", 24_000),))

    async def servers() -> tuple[Server, ...]:
        return (ollama, vllm)

    monkeypatch.setattr(module, "find_servers", servers)
    assert await desk.catalog.detect() == (ollama, vllm)
    specs = desk.catalog.known()
    assert [spec.id for spec in specs] == ["ollama/qwen3:8b", "vllm/v"]
    assert [(spec.window, spec.window_source, spec.local) for spec in specs] == [
        (16_384, "server", True),
        (24_000, "server", True),
    ]
    desk.set(ProviderEntry(name="home", kind="ollama", base_url="http://127.0.0.1:11434"))
    assert [spec.id for spec in desk.catalog.known()] == ["home/qwen3:8b", "vllm/v"]


async def test_a_providers_own_list_is_asked_for_with_the_key(desk: Desk) -> None:
    with OpenAIStub(key="k") as stub:
        stub.models = [{"id": "listed", "context_length": 50_000}]
        desk.set(ProviderEntry(name="mine", kind="compatible", base_url=stub.base_url))
        assert desk.catalog.known() == ()
        with pytest.raises(BadKey):
            await desk.catalog.refresh("mine")
        desk.keys["mine"] = "k"
        specs = await desk.catalog.refresh("mine")
        assert [(spec.id, spec.window, spec.window_source) for spec in specs] == [("mine/listed", 50_000, "server")]
        assert desk.catalog.known() == specs
    with pytest.raises(MissingKey):
        await desk.catalog.refresh("openai")


async def test_O1_a_configured_ollama_is_asked_for_its_windows(desk: Desk) -> None:
    with OpenAIStub() as stub:
        stub.routes["/api/tags"] = {"models": [{"name": "tiny"}]}
        stub.routes["/api/show"] = {"model_info": {"llama.context_length": 4_096}}
        desk.set(ProviderEntry(name="ollama", kind="ollama", base_url=stub.base_url))
        await desk.catalog.refresh("ollama")
        spec = desk.catalog.spec("tiny")
        assert (spec.window, spec.window_source, spec.local) == (4_096, "server", True)


def test_the_embedded_model_needs_its_parts(desk: Desk) -> None:
    with pytest.raises(InputError):
        desk.catalog.open("local/qwen2.5-1.5b")


def test_an_address_is_needed(desk: Desk) -> None:
    desk.set(ProviderEntry(name="mine", kind="compatible", models=("a",)))
    assert desk.catalog.spec("mine/a").window == 8_192
    with pytest.raises(InputError, match="base URL"):
        desk.catalog.open("mine/a")
