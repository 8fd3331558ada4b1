"""Compares two views of one log: which messages read otherwise, and which facts no part of the request holds any more.

The same for a compression that was made, one that lies ready (its record exists, nothing is applied) and an undo. Facts
are told by ``held``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from weclaw_desktop.context.engine import State
from weclaw_desktop.context.held import Held, bare, shown_text
from weclaw_desktop.context.view import view
from weclaw_desktop.core.changes import Change, ChangeKind, Changes
from weclaw_desktop.core.messages import ToolResultPart
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import RequestMessage

LISTED = 300
"""Facts at risk that are listed one by one; the rest is counted."""


def changes(state: State, before: Record | None, after: Record | None) -> Changes:
    """What the model reads with ``after`` in force instead of ``before`` (None: the full log)."""
    k = state.calibration.k
    old = view(state.log, before, state.counter, state.language, k=k, pins=state.pins)
    new = view(state.log, after, state.counter, state.language, k=k, pins=state.pins)
    held = Held(state)
    was, now = held.facts(old, before), held.facts(new, after)
    lost = held.traced({fact: place for fact, place in was.items() if fact not in now})
    block = None if after is None else after.block
    return Changes(
        after,
        tuple(_rows(old, new)),
        sum(m.tokens for m in old),
        sum(m.tokens for m in new),
        _lines(block),
        held.added(new, block),
        () if block is None else block.removed,
        tuple(held.risk(fact, place) for fact, place in islice(lost.items(), LISTED)),
        len(lost),
        len(was),
    )


def _rows(old: Sequence[RequestMessage], new: Sequence[RequestMessage]) -> Iterable[Change]:
    """The blocks first, then every message of either view in the order of the log."""
    first, second = _front(old), _front(new)
    if first != second:
        yield _change(first, second, "block")
    ours = {m.source: m for m in old if m.source}
    theirs = {m.source: m for m in new if m.source}
    order = {m.source: m.seq for m in (*old, *new) if m.source}
    for source in sorted(order, key=lambda source: order[source]):
        was, now = ours.get(source), theirs.get(source)
        yield _change(was, now, _kind(was, now))


def _front(messages: Sequence[RequestMessage]) -> RequestMessage | None:
    return next((m for m in messages if m.form == "block"), None)


def _kind(was: RequestMessage | None, now: RequestMessage | None) -> ChangeKind:
    if now is None:
        return "gone"
    if was is None:
        return "back"
    if shown_text(was) == shown_text(now):
        return "same"
    return "shortened" if now.tokens <= was.tokens else "fuller"


def _change(was: RequestMessage | None, now: RequestMessage | None, kind: ChangeKind) -> Change:
    known = now or was
    assert known is not None  # one of the two views holds it
    result = next((part for part in known.parts if isinstance(part, ToolResultPart)), None)
    return Change(
        kind,
        known.role,
        known.seq,
        known.source,
        "" if result is None else result.name,
        "" if was is None else shown_text(was),
        "" if now is None else shown_text(now),
        0 if was is None else was.tokens,
        0 if now is None else now.tokens,
    )


def _lines(block: ContextBlock | None) -> tuple[str, ...]:
    """What code keeps: rules and pins, then facts, without their headings."""
    if block is None:
        return ()
    lines = (line.strip() for part in (block.rules, block.ledger) for line in bare(part).splitlines())
    return tuple(line for line in lines if line)
