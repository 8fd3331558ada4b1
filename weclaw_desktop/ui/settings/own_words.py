"""What own settings are called, and their values, in the language of the window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from weclaw_desktop.core.overriding import Source
from weclaw_desktop.services.summarisers import NONE
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.header import strategy_name
from weclaw_desktop.ui.settings import words

translate = QCoreApplication.translate


def name(setting: str) -> str:
    """A setting in a few words."""
    return {
        "strategy": translate("Own", "strategy"),
        "profile": translate("Own", "profile"),
        "ratio": translate("Own", "share of the window"),
        "cap": translate("Own", "cap"),
        "formula": translate("Own", "formula of Truncate"),
        "message_cap": translate("Own", "message cap of Truncate"),
        "recent_n": translate("Own", "recent messages of Layered memory"),
        "old_max_bytes": translate("Own", "longest old result of Layered memory"),
        "summary_model": translate("Own", "summary model"),
    }.get(setting) or words.label(f"context.{setting}")


def value(conductor: Conductor, setting: str, held: object) -> str:
    """A value as people read it."""
    if setting == "strategy":
        return strategy_name(str(held))
    if setting in ("profile", "formula"):
        return dict(words.options(f"context.{setting}")).get(str(held), str(held))
    if setting == "summary_model":
        return _summary_model(conductor, str(held))
    if isinstance(held, bool):
        return translate("Own", "on") if held else translate("Own", "off")
    if setting == "ratio" and isinstance(held, float):
        return f"{round(held * 100)} %" if held else translate("Own", "none")
    if setting in ("cap", "message_cap") and not held:
        return translate("Own", "none")
    return f"{held:,}" if isinstance(held, int) else str(held)


def source(where: Source) -> str:
    """Where a value is from."""
    return {
        "chat": translate("Own", "this chat"),
        "model": translate("Own", "this model"),
        "settings": translate("Own", "the settings"),
    }[where]


def listed(conductor: Conductor, held: Mapping[str, object]) -> str:
    """Own values in one line: cap 60,000, profile Economy."""
    one = translate("Own", "{0}: {1}")
    return i18n.joined((one.format(name(setting), value(conductor, setting, it)) for setting, it in held.items()), "; ")


def _summary_model(conductor: Conductor, model: str) -> str:
    if model == NONE:
        return translate("Own", "none, by code only")
    return conductor.model_title(model) if model else translate("Own", "the chat's own")
