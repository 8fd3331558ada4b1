"""The panel's words for what core names by key. English is the source; Qt translates at the moment of the call."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import Phase
from weclaw_desktop.core.windows import Thresholds

translate = QCoreApplication.translate
_SYMBOLS = {"USD": "$", "CNY": "¥", "EUR": "€", "GBP": "£", "JPY": "JP¥"}


def part(key: str) -> str:
    """A share of the request, for people."""
    return {
        "system": translate("ContextPanel", "System prompt"),
        "skills": translate("ContextPanel", "Skills"),
        "files": translate("ContextPanel", "Files"),
        "memory": translate("ContextPanel", "Memory"),
        "notice": translate("ContextPanel", "Notice"),
        "schemas": translate("ContextPanel", "Tool schemas"),
        "frame": translate("ContextPanel", "Frame lines"),
        "lead": translate("ContextPanel", "Beginning"),
        "pins": translate("ContextPanel", "Pins"),
        "rules": translate("ContextPanel", "Rules"),
        "ledger": translate("ContextPanel", "Facts by code"),
        "summary": translate("ContextPanel", "Summary"),
        "digest": translate("ContextPanel", "Passages"),
        "recent": translate("ContextPanel", "Recent turns"),
        "attachments": translate("ContextPanel", "Attachments"),
        "draft": translate("ContextPanel", "Draft"),
    }.get(key, key)


def part_explained(key: str) -> str:
    """One sentence about a share of the request."""
    return {
        "system": translate("ContextPanel", "Persona, safety, your instructions and tool guidance; always sent first."),
        "skills": translate("ContextPanel", "Names and one line of each skill; bodies are read when needed."),
        "files": translate("ContextPanel", "Instruction files that stand in the system prompt."),
        "memory": translate("ContextPanel", "What was remembered from other chats."),
        "notice": translate("ContextPanel", "What the model is told about text it does not see."),
        "schemas": translate("ContextPanel", "Descriptions of the tools the model may call."),
        "frame": translate("ContextPanel", "Lines that tell the model to read what follows as reference."),
        "lead": translate("ContextPanel", "How the chat began, in short."),
        "pins": translate("ContextPanel", "What you pinned, word for word."),
        "rules": translate("ContextPanel", "Rules that you set, word for word."),
        "ledger": translate("ContextPanel", "Requests, values and files that code took from older messages."),
        "summary": translate("ContextPanel", "What a model wrote in place of older messages."),
        "digest": translate("ContextPanel", "Passages of older messages that code chose for their facts."),
        "recent": translate("ContextPanel", "The newest messages, word for word."),
        "attachments": translate("ContextPanel", "Images and files attached to messages."),
        "draft": translate("ContextPanel", "What you are writing now, estimated."),
    }.get(key, "")


def tier(key: str) -> str:
    """A tier's badge."""
    return {
        "S": translate("ContextPanel", "Small tier"),
        "M": translate("ContextPanel", "Medium tier"),
        "L": translate("ContextPanel", "Large tier"),
    }[key]


def profile(lines: Thresholds) -> str:
    """The profile, or what replaces its brackets."""
    if lines.formula == "ratio":
        return translate("ContextPanel", "Fixed share")
    if lines.formula == "classic":
        return translate("ContextPanel", "Classic formula")
    return {
        "economy": translate("ContextPanel", "Economy"),
        "balanced": translate("ContextPanel", "Balanced"),
        "long": translate("ContextPanel", "Long memory"),
    }[lines.profile]


def budget(key: str) -> str:
    """A system-prompt budget."""
    return {
        "total": translate("ContextPanel", "Total"),
        "skills": translate("ContextPanel", "Skills"),
        "files": translate("ContextPanel", "Files"),
    }.get(key, key)


def budget_explained(key: str) -> str:
    """One sentence about the numbers of a budget."""
    return {
        "total": translate(
            "ContextPanel", "What the system prompt takes in the next request, of what it may take here."
        ),
        "skills": translate(
            "ContextPanel",
            "What skills take with their lines and the texts that were read, of their part of the budget.",
        ),
        "files": translate(
            "ContextPanel", "What instruction files and files that you pinned take, of their part of the budget."
        ),
    }.get(key, "")


