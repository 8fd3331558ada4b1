"""How the digest tells messages: their units joined with what they are about.

What was asked for stands in one unit with the short answer to it, and every value of an answer counts as a fact about
its thing, so that a value which the request holds of another thing is not taken for told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.features import Facts, links
from weclaw_desktop.context.topics import about
from weclaw_desktop.context.units import Cut, Unit, ranked
from weclaw_desktop.core.messages import Log, Message, Role, ToolCallPart
from weclaw_desktop.core.ports import Counter

JOINED = 120
"""A longer answer is not told in one unit with what was asked, in characters."""
CARD_UNITS = 6
"""Messages of more units are told on their own."""
_LIST = re.compile(r"[^:]{1,30}: \[(.*)\]")


@dataclass(frozen=True, slots=True)
class Source:
    """One message to choose from: its place in the log, who speaks, its units, those barred, and what it is about.

    ``card`` is the thing under which it is told together with others; "" for a message of its own. ``ask`` stands in
    front of words that say nothing alone. Both with the tokens of naming them.
    """

    place: int
    role: Role
    cut: Cut
    banned: frozenset[int] = frozenset()
    ask: str = ""
    card: str = ""
    ask_tokens: int = 0
    card_tokens: int = 0


class Telling:
    """The messages of one chat as the digest tells them. What did not change since the last time is not made again."""

    def __init__(self) -> None:
        self._known: list[tuple[Message, ToolCallPart | None, Source]] = []
        self._log: Log = ()
        self._calls: Mapping[int, ToolCallPart] = {}
        self._banned: tuple[str, ...] = ()
        self._barred: list[tuple[Source, Source]] = []

    def sources(
        self, log: Log, calls: Mapping[int, ToolCallPart], cache: EngineCache, counter: Counter
    ) -> list[Source]:
        """One source per message of ``log``, nobody barred; ``calls`` are those that results answer."""
        known = self._known
        start = self._kept(log, calls)
        self._log, self._calls = log, calls
        del known[start:]
        for place in range(start, len(log)):
            call = calls.get(place)
            source = tell(log, calls, place, cache.cut(log[place], call, counter), counter)
            known.append((log[place], call, source))
        return [source for _, _, source in known]

    def barred(self, sources: Sequence[Source], banned: tuple[str, ...]) -> list[Source]:
        """``sources`` with those units barred that hold one of the ``banned`` sentences."""
        if not banned:
            return list(sources)
        known = self._barred
        if banned != self._banned:
            self._banned = banned
            known.clear()
        pairs = enumerate(zip(known, sources, strict=False))
        start = next((at for at, ((plain, _), source) in pairs if plain is not source), min(len(known), len(sources)))
        known[start:] = [(source, _bar(source, banned)) for source in sources[start:]]
        return [source for _, source in known]

    def _kept(self, log: Log, calls: Mapping[int, ToolCallPart]) -> int:
        """As ``_same``, without a look at each message where they are those of the last time."""
        before, upto = self._calls, len(self._log)
        if upto > len(log) or not all(map(is_, self._log, log)):
            return self._same(log, calls)
        if not all(map(is_, before.values(), map(calls.get, before))) or sum(p < upto for p in calls) != len(before):
            return self._same(log, calls)
        return upto if upto == len(log) else max((p for p in range(upto) if log[p].role == "user"), default=0)

    def _same(self, log: Log, calls: Mapping[int, ToolCallPart]) -> int:
        """The start of the first turn that is not as it was: what a message is about depends on its own turn only."""
        turn = 0
        for place, (message, (before, call, _)) in enumerate(zip(log, self._known, strict=False)):
            if message.role == "user":
                turn = place
            if not (message is before or _revision(message) == _revision(before)):
                return turn
            now = calls.get(place)
            if now is not call and now != call:
                return turn
        return turn if len(log) > len(self._known) else len(log)


def _bar(source: Source, banned: tuple[str, ...]) -> Source:
    units = source.cut.units
    barred = frozenset(unit.order for unit in units if any(sentence in unit.text for sentence in banned))
    return replace(source, banned=barred) if barred else source


def _revision(message: Message) -> tuple[str, int, int]:
    return message.id, message.seq, message.revision


def tell(log: Log, calls: Mapping[int, ToolCallPart], place: int, cut: Cut, counter: Counter) -> Source:
    """The message at ``place``, whose units are ``cut``, as the digest tells it."""
    topic = about(log, calls, place)
    own = told(cut, topic.thing, counter)
    card = topic.thing if len(own.units) <= CARD_UNITS and not own.asked else ""
    asks, cards = (counter.text(f" · {name}") if name else 0 for name in (topic.ask, card))
    return Source(place, log[place].role, own, frozenset(), topic.ask, card, asks, cards)


def told(cut: Cut, thing: str, counter: Counter) -> Cut:
    """``cut`` with a short answer joined to what was asked, or with the values of prose as facts about ``thing``."""
    if cut.asked:
        return _joined(cut, thing, counter)
    if not thing:
        return cut
    units = tuple(_linked(unit, thing) for unit in cut.units)
    return replace(cut, units=units, ranked=ranked(units))


def _joined(cut: Cut, thing: str, counter: Counter) -> Cut:
    """What was asked and found as one unit; without the thing that was found where that is all: its card names it."""
    if len(cut.units) == cut.asked:
        return replace(cut, asked=0)
    if len(cut.units) != cut.asked + 1 or not cut.structured or len(cut.units[-1].text) > JOINED:
        return cut
    *before, last, own = cut.units
    listed = _LIST.fullmatch(own.text)
    answer = own.text if listed is None else listed.group(1)
    text = last.text if answer == thing else f"{last.text} → {answer}"
    facts, tokens = _both(last.facts, own.facts), counter.text(text) + 1
    units = (*before, replace(last, text=text, tokens=tokens, facts=facts, density=facts.value / tokens))
    return replace(cut, units=units, ranked=ranked(units), asked=0)


def _both(one: Facts, other: Facts) -> Facts:
    return Facts(
        one.strong | other.strong,
        one.medium | other.medium,
        one.weak | other.weak,
        one.pairs | other.pairs,
        one.links | other.links,
    )


def _linked(unit: Unit, thing: str) -> Unit:
    found = unit.facts
    facts = replace(found, links=found.links.union(links(thing, (*found.strong, *found.medium))))
    return replace(unit, facts=facts, density=facts.value / unit.tokens)
