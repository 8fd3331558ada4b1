"""The tables are complete, sourced and consistent; names in any spelling find their model."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.models import Price, Usage
from weclaw_desktop.core.settings import ProviderEntry
from weclaw_desktop.llm.dialects import DIALECTS
from weclaw_desktop.llm.families import FAMILIES, encoder_for
from weclaw_desktop.llm.providers import ORDER, address_of, cost, is_loopback, kind_of, kinds
from weclaw_desktop.llm.table import lookup, spellings


@pytest.mark.parametrize("name", ORDER)
def test_every_kind_is_complete(name: str) -> None:
    kind = kind_of(name)
    assert kind.dialect in DIALECTS
    assert kind.label
    assert kind.title("zh")
    assert not kind.needs_key or kind.key_url.startswith("https://")
    assert all(region.base_url or name in ("compatible", "local") for region in kind.regions)
    assert len({region.id for region in kind.regions}) == len(kind.regions)
    for model in kind.models:
        assert model.source
        assert 4_000 <= model.window <= 2_200_000
        assert 0 <= model.max_output <= model.window
        assert model.max_input < model.window
        assert encoder_for(model.name) in FAMILIES
        for priced in model.prices:
            assert priced.region in ("", *(region.id for region in kind.regions))
            assert priced.price.source
            assert priced.price.currency in ("USD", "CNY")
            assert not priced.price.step or (priced.price.step_input or 0) > priced.price.input


def test_all_providers_of_the_promise_are_there() -> None:
    assert {kind.kind for kind in kinds()} == set(ORDER)
    regional = {kind.kind for kind in kinds() if len(kind.regions) > 1}
    assert regional == {"qwen", "moonshot", "zhipu", "siliconflow", "minimax"}
    with pytest.raises(InputError, match="openai, anthropic"):
        kind_of("nobody")


def test_a_price_holds_in_its_region_only() -> None:
    model = kind_of("qwen").model("qwen-plus")
    assert model is not None
    home, abroad = model.price("cn"), model.price("intl")
    assert home is not None
    assert abroad is not None
    assert (home.currency, abroad.currency) == ("CNY", "USD")
    kimi = kind_of("moonshot").model("kimi-k3")
    assert kimi is not None
    assert kimi.price("cn") is None


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (Usage(prompt=1_000_000, completion=100_000), 2.0 + 0.8),
        (Usage(prompt=1_000_000, cached=500_000), 1.0 + 0.1),
        (Usage(prompt=1_000_000, cached=500_000, cache_written=100_000), 0.8 + 0.1 + 0.25),
        (Usage(prompt=2_000_000), 8.0),
        (Usage(prompt=2_000_000, cached=1_000_000), 4.0 + 0.4),
    ],
)
def test_what_a_call_cost(usage: Usage, expected: float) -> None:
    price = Price("USD", 2.0, 8.0, cache_read=0.2, cache_write=2.5, step=1_500_000, step_input=4.0)
    assert cost(usage, price) == pytest.approx(expected)
    assert cost(usage, None) is None


def test_addresses() -> None:
    assert address_of(ProviderEntry(name="q", kind="qwen", region="intl")).endswith(
        "-intl.aliyuncs.com/compatible-mode/v1"
    )
    assert (
        address_of(ProviderEntry(name="q", kind="compatible", base_url=" localhost:9/v1/ ")) == "http://localhost:9/v1"
    )
    with pytest.raises(InputError, match="base URL"):
        address_of(ProviderEntry(name="mine", kind="compatible"))


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:1234/v1", True),
        ("http://localhost:1/v1", True),
        ("http://[::1]:8080", True),
        ("http://127.8.8.8", True),
        ("http://192.168.1.7:11434", False),
        ("https://localhost.example.com", False),
        ("", False),
    ],
)
def test_what_loopback_is(address: str, here: bool) -> None:
    assert is_loopback(address) is here


@pytest.mark.parametrize(
    ("name", "window"),
    [
        ("deepseek-flash", 1_000_000),
        ("vendor/deepseek-flash-0813", 1_000_000),
        ("anthropic/claude-haiku-4.5", 200_000),
        ("qwen/qwen3-max:free", 262_144),
        ("kimi-k3-latest", 1_048_576),
        ("gpt-5-2025-08-07", 400_000),
        ("gpt-4o-2024-11-20", 128_000),
        ("GPT-4O", 128_000),
    ],
)
def test_W5_a_known_model_is_found_by_any_spelling(name: str, window: int) -> None:
    found = lookup(name)
    assert found is not None
    assert found.window == window


def test_W5_an_unknown_model_is_unknown() -> None:
    assert lookup("my-finetune") is None
    assert lookup("") is None


def test_only_the_providers_own_row_has_its_prices() -> None:
    own, other = lookup("deepseek-flash", "deepseek"), lookup("deepseek-flash", "siliconflow")
    assert own is not None
    assert other is not None
    assert own.prices
    assert not other.prices


def test_spellings_go_from_the_whole_name_to_the_bare_one() -> None:
    assert next(iter(spellings("vendor/known-0813"))) == "vendor/known-0813"
    assert set(spellings("vendor/known-0813")) == {"vendor/known-0813", "vendor/known", "known-0813", "known"}
