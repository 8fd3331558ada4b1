"""The lossless-by-id passes: dedupe, one line per old result, shorter arguments.

Passes are pure and idempotent, only ever shrink, and lead back to the original by id. What is shortened is state in the
record's replacements, never a mark looked for in content (fault P3).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from weclaw_desktop.context.passes.arguments import shorten_arguments
from weclaw_desktop.context.passes.dedupe import dedupe
from weclaw_desktop.context.passes.lines import one_lines
from weclaw_desktop.context.passes.span import Span
from weclaw_desktop.core.records import Replacement

EARLY_EXIT = 0.60
"""At or below this share of T passes alone are enough."""
BATCH = (4_096, 0.25)
"""A commit saves at least min(first, second · T) …"""
BATCH_SHARE = 0.10
"""… and at least this share of T: a little at every turn would break the cached prefix at every turn (fault P6)."""
_ID = re.compile(r"\ba\d+\b")


@dataclass(frozen=True, slots=True)
class Passed:
    """All replacements in force after the passes, older ones first, and what the new ones save (uncalibrated)."""

    replacements: tuple[Replacement, ...]
    saved: int = 0
    added: int = 0


def run(span: Span, *, keep_last: bool = False) -> Passed:
    """Run the three passes over the span; ``keep_last``: of equal results the newest stays, not the earliest."""
    kept = in_force(span)
    if span.start >= span.end:
        return Passed(tuple(kept))
    taken = {replacement.message_id for replacement in kept if replacement.call < 0}
    stubs = dedupe(span, taken, keep_last=keep_last)
    taken |= {stub.message_id for stub in stubs}
    lines = one_lines(span, taken, _held(span, taken, kept))
    arguments = shorten_arguments(span, {(r.message_id, r.call) for r in kept if r.call >= 0})
    new = (*stubs, *lines, *arguments)
    return Passed((*kept, *new), tokens_saved(span, new), len(new))


def worth_committing(saved: int, threshold: int) -> bool:
    """Whether a saving (calibrated tokens) is big enough for a commit of its own."""
    return saved >= max(min(BATCH[0], BATCH[1] * threshold), BATCH_SHARE * threshold)


def in_force(span: Span) -> list[Replacement]:
    """Replacements in force for shown messages; a stub whose original fell behind the cut is let go."""
    if not span.previous:
        return []
    places = {message.id: place for place, message in enumerate(span.log) if place >= span.start}
    artifacts = {span.log[place].artifact for place in places.values()}
    kept: list[Replacement] = []
    for replacement in span.previous:
        place = places.get(replacement.message_id)
        if place is None or span.log[place].pinned:
            continue
        if replacement.kind == "stub" and not (set(_ID.findall(replacement.text)) - {replacement.artifact}) & artifacts:
            continue
        kept.append(replacement)
    return kept


def _held(span: Span, taken: set[str], kept: list[Replacement]) -> set[str]:
    """Facts that stay in the request whatever happens: what people said, the whole tail, and lines in force."""
    held: set[str] = set()
    lines = {line.message_id: line.text for line in kept if line.kind == "line"}
    for place in range(span.start, len(span.log)):
        message = span.log[place]
        line = lines.get(message.id)
        if message.excluded or (line is None and message.id in taken):
            continue
        if message.role != "tool" or place >= span.end or line is not None:
            held.update(_facts(span, place, line))
    return held


def _facts(span: Span, place: int, line: str | None) -> set[str]:
    """All facts of a message as shown, or of the line that stands for it."""
    message, call = span.log[place], span.answered.get(place)
    asked = () if call is None else (call.name, call.arguments)

    def made() -> set[str]:
        held: set[str] = set()
        cut = span.cache.cut if line is None else span.cache.pieces
        cut(message, call, span.counter).add_to(held, line)
        return held

    return span.cache.once(("held", message.id, message.seq, message.revision, line, asked), made)


def tokens_saved(span: Span, new: tuple[Replacement, ...]) -> int:
    """Uncalibrated tokens that the replacements save in the span."""
    wanted = {replacement.message_id for replacement in new}
    by_id = {
        message.id: (message, message.calls) for message in span.log[span.start : span.end] if message.id in wanted
    }
    saved = 0
    for replacement in new:
        message, calls = by_id[replacement.message_id]
        if replacement.call < 0:
            saved += span.saving(message, replacement.text)
        else:
            before = span.counter.text(calls[replacement.call].arguments)
            saved += before - span.counter.text(replacement.text)
    return saved
