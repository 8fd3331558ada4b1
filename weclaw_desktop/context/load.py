"""How large the next request is, and of what: the number that trigger, meter, command line and log share.

Everything that is sent is counted (system prompt with notice, tool schemas, the view, attachments) and calibrated with
k. With the chat's memo a check after a turn costs O(new messages).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from weclaw_desktop.context.blocks import Piece, pieces, shares, sizes
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.notice import notice
from weclaw_desktop.context.system_prompt import Assembled, assemble
from weclaw_desktop.context.view import ViewSums, sums
from weclaw_desktop.core.report import PartKey, ReportPart
from weclaw_desktop.core.request import PromptSection

_SYSTEM_PARTS: dict[str, PartKey] = {"skills": "skills", "files": "files", "memory": "memory"}


@dataclass(frozen=True, slots=True)
class Load:
    """Calibrated tokens of the next request.

    ``total`` is without the draft; ``fixed`` is system prompt, notice and tool schemas; ``view`` the messages.
    ``parts`` add up to ``total`` plus the draft. ``skills`` are the texts of skills among the messages, by name: they
    count to the part of that name.
    """

    total: int
    fixed: int
    view: int
    draft: int
    parts: tuple[ReportPart, ...]
    skills: tuple[tuple[str, int], ...] = ()

    def part(self, *keys: PartKey) -> int:
        """Tokens of these parts, 0 when they are absent. What the user pinned counts to the rules."""
        wanted = (*keys, "pins") if "rules" in keys else keys
        return sum(part.tokens for part in self.parts if part.key in wanted)


def measure(state: State) -> Load:
    """The load of ``state``, part by part; asked again about the same state it is at hand."""
    seen = (
        *(state.log, state.record, state.thresholds.budgets, state.system, state.tools, state.counter, state.pins),
        *(state.calibration, state.language, state.settings.tell_model, state.recall, state.draft),
    )
    return state.memo.last("load", seen, lambda: _measured(state))


def total(state: State, assembled: Assembled) -> int:
    """``measure(state).total`` without the parts, whose pieces would be counted one by one.

    ``assembled`` is the state's system prompt.
    """
    told = _count(state, notice_of(state, assembled))
    view = sums(state.log, state.record, state.counter, state.language, state.memo, state.pins)
    return assembled.tokens + told + _schemas(state) + ceil(view.total * state.calibration.k)


def _schemas(state: State) -> int:
    tokens = state.memo.last("tools", (state.tools, state.counter), lambda: state.counter.tools(state.tools))
    return ceil(tokens * state.calibration.k)


def _measured(state: State) -> Load:
    k = state.calibration.k
    assembled = system_of(state)
    said = notice_of(state, assembled)
    told = _count(state, said)
    schemas = _schemas(state)
    view = sums(state.log, state.record, state.counter, state.language, state.memo, state.pins)
    front = ceil(sum(m.tokens for m in view.front() if m.synthetic) * k)
    shown = ceil(view.total * k)
    attachments = min(shown - front, round(view.attachments * k))
    skills = tuple((name, round(tokens * k)) for name, tokens in view.skills().items())
    read = min(shown - front - attachments, sum(tokens for _, tokens in skills))
    sized: dict[PartKey, int] = {"system": 0}
    for section in assembled.sections:
        key = _SYSTEM_PARTS.get(section.key, "system")
        sized[key] = sized.get(key, 0) + section.tokens
    if read:
        sized["skills"] = sized.get("skills", 0) + read
    sized |= {
        "notice": told,
        "schemas": schemas,
        **_front_of(state, view, front),
        "recent": shown - front - attachments - read,
        "attachments": attachments,
        "draft": state.draft,
    }
    fixed = assembled.tokens + told + schemas
    parts = tuple(ReportPart(key, tokens) for key, tokens in sized.items() if tokens > 0)
    return Load(fixed + shown, fixed, shown, state.draft, parts, skills)


def _front_of(state: State, view: ViewSums, front: int) -> dict[PartKey, int]:
    """The ``front`` calibrated tokens of the context block and its "Noted.", piece by piece."""
    synthetic = [m for m in view.front() if m.synthetic]
    if not synthetic:
        return {}
    block = block_pieces(view)
    whole = sum(m.tokens for m in synthetic)
    raw = state.memo.last("block", (view.block, state.counter), lambda: sizes(block, whole, state.counter))
    given = shares(front, [size for _, size in raw])
    return {key: tokens for (key, _), tokens in zip(raw, given, strict=True)}


def block_pieces(view: ViewSums) -> tuple[Piece, ...]:
    """What the view's context block is made of, as it is sent; nothing where there is none."""
    view.front()
    return pieces(view.block) if view.block is not None else ()


def system_of(state: State) -> Assembled:
    """The state's system prompt within its budget, without the notice."""
    return assemble(
        state.system, state.thresholds.budgets, state.counter, state.language, k=state.calibration.k, memo=state.memo
    )


def notice_of(state: State, assembled: Assembled) -> str:
    """What the model is told at the end of the system prompt; empty when the user does not want it told."""
    if not state.settings.tell_model:
        return ""
    record, trims, language, recall = state.record, assembled.trims, state.language, state.recall
    given = (record, trims, language, recall)
    return state.memo.last("notice", given, lambda: notice(record, trims, language, recall=recall))


def sections_of(state: State) -> tuple[PromptSection, ...]:
    """The sections that are sent, notice last."""
    assembled = system_of(state)
    said = notice_of(state, assembled)
    if not said:
        return assembled.sections
    return (*assembled.sections, PromptSection("notice", said, _count(state, said), stable=False))


def _count(state: State, value: str) -> int:
    if not value:
        return 0
    raw = state.memo.last(f"text:{len(value)}", (value, state.counter), lambda: state.counter.text(value))
    return ceil(raw * state.calibration.k)
