"""What a request should still hold: probes taken from a conversation by rules of their own.

This is the measuring stick of ``tests.benchmarks.retention``. It is frozen, and it shares no code with the engine that
it measures, so that a score is never circular: it knows messages in OpenAI's shape and the standard library.

needed  A *name* (see ``names.names_in``; in call arguments every short value; in Chinese text also what an earlier tool
        result or call named) that an assistant message uses, that an earlier message said, and that the model could not
        read off what lies directly in front of it: the last 1,000 tokens, its last step, the ask of the turn, the
        system prompt. One probe is one name at one place of use. Hit: the request for that call holds the name.
far     Those of them that were last said more than 8,000 tokens before the use.
kv      The distinct (key, value) pairs of all JSON tool results before the newest turn; values of two or more
        characters, no booleans. Hit: the request holds the value. kv+key: within 200 characters of its key, or of the
        id or name of its object. An answer whose values have no such object belongs to the question: there an argument
        of the call serves.
slots   What the authors of a data set noted as a dialogue's outcome (entity, attribute, value), apart from the names of
        the entities, once the dialogue said the value. Hit: the value within 200 characters of the name of an entity
        of that kind in its dialogue, or of its attribute where the dialogue names none. slots/attr: or of its
        attribute in any case, which other dialogues' values often meet by chance.

Definitions and sessions were settled on newest-turns-only in 27,000 tokens, which an earlier trial with probes of its
own had measured, and then frozen. needed / far / kv / kv+key / slots, here and (there), in percent:

    airline   95 / 72 / 77 / 76        (95 / 80 / 80 / 78)
    tourism   89 / 76 / 65 / 65 / 63   (89 / 79 / 66 / 64 / 65)
    mixed     58 / 41 / 41 / 38 / 44   (56 / 41 / 42 / 38 / 37)
    coding    65 / 54                  (68 / 57)

Values of one request are measured where a whole swing of the engine is seen, so that it does not matter whether a
session ends just before or just after a pass: see ``scores``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.names import atoms, forms, held, leaves, names_in, parsed, places, text_of

Json = dict[str, Any]
NEAR = 1_000
"""Tokens in front of a use that the model reads anyway."""
FAR = 8_000
"""Tokens between the last mention and the use from which on a name counts as far."""
REACH = 200
"""Characters within which a value must stand from its key or entity."""
_SENTENCE = re.compile(r"[^.!?\n。！？]+[.!?。！？]?")
_RULE = re.compile(
    r"^(?:please )?(?:always|never|from now on|do not|don't|you must)\b|\b(?:always|never)\b (?!been|had|got|was|did)"
    r"|必须|务必|一定要|千万|不要再|以后都|始终|一律",
    re.IGNORECASE,
)
_CHINESE = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Need:
    """One name at one place of use. ``said`` is where it was last said before, ``distance`` the tokens in between.

    ``around`` are the words at the place of use without the name: what somebody would search for.
    """

    name: str
    use: int
    said: int
    distance: int
    around: str

    @property
    def far(self) -> bool:
        """Whether it was last said more than ``FAR`` tokens before the use."""
        return self.distance > FAR


@dataclass(frozen=True, slots=True)
class Fact:
    """One value with its key and what else may stand beside it; ``said`` is the first message that told it."""

    value: str
    key: str
    beside: tuple[str, ...]
    said: int

    def score(self, text: str) -> tuple[bool, bool]:
        """Whether ``text`` holds the value, and whether with its key or entity within reach."""
        inside = False
        for at in places(self.value, text):
            inside = True
            end = at + len(self.value)
            near = text[max(0, at - REACH) : at] + "\0" + text[end : end + REACH]
            if (self.key and self.key in near) or any(other in near for other in self.beside):
                return True, True
        return inside, False


class Conversation:
    """Messages (system left out) with their texts and sizes, and an index of who said what.

    ``tokens`` are the sizes of the messages; ``known`` is the text that every request holds (system prompt, tools).
    """

    def __init__(self, messages: Sequence[Json], tokens: Sequence[int], known: str = "") -> None:
        self.messages = messages
        self.known = known
        self.tokens = tokens
        self.texts = [text_of(message) for message in messages]
        self.starts = [0]
        for size in tokens:
            self.starts.append(self.starts[-1] + size)
        self.asks: list[int] = []
        for number, message in enumerate(messages):
            self.asks.append(number if message["role"] == "user" or not number else self.asks[-1])
        self._said: dict[str, list[int]] = {}
        for number, text in enumerate(self.texts):
            for atom in set(atoms(text)):
                self._said.setdefault(atom, []).append(number)

    def last_said(self, name: str, before: int) -> int:
        """The newest message before ``before`` that holds ``name``; -1 when none does."""
        found: set[int] = set()
        for form in forms(name):
            parts = atoms(form)
            if parts:
                rarest = min((self._said.get(atom, []) for atom in parts), key=len)
                found.update(number for number in rarest if number < before)
        return next((number for number in sorted(found, reverse=True) if held(name, self.texts[number])), -1)

    def newest(self, end: int, budget: int) -> int:
        """From where on the whole messages before ``end`` fit into ``budget`` tokens."""
        start = end
        while start > 0 and self.starts[end] - self.starts[start - 1] <= budget:
            start -= 1
        return start

    def _near(self, use: int) -> int:
        start = use
        while start > 0 and self.starts[use] - self.starts[start] < NEAR:
            start -= 1
        step = next((n for n in range(use - 1, -1, -1) if self.messages[n]["role"] == "assistant"), 0)
        return min(start, max(step, self.asks[use]))

    def needs(self) -> list[Need]:
        """All probes *needed*, in order of use."""
        entities: dict[str, None] = {}
        found: list[Need] = []
        for use, message in enumerate(self.messages):
            if message["role"] == "assistant":
                near = self._near(use)
                front = "\n".join((self.known, self.texts[self.asks[use]], *self.texts[near:use]))
                for name, around in uses(message, entities).items():
                    said = -1 if held(name, front) else self.last_said(name, near)
                    if said >= 0:
                        found.append(Need(name, use, said, self.starts[use] - self.starts[said + 1], around))
            for _, value, _ in _scalars(message):
                if 3 <= len(value) <= 30 and _CHINESE.search(value):
                    entities.setdefault(value)
        return found

    def facts(self) -> list[Fact]:
        """All probes *kv* of the whole conversation, oldest first."""
        asked: dict[str, tuple[str, ...]] = {}
        told: dict[tuple[str, str], tuple[int, dict[str, None]]] = {}
        for number, message in enumerate(self.messages):
            for call in message.get("tool_calls") or ():
                given = parsed(call["function"]["arguments"])
                asked[call["id"]] = tuple(value for _, value, _ in leaves(given) if len(value) > 1)
            value = parsed(message.get("content") or "") if message["role"] == "tool" else None
            for key, scalar, owner in leaves(value):
                if len(scalar) < 2:
                    continue
                _, beside = told.setdefault((key, scalar), (number, {}))
                if owner and owner != scalar:
                    beside.setdefault(owner)
                else:
                    beside.update(dict.fromkeys(asked.get(message.get("tool_call_id", ""), ())))
        return [Fact(value, key, tuple(beside), said) for (key, value), (said, beside) in told.items()]

    def rules(self) -> list[tuple[str, int]]:
        """Sentences of users that sound like a standing rule, each with the message that first says it."""
        found: dict[str, int] = {}
        for number, message in enumerate(self.messages):
            if message["role"] == "user" and isinstance(message.get("content"), str):
                for sentence in _SENTENCE.findall(message["content"]):
                    clean = sentence.strip()
                    if 6 <= len(clean) <= 160 and _RULE.search(clean) and clean[-1] not in "?？":
                        found.setdefault(clean, number)
        return list(found.items())

    def slots(
        self, noted: Iterable[tuple[int, Sequence[Json]]], threads: Sequence[int], *, loose: bool = False
    ) -> list[Fact]:
        """The probes *slots* (``loose``: slots/attr): per dialogue what was noted; ``threads[i]`` is message i's."""
        found: list[Fact] = []
        for thread, slots in noted:
            own = [number for number, of in enumerate(threads) if of == thread]
            pairs = [(str(slot["q"]), value) for slot in slots for value in _listed(slot["a"])]
            names: dict[str, list[str]] = {}
            for question, value in pairs:
                if question.endswith("的名称"):
                    names.setdefault(question.split("的", 1)[0], []).append(value)
            for question, value in dict.fromkeys(pairs):
                entity, _, attribute = question.partition("的")
                said = next((number for number in own if held(value, self.texts[number])), -1)
                if attribute != "名称" and len(value) > 1 and said >= 0:
                    others = tuple(name for name in names.get(entity, ()) if name != value)
                    key = "" if others and not loose else attribute.rsplit("-", 1)[-1]
                    found.append(Fact(value, key, others, said))
        return found


