"""Settings declared once: label, help, default and range. Dialog, validation, command line and docs come from here.

Keys are dotted (``context.strategy``). Labels and helps are Texts ``settings.{key}`` and ``settings.{key}.help`` in the
catalogue. Secrets are never settings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from weclaw_desktop.core.bad_values import reason
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text

LEAST_CAP, MOST_CAP = 1_000, 2_200_000
"""Smallest and largest cap of the threshold, in tokens: below, not even the head of a request has room."""
LEAST_RATIO, MOST_RATIO = 0.20, 0.85
"""Smallest and largest share of the effective window that can take the place of the tiers."""


LEAST_DAY_TOKENS, MOST_DAY_TOKENS = 1_000, 1_000_000_000
"""Smallest and largest budget of a day, in tokens: a single short question costs about as much as the smallest."""
LEAST_DAY_COST, MOST_DAY_COST = 0.01, 1_000_000
"""Smallest and largest budget of a day in money."""
LEAST_MESSAGES, MOST_MESSAGES = 2, 10_000
"""Smallest and largest number of messages that Truncate keeps: a question and its answer at least."""
LEAST_WINDOW, MOST_WINDOW = 1_024, 100_000_000
"""Smallest and largest window that can be set for a model, in tokens: below, no answer has room."""
LEAST_OUTPUT = 16
"""Smallest longest answer that can be set for a model, in tokens; some providers refuse less."""


def _none_or(low: float, high: float) -> AfterValidator:
    """0, which means none, or a number from ``low`` to ``high``."""

    def check(value: float) -> float:
        if value and not low <= value <= high:
            raise PydanticCustomError("none_or", "outside the range", {"low": low, "high": high})
        return value

    return AfterValidator(check)


def _share(value: float) -> float:
    if value and not LEAST_RATIO <= value <= MOST_RATIO:
        raise PydanticCustomError("share", "outside the range", {"low": LEAST_RATIO, "high": MOST_RATIO})
    return value


def _cap(value: int) -> int:
    if 0 < value < LEAST_CAP:
        raise PydanticCustomError("cap", "outside the range", {"low": LEAST_CAP, "high": MOST_CAP})
    return value


Cap = Annotated[int, Field(ge=0, le=MOST_CAP), AfterValidator(_cap)]
"""A number of tokens that the threshold never exceeds; 0: none."""
Ratio = Annotated[float, AfterValidator(_share)]
"""A share of the effective window; 0: none."""


class _Group(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", validate_default=True)


class General(_Group):
    """Window-wide habits."""

    language: Literal["system", "en", "zh"] = "system"
    model: str = ""
    send_with: Literal["enter", "ctrl_enter"] = "enter"
    close_to_tray: bool = False
    notify: bool = True


class Appearance(_Group):
    """How the window looks."""

    theme: Literal["system", "light", "dark"] = "system"
    zoom: Annotated[int, Field(ge=50, le=200, multiple_of=10)] = 100
    context_panel: bool = True
    sidebar: bool = True
    reduced_motion: bool = False


class Context(_Group):
    """What the context manager does."""

    strategy: str = "adaptive"
    profile: Literal["economy", "balanced", "long"] = "balanced"
    ratio: Ratio = 0.0
    cap: Cap = 0
    formula: Literal["tiers", "classic"] = "tiers"
    message_cap: Annotated[int, Field(ge=0, le=MOST_MESSAGES), _none_or(LEAST_MESSAGES, MOST_MESSAGES)] = 100
    recent_n: Annotated[int, Field(ge=1, le=100)] = 20
    old_max_bytes: Annotated[int, Field(ge=200, le=1_000_000)] = 3_000
    background: bool = True
    summary_model: str = ""
    summarise_local: bool = False
    tell_model: bool = True
    recall: bool = True
    ask_before: bool = False
    pause_useless: bool = True
    propose_rules: bool = True
    sp_scale: Literal["scaled", "full", "custom"] = "scaled"
    sp_total: Annotated[int, Field(ge=1_000, le=400_000)] = 40_000
    sp_skills: Annotated[int, Field(ge=200, le=100_000)] = 8_000
    sp_files: Annotated[int, Field(ge=200, le=100_000)] = 3_000


class Chatting(_Group):
    """What stands at the head of every request and how tools are allowed."""

    persona: str = ""
    instructions: str = ""
    tools: bool = True
    auto_title: bool = True


class Network(_Group):
    """How providers are reached. Loopback is never proxied."""

    proxy: Literal["system", "none", "custom"] = "system"
    proxy_url: str = ""
    timeout_s: Annotated[int, Field(ge=5, le=3_600)] = 120
    retries: Annotated[int, Field(ge=0, le=10)] = 3


class UsageLimits(_Group):
    """What a day may use before a word is said; nothing is ever stopped. 0: no limit."""

    day_tokens: Annotated[int, Field(ge=0, le=MOST_DAY_TOKENS), _none_or(LEAST_DAY_TOKENS, MOST_DAY_TOKENS)] = 0
    day_cost: Annotated[float, Field(ge=0, le=MOST_DAY_COST), _none_or(LEAST_DAY_COST, MOST_DAY_COST)] = 0.0


class ProviderEntry(_Group):
    """One configured provider: which kind, where, which region. The key lies in the key store under ``name``."""

    name: str
    kind: str
    base_url: str = ""
    region: str = ""
    models: tuple[str, ...] = ()
    enabled: bool = True


class ModelOverride(_Group):
    """What the user sets over what is known of a model, and how chats with it are compressed.

    0, "" or None: not overridden.
    """

    window: Annotated[int, Field(ge=0, le=MOST_WINDOW), _none_or(LEAST_WINDOW, MOST_WINDOW)] = 0
    max_input: Annotated[int, Field(ge=0, le=MOST_WINDOW), _none_or(LEAST_WINDOW, MOST_WINDOW)] = 0
    max_output: Annotated[int, Field(ge=0, le=MOST_WINDOW), _none_or(LEAST_OUTPUT, MOST_WINDOW)] = 0
    ratio: Ratio = 0.0
    cap: Cap = 0
    quality_limit: Annotated[int, Field(ge=0, le=MOST_WINDOW), _none_or(LEAST_WINDOW, MOST_WINDOW)] = 0
    strategy: str = ""
    profile: Literal["", "economy", "balanced", "long"] = ""
    formula: Literal["", "tiers", "classic"] = ""
    message_cap: Annotated[int, Field(ge=0, le=MOST_MESSAGES), _none_or(LEAST_MESSAGES, MOST_MESSAGES)] | None = None
    recent_n: Annotated[int, Field(ge=0, le=100)] = 0
    old_max_bytes: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    summary_model: str = ""
    price_input: Annotated[float | None, Field(ge=0, le=1_000_000)] = None
    price_output: Annotated[float | None, Field(ge=0, le=1_000_000)] = None
    currency: str = ""
    tools: bool | None = None
    images: bool | None = None
    reasoning: bool | None = None


class Settings(_Group):
    """All settings of a profile."""

    general: General = General()
    appearance: Appearance = Appearance()
    context: Context = Context()
    chatting: Chatting = Chatting()
    network: Network = Network()
    usage: UsageLimits = UsageLimits()
    providers: tuple[ProviderEntry, ...] = ()
    overrides: dict[str, ModelOverride] = Field(default_factory=dict[str, ModelOverride])
    local_files: tuple[str, ...] = ()
    favourites: tuple[str, ...] = ()
    """Models that stand first where one is chosen, as ``provider/name``, in the order in which they were starred."""
    skills_off: tuple[str, ...] = ()
    """Names of the user's skills that no chat uses unless it turns them on."""
    prompt_files: tuple[str, ...] = ()
    """Text files that stand in the system prompt of every chat, as absolute paths."""
    shortcuts: dict[str, str] = Field(default_factory=dict[str, str])
    """Keys that the user chose: command → keys in Qt's portable notation, "" for none."""


