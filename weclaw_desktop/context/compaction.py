"""Builds the record of a cut: tail, rules, ledger, narrative and digest within the budgets of a pass.

The whole load lands at or under .70 T. When parts do not fit, the digest yields first, then the narrative, then the
ledger's facts; pins and rules last. Pure; the same state gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from weclaw_desktop.context.blocks import carried, summary, summary_words
from weclaw_desktop.context.digest import compose
from weclaw_desktop.context.engine import Narrative
from weclaw_desktop.context.features import facts
from weclaw_desktop.context.index import Mentions, index
from weclaw_desktop.context.ledger import Ledger, facts_of, write
from weclaw_desktop.context.narrative import fitted, without
from weclaw_desktop.context.passes import Passed, tokens_saved
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.static import static_lines
from weclaw_desktop.context.survey import Survey, Tail, asked_tail, landed
from weclaw_desktop.context.telling import Source, Telling
from weclaw_desktop.context.view import frame
from weclaw_desktop.core.records import ContextBlock, Method, Record
from weclaw_desktop.core.text import render, text

FACTS = (200, 0.02, 1_500)
"""Tokens of the ledger's facts: at least, share of T, at most."""
OVERHEAD = 60
"""Uncalibrated tokens for the frame, headings and "Noted."."""
INDEX = (0.05, 0.35)
"""Share of the digest's room for names alone: where all results are rows with keys, and where none is."""
ASKED = 0.10
"""Share of T that the block may take where the user said how far to compress, however long the tail is."""
LEAST_DIGEST = 0.08
"""When less than this share of T is left for the digest, the cut moves into the newest turn."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A cut in the making: where, with which replacements in the tail, and the tail's size (uncalibrated)."""

    cut: int
    passed: Passed
    tail: int


def shape(found: Survey, tail: Tail) -> Shape:
    """Where to cut: at the tail's turn, or inside the newest one when it leaves no room for what came before.

    Never before the cut in force: a turn that grew since then gets its block written anew, with a smaller digest.
    """
    tail = Tail(max(tail.cut, found.start), max(tail.keep, found.start))
    outer = _shape(found, tail.cut, tail.keep)
    budgets = found.state.thresholds.budgets
    room = found.raw(budgets.landing - found.fixed) - outer.tail - OVERHEAD
    if (
        tail.keep == tail.cut
        or tail.keep >= len(found.sizes)
        or room >= found.raw(LEAST_DIGEST * found.state.thresholds.threshold)
    ):
        return outer
    return _shape(found, tail.keep, tail.keep)


def _shape(found: Survey, cut: int, keep: int) -> Shape:
    passed = found.passes(cut, keep)
    saved = tokens_saved(found.span(cut, len(found.sizes)), passed.replacements)
    ask = found.sizes[found.ask] if cut > found.ask else 0
    return Shape(cut, passed, max(0, found.size(cut) - saved) + ask)


