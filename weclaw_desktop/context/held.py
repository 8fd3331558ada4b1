"""Which facts a view holds: names, numbers, dates and ids that somebody said in the chat.

What our own words say about it is none of them: the "12 rows" of a line that stands for a result, the size of what was
left out, how often a tool was called. They come and go with each compression and nobody would miss them. So facts of
what is not shown verbatim count only where the message itself has them, and those of a block where any message has
them; a model's summary and what the user pinned speak for themselves. Facts are found by the same code that fills the
digest and cached with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.features import facts, spelled
from weclaw_desktop.context.log import Grouping
from weclaw_desktop.context.pins import with_pins
from weclaw_desktop.context.units import Cut, Unit, answered
from weclaw_desktop.context.view import frame
from weclaw_desktop.context.widths import narrow
from weclaw_desktop.core.changes import Risk
from weclaw_desktop.core.messages import AttachmentPart, Log, Part, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import RequestMessage

_NUMBERED = re.compile(r"\b[am]\d+\b")
_WORD = re.compile(r"[A-Za-z]+")
_AMOUNT = re.compile(r"\d[\d,]*(?:\.\d+)*")


@dataclass(frozen=True, slots=True)
class Named:
    """Facts by weight: made ones (ids, dates, amounts), and names and plain numbers."""

    strong: frozenset[str] = frozenset()
    medium: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        """Both."""
        return self.strong | self.medium

    def among(self, known: frozenset[str]) -> Named:
        """Those of them that are ``known``."""
        return Named(self.strong & known, self.medium & known)


@dataclass(slots=True)
class Place:
    """Where a fact was said last."""

    seq: int
    source: str
    strong: bool


def shown_text(message: RequestMessage) -> str:
    """What the model reads of one message as plain text: words, calls with arguments, results, names of files."""
    return "\n".join(said for said in map(_said, message.parts) if said)


def bare(part: str) -> str:
    """A part of the block without its own heading and those inside it: they are ours and say nothing of the chat."""
    return "\n".join(line for line in part.splitlines()[1:] if not line.startswith("#"))


class Held:
    """Facts of views over one log."""

    def __init__(self, state: State) -> None:
        log, memo = state.log, state.memo
        self._state = state
        self._cache = memo.slot("engine", EngineCache)
        self._calls: Mapping[int, ToolCallPart] = memo.last("answered", (log,), lambda: answered(log))
        self._places = {message.id: place for place, message in enumerate(log)}
        self._results = {group.at: group.places for group in Grouping(log).groups}
        self._log: Log = log
        self._anywhere: frozenset[str] | None = None

    def facts(self, messages: Sequence[RequestMessage], record: Record | None) -> dict[str, Place]:
        """Every fact of a view with its last place: made ones first, the newest first."""
        found: dict[str, Place] = {}
        state = self._state
        stored = None if record is None else record.block
        block = with_pins(stored, state.pins, frame(state.language), state.language)
        for message in messages:
            if message.form == "ack":
                continue
            named = self._of(message) if message.form != "block" or block is None else self._of_block(block)
            for fact in named.all:
                found[fact] = Place(message.seq, message.source, fact in named.strong)
        return dict(sorted(found.items(), key=lambda item: (not item[1].strong, -item[1].seq, item[0])))

    def traced(self, lost: Mapping[str, Place]) -> dict[str, Place]:
        """Facts with the message that said them last, also those that only the block before held."""
        wanted = {fact for fact, place in lost.items() if not place.source}
        found = dict(lost)
        for at in range(len(self._log) - 1, -1, -1) if wanted else ():
            message = self._log[at]
            for unit in self._units(at):
                for fact in wanted & (unit.facts.strong | unit.facts.medium):
                    found[fact] = Place(message.seq, message.id, lost[fact].strong)
                    wanted.discard(fact)
        return found

    def added(self, messages: Sequence[RequestMessage], block: ContextBlock | None) -> tuple[str, ...]:
        """Facts that only the model's summary holds, as it spells them."""
        if block is None or not block.narrative:
            return ()
        mine = _named(bare(block.narrative)).all
        held = set(_named(_own(replace(block, narrative=""))).all)
        for message in messages:
            if message.form != "block":
                held |= self._of(message).all
        said = (spelled(block.narrative, fact) for fact in sorted(mine - held))
        return tuple(word for word in said if word)

    def risk(self, fact: str, place: Place) -> Risk:
        """A lost fact, spelled as it was said."""
        at = self._places.get(place.source)
        units = () if at is None else self._units(at)
        said = next((unit.text for unit in units if fact in unit.facts.strong or fact in unit.facts.medium), "")
        return Risk(spelled(said, fact) or fact, place.seq, place.source)

    def _of(self, message: RequestMessage) -> Named:
        """Facts of a message as it is shown."""
        at = self._places.get(message.source)
        if at is not None and message.form in ("verbatim", "recap"):
            return self._message(at)
        shown = _named(_NUMBERED.sub(" ", shown_text(message)))
        if at is None:
            return shown.among(self._in_log())
        asked = (unit for unit in self._cut(at).units[: self._cut(at).asked])  # a line may tell what was asked
        return shown.among(self._message(at).all | _union(asked).all)

    def _of_block(self, block: ContextBlock) -> Named:
        """Facts of a block. Summary, pins and rules are a model's and the user's own words; the rest is ours."""
        spoken = _named("\n".join((bare(block.narrative), bare(block.rules))))
        return _named(_own(block)).among(self._in_log() | spoken.all)

    def _message(self, at: int) -> Named:
        """Facts of a message of the log, its calls' arguments included: a call stands in front of its result."""
        found = _union(self._units(at))
        return Named(found.strong - self._ours(at), _worth(found.medium - found.strong) - self._ours(at))

    def _in_log(self) -> frozenset[str]:
        """Facts of all messages of the log."""
        if self._anywhere is None:
            found = set[str]()
            for at in range(len(self._log)):
                found |= self._cut(at).named - self._ours(at)
            self._anywhere = frozenset(found)
        return self._anywhere

    def _units(self, at: int) -> tuple[Unit, ...]:
        cut = self._cut(at)
        if self._log[at].role == "tool":
            return cut.units[cut.asked :]
        results = [self._cut(place) for place in self._results.get(at, ())]
        return (*cut.units, *(unit for result in results for unit in result.units[: result.asked]))

    def _ours(self, at: int) -> frozenset[str]:
        """Facts of an encoded result that the result does not have: counts and sizes that the encoder wrote."""
        message = self._log[at]
        if message.result is None or message.intake is None or message.intake.text is None:
            return frozenset()
        key = ("ours", message.id, message.seq, message.revision, self._state.counter.encoder)
        raw = message.result.text
        return self._cache.once(key, lambda: _lacking(_union(self._units(at)).all, raw))

    def _cut(self, at: int) -> Cut:
        return self._cache.cut(self._log[at], self._calls.get(at), self._state.counter)