_PROXY = re.compile(r"(?:https?|socks5h?)://[^\s/]+/?")
GROUPS: tuple[str, ...] = ("general", "appearance", "context", "chatting", "network", "usage")


def keys() -> tuple[str, ...]:
    """Every dotted key that ``get`` and ``change`` take, in order of declaration."""
    found: list[str] = []
    for group in GROUPS:
        model = cast("type[BaseModel]", Settings.model_fields[group].annotation)
        found.extend(f"{group}.{name}" for name in model.model_fields)
    return tuple(found)


def get(settings: Settings, key: str) -> object:
    """The value of a dotted key. Raises InputError for an unknown key."""
    if key not in keys():
        raise InputError(text("settings.unknown_key", key=key))
    group, name = key.split(".", 1)
    return cast("object", getattr(getattr(settings, group), name))


def change(settings: Settings, changes: Mapping[str, object]) -> Settings:
    """New settings with dotted keys changed. Raises InputError naming the key and what it takes."""
    data = settings.model_dump()
    for key, value in changes.items():
        get(settings, key)
        if key == "network.proxy_url":
            check_proxy(str(value))
        group, name = key.split(".", 1)
        data[group][name] = value
    return load(data)


def parse(key: str, value: str) -> object:
    """A command-line string as a value for ``key``: pydantic's lax mode does the rest; booleans take on/off too.

    Raises InputError for an unknown key.
    """
    lowered = value.strip().lower()
    if lowered in ("on", "off") and isinstance(get(Settings(), key), bool):
        return lowered == "on"
    return value


def check_proxy(address: str) -> None:
    """Raises InputError when requests could not be sent through ``address``; "" is allowed and means none."""
    if address and not _PROXY.fullmatch(address):
        raise InputError(text("settings.proxy_address"))


def check_provider_name(name: str) -> None:
    """Raises InputError when models could not be called ``name/model``: blank, or with a slash or space in it."""
    if not name or "/" in name or any(character.isspace() for character in name):
        raise InputError(text("setup.bad_name", name=name))


def check_override(value: ModelOverride) -> None:
    """Raises InputError when a number of it is one that no model could have."""
    try:
        ModelOverride.model_validate(value.model_dump())
    except ValidationError as error:
        raise _bad_value(error, ModelOverride) from error


def load(data: Mapping[str, Any]) -> Settings:
    """Settings from stored data; unknown keys are ignored. Raises InputError with the first bad value's name."""
    try:
        return Settings.model_validate(data)
    except ValidationError as error:
        raise _bad_value(error, Settings) from error


def _bad_value(error: ValidationError, model: type[BaseModel]) -> InputError:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return InputError(text("settings.bad_value", key=place, reason=reason(first, model)))