def budget_state(state: str) -> str:
    """A budget's state in words, for tooltips and screen readers."""
    return {
        "green": translate("ContextPanel", "within budget"),
        "amber": translate("ContextPanel", "above 80 % of the budget"),
        "red": translate("ContextPanel", "over budget"),
    }[state]


def phase(key: Phase) -> str:
    """What a state is called when nothing more precise comes with it."""
    return {
        "empty": translate("ContextPanel", "Nothing sent yet"),
        "no_model": translate("ContextPanel", "Choose a model to start"),
        "idle": "",
        "preparing": translate("ContextPanel", "Preparing in background"),
        "prepared": translate("ContextPanel", "Ready; applied with your next message"),
        "waiting": translate("ContextPanel", "Shortening before sending, ≤ 20 s"),
        "paused": translate("ContextPanel", "Automatic compression paused"),
        "undone": translate("ContextPanel", "Compression undone; full history until the limit"),
        "cannot_help": translate("ContextPanel", "System prompt, tools and the newest turn fill the room"),
        "too_small": translate("ContextPanel", "Model too small to compress; oldest turns slide out"),
        "degraded": translate("ContextPanel", "Summary by code"),
        "read_only": translate("ContextPanel", "Disk full: nothing new is saved"),
    }[key]


def action(name: str, state: Phase) -> str:
    """What a button of the status says."""
    if name == "compress" and state in ("undone", "degraded"):
        return translate("ContextPanel", "Compress again")
    return {
        "cancel": translate("ContextPanel", "Cancel"),
        "resume": translate("ContextPanel", "Resume"),
        "compress": translate("ContextPanel", "Compress now"),
        "preview": translate("ContextPanel", "Preview"),
        "quick": translate("ContextPanel", "Use quick version"),
        "see": translate("ContextPanel", "See"),
        "trim": translate("ContextPanel", "Trim"),
        "export": translate("ContextPanel", "Export"),
        "set_window": translate("ContextPanel", "Set"),
        "apply": translate("ContextPanel", "Apply now"),
        "send": translate("ContextPanel", "Apply and send"),
        "gentle": translate("ContextPanel", "Shorten more gently"),
        "later": translate("ContextPanel", "Later"),
    }.get(name, name)


def bare(model: str) -> str:
    """A model's name in its id, where nobody knows what people call it."""
    return model.rsplit("/", 1)[-1]


def method(record: Record, title: Callable[[str], str] = bare) -> str:
    """Who made what stands for the older messages; ``title`` is what people call a model, from its id."""
    if record.block is not None and record.block.edited:
        return translate("ContextPanel", "summary edited by you")
    model = title(record.summary_model)
    if record.method == "model" and model:
        if record.strategy in ("pipeline", "layered"):
            return translate("ContextPanel", "summary by {0}").format(model)
        return translate("ContextPanel", "facts by code, summary by {0}").format(model)
    if record.method == "static" and record.degraded is None:
        return translate("ContextPanel", "by code, no model")
    return {
        "passes": translate("ContextPanel", "by code, tool results shortened"),
        "digest": translate("ContextPanel", "by code, no model"),
        "model": translate("ContextPanel", "facts by code, summary by a model"),
        "static": translate("ContextPanel", "by code, the model failed"),
        "slide": translate("ContextPanel", "oldest turns slid out"),
        "truncate": translate("ContextPanel", "oldest turns left out"),
    }[record.method]


def record_state(state: str) -> str:
    """What became of a record that is not in force."""
    return {
        "undone": translate("ContextPanel", "undone"),
        "superseded": translate("ContextPanel", "replaced by a newer one"),
        "stale": translate("ContextPanel", "dropped, the chat changed"),
        "prepared": translate("ContextPanel", "ready"),
    }.get(state, "")


def money(amount: float, currency: str) -> str:
    """An amount in its own currency: two decimals, more while it is small."""
    digits = 2 if amount >= 0.01 or amount == 0 else 4
    symbol = _SYMBOLS.get(currency, f"{currency} " if currency else "")
    return f"{symbol}{amount:.{digits}f}"