def asked_room(found: Survey, cut: int, room: int) -> int:
    """Uncalibrated tokens of a block where the user said how far to compress: at most half of what it stands for.

    However long the tail is, something is left for it.
    """
    return min(max(room, found.raw(ASKED * found.state.thresholds.threshold)), found.size(0, cut) // 2)


def estimate(found: Survey, made: Shape, narrative: bool) -> int:
    """The load that the cut would land on, in calibrated tokens, without choosing the digest's units."""
    budgets = found.state.thresholds.budgets
    behind = found.size(0, made.cut)
    block = min(behind, max(0, found.raw(budgets.landing - found.fixed) - made.tail))
    summary = found.raw(budgets.narrative) if narrative else 0
    least = min(behind, OVERHEAD + summary)
    return found.fixed + round(found.k * (made.tail + max(block, least)))


def build(found: Survey, made: Shape, narrative: Narrative | None) -> Record:
    """The record for the cut ``made``, measured exactly; the digest is chosen again when it overshot."""
    state = found.state
    limit = state.thresholds.budgets.landing
    budget = found.raw(limit - found.fixed) - made.tail - OVERHEAD
    if asked_tail(found) is not None:
        budget = asked_room(found, made.cut, budget)
        limit = max(limit, found.fixed + round(found.k * (made.tail + OVERHEAD + budget)))
    record = _record(found, made, narrative, budget)
    after = landed(state, record)
    if after > limit and record.block is not None and record.block.digest:
        budget -= found.raw(after - limit) + 16
        record = _record(found, made, narrative, budget)
        after = landed(state, record)
    return replace(record, tokens_after=after)


def _record(found: Survey, made: Shape, narrative: Narrative | None, budget: int) -> Record:
    state, log = found.state, found.state.log
    block, told, method = _block(found, made, narrative, budget)
    hidden = [message for message in log[: made.cut] if not message.excluded and message.role != "system"]
    old = found.record
    failed = narrative.failure if narrative is not None else None
    return Record(
        strategy="",
        method=method,
        prefix_hash=prefix_hash(log, made.cut, state.memo),
        cut_id=log[made.cut].id,
        block=block,
        replacements=made.passed.replacements,
        narrative_up_to=told if told is not None else (old.narrative_up_to if old is not None else None),
        first_seq=hidden[0].seq if hidden else 0,
        last_seq=hidden[-1].seq if hidden else 0,
        count=len(hidden),
        first_ms=hidden[0].created_ms if hidden else 0,
        last_ms=hidden[-1].created_ms if hidden else 0,
        shortened=sum(1 for replacement in made.passed.replacements if replacement.call < 0),
        tokens_before=found.load,
        cost=narrative.cost if narrative is not None else None,
        currency=narrative.currency if narrative is not None else "",
        summary_model=narrative.model if narrative is not None and narrative.text else "",
        degraded=None if failed is None else text("engine.degraded", reason=failed),
    )


def _block(
    found: Survey, made: Shape, narrative: Narrative | None, budget: int
) -> tuple[ContextBlock, str | None, Method]:
    """The context block, the id up to which a new narrative goes (None: no new one), and the method to name."""
    state = found.state
    counter, language = state.counter, state.language
    threshold = state.thresholds.threshold
    fact_room = min(max(FACTS[0], int(FACTS[1] * threshold)), FACTS[2])
    rules_room = found.raw(state.thresholds.budgets.rules)
    ledger = write(state.log, made.cut, found.cache, counter, language, rules_room, state.pins)
    left = budget - (counter.text(ledger.rules) if ledger.rules else 0)
    failed = narrative is not None and narrative.failure is not None
    room = min(found.raw(state.thresholds.budgets.narrative), max(0, left))
    spoken, told = _narrative(found, narrative, room, ledger.banned)
    edited = carried(found.record, narrative.text if narrative is not None else "")
    left -= counter.text(spoken) + 8 if spoken else 0
    told_facts = facts_of(state.log, made.cut, found.cache, counter, language, min(fact_room, max(0, left // 3)))
    told_facts = without(told_facts, ledger.banned)
    lead = without(static_lines(state.log, made.cut, found.cache, language), ledger.banned) if failed else ""
    left -= sum(counter.text(part) + 4 for part in (told_facts, lead) if part)
    digest = _digest(found, made, ledger, (ledger.rules, told_facts, spoken), left)
    block = ContextBlock(
        frame(language),
        clean(ledger.rules),
        clean(told_facts),
        clean(summary(spoken, language, edited=edited)),
        clean(digest),
        clean(lead),
        narrative.removed if narrative is not None and narrative.text else (),
        edited and bool(spoken),
    )
    method: Method = "model" if narrative is not None and narrative.text else "static" if failed else "digest"
    return block, told, method


def _narrative(
    found: Survey, narrative: Narrative | None, room: int, banned: tuple[str, ...]
) -> tuple[str, str | None]:
    """The narrative to show, without rules that were taken back: the new one, else the previous one.

    No failure ever loses the previous one.
    """
    counter = found.state.counter
    if narrative is not None and narrative.text:
        return fitted(without(narrative.text, banned), room, counter), narrative.upto_id
    return fitted(without(previous_narrative(found.record, found), banned), room, counter), None


def previous_narrative(record: Record | None, found: Survey) -> str:
    """The text of the record's narrative without its heading; empty when it has none."""
    if record is None or record.block is None:
        return ""
    return summary_words(record.block.narrative)


def _digest(found: Survey, made: Shape, ledger: Ledger, told: tuple[str, ...], room: int) -> str:
    state = found.state
    title = render(text("engine.digest"), state.language)
    room -= state.counter.text(title) + 4
    if room < 40:
        return ""
    telling = found.cache.once(("telling", state.counter.encoder), Telling)
    every = telling.sources(state.log, found.calls, found.cache, state.counter)
    sources, held = telling.barred(_sources(found, made, every), ledger.banned), _held(found, made, told, every)
    index_room = int(_index_share(sources) * room)
    digest = compose(sources, held, room - index_room, state.counter, title)
    names = render(text("engine.names"), state.language)
    mentions = found.cache.once(("mentions", state.counter.encoder), Mentions)
    listed = index(sources, held, room - digest.tokens, state.counter, names, mentions)
    return "\n".join(part for part in (digest.text, listed) if part)


def _index_share(sources: list[Source]) -> float:
    """Rows tell their values in few words, so excerpts of them keep more; code and prose keep more as names."""
    results = [source.cut.structured for source in sources if source.role == "tool"]
    share = sum(results) / len(results) if results else 0.0
    return INDEX[1] - (INDEX[1] - INDEX[0]) * share


def _sources(found: Survey, made: Shape, every: Sequence[Source]) -> list[Source]:
    """What stands behind the cut and nowhere else in the request."""
    return [
        source
        for message, source in zip(found.state.log[: made.cut], every, strict=False)
        if not (message.pinned or message.excluded or message.role == "system" or message.state == "generating")
        and source.place != found.ask
    ]


def _held(found: Survey, made: Shape, told: tuple[str, ...], every: Sequence[Source]) -> set[str]:
    """Facts that the request holds without the digest: system prompt, tail as shown, rules, ledger, narrative."""
    state, held = found.state, set[str]()
    replaced = {r.message_id: r.text for r in made.passed.replacements if r.call < 0}
    for place in (*((found.ask,) if made.cut > found.ask else ()), *range(made.cut, len(state.log))):
        message = state.log[place]
        if message.excluded:
            continue
        shown = replaced.get(message.id)
        cut = every[place].cut if shown is None else found.cache.cut(message, found.calls.get(place), state.counter)
        cut.add_to(held, shown)
    for said in told:
        if said:
            facts(said).add_to(held)
    return held
