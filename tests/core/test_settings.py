"""Settings: labels, ranges, round trips."""

from __future__ import annotations

import pytest

from weclaw_desktop.core import settings
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.settings import ModelOverride, Settings, change, check_override, keys
from weclaw_desktop.core.text import render, text


def test_every_key_has_label_and_help_in_both_languages() -> None:
    for key in keys():
        for name in (f"settings.{key}", f"settings.{key}.help"):
            assert render(text(name), "en") != name
            assert render(text(name), "zh") not in (name, render(text(name), "en"))


def test_D7_every_key_round_trips_through_storage() -> None:
    odd = {
        "general.language": "zh",
        "general.model": "a/b",
        "general.send_with": "ctrl_enter",
        "appearance.theme": "dark",
        "appearance.zoom": 150,
        "context.strategy": "truncate",
        "context.profile": "long",
        "context.ratio": 0.5,
        "context.cap": 20_000,
        "context.formula": "classic",
        "context.sp_scale": "custom",
        "network.proxy": "custom",
        "network.proxy_url": "http://127.0.0.1:1",
    }
    changed = settings.change(Settings(), odd)
    again = settings.load(changed.model_dump(mode="json"))
    assert again == changed
    for key in keys():
        default = settings.get(Settings(), key)
        assert settings.get(again, key) == odd.get(key, default)
    one = settings.change(changed, {"appearance.zoom": 100})
    assert settings.get(one, "context.cap") == 20_000


def test_an_unknown_key_is_named() -> None:
    with pytest.raises(InputError, match=r"no setting named context\.nonsense"):
        settings.get(Settings(), "context.nonsense")
    with pytest.raises(InputError):
        settings.change(Settings(), {"nonsense": 1})


def test_a_bad_value_is_named_with_its_reason() -> None:
    with pytest.raises(InputError, match=r"context\.cap does not take this value: it takes 0 to 2,200,000\.") as told:
        settings.change(Settings(), {"context.cap": 3_000_000})
    assert render(told.value.text, "zh") == "context.cap 不接受该值：应在 0 到 2,200,000 之间。"


@pytest.mark.parametrize("ratio", [0.01, 0.19, 0.9, -0.5])
def test_W8_a_ratio_that_would_be_used_as_another_is_refused_with_the_range(ratio: float) -> None:
    with pytest.raises(InputError, match=r"it takes 0\.20 to 0\.85, or 0 for none"):
        settings.change(Settings(), {"context.ratio": ratio})
    for good in (0, 0.2, 0.85):
        assert settings.change(Settings(), {"context.ratio": good}).context.ratio == good


def test_a_proxy_is_an_address_or_nothing() -> None:
    for good in ("", "http://127.0.0.1:7890", "https://user:word@proxy.example:8443/", "socks5://127.0.0.1:1080"):
        assert settings.change(Settings(), {"network.proxy_url": good}).network.proxy_url == good
    for bad in ("not a url", "127.0.0.1:7890", "socks4://127.0.0.1:1080", "http://a b"):
        with pytest.raises(InputError) as told:
            settings.change(Settings(), {"network.proxy_url": bad})
        assert told.value.text == text("settings.proxy_address")


def test_unknown_stored_keys_are_ignored() -> None:
    assert settings.load({"general": {"newer": 1}, "newer": {}}) == Settings()


def test_command_line_values_are_read_leniently() -> None:
    assert settings.parse("context.background", "Off") is False
    assert settings.parse("context.background", " on ") is True
    assert settings.parse("context.strategy", "off") == "off"  # a strategy's name, not a switch
    assert settings.parse("general.model", "a/b") == "a/b"
    value = settings.parse("context.cap", "256000")
    assert settings.get(settings.change(Settings(), {"context.cap": value}), "context.cap") == 256_000


@pytest.mark.parametrize("bad", ["", "a/b", "a b", "a\tb"])
def test_a_providers_name_stands_before_a_slash(bad: str) -> None:
    settings.check_provider_name("my-server")
    with pytest.raises(InputError):
        settings.check_provider_name(bad)


def test_numbers_of_a_model_that_cannot_be_are_refused_with_what_could() -> None:
    check_override(ModelOverride(window=8_192, max_output=16))
    for field, value in (("window", 5), ("max_input", 10), ("quality_limit", 1), ("max_output", 1), ("message_cap", 1)):
        with pytest.raises(InputError, match=rf"{field} does not take this value: it takes .+, or 0 for none"):
            check_override(ModelOverride().model_copy(update={field: value}))


@pytest.mark.parametrize("bad", ["nan", "inf", "0.009", "-1", "1e9"])
def test_a_days_budget_of_money_that_cannot_be_is_refused(bad: str) -> None:
    with pytest.raises(InputError, match=r"usage\.day_cost"):
        change(Settings(), {"usage.day_cost": bad})
    assert change(Settings(), {"usage.day_cost": "0.01"}).usage.day_cost == 0.01
