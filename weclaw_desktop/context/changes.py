"""Compares two views of one log: which messages read otherwise, and which facts no part of the request holds any more.

The same for a compression that was made, one that lies ready (its record exists, nothing is applied) and an undo. Facts
are names, numbers, dates and ids of what is shown, found by the same code that fills the digest and cached with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.features import facts, spelled
from weclaw_desktop.context.pins import with_pins
from weclaw_desktop.context.units import Cut, answered
from weclaw_desktop.context.view import frame, view
from weclaw_desktop.core.changes import Change, ChangeKind, Changes, Risk
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Log,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import RequestMessage

_NUMBERED = re.compile(r"\b[am]\d+\b")
_WORD = re.compile(r"[A-Za-z]+")
LISTED = 300
"""Facts at risk that are listed one by one; the rest is counted."""


def changes(state: State, before: Record | None, after: Record | None) -> Changes:
    """What the model reads with ``after`` in force instead of ``before`` (None: the full log)."""
    k = state.calibration.k
    old = view(state.log, before, state.counter, state.language, k=k, pins=state.pins)
    new = view(state.log, after, state.counter, state.language, k=k, pins=state.pins)
    index = _Index(state)
    was, now = index.facts(old, before), index.facts(new, after)
    lost = index.traced({fact: place for fact, place in was.items() if fact not in now})
    block = None if after is None else after.block
    return Changes(
        after,
        tuple(_rows(old, new)),
        sum(m.tokens for m in old),
        sum(m.tokens for m in new),
        _lines(block),
        index.added(new, block),
        () if block is None else block.removed,
        tuple(index.risk(fact, place) for fact, place in islice(lost.items(), LISTED)),
        len(lost),
        len(was),
    )


def shown_text(message: RequestMessage) -> str:
    """What the model reads of one message as plain text: words, calls with arguments, results, names of files."""
    return "\n".join(said for said in map(_said, message.parts) if said)


def _said(part: Part) -> str:
    if isinstance(part, (TextPart, ToolResultPart)):
        return part.text
    if isinstance(part, ToolCallPart):
        return f"{part.name}({part.arguments})"
    if isinstance(part, AttachmentPart):
        return f"[{part.name}]"
    return ""  # thinking is never sent to be read


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
    lines = (line.strip() for part in (block.rules, block.ledger) for line in _bare(part).splitlines())
    return tuple(line for line in lines if line)


def _bare(part: str) -> str:
    """A part of the block without its own heading and those inside it: they are ours and say nothing of the chat."""
    return "\n".join(line for line in part.splitlines()[1:] if not line.startswith("#"))


@dataclass(slots=True)
class _Place:
    """Where a fact was said last."""

    seq: int
    source: str
    strong: bool


class _Index:
    """Facts of views over one log."""

    def __init__(self, state: State) -> None:
        log, memo = state.log, state.memo
        self._state = state
        self._cache = memo.slot("engine", EngineCache)
        self._calls: Mapping[int, ToolCallPart] = memo.last("answered", (log,), lambda: answered(log))
        self._places = {message.id: place for place, message in enumerate(log)}
        self._log: Log = log

    def facts(self, messages: Sequence[RequestMessage], record: Record | None) -> dict[str, _Place]:
        """Every fact of a view with its last place: made ones (ids, dates, amounts) first, the newest first."""
        found: dict[str, _Place] = {}
        state = self._state
        stored = None if record is None else record.block
        block = with_pins(stored, state.pins, frame(state.language), state.language)
        for message in messages:
            if message.form == "ack":
                continue
            strong, medium = self._of(message) if message.form != "block" or block is None else _named(_own(block))
            for fact in (*strong, *medium):
                found[fact] = _Place(message.seq, message.source, fact in strong)
        return dict(sorted(found.items(), key=lambda item: (not item[1].strong, -item[1].seq, item[0])))

    def traced(self, lost: Mapping[str, _Place]) -> dict[str, _Place]:
        """Facts with the message that said them last, also those that only the block before held."""
        wanted = {fact for fact, place in lost.items() if not place.source}
        found = dict(lost)
        for at in range(len(self._log) - 1, -1, -1) if wanted else ():
            message = self._log[at]
            for unit in self._cut(at).units:
                for fact in wanted & (unit.facts.strong | unit.facts.medium):
                    found[fact] = _Place(message.seq, message.id, lost[fact].strong)
                    wanted.discard(fact)
        return found

    def added(self, messages: Sequence[RequestMessage], block: ContextBlock | None) -> tuple[str, ...]:
        """Facts that only the model's summary holds, as it spells them."""
        if block is None or not block.narrative:
            return ()
        strong, medium = _named(_bare(block.narrative))
        mine = strong | medium
        held = set[str]().union(*_named(_own(replace(block, narrative=""))))
        for message in messages:
            if message.form != "block":
                strong, medium = self._of(message)
                held.update(strong, medium)
        said = (spelled(block.narrative, fact) for fact in sorted(mine - held))
        return tuple(word for word in said if word)

    def risk(self, fact: str, place: _Place) -> Risk:
        """A lost fact, spelled as it was said."""
        at = self._places.get(place.source)
        units = () if at is None else self._cut(at).units
        said = next((unit.text for unit in units if fact in unit.facts.strong or fact in unit.facts.medium), "")
        return Risk(spelled(said, fact) or fact, place.seq, place.source)

    def _of(self, message: RequestMessage) -> tuple[frozenset[str], frozenset[str]]:
        """Strong and medium facts of what is shown."""
        at = self._places.get(message.source) if message.form in ("verbatim", "recap") else None
        if at is None:
            return _named(_NUMBERED.sub(" ", shown_text(message)))
        units = self._cut(at).units
        strong = frozenset[str]().union(*(unit.facts.strong for unit in units))
        medium = frozenset[str]().union(*(unit.facts.medium - {_first_word(unit.text)} for unit in units))
        return strong, _worth(medium - strong)

    def _cut(self, at: int) -> Cut:
        return self._cache.cut(self._log[at], self._calls.get(at), self._state.counter)


def _own(block: ContextBlock) -> str:
    """What a block says of the chat, without the numbers that it gives messages."""
    parts = (block.rules, block.ledger, block.narrative, block.digest, block.lead)
    return _NUMBERED.sub(" ", "\n".join(_bare(part) for part in parts))


def _named(said: str) -> tuple[frozenset[str], frozenset[str]]:
    """Strong and medium facts of a text."""
    found = facts(said)
    return found.strong, _worth(found.medium - found.strong)


def _first_word(sentence: str) -> str:
    """The word that a capital letter says nothing of."""
    found = _WORD.match(sentence)
    return found.group().casefold() if found is not None else ""


def _worth(medium: frozenset[str]) -> frozenset[str]:
    """Without single digits and the like, which say nothing alone."""
    return frozenset(fact for fact in medium if not (fact.isdigit() and len(fact) < 3))
