"""What the model is told about what it does not see.

At most 120 tokens at the end of the system prompt, in the chat's language, without words of pressure or counters that
move by themselves. Its bytes change only when a cut is applied or undone, the hard line shortens what was just written
or sections of the system prompt are trimmed: a commit of passes alone carries ``shortened`` over from the record before
it, and without a cut nothing is said.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Language, render, text

_NAMES_WIDTH = 32
"""Columns for the names in one part of the notice."""


@dataclass(frozen=True, slots=True)
class Trims:
    """What was trimmed of the system prompt: skills given by name only, files shortened, sections left out."""

    skills: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.skills or self.files or self.sections)


def notice(record: Record | None, trims: Trims, language: Language, *, recall: bool) -> str:
    """The notice for this request, empty when there is nothing to say. ``recall``: the tool is in this request."""
    head = _cut_part(record, language, recall=recall)
    rest = _trim_part(trims, language)
    if not head and not rest:
        return ""
    body = ("" if language == "zh" else " ").join(part for part in (head, rest) if part)
    return render(text("context.notice.frame", body=body), language)


def _cut_part(record: Record | None, language: Language, *, recall: bool) -> str:
    if record is None or record.cut_id is None or record.count <= 0:
        return ""
    block = record.block
    summarised = block is not None and bool(block.narrative or block.digest or block.ledger)
    if summarised and block is not None:
        whose = "by_user" if block.edited else "by_model"
        by = text(f"context.notice.{whose if block.narrative else 'by_code'}")
        first = text("context.notice.summary", by=by, span=_span(record, language))
    else:
        first = text("context.notice.left_out", span=_span(record, language))
    parts = [render(first, language)]
    if record.shortened > 0:
        many = text("context.notice.shortened", k=record.shortened)
        parts.append(render(text("context.notice.shortened_one") if record.shortened == 1 else many, language))
    if record.method in ("static", "slide") and any(r.kind == "arguments" for r in record.replacements):
        parts.append(render(text("context.notice.arguments"), language))
    body = render(text("context.notice.join"), language).join(parts)
    key = "context.notice.recall" if recall else "context.notice.ask"
    return body + render(text("context.notice.stop"), language) + render(text(key), language)


def _span(record: Record, language: Language) -> str:
    days = sorted((record.first_ms, record.last_ms))  # a clock that was set back in between counts for nothing
    first, last = map(_day, days)
    same = first == last
    return render(
        text(
            "context.notice.span_day" if same else "context.notice.span",
            a=record.first_seq,
            b=record.last_seq,
            n=record.count,
            **({"day": first} if same else {"first": first, "last": last}),
        ),
        language,
    )


def _trim_part(trims: Trims, language: Language) -> str:
    parts: list[str] = []
    if trims.skills:
        parts.append(render(text("context.notice.skills", names=_names(trims.skills, language)), language))
    if trims.files:
        parts.append(render(text("context.notice.files", names=_names(trims.files, language)), language))
    if trims.sections:
        parts.append(
            render(text("context.notice.sections", names=_names(_titles(trims.sections, language), language)), language)
        )
    return ("" if language == "zh" else " ").join(parts)


def _titles(sections: tuple[str, ...], language: Language) -> tuple[str, ...]:
    return tuple(render(text(f"context.section.{key}"), language) for key in sections)


def _names(names: tuple[str, ...], language: Language) -> str:
    """As many names as fit a short line, so that a folder of skills does not become the notice."""
    shown = [names[0] if _width(names[0]) <= _NAMES_WIDTH else f"{names[0][: _NAMES_WIDTH // 2]}…"]
    for name in names[1:]:
        if _width(name) + sum(map(_width, shown)) > _NAMES_WIDTH:
            break
        shown.append(name)
    line = ("、" if language == "zh" else ", ").join(shown)
    more = len(names) - len(shown)
    return line if more <= 0 else render(text("context.notice.more", names=line, n=more), language)


def _width(name: str) -> int:
    """Columns: a character outside ASCII counts twice, as it does in tokens or worse."""
    return sum(1 if char.isascii() else 2 for char in name)


def _day(at_ms: int) -> str:
    """The day in UTC; times outside what calendars hold (broken imports) become the nearest day they do."""
    seconds = min(max(at_ms // 1_000, 0), 253_402_300_799)
    return datetime.fromtimestamp(seconds, tz=UTC).strftime("%Y-%m-%d")
