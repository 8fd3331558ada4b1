"""Keeping the newest turns that fit: what ``truncate`` does, and all strategies for models too small to compress for.

Only whole turns are dropped, the newest is always kept, pins and live rules stay verbatim in front, and the cut leaves
enough room that the next one is a batch away (faults P6, K15).
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context.engine import Need, Plan, Refused
from weclaw_desktop.context.ledger import write
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.survey import Survey, asked_tail, inner, landed
from weclaw_desktop.context.view import frame
from weclaw_desktop.core.records import ContextBlock, Method, Record
from weclaw_desktop.core.text import text


def place(found: Survey, budget: int, messages: int = 0) -> int:
    """Where to cut so that at most ``budget`` uncalibrated tokens and ``messages`` messages stay (0: any number).

    Whole turns, or what the user asked for; the newest turn always stays, unless it alone is larger than the budget:
    then its newest groups do.
    """
    asked = asked_tail(found)
    if asked is not None:
        return asked.cut
    cut = found.newest
    used = found.size(cut)
    if found.sizes and used > budget:
        at = inner(found, max(1, budget - found.sizes[found.ask]))
        return at if at < len(found.sizes) else cut
    for turn in reversed([point for point in found.points if point < cut]):
        used += found.size(turn, cut)
        shown = sum(1 for size in found.sizes[turn:] if size)
        if used > budget or (messages and shown > messages):
            break
        cut = turn
    return cut


def plan(found: Survey, need: Need, strategy: str, method: Method, cut: int) -> Plan | Refused:
    """The plan to show nothing before ``cut``."""
    state = found.state
    if cut <= found.start:
        return Refused(text("engine.refused.nothing"), strike=need is Need.SOFT)
    after = found.fixed + round(found.k * found.size(cut))
    return Plan(strategy, need, method, prefix_hash(state.log, cut, state.memo), state.log[cut].id, found.load, after)


def record(found: Survey, strategy: str, method: Method, cut: int) -> Record:
    """The record of a cut without a summary: pins and live rules in front, nothing else."""
    state, log = found.state, found.state.log
    room = found.raw(state.thresholds.budgets.rules)
    ledger = write(log, cut, found.cache, state.counter, state.language, room, state.pins)
    hidden = [message for message in log[:cut] if not message.excluded and message.role != "system"]
    block = ContextBlock(frame(state.language), clean(ledger.rules)) if ledger.rules else None
    made = Record(
        strategy,
        method,
        prefix_hash(log, cut, state.memo),
        cut_id=log[cut].id,
        block=block,
        first_seq=hidden[0].seq if hidden else 0,
        last_seq=hidden[-1].seq if hidden else 0,
        count=len(hidden),
        first_ms=hidden[0].created_ms if hidden else 0,
        last_ms=hidden[-1].created_ms if hidden else 0,
        tokens_before=found.load,
    )
    return replace(made, tokens_after=landed(state, made))


def accept(made: Record, need: Need) -> Record | Refused:
    """The record if it is smaller; at the hard line also if ``fit`` has to finish the work."""
    if made.tokens_after >= made.tokens_before:
        return Refused(text("engine.refused.larger"), strike=need is Need.SOFT)
    return made
