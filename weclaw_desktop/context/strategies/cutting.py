"""Pieces that strategies make their plans and records of: when to act, job, block, records, and what the gate says."""

from __future__ import annotations

from dataclasses import dataclass, replace

from weclaw_desktop.context import compaction
from weclaw_desktop.context.blocks import carried, summary
from weclaw_desktop.context.engine import Narrative, NarrativeJob, Plan, State
from weclaw_desktop.context.ledger import Ledger, write
from weclaw_desktop.context.log import is_ask, position
from weclaw_desktop.context.narrative import fitted, without
from weclaw_desktop.context.passes import Passed
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.statements import clip
from weclaw_desktop.context.survey import Survey, landed
from weclaw_desktop.core.records import ContextBlock, Method, Record, Replacement
from weclaw_desktop.core.text import Text, render, text

LEAST_SPAN = 400
"""A span of fewer tokens is not worth a model's summary."""
SAID_CHARS = 240
"""Length to which what the user said is quoted, in characters."""


@dataclass(frozen=True, slots=True)
class Block:
    """A context block with how it was made: ``told`` is the id up to which a new narrative goes (None: no new one)."""

    block: ContextBlock
    method: Method
    tokens: int
    told: str | None = None
    narrative: Narrative | None = None
    degraded: Text | None = None


def job_for(found: Survey, cut: int, focus: str) -> NarrativeJob | None:
    """What to ask of a model: the messages between the last narrative and the cut; None when no model is wanted."""
    state = found.state
    if state.summarizer <= 0:
        return None
    told = position(state.log, found.record.narrative_up_to) if found.record is not None else None
    first = 0 if told is None else told + 1
    if cut <= first or found.size(first, cut) < LEAST_SPAN:
        return None
    return NarrativeJob(
        previous=compaction.previous_narrative(found.record, found) if told is not None else "",
        first_id=state.log[first].id,
        upto_id=state.log[cut - 1].id,
        max_tokens=found.raw(state.thresholds.budgets.narrative),
        language=state.language,
        focus=focus,
    )


def rules_of(found: Survey, cut: int) -> Ledger:
    """Pins and live rules of ``log[:cut]``, verbatim."""
    state = found.state
    room = found.raw(state.thresholds.budgets.rules)
    return write(state.log, cut, found.cache, state.counter, state.language, room, state.pins)


def spoken_of(found: Survey, narrative: Narrative | None, room: int, banned: tuple[str, ...]) -> str:
    """The narrative to show under its heading: the new one, else the previous one, which no failure ever loses.

    What it says of rules that were taken back (``banned``) is left out.
    """
    state = found.state
    said = narrative.text if narrative is not None and narrative.text else ""
    said = without(said or compaction.previous_narrative(found.record, found), banned)
    said = fitted(said, max(0, room), state.counter)
    edited = carried(found.record, narrative.text if narrative is not None else "")
    return summary(said, state.language, edited=edited)


def said_by_user(found: Survey, cut: int, banned: tuple[str, ...], room: int) -> str:
    """What the user said in ``log[:cut]``, newest first, within ``room`` tokens (fault K3).

    Without withdrawn rules, thanks and farewells.
    """
    state = found.state
    heading = render(text("engine.said"), state.language)
    lines = [heading]
    left = room - state.counter.text(heading)
    for message in reversed(state.log[:cut]):
        if not is_ask(message) or message.pinned or any(rule in message.text for rule in banned):
            continue
        ask = found.cache.statements(message).ask
        if not ask:
            continue
        line = f"- [m{message.seq}] {clip(ask, SAID_CHARS)}"
        left -= state.counter.text(line) + 1
        if left < 0:
            break
        lines.append(line)
    return "\n".join(lines) if len(lines) > 1 else ""


def cut_record(found: Survey, strategy: str, cut: int, replacements: tuple[Replacement, ...], made: Block) -> Record:
    """The record of a cut at ``cut``, measured exactly."""
    state, log = found.state, found.state.log
    hidden = [message for message in log[:cut] if not message.excluded and message.role != "system"]
    old, narrative = found.record, made.narrative
    block = made.block
    if narrative is not None and narrative.text:
        block = replace(block, removed=narrative.removed)
    elif block is not None and block.narrative:
        block = replace(block, edited=carried(old, ""))
    record = Record(
        strategy=strategy,
        method=made.method,
        prefix_hash=prefix_hash(log, cut, state.memo),
        cut_id=log[cut].id,
        block=block,
        replacements=replacements,
        narrative_up_to=made.told or (old.narrative_up_to if old is not None else None),
        first_seq=hidden[0].seq if hidden else 0,
        last_seq=hidden[-1].seq if hidden else 0,
        count=len(hidden),
        first_ms=hidden[0].created_ms if hidden else 0,
        last_ms=hidden[-1].created_ms if hidden else 0,
        shortened=sum(1 for replacement in replacements if replacement.call < 0),
        tokens_before=found.load,
        cost=narrative.cost if narrative is not None else None,
        currency=narrative.currency if narrative is not None else "",
        summary_model=narrative.model if narrative is not None and narrative.text else "",
        degraded=made.degraded,
    )
    return replace(record, tokens_after=landed(state, record))


def passes_record(found: Survey, strategy: str, passed: Passed) -> Record:
    """The active record with more replacements; without one, replacements alone and nothing cut."""
    state = found.state
    base = found.record or Record("", "passes", "")
    named = {replacement.message_id for replacement in passed.replacements}
    places = [place for place, message in enumerate(state.log) if message.id in named]
    cut = position(state.log, base.cut_id) if base.cut_id is not None else None
    upto = cut if cut is not None else places[-1] + 1
    made = replace(
        base,
        strategy=strategy,
        method="passes",
        prefix_hash=prefix_hash(state.log, upto, state.memo),
        replacements=passed.replacements,
        tokens_before=found.load,
        duration_ms=0,
        cost=None,
        currency="",
        summary_model="",
        degraded=None,
        state="prepared",
        id="",
        previous_id=None,
        created_ms=0,
    )
    return replace(made, tokens_after=landed(state, made))


def prefix(state: State, plan: Plan) -> int:
    """How many messages the plan's hash covers, on the log as it is now."""
    if plan.cut_id is not None:
        return position(state.log, plan.cut_id) or 0
    named = {replacement.message_id for replacement in plan.replacements}
    return max((place + 1 for place, message in enumerate(state.log) if message.id in named), default=0)
