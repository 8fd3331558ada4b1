"""What the panel says of single sections, skills and files: finished words and what can be done, from one report."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.report import BudgetItem, BudgetLine, ContextReport
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.words import translate

SMALL = 300
"""Tokens of a file under which shortening it gains nothing worth a button."""
FULL_SHARE = 4
"""The prompt's budget is the threshold's share of one in so many, and at most ``FULL``."""
FULL = 40_000
Act = Literal["off", "on", "out", "in", "short", "whole", "unpin", "edit_skill", "edit_section", "use_now"]


@dataclass(frozen=True, slots=True)
class ItemView:
    """One line of an opened budget; ``acts`` name what can be done with it. ``source`` is what choices know it by."""

    section: str
    name: str
    source: str
    tokens: str
    note: str
    badge: str
    acts: tuple[tuple[Act, str], ...]
    spoken: str
    away: bool = False


def items(line: BudgetLine, pinned: Collection[str] = ()) -> tuple[ItemView, ...]:
    """The lines of one budget: what is in it first, then what is left out. ``pinned`` are files of this chat's."""
    return tuple(_item(line, item, pinned) for item in sorted(line.items, key=lambda item: item.state == "out"))


def waits(report: ContextReport) -> str:
    """Says that files changed which are not in force yet, "" when there are none."""
    changed = [item.name for line in report.budgets if line.key != "total" for item in line.items if item.change]
    if not changed:
        return ""
    what = changed[0]
    if len(changed) > 1:
        what = translate("ContextPanel", "{0} and {1} more").format(what, len(changed) - 1)
    return translate("ContextPanel", "{0} changed on the disk; in force at the next compression.").format(what)


def why(report: ContextReport) -> str:
    """Why the budgets are as large as they are, with numbers."""
    if not report.budgets:
        return ""
    lines = report.thresholds
    quarter, budgets = lines.threshold // FULL_SHARE, lines.budgets
    total = f"{budgets.system_prompt:,}"
    if budgets.system_prompt == min(FULL, quarter):
        head = translate(
            "ContextPanel",
            "The system prompt may take a quarter of the threshold, at most 40,000: {0} / 4 = {1}, so {2}.",
        ).format(f"{lines.threshold:,}", f"{quarter:,}", total)
    else:
        head = translate("ContextPanel", "You set the budget of the system prompt in the settings: {0}.").format(total)
    parts = translate(
        "ContextPanel",
        "Of this skills have {0} and files {1}; a part may use what others leave free. Over {2} files are shortened "
        "first (the oldest before others), then skills to name and line, then optional sections; persona, safety and "
        "your instructions never.",
    ).format(f"{budgets.skills:,}", f"{budgets.files:,}", total)
    return f"{head} {parts}"


def _item(line: BudgetLine, item: BudgetItem, pinned: Collection[str]) -> ItemView:
    name, away = _name(line, item), item.state == "out"
    tokens = "–" if away and not item.wanted else compact(item.tokens)
    if item.wanted > item.tokens and item.tokens:
        tokens = translate("ContextPanel", "{0} of {1}").format(compact(item.tokens), compact(item.wanted))
    note, badge = _note(line, item), _badge(item)
    spoken = i18n.joined((name, tokens, badge, note))
    return ItemView(item.section, name, item.source, tokens, note, badge, _acts(line, item, pinned), spoken, away)


def _name(line: BudgetLine, item: BudgetItem) -> str:
    if line.key == "total":
        return section(item.section)
    if item.state == "body":
        return translate("ContextPanel", "{0}, read").format(item.name or "?")
    return item.name or translate("ContextPanel", "What is said about them")


def _badge(item: BudgetItem) -> str:
    return {
        "": "",
        "changed": translate("ContextPanel", "changed"),
        "new": translate("ContextPanel", "new"),
        "empty": translate("ContextPanel", "empty"),
        "unreadable": translate("ContextPanel", "cannot be read"),
        "gone": translate("ContextPanel", "gone"),
    }[item.change]


def _note(line: BudgetLine, item: BudgetItem) -> str:
    if item.note is not None:
        return i18n.say(item.note)
    if item.state == "body":
        return translate("ContextPanel", "its text in the messages; one line after the next compression")
    if item.state == "name":
        return translate("ContextPanel", "only name and line: its text does not fit the budget")
    if item.state == "shortened" and line.key == "files":
        return translate("ContextPanel", "shortened to fit: files go first, the oldest before others")
    if item.state == "shortened":
        return translate("ContextPanel", "partly shortened to fit the budget")
    if item.state == "out" and not item.change:
        return translate("ContextPanel", "left out to fit the budget")
    return ""


def _acts(line: BudgetLine, item: BudgetItem, pinned: Collection[str]) -> tuple[tuple[Act, str], ...]:
    found: list[Act] = []
    if item.change:
        found.append("use_now")
    if line.key == "total":
        found.extend(["edit_section"] if item.section in ("persona", "instructions", "tools") else [])
    elif line.key == "skills":
        found += _skill_acts(item)
    elif item.source:
        found.extend(_unpinning(act) if item.source in pinned else act for act in _file_acts(item))
    return tuple((act, act_label(act)) for act in found)


def _skill_acts(item: BudgetItem) -> list[Act]:
    key = item.note.key if item.note is not None else ""
    if not item.source:
        return []
    if ":" in item.source and key.startswith("workspace.skill_"):
        return ["edit_skill"]
    if key in ("workspace.off", "workspace.off_here"):
        return ["on"]
    return [] if item.state == "out" else ["off"]


def _unpinning(act: Act) -> Act:
    """A file that stands there by the user's word alone is taken away by taking it back."""
    return "unpin" if act == "out" else act


def _file_acts(item: BudgetItem) -> list[Act]:
    key = item.note.key if item.note is not None else ""
    if key == "workspace.out_here":
        return ["in"]
    if item.state == "out":
        return []
    if key == "workspace.short_here":
        return ["whole", "out"]
    return ["out", "short"] if item.wanted > SMALL else ["out"]


def act_label(act: Act) -> str:
    """What a button says."""
    return {
        "off": translate("ContextPanel", "Turn off here"),
        "on": translate("ContextPanel", "Turn on here"),
        "out": translate("ContextPanel", "Leave out here"),
        "in": translate("ContextPanel", "Bring back"),
        "short": translate("ContextPanel", "Shorten"),
        "whole": translate("ContextPanel", "Show whole"),
        "unpin": translate("ContextPanel", "Unpin"),
        "edit_skill": translate("ContextPanel", "Edit…"),
        "edit_section": translate("ContextPanel", "Edit…"),
        "use_now": translate("ContextPanel", "Use now"),
    }[act]


def section(key: str) -> str:
    """A section of the system prompt, for people."""
    return {
        "persona": translate("ContextPanel", "Persona"),
        "safety": translate("ContextPanel", "Safety"),
        "instructions": translate("ContextPanel", "Your instructions"),
        "tools": translate("ContextPanel", "Tool guidance"),
        "skills": translate("ContextPanel", "Skills"),
        "files": translate("ContextPanel", "Files"),
        "memory": translate("ContextPanel", "Memory"),
    }.get(key, key)
