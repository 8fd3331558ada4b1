"""What the values of a setting are called, and the names of the pages."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from weclaw_desktop.core.text import text
from weclaw_desktop.ui import i18n

translate = QCoreApplication.translate


def label(key: str) -> str:
    """A setting's name, from the catalogue."""
    return i18n.say(text(f"settings.{key}"))


def explained(key: str) -> str:
    """One sentence about a setting, from the catalogue."""
    return i18n.say(text(f"settings.{key}.help"))


def terms(key: str) -> str:
    """What the search finds a setting by."""
    return f"{label(key)} {explained(key)}"


def page(name: str) -> str:
    """A page's name."""
    return {
        "general": translate("SettingsWindow", "General"),
        "models": translate("SettingsWindow", "Models & keys"),
        "context": translate("SettingsWindow", "Context"),
        "compare": translate("SettingsWindow", "Compare strategies"),
        "tools": translate("SettingsWindow", "Tools & permissions"),
        "appearance": translate("SettingsWindow", "Appearance"),
        "personas": translate("SettingsWindow", "Personas"),
        "skills": translate("SettingsWindow", "Skills & files"),
        "keys": translate("SettingsWindow", "Keyboard"),
        "usage": translate("SettingsWindow", "Usage"),
        "network": translate("SettingsWindow", "Network"),
        "data": translate("SettingsWindow", "Data"),
    }[name]


def options(key: str) -> tuple[tuple[str, str], ...]:
    """Value and name of every choice of a setting."""
    return {
        "general.language": (
            ("system", translate("SettingsWindow", "As the system")),
            ("en", "English"),
            ("zh", "中文"),
        ),
        "general.send_with": (
            ("enter", translate("SettingsWindow", "Enter")),
            ("ctrl_enter", translate("SettingsWindow", "Ctrl+Enter")),
        ),
        "appearance.theme": (
            ("system", translate("SettingsWindow", "As the system")),
            ("light", translate("SettingsWindow", "Light")),
            ("dark", translate("SettingsWindow", "Dark")),
        ),
        "context.profile": (
            ("economy", translate("SettingsWindow", "Economy")),
            ("balanced", translate("SettingsWindow", "Balanced")),
            ("long", translate("SettingsWindow", "Long memory")),
        ),
        "context.formula": (
            ("tiers", translate("SettingsWindow", "Tiers")),
            ("classic", translate("SettingsWindow", "Classic")),
        ),
        "context.sp_scale": (
            ("scaled", translate("SettingsWindow", "Scaled to the model")),
            ("full", translate("SettingsWindow", "Full 40K · 8K · 3K")),
            ("custom", translate("SettingsWindow", "Custom")),
        ),
        "network.proxy": (
            ("system", translate("SettingsWindow", "As the system")),
            ("none", translate("SettingsWindow", "None")),
            ("custom", translate("SettingsWindow", "Custom")),
        ),
    }[key]


def source(name: str) -> str:
    """Where a number of a model is from, from the catalogue."""
    return i18n.say(text(f"llm.source.{name}"))


def strategy_told(name: str) -> str:
    """Two lines about a strategy for its card; a plug-in says nothing here."""
    return {
        "adaptive": translate(
            "SettingsWindow",
            "Works in the background. Keeps your rules word for word and most facts; a short summary for the rest. "
            "Undo at any time.",
        ),
        "pipeline": translate(
            "SettingsWindow", "After each reply: shorten old tool results, then summarise. Falls back twice."
        ),
        "layered": translate(
            "SettingsWindow",
            "Shows the beginning of old tool results, then a summary for older turns; what leaves is kept as dated "
            "notes.",
        ),
        "truncate": translate("SettingsWindow", "Leaves the oldest turns out. No model cost, no summary."),
        "off": translate(
            "SettingsWindow", "Nothing until the hard line; only keeps a request from exceeding the window."
        ),
    }.get(name, "")


def strategy_origin(name: str) -> str:
    """The small word beside a strategy's name."""
    return {
        "adaptive": translate("SettingsWindow", "default"),
        "pipeline": translate("SettingsWindow", "Hermes style"),
        "layered": translate("SettingsWindow", "CoPaw style"),
        "truncate": translate("SettingsWindow", "classic"),
    }.get(name, "")


def size(count: int) -> str:
    """Bytes as people read them: 98 MB, 1.1 GB."""
    if count >= 1_000_000_000:
        return f"{count / 1_000_000_000:.1f} GB"
    return f"{max(1, round(count / 1_000_000))} MB"


def tool_told(name: str, otherwise: str) -> str:
    """What a built-in tool does, for people; other tools speak for themselves."""
    return {
        "read_file": translate("SettingsWindow", "Reads a text file of this computer, in parts when it is long."),
        "list_folder": translate("SettingsWindow", "Lists the files of a folder on this computer."),
        "current_time": translate("SettingsWindow", "Tells date, time, weekday and time zone."),
        "recall": translate("SettingsWindow", "Looks up earlier messages of the chat, by words or by number."),
        "skill": translate("SettingsWindow", "Reads a skill, or a file beside it; only in chats that have skills."),
    }.get(name, otherwise)