def _listed(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _scalars(message: Json) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    if message["role"] == "tool":
        found.extend(leaves(parsed(message.get("content") or "")))
    for call in message.get("tool_calls") or ():
        found.extend(leaves(parsed(call["function"]["arguments"])))
    return found


def uses(message: Json, entities: Iterable[str]) -> dict[str, str]:
    """Names that an assistant message uses, each with the words around it (without the name)."""
    found: dict[str, str] = {}
    said = message.get("content") or ""
    for name, at in names_in(said).items():
        found.setdefault(name, _around(said, at, name))
    longest: list[str] = []
    for entity in sorted((entity for entity in entities if entity in said), key=len, reverse=True):
        if not any(entity in other for other in longest):
            longest.append(entity)
            found.setdefault(entity, _around(said, said.find(entity), entity))
    for call in message.get("tool_calls") or ():
        for key, value, _ in leaves(parsed(call["function"]["arguments"])):
            about = f"{call['function']['name']} {key}"
            if 2 <= len(value) <= 60 and "\n" not in value and not value.isdigit():
                found.setdefault(value, about)
                continue
            for name, at in names_in(value).items():
                found.setdefault(name, f"{about} {_around(value, at, name)}")
    return found


def _around(text: str, at: int, name: str) -> str:
    return (text[max(0, at - 120) : at] + " " + text[at + len(name) : at + len(name) + 120]).replace(name, " ")
