"""What the requests of a transcript should still hold: questions made once and asked of every strategy.

needed  A name that an assistant message uses, that an earlier message said, and that the model could not read off what
        stands directly in front of it (the last 1,000 tokens, its last step, the ask of the turn, the system prompt).
        Asked of the request of that very answer.
values  The pairs (key, value) of JSON tool results. Asked at a few places near the end: does the request hold the value
        within 200 characters of its key, or of the id or name of its object?
rules   Standing rules in the user's words, verbatim while they hold, not as if live once they were taken back.

Long sessions ask an even sample, so that a look costs milliseconds. Beside each score stands what the newest messages
hold that fit into as many tokens: a share kept means nothing without the tokens it took.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TypeVar

from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.services.lab.names import names_in, parsed, places, scalars, spans, unescaped
from weclaw_desktop.services.lab.standing_rules import StandingRule, rules_in

NEAR = 1_000
"""Tokens in front of a use that the model reads anyway."""
REACH = 200
"""Characters within which a value must stand from its key or object."""
MOST = 500
"""Questions of a kind that are asked at most."""
_ENTITIES = 3_000
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Need:
    """One name at one place of use; ``said`` is the message that said it last, ``around`` what stands beside it."""

    name: str
    use: int
    said: int
    around: str


@dataclass(frozen=True, slots=True)
class Value:
    """One value with its key and what else may stand beside it; ``said`` is the first message that told it."""

    value: str
    beside: tuple[str, ...]
    said: int

    def held(self, text: str) -> bool:
        """Whether ``text`` holds the value beside its key or object."""
        for at in places(self.value, text):
            end = at + len(self.value)
            near = text[max(0, at - REACH) : at] + "\0" + text[end : end + REACH]
            if any(name in near for name in self.beside):
                return True
        return False


class Told:
    """Which stretches of the messages hold which values. Each value is looked up once for all requests."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._text = "\n".join(texts)
        self._begins = list(accumulate((len(text) + 1 for text in texts), initial=0))
        self._spans: dict[str, list[tuple[int, int]]] = {}

    def holds(self, value: Value, start: int, end: int) -> bool:
        """What ``value.held`` says of the messages ``start`` to ``end`` (left out), one to a line."""
        low, high = self._begins[start], self._begins[end] - 1
        found = self._spans.get(value.value)
        if found is None:
            found = self._spans[value.value] = sorted(spans(value.value, self._text))
        for at, stop in found[bisect_left(found, (low, 0)) :]:
            if at >= high:
                return False
            behind = at + len(value.value)
            near = self._text[max(low, at - REACH) : at] + "\0" + self._text[behind : min(high, behind + REACH)]
            if stop <= high and any(name in near for name in value.beside):
                return True
        return False


@dataclass(frozen=True, slots=True)
class Probes:
    """The questions. ``texts`` and ``sizes`` (tokens) are of every message, system rows left out."""

    texts: tuple[str, ...]
    sizes: tuple[int, ...]
    asks: tuple[int, ...]
    needs: dict[int, tuple[Need, ...]] = field(repr=False)
    values: tuple[Value, ...] = field(repr=False)
    rules: tuple[StandingRule, ...] = ()

    @property
    def count(self) -> int:
        """How many names are asked for."""
        return sum(map(len, self.needs.values()))

    def newest(self, end: int, budget: int) -> int:
        """From where on the whole messages before ``end`` fit into ``budget`` tokens."""
        start = end
        while start > 0 and self.sizes[start - 1] <= budget:
            start -= 1
            budget -= self.sizes[start]
        return start


def text_of(message: Message) -> str:
    """What a model reads of a message: words, calls with their arguments, results."""
    pieces = [message.text, *(f"{call.name} {call.arguments}" for call in message.calls)]
    pieces.extend(part.text for part in message.attachments)
    if message.result is not None:
        pieces.append(message.result.text)
    return unescaped("\n".join(piece for piece in pieces if piece))


