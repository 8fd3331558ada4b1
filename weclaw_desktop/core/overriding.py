"""Which value of a context setting holds: the chat's own, else the model's, else the one of the settings.

Desk, panel, command line and settings pages all ask ``in_force``, so that nobody has a second opinion (fault W8). The
chat keeps strategy and profile in fields of its own and everything else in ``Chat.overrides`` under dotted keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.settings import Context, ModelOverride, Settings
from weclaw_desktop.core.text import text

Source = Literal["chat", "model", "settings"]
OF_MODELS = (
    "strategy",
    "profile",
    "ratio",
    "cap",
    "formula",
    "message_cap",
    "recent_n",
    "old_max_bytes",
    "summary_model",
)
"""What a model can have of its own, and a chat too."""
OF_CHATS = (
    *OF_MODELS,
    "background",
    "summarise_local",
    "tell_model",
    "recall",
    "ask_before",
    "pause_useless",
)
"""What a chat can have of its own."""
_FIELDS = ("strategy", "profile")
"""What has a column of its own; "" there means none."""
_PREFIX = "context."


@dataclass(frozen=True, slots=True)
class OwnSetting:
    """A value that a chat or its model has of its own, as it holds."""

    name: str
    value: object
    source: Source


@dataclass(frozen=True, slots=True)
class InForce:
    """The context settings that hold, and where each value comes from that is not the settings'."""

    context: Context
    sources: Mapping[str, Source] = field(default_factory=dict[str, Source])

    def source(self, name: str) -> Source:
        """Where a value comes from."""
        return self.sources.get(name, "settings")

    @property
    def own(self) -> tuple[OwnSetting, ...]:
        """What is not the settings', in the order in which it is declared."""
        return tuple(
            OwnSetting(name, getattr(self.context, name), self.sources[name])
            for name in OF_CHATS
            if name in self.sources
        )


def in_force(settings: Settings, model: str = "", chat: Chat | None = None) -> InForce:
    """The context settings for a chat that ``model`` (``provider/name``) answers. Pure.

    Stored values that no longer hold (a range that was narrowed) count as none.
    """
    values: dict[str, object] = {}
    sources: dict[str, Source] = {}
    for source, own in (("model", of_model(settings.overrides.get(model))), ("chat", of_chat(chat))):
        for name, value in own.items():
            values[name] = value
            sources[name] = "model" if source == "model" else "chat"
    if not values:
        return InForce(settings.context)
    return InForce(settings.context.model_copy(update=values), sources)


def of_model(override: ModelOverride | None) -> dict[str, object]:
    """What a model has of its own, by name."""
    if override is None:
        return {}
    own: dict[str, object] = {}
    for name in OF_MODELS:
        value: object = getattr(override, name)
        if value != ModelOverride.model_fields[name].default:
            own[name] = value
    return own


def of_chat(chat: Chat | None) -> dict[str, object]:
    """What a chat has of its own, by name."""
    if chat is None:
        return {}
    found: dict[str, object] = {name: value for name in _FIELDS if (value := getattr(chat, name))}
    for name in OF_CHATS:
        if f"{_PREFIX}{name}" in chat.overrides and name not in _FIELDS:
            found[name] = chat.overrides[f"{_PREFIX}{name}"]
    return {name: value for name, value in found.items() if _holds(name, value)}


def own_fields(chat: Chat, changes: Mapping[str, object]) -> dict[str, object]:
    """The fields of ``chat`` that are to be stored so that it has these values of its own; None takes one back.

    Raises InputError for a name that chats cannot have, or a value that the setting does not take.
    """
    fields: dict[str, object] = {}
    overrides = dict(chat.overrides)
    for name, value in changes.items():
        if name not in OF_CHATS:
            raise InputError(text("settings.not_of_chats", key=_PREFIX + name, keys=_named(OF_CHATS)))
        taken = None if value is None else checked(name, value)
        if name in _FIELDS:
            fields[name] = taken or ""
        elif taken is None:
            overrides.pop(_PREFIX + name, None)
        else:
            overrides[_PREFIX + name] = taken
    if overrides != chat.overrides:
        fields["overrides"] = overrides
    return fields


def own_of_model(before: ModelOverride | None, changes: Mapping[str, object]) -> ModelOverride:
    """A model's own numbers with these values; None takes one back.

    Raises InputError for a name that models cannot have, or a value that the setting does not take.
    """
    taken: dict[str, object] = {}
    for name, value in changes.items():
        if name not in OF_MODELS:
            raise InputError(text("settings.not_of_models", key=_PREFIX + name, keys=_named(OF_MODELS)))
        taken[name] = ModelOverride.model_fields[name].default if value is None else checked(name, value)
    return (before or ModelOverride()).model_copy(update=taken)


def checked(name: str, value: object) -> object:
    """``value`` as the setting takes it. Raises InputError with what it takes."""
    key = _PREFIX + name
    return declared.get(declared.change(Settings(), {key: value}), key)


def _holds(name: str, value: object) -> bool:
    try:
        return checked(name, value) == value
    except InputError:
        return False


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(_PREFIX + name for name in names)
