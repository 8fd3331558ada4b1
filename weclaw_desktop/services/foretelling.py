"""What will be done to a request before it is sent: the steps of sending, taken on a copy of the chat.

Nothing is stored and nothing applied. The message that is being written is taken into a copy of the log, then the very
strategy is asked, its plan made into a record, and the hard line held against it, as ``CompressionWorker`` does it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from weclaw_desktop.context import thrash
from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.fit import fit
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import turn_starts
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.core.errors import CannotFit
from weclaw_desktop.core.messages import Message, TextPart
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Text, text

NEAR = 600
"""Tokens below the first line from which on it is looked closely: more than a repair and a short message add."""
_SOMETHING = Message("user", (TextPart("…"),))
"""Stands for a message that nobody wrote yet: whatever is sent is one message more."""


@dataclass(frozen=True, slots=True)
class Ready:
    """What the worker holds for the chat.

    ``plan`` and ``narrative`` lie ready; ``busy``: something is being prepared or applied. ``worth_from`` is the load
    from which a plan is worth making. ``asks``: nothing is applied below the hard line without the user's word,
    ``asks_at_hard``: nor there.
    """

    plan: Plan | None = None
    narrative: Narrative | None = None
    busy: bool = False
    worth_from: float = 0.0
    asks: bool = False
    asks_at_hard: bool = False


def foretold(engine: ContextEngine, state: State, draft: Message | None, ready: Ready) -> Text | None:
    """What will be done to the next request before it is sent, None when it goes out as it is.

    Args:
        engine: The chat's strategy.
        state: The chat; its ``draft`` is the size of ``draft``.
        draft: What is written but not sent, None when nothing is.
        ready: What the worker holds.
    """
    lines = state.thresholds
    capped = state.settings.message_cap if engine.id == "truncate" else 0
    if not capped and measure(state).total + state.draft + NEAR < min(lines.threshold, lines.hard):
        return None
    state = _as_sent(state, draft)
    need = engine.trigger(state, Moment.BUILDING)
    if need is Need.HARD:
        return text("xray.told.asks", line=lines.hard) if ready.asks_at_hard else _over(state)
    if need is Need.SOFT:
        told, state = _softened(engine, state, ready)
        if told is not None:
            return told
    return _over(state)


def _as_sent(state: State, draft: Message | None) -> State:
    """The chat as it is when the message was committed; its cache is another one, for the message may still change."""
    log = state.log
    waits = draft is None and bool(log) and log[-1].role in ("user", "tool")
    if not waits:
        seq = log[-1].seq + 1 if log else 1
        log = (*log, replace(draft or _SOMETHING, id="draft", seq=seq))
    state = replace(state, log=log, draft=0, memo=Memo())
    load, turns = measure(state).total, len(turn_starts(log))
    return replace(state, thrash=thrash.rearmed(state.thrash, load, state.thresholds.threshold, turns))


def _softened(engine: ContextEngine, state: State, ready: Ready) -> tuple[Text | None, State]:
    """What happens to a chat that is due below the hard line, and the chat after that."""
    plan, prepared = ready.plan, ready.plan is not None
    if plan is None:
        if ready.busy or measure(state).total < ready.worth_from:
            return None, state
        made = engine.plan(state, Need.SOFT)
        if isinstance(made, Refused) or (made.job is not None and state.settings.background):
            return None, state  # a model is asked while this is answered
        plan = made
    if ready.asks:
        return text("xray.told.asking"), state
    record = engine.apply(state, replace(plan, need=Need.SOFT), ready.narrative)
    if isinstance(record, Refused):
        return None, state
    return text("xray.told.ready") if prepared else _what(state.record, record), replace(state, record=record)


def _what(old: Record | None, made: Record) -> Text:
    """What a record made by code does beyond the one in force."""
    if made.cut_id is None or (old is not None and old.cut_id == made.cut_id):
        return text("xray.told.shortened")
    block = made.block
    told = block is not None and bool(block.ledger or block.digest or block.narrative)
    return text("xray.told.summary" if told else "xray.told.dropped")


def _over(state: State) -> Text | None:
    """What the hard line does to the request."""
    try:
        made = fit(state)
    except CannotFit as error:
        return error.text
    old = state.record
    known = (None, ()) if old is None else (old.cut_id, old.replacements)
    if made is None or (made.cut_id, made.replacements) == known:
        return None
    return text("xray.told.over", line=state.thresholds.hard)