def prepare(messages: Sequence[Message], counter: Counter, system: str = "") -> Probes:
    """The questions to ``messages``, which hold no system rows; every request holds ``system``."""
    texts = tuple(map(text_of, messages))
    sizes = tuple(counter.parts(message.parts) for message in messages)
    asks: list[int] = []
    for number, message in enumerate(messages):
        asks.append(number if message.role == "user" or not number else asks[-1])
    known = set(names_in(system)) | {call.name for message in messages for call in message.calls}
    needs = sampled(_needs(messages, texts, sizes, asks, known), MOST)
    by_use: dict[int, list[Need]] = {}
    for need in needs:
        by_use.setdefault(need.use, []).append(need)
    rules = rules_in((n, message.text) for n, message in enumerate(messages) if message.role == "user")
    kept = {use: tuple(found) for use, found in by_use.items()}
    return Probes(texts, sizes, tuple(asks), kept, tuple(sampled(_values(messages), MOST)), rules)


def sampled(items: Sequence[T], most: int) -> Sequence[T]:
    """``most`` of ``items``, evenly spread; all when there are no more."""
    step = max(1.0, len(items) / most)
    return [items[int(n * step)] for n in range(min(most, len(items)))]


def _needs(
    messages: Sequence[Message], texts: Sequence[str], sizes: Sequence[int], asks: Sequence[int], known: set[str]
) -> list[Need]:
    last: dict[str, int] = {}
    entities: dict[str, None] = {}
    asked: set[str] = set()
    found: list[Need] = []
    for number, message in enumerate(messages):
        said = names_in(texts[number])
        given = [value for _, value, _ in _scalars(message)]
        if message.role == "user":
            asked = set(said)
        if message.role == "assistant":
            near = _near(number, messages, sizes, asks)
            used = said | dict.fromkeys((v for v in given if _short(v)), 0)
            used |= {name: texts[number].find(name) for name in _told(texts[number], entities)}
            for name, at in used.items():
                place = last.get(name, near)
                if place < near and name not in asked and name not in known and name not in texts[asks[number]]:
                    found.append(Need(name, number, place, _around(texts[number], max(0, at), name)))
        for name in (*said, *(value for value in given if _short(value))):
            last[name] = number
        for value in given:
            if 3 <= len(value) <= 30 and not value.isascii() and len(entities) < _ENTITIES:
                entities.setdefault(value)
    return found


def _told(text: str, entities: dict[str, None]) -> list[str]:
    """Chinese names of things that earlier results or calls gave, in what is said; of nested ones the longest."""
    if text.isascii():
        return []
    found: list[str] = []
    for name in sorted((name for name in entities if name in text), key=len, reverse=True):
        if not any(name in longer for longer in found):
            found.append(name)
    return found


def _near(use: int, messages: Sequence[Message], sizes: Sequence[int], asks: Sequence[int]) -> int:
    """The first message that stands directly in front of a use."""
    start, room = use, NEAR
    while start > 0 and room > 0:
        start -= 1
        room -= sizes[start]
    step = next((n for n in range(use - 1, -1, -1) if messages[n].role == "assistant"), 0)
    return min(start, max(step, asks[use]))


def _around(text: str, at: int, name: str) -> str:
    return (text[max(0, at - 120) : at] + " " + text[at + len(name) : at + len(name) + 120]).replace(name, " ")


def _short(value: str) -> bool:
    return 3 <= len(value) <= 60 and "\n" not in value and not value.isdigit()


def _scalars(message: Message) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    if message.result is not None:
        found.extend(scalars(parsed(message.result.text)))
    for call in message.calls:
        found.extend(scalars(parsed(call.arguments)))
    return found


def _values(messages: Sequence[Message]) -> list[Value]:
    asked: dict[str, tuple[str, ...]] = {}
    told: dict[tuple[str, str], tuple[int, dict[str, None]]] = {}
    for number, message in enumerate(messages):
        for call in message.calls:
            asked[call.id] = tuple(value for _, value, _ in scalars(parsed(call.arguments)) if len(value) > 1)
        result = message.result
        for key, value, owner in scalars(parsed(result.text)) if result is not None else ():
            if 2 <= len(value) <= 80:
                beside = told.setdefault((key, value), (number, {}))[1]
                if owner and owner != value:
                    beside.setdefault(owner)
                elif result is not None:
                    beside.update(dict.fromkeys(asked.get(result.call_id, ())))
    return [
        Value(value, tuple(name for name in (key, *beside) if name), said)
        for (key, value), (said, beside) in told.items()
    ]