def _lacking(found: frozenset[str], raw: str) -> frozenset[str]:
    """Those of the facts that ``raw`` does not say."""
    said = narrow(raw).casefold()
    amounts = {amount.replace(",", "") for amount in _AMOUNT.findall(said)}
    return frozenset(fact for fact in found if fact not in amounts and (_is_amount(fact) or fact not in said))


def _is_amount(fact: str) -> bool:
    return _AMOUNT.fullmatch(fact) is not None


def _said(part: Part) -> str:
    if isinstance(part, (TextPart, ToolResultPart)):
        return part.text
    if isinstance(part, ToolCallPart):
        return f"{part.name}({part.arguments})"
    if isinstance(part, AttachmentPart):
        return f"[{part.name}]"
    return ""  # thinking is never sent to be read


def _union(units: Iterable[Unit]) -> Named:
    """Facts of units, without the words that only begin a sentence."""
    strong, medium = set[str](), set[str]()
    for unit in units:
        strong |= unit.facts.strong
        medium |= unit.facts.medium - {_first_word(unit.text)}
    return Named(frozenset(strong), frozenset(medium))


def _own(block: ContextBlock) -> str:
    """What a block says of the chat, without the numbers that it gives messages."""
    parts = (block.rules, block.ledger, block.narrative, block.digest, block.lead)
    return _NUMBERED.sub(" ", "\n".join(bare(part) for part in parts))


def _named(said: str) -> Named:
    """Facts of a text."""
    found = facts(said)
    return Named(found.strong, _worth(found.medium - found.strong))


def _first_word(sentence: str) -> str:
    """The word that a capital letter says nothing of."""
    found = _WORD.match(sentence)
    return found.group().casefold() if found is not None else ""


def _worth(medium: frozenset[str]) -> frozenset[str]:
    """Without single digits and the like, which say nothing alone."""
    return frozenset(fact for fact in medium if not (fact.isdigit() and len(fact) < 3))
