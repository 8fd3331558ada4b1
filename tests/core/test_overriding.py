"""W8: what a chat has of its own goes before what its model has, and that before the settings; in one place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.overriding import (
    OF_CHATS,
    OF_MODELS,
    InForce,
    OwnSetting,
    in_force,
    of_model,
    own_fields,
    own_of_model,
)
from weclaw_desktop.core.settings import Context, ModelOverride, Settings

VALUES: dict[str, object] = {
    "strategy": "layered",
    "profile": "economy",
    "ratio": 0.3,
    "cap": 60_000,
    "formula": "classic",
    "message_cap": 7,
    "recent_n": 9,
    "old_max_bytes": 900,
    "summary_model": "demo/other",
    "background": False,
    "summarise_local": True,
    "tell_model": False,
    "recall": False,
    "ask_before": True,
    "pause_useless": False,
}
OTHERS: dict[str, object] = {
    "strategy": "truncate",
    "profile": "long",
    "ratio": 0.5,
    "cap": 90_000,
    "formula": "tiers",
    "message_cap": 0,
    "recent_n": 100,
    "old_max_bytes": 4_000,
    "summary_model": "none",
}


def chat(**own: object) -> Chat:
    made = Chat("c")
    return replace(made, **own_fields(made, own))  # type: ignore[arg-type] -- fields of Chat


def with_model(**own: object) -> Settings:
    return Settings(overrides={"demo/m": own_of_model(None, own)})


def test_every_name_is_tried_here() -> None:
    assert set(VALUES) == set(OF_CHATS)
    assert set(OTHERS) == set(OF_MODELS)
    assert all(getattr(Context(), name) != value for name, value in VALUES.items())


@pytest.mark.parametrize("name", OF_CHATS)
def test_W8_a_chat_goes_before_its_model_and_the_settings(name: str) -> None:
    settings = with_model(**({name: OTHERS[name]} if name in OTHERS else {}))
    found = in_force(settings, "demo/m", chat(**{name: VALUES[name]}))
    assert getattr(found.context, name) == VALUES[name]
    assert found.source(name) == "chat"
    others = {n for n in Context.model_fields if n != name}
    assert all(getattr(found.context, n) == getattr(Context(), n) and found.source(n) == "settings" for n in others)


@pytest.mark.parametrize("name", OF_MODELS)
def test_W8_a_model_goes_before_the_settings_in_its_own_chats_only(name: str) -> None:
    settings = with_model(**{name: OTHERS[name]})
    found = in_force(settings, "demo/m", chat())
    assert (getattr(found.context, name), found.source(name)) == (OTHERS[name], "model")
    assert in_force(settings, "demo/other", chat()) == InForce(settings.context)
    assert in_force(settings, "demo/m").context == found.context
    assert found.own == (OwnSetting(name, OTHERS[name], "model"),)


def test_W8_what_is_taken_back_holds_no_more() -> None:
    own = chat(**VALUES)
    for name in OF_CHATS:
        own = replace(own, **own_fields(own, {name: None}))  # type: ignore[arg-type] -- fields of Chat
    assert own == Chat("c")
    assert own.overrides == {}
    assert own_fields(own, {"cap": None}) == {}
    override = own_of_model(own_of_model(ModelOverride(window=5_000), OTHERS), dict.fromkeys(OF_MODELS))
    assert override == ModelOverride(window=5_000)
    assert of_model(None) == {}


def test_none_of_a_cap_is_a_choice_of_a_chat() -> None:
    settings = declared.change(with_model(cap=60_000), {"context.cap": 50_000})
    found = in_force(settings, "demo/m", chat(cap=0))
    assert (found.context.cap, found.source("cap")) == (0, "chat")


def test_what_cannot_be_set_is_refused_with_what_can() -> None:
    with pytest.raises(InputError, match=r"context\.sp_scale cannot be set for one chat"):
        chat(sp_scale="full")
    with pytest.raises(InputError, match=r"context\.tell_model cannot be set for one model"):
        own_of_model(None, {"tell_model": False})
    with pytest.raises(InputError, match=r"0\.20 to 0\.85"):
        chat(ratio=0.05)
    with pytest.raises(InputError, match="1 to 100"):
        own_of_model(None, {"recent_n": 101})


def test_a_stored_value_that_no_longer_holds_counts_as_none() -> None:
    broken = Chat("c", profile="huge", overrides={"context.recent_n": 500, "context.cap": "5000", "context.ratio": 0.4})
    found = in_force(Settings(), "", broken)
    assert found.context == Context(ratio=0.4)
    assert set(found.sources) == {"ratio"}
