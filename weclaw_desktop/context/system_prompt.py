"""The system prompt on a budget: what is trimmed when it is too long, and what never is.

Files go first (oldest first), then skills (least recently used: name and one line stay), then optional sections.
Persona, safety and the user's own instructions are never cut: when they alone exceed the budget, that is said. Stable
sections come first and the notice last, and no clock or counter stands in any: one changed sentence at the head makes a
local model read everything again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from weclaw_desktop.context.excerpt import head
from weclaw_desktop.context.itemised import by_section, itemised
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.notice import Trims
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.report import BudgetLine, BudgetState
from weclaw_desktop.core.request import PromptSection, SectionKey
from weclaw_desktop.core.text import Language, Text, render, text
from weclaw_desktop.core.windows import Budgets

ORDER: tuple[SectionKey, ...] = ("persona", "safety", "instructions", "tools", "skills", "files", "memory", "notice")
NEVER_CUT: frozenset[SectionKey] = frozenset({"persona", "safety", "instructions"})
OPTIONAL: tuple[SectionKey, ...] = ("memory", "tools")
AMBER = 0.8
_FULL: dict[str, int] = {"total": 40_000, "skills": 8_000, "files": 3_000}


@dataclass(frozen=True, slots=True)
class Assembled:
    """A system prompt within its budget, without the notice.

    ``tokens`` is its calibrated size; ``lines`` show each budget against what the untrimmed prompt wants; ``trims`` go
    into the notice; ``alarm`` says that what is never cut is too long by itself.
    """

    sections: tuple[PromptSection, ...]
    tokens: int
    lines: tuple[BudgetLine, ...]
    trims: Trims
    alarm: Text | None = None


def assemble(
    sections: tuple[PromptSection, ...],
    budgets: Budgets,
    counter: Counter,
    language: Language,
    *,
    k: float = 1.0,
    memo: Memo | None = None,
) -> Assembled:
    """Order the sections, count them, and trim what exceeds the budget; a notice among them is left out."""
    inputs = (sections, budgets.system_prompt, budgets.skills, budgets.files, counter, language, k)
    if memo is not None:
        return memo.last("assemble", inputs, lambda: _assemble(sections, budgets, counter, language, k))
    return _assemble(sections, budgets, counter, language, k)


def budget_state(used: int, budget: int) -> BudgetState:
    """Green to 80 %, amber above, red above 100 %."""
    if used > budget:
        return "red"
    return "amber" if used > AMBER * budget else "green"


class _Trimmer:
    """The sections while they are being trimmed, with their calibrated sizes."""

    def __init__(self, sections: tuple[PromptSection, ...], counter: Counter, language: Language, k: float) -> None:
        self._counter = counter
        self._language: Language = language
        self._k = k
        kept = (s for s in sections if s.text.strip() and s.key != "notice")
        self.sections = [self._sized(s) for s in sorted(kept, key=lambda s: ORDER.index(s.key))]
        self.names: dict[SectionKey, list[str]] = {"skills": [], "files": [], "memory": [], "tools": []}

    def of(self, *keys: SectionKey) -> int:
        """Tokens of the sections with these keys."""
        return sum(s.tokens for s in self.sections if s.key in keys)

    @property
    def total(self) -> int:
        """Tokens of the whole prompt."""
        return sum(s.tokens for s in self.sections)

    def oldest(self, key: SectionKey) -> list[int]:
        """Places of the sections with this key, the longest unused first."""
        places = [i for i, s in enumerate(self.sections) if s.key == key and not s.whole]
        return sorted(places, key=lambda i: (self.sections[i].used_ms, i))

    def shorten_file(self, place: int, over: int) -> None:
        """Keep the head of a file, as much as brings the prompt ``over`` tokens down, at least its first line."""
        section = self.sections[place]
        line = render(text("context.system.file_shortened"), self._language) + section.close
        room = section.tokens - over - self._count(line) - 2
        kept = head(section.text, int(room / self._k), self._counter) if room > 0 else ""
        first = section.text.split("\n", 1)[0][:200]
        kept = kept if len(kept) > len(first) else first
        self._put(place, f"{kept.rstrip()}\n{line}")

    def shorten_skill(self, place: int) -> None:
        """Keep name and one line of a skill."""
        section = self.sections[place]
        first = section.text.strip().split("\n", 1)[0]
        self._put(place, f"- {section.name}: {section.line}" if section.line else f"- {section.name or first[:80]}")

    def drop(self, key: SectionKey) -> None:
        """Leave all sections with this key out."""
        if any(s.key == key for s in self.sections):
            self.names[key].append(key)
            self.sections = [s for s in self.sections if s.key != key]

    def _put(self, place: int, value: str) -> None:
        old = self.sections[place]
        new = self._sized(replace(old, text=value))
        if new.tokens < old.tokens:
            self.sections[place] = new
            self.names[old.key].append(old.name or old.key)

    def _sized(self, section: PromptSection) -> PromptSection:
        return replace(section, tokens=self._count(section.text))

    def _count(self, value: str) -> int:
        return round(self._counter.text(value) * self._k)


def _assemble(
    sections: tuple[PromptSection, ...], budgets: Budgets, counter: Counter, language: Language, k: float
) -> Assembled:
    work = _Trimmer(sections, counter, language, k)
    untrimmed = tuple(work.sections)
    wanted = {"total": work.total, "skills": work.of("skills"), "files": work.of("files")}
    limit = budgets.system_prompt
    fixed = work.of(*NEVER_CUT)
    _trim(work, limit)
    sent = {"total": work.total, "skills": work.of("skills"), "files": work.of("files")}
    trims = Trims(
        tuple(work.names["skills"]), tuple(work.names["files"]), (*work.names["memory"], *work.names["tools"])
    )
    alarm = text("context.system.fixed_too_long", tokens=fixed, budget=limit) if fixed > limit else None
    size = {"total": limit, "skills": budgets.skills, "files": budgets.files}
    said: dict[str, tuple[Text, ...]] = {
        "total": tuple(text("context.system.left_out", name=text(f"context.section.{key}")) for key in trims.sections),
        "skills": tuple(text("context.system.name_only", name=name) for name in trims.skills),
        "files": tuple(text("context.system.shortened", name=name) for name in trims.files),
    }
    items = itemised(untrimmed, work.sections)
    inside = {key: tuple(item for item in items if item.section == key) for key in ("skills", "files")}
    inside["total"] = by_section(items)
    lines = tuple(
        BudgetLine(
            key,
            sent[key],
            size[key],
            max(_FULL[key], size[key]),
            budget_state(wanted[key], size[key]),
            said[key],
            inside[key],
            wanted[key],
        )
        for key in ("total", "skills", "files")
    )
    return Assembled(tuple(work.sections), work.total, lines, trims, alarm)


def _trim(work: _Trimmer, limit: int) -> None:
    """Trim until the prompt fits or nothing is left that may be trimmed. A part may use what others leave free."""
    for place in work.oldest("files"):
        if work.total <= limit:
            return
        work.shorten_file(place, work.total - limit)
    for place in work.oldest("skills"):
        if work.total <= limit:
            return
        work.shorten_skill(place)
    for key in OPTIONAL:
        if work.total <= limit:
            return
        work.drop(key)
