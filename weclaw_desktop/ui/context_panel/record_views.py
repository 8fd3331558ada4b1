"""The compressions of a chat as the panel lists them: pure values with finished words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.chat import moments
from weclaw_desktop.ui.context_panel import words
from weclaw_desktop.ui.context_panel.words import translate


@dataclass(frozen=True, slots=True)
class RecordView:
    """One compression of the list; ``actions`` are names the panel emits with the record."""

    record: Record
    when: str
    line: str
    actions: tuple[tuple[str, str], ...]
    dimmed: bool
    explained: str = ""


def record_views(records: tuple[Record, ...], title: Callable[[str], str] = words.bare) -> tuple[RecordView, ...]:
    """Newest first; only the newest undone one can be brought back. ``title`` names a model from its id."""
    undone = next((r.id for r in reversed(records) if r.state == "undone"), None)
    active = any(r.state == "active" and r.created_ms > _made(records, undone) for r in records)
    return tuple(_record(r, title, redo=r.id == undone and not active) for r in reversed(records))


def _made(records: tuple[Record, ...], identifier: str | None) -> int:
    return next((r.created_ms for r in records if r.id == identifier), 0)


def _record(record: Record, title: Callable[[str], str], *, redo: bool) -> RecordView:
    sizes = f"{compact(record.tokens_before)} → {compact(record.tokens_after)}"
    said = [sizes, words.method(record, title)]
    if record.duration_ms >= 50:
        took = translate("ContextPanel", "{0} s").format(moments.seconds(record.duration_ms / 1_000))
        said.append(took.replace(" ", "\u00a0"))
    if record.cost:
        said.append(words.money(record.cost, record.currency))
    if record.state != "active":
        said.append(words.record_state(record.state))
    actions = [("changed", translate("ContextPanel", "What changed"))]
    if record.state == "active":
        if record.block is not None and record.block.narrative:
            actions.append(("edit", translate("ContextPanel", "Edit")))
        actions.append(("undo", translate("ContextPanel", "Undo")))
        actions.append(("again", translate("ContextPanel", "Again…")))
    elif redo:
        actions.append(("redo", translate("ContextPanel", "Bring back")))
    elif record.state in ("undone", "superseded"):
        actions.append(("restore", translate("ContextPanel", "Use again")))
    line = " · ".join(item for item in said if item)
    told = translate(
        "ContextPanel", "Tokens of the next request before and after it, who wrote what stands for the older messages, "
        "and what that took.",
    )  # fmt: skip
    return RecordView(record, moments.clock(record.created_ms), line, tuple(actions), record.state != "active", told)
