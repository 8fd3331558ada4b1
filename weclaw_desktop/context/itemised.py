"""What each section, skill and file of the system prompt costs, before and after trimming, for people.

Nothing is decided here: the sizes are those that ``system_prompt`` counted, and the notes come from whoever read the
files.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

from weclaw_desktop.core.report import BudgetItem
from weclaw_desktop.core.request import PromptSection, SectionKey

SINGLE: frozenset[SectionKey] = frozenset({"skills", "files"})
"""Sections of which each skill or file is an item of its own."""


def itemised(wanted: Sequence[PromptSection], sent: Sequence[PromptSection]) -> tuple[BudgetItem, ...]:
    """One item per section, in order. ``sent`` is ``wanted`` with some shortened and others missing."""
    left = list(sent)
    found: list[BudgetItem] = []
    for section in wanted:
        at = next((i for i, s in enumerate(left) if _same(s, section)), None)
        now = None if at is None else left.pop(at)
        item = BudgetItem(section.key, section.name, section.source, 0, section.tokens, "out")
        if now is not None:
            item = replace(item, tokens=now.tokens, state=_state(section, now))
        found.append(item)
    return tuple(found)


def by_section(items: Iterable[BudgetItem]) -> tuple[BudgetItem, ...]:
    """One item per key, with the sums of what belongs to it."""
    found: dict[SectionKey, BudgetItem] = {}
    for item in items:
        known = found.get(item.section)
        if known is None:
            found[item.section] = replace(item, name="", source="", change="", note=None)
        else:
            state = known.state if known.state == item.state else "shortened"
            tokens, wanted = known.tokens + item.tokens, known.wanted + item.wanted
            found[item.section] = replace(known, tokens=tokens, wanted=wanted, state=state)
    return tuple(found.values())


def noted(items: Sequence[BudgetItem], notes: Sequence[BudgetItem]) -> tuple[BudgetItem, ...]:
    """The items with what is known of their files, and behind them those that are not in the prompt."""
    known = {(note.section, note.source): note for note in notes}
    found: list[BudgetItem] = []
    for item in items:
        note = known.pop((item.section, item.source), None) if item.source else None
        found.append(item if note is None else _told(item, note))
    return (*found, *known.values())


def _told(item: BudgetItem, note: BudgetItem) -> BudgetItem:
    """The item with the note; what the user shortened counts as shortened, though nothing had to be trimmed of it."""
    state = "shortened" if note.state == "shortened" and item.state == "whole" else item.state
    return replace(item, state=state, change=note.change, note=note.note)


def _same(sent: PromptSection, wanted: PromptSection) -> bool:
    return (sent.key, sent.name, sent.source) == (wanted.key, wanted.name, wanted.source)


def _state(wanted: PromptSection, sent: PromptSection) -> Literal["whole", "name", "shortened"]:
    if sent.text == wanted.text:
        return "whole"
    return "name" if wanted.key == "skills" else "shortened"
