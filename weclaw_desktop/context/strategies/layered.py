"""Layered memory: CoPaw's way. Working memory in the request, older turns as dated notes.

Asked after every append, from four fifths of the effective window on. Channel A: old tool results above
``old_max_bytes`` show their head with one line and an id. Channel B: a model's summary stands for the older turns; a
service files its narrative as a note of the day. The last ``recent_n`` messages stay, widened to whole turns, within
two fifths of the threshold. Nothing is deleted, the record only marks it. When no model wrote a summary the older turns
are left out, and the block says which.
"""

from __future__ import annotations

from dataclasses import replace

from typing_extensions import override

from weclaw_desktop.context.engine import Moment, Narrative
from weclaw_desktop.context.gate import LANDING
from weclaw_desktop.context.log import position
from weclaw_desktop.context.passes import Passed, in_force, tokens_saved
from weclaw_desktop.context.passes.recipes import LINE_CHARS, line
from weclaw_desktop.context.passes.span import Span, shown
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.statements import clip
from weclaw_desktop.context.strategies.cutting import Block, rules_of, said_by_user, spoken_of
from weclaw_desktop.context.strategies.summarised import Summarised
from weclaw_desktop.context.survey import Survey, Tail, asked_tail, inner
from weclaw_desktop.context.view import frame
from weclaw_desktop.core.messages import Message, ToolCallPart, ToolResultPart
from weclaw_desktop.core.records import ContextBlock, Replacement
from weclaw_desktop.core.text import render, text

KEPT = 0.40
"""Share of T that the recent messages may take."""
SAID = 0.05
"""Share of T for what the user said."""


class Layered(Summarised):
    """Channel A for old results, channel B for older turns."""

    id = "layered"
    enough = LANDING

    def moments(self) -> frozenset[Moment]:
        """After every append; a response is one, too."""
        return frozenset((Moment.AFTER_APPEND, Moment.AFTER_RESPONSE, Moment.BUILDING, Moment.MANUAL))

    @override
    def shorten(self, found: Survey, start: int, end: int) -> Passed:
        span = found.span(start, end)
        kept = in_force(span)
        new = _heads(span, {replacement.message_id for replacement in kept}, found.state.settings.old_max_bytes)
        return Passed((*kept, *new), tokens_saved(span, new), len(new))

    @override
    def tail(self, found: Survey) -> Tail:
        asked = asked_tail(found)
        if asked is not None:
            return asked
        budget = found.raw(KEPT * found.state.thresholds.threshold)
        if found.size(found.newest) > budget:
            return Tail(found.newest, inner(found, budget))
        turns = [point for point in found.points if point <= found.ask]
        first = _recent(found, found.state.settings.recent_n)
        wanted = [turn for turn in turns if turn > first]
        widened = max((turn for turn in turns if turn <= first), default=found.newest)
        cut = next(turn for turn in (widened, *wanted) if found.size(turn) <= budget)
        return Tail(cut, cut)

    @override
    def block(self, found: Survey, cut: int, narrative: Narrative | None, room: int) -> Block:
        state, lines = found.state, found.state.thresholds
        counter = state.counter
        rules = rules_of(found, cut)
        left = room - (counter.text(rules.rules) if rules.rules else 0)
        spoken = spoken_of(found, narrative, min(found.raw(lines.budgets.narrative), left), rules.banned)
        written = narrative is not None and bool(narrative.text)
        block = ContextBlock(frame(state.language), clean(rules.rules), narrative=clean(spoken))
        if written:
            left -= counter.text(spoken)
            said = said_by_user(found, cut, rules.banned, min(found.raw(SAID * lines.threshold), left))
            block = replace(block, ledger=clean(said))
        told = narrative.upto_id if written and narrative is not None else _told(found)
        block = replace(block, lead=_mark(found, cut, told))
        failure = narrative.failure if narrative is not None else None
        return Block(
            block,
            "model" if written else "truncate",
            counter.text(block.text),
            narrative.upto_id if narrative is not None and written else None,
            narrative,
            None if failure is None else text("engine.degraded.left_out", reason=failure),
        )


def _recent(found: Survey, count: int) -> int:
    """Place of the ``count``-th newest message that a request shows; 0 when there are fewer."""
    places = [place for place, size in enumerate(found.sizes) if size]
    return places[-count] if len(places) > count else 0


def _told(found: Survey) -> str | None:
    """Up to which message the narrative in force goes; None without one."""
    return found.record.narrative_up_to if found.record is not None else None


def _mark(found: Survey, cut: int, told: str | None) -> str:
    """The line that says which messages nothing stands for; "" when the narrative goes up to the cut."""
    log = found.state.log
    place = position(log, told)
    first = 0 if place is None else place + 1
    if first >= cut:
        return ""
    return render(text("engine.unsummarised", first=log[first].seq, last=log[cut - 1].seq), found.state.language)


def _heads(span: Span, taken: set[str], most: int) -> tuple[Replacement, ...]:
    """Channel A: heads of the span's results above ``most`` bytes."""
    new: list[Replacement] = []
    for place, message, result in span.results(span.start, span.end):
        call = span.answered.get(place)
        content = shown(message, result)
        if call is None or message.pinned or message.id in taken or len(content.encode("utf-8", "replace")) <= most:
            continue
        said = _head(span, message, call, result, content, most)
        if span.saving(message, said) > 0:
            new.append(Replacement(message.id, said, "head_tail", message.artifact))
    return tuple(new)


def _head(span: Span, message: Message, call: ToolCallPart, result: ToolResultPart, content: str, most: int) -> str:
    """At most about ``most`` bytes: the head, then one line that says what it was and where the rest is."""
    custom = span.one_liners.get(call.name)
    told = line(call, result, span.language) if custom is None else custom(call, result, span.language)
    raw = content.encode("utf-8", "replace")
    head = raw[: max(0, most - LINE_CHARS)].decode("utf-8", "ignore")
    end = head.rfind("\n")
    head = head[:end] if end > len(head) * 0.85 else head
    kept = len(head.encode("utf-8"))
    says = text("engine.head", id=message.artifact, line=clip(redact(told), LINE_CHARS), kept=kept, total=len(raw))
    return "\n".join(part for part in (head, render(says, span.language)) if part)
