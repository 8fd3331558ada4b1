"""Long sessions for measuring: from transcripts in a folder, or made up here when there is no folder.

Deterministic: the same folder gives the same sessions. Transcripts are taken in the order of their file, from a fixed
place on, until the length is reached; those that would overshoot it by more than a twentieth are passed over. Call ids
are made unique, the first system prompt stands for all, and the tools are those that are called, with the argument
names that occur. In every session a few rules of the user are planted, and some are withdrawn later.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Size = Callable[[Json], int]
"""Tokens of one message."""
NAMES = ("airline", "tourism", "mixed", "coding")


@dataclass(frozen=True, slots=True)
class Dialogue:
    """One transcript: messages in OpenAI's shape, and outcomes as the data set noted them (``q`` and ``a``)."""

    name: str
    messages: tuple[Json, ...]
    slots: tuple[Json, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that was planted in user message ``said`` and withdrawn in user message ``withdrawn`` (-1: never)."""

    text: str
    said: int
    withdrawn: int = -1


@dataclass(frozen=True, slots=True)
class Session:
    """Several dialogues played as one chat; ``threads[i]`` is the number of the dialogue that message i is from."""

    name: str
    system: str
    messages: tuple[Json, ...]
    threads: tuple[int, ...]
    dialogues: tuple[Dialogue, ...]
    tools: tuple[Json, ...] = ()
    rules: tuple[Rule, ...] = ()

    def document(self) -> str:
        """The session as the JSON object that a replay reads."""
        head = [{"role": "system", "content": self.system}] if self.system else []
        return json.dumps({"messages": [*head, *self.messages], "tools": list(self.tools)}, ensure_ascii=False)


ENGLISH = (
    ("Always write prices with the currency code after the number.", "Forget the rule about the currency code."),
    ("Never name a competitor in your answers.", ""),
    ('From now on end every answer with the words "desk seven".', 'Stop ending your answers with "desk seven".'),
    ("Do not book or change anything before I have said yes twice.", ""),
    ("Never answer in more than six sentences unless I ask for more.", ""),
)
CHINESE = (
    ("以后报价都必须注明是人均还是总价。", "报价不用再注明是人均还是总价了，这条要求取消。"),
    ("不要推荐排队超过半小时的餐馆。", ""),
    ("以后每次回答最后都要加上“祝您旅途愉快”。", "以后不用再加“祝您旅途愉快”了。"),
    ("没有我的确认，绝对不要替我下单。", ""),
    ("请始终用简体中文回答，不要夹杂英文。", ""),
)
"""Rules as a user would say them, each with the words that withdraw it ("" never)."""


def load(folder: Path, file: str) -> list[Dialogue]:
    """All transcripts of ``file``.jsonl."""
    found: list[Dialogue] = []
    for line in (folder / f"{file}.jsonl").read_text(encoding="utf-8").split("\n"):
        if line.strip():
            item = json.loads(line)
            found.append(Dialogue(item["id"], tuple(item["messages"]), tuple(item.get("probes") or ())))
    return found


def from_folder(folder: Path, name: str, size: Size) -> list[Session]:
    """The runs that make up the session ``name``; their scores are pooled."""
    if name == "coding":
        agents, demos, chats = (load(folder, file) for file in ("openhands", "sweagent_demos", "aider_chats"))
        part = woven(taken(demos, 63_000, size), taken(chats[20:], 64_000, size))
        return [planted(joined(name, [*agents, *part]), ENGLISH)]
    flights, trips = load(folder, "tau_airline"), load(folder, "crosswoz_zh")
    if name == "airline":
        return [planted(joined(name, taken(flights[at:], 40_000, size)), ENGLISH) for at in (10, 20, 60)]
    if name == "tourism":
        return [planted(joined(name, taken(trips[at:], 47_000, size)), CHINESE) for at in (0, 150)]
    both = woven(taken(flights, 40_000, size), taken(trips, 47_000, size))
    return [planted(joined(name, both, again=True), (*ENGLISH[:3], *CHINESE[2:]))]


def made_up(name: str, size: Size) -> list[Session]:
    """The session ``name`` from dialogues that ``made`` makes up, of the same length as from a folder."""
    from tests.benchmarks import made

    if name == "coding":
        return [planted(joined(name, taken(_many(made.coding_agent), 190_000, size), again=True), ENGLISH)]
    flights, trips = taken(_many(made.parts_desk), 40_000, size), taken(_many(made.travel_desk), 47_000, size)
    if name == "airline":
        return [planted(joined(name, flights), ENGLISH)]
    if name == "tourism":
        return [planted(joined(name, trips), CHINESE)]
    return [planted(joined(name, woven(flights, trips), again=True), (*ENGLISH[:3], *CHINESE[2:]))]


def _many(make: Callable[[int], Dialogue]) -> list[Dialogue]:
    return [make(number) for number in range(200)]


def taken(dialogues: Sequence[Dialogue], tokens: int, size: Size) -> list[Dialogue]:
    """Dialogues in order until they have about ``tokens`` tokens."""
    found: list[Dialogue] = []
    total = 0
    for dialogue in dialogues:
        own = sum(size(message) for message in dialogue.messages if message["role"] != "system")
        if total >= tokens:
            break
        if not total or total + own <= tokens * 1.05:
            found.append(dialogue)
            total += own
    return found


def woven(first: Sequence[Dialogue], second: Sequence[Dialogue]) -> list[Dialogue]:
    """Both lists as one, evenly mixed."""
    ranked = [(n / len(line), side, n) for side, line in enumerate((first, second)) for n in range(len(line))]
    return [(first, second)[side][n] for _, side, n in sorted(ranked)]


def joined(name: str, dialogues: Sequence[Dialogue], *, again: bool = False) -> Session:
    """One chat of all dialogues, one after the other; ``again``: first halves of all, then all are taken up again."""
    system = next((m["content"] for d in dialogues for m in d.messages if m["role"] == "system"), "")
    bodies = [_own_ids((m for m in d.messages if m["role"] != "system"), f"d{n}.") for n, d in enumerate(dialogues)]
    parts = [_halves(body) if again else (body,) for body in bodies]
    order = [(n, part) for side in range(2 if again else 1) for n, part in enumerate(p[side] for p in parts)]
    messages = tuple(message for _, part in order for message in part)
    threads = tuple(n for n, part in order for _ in part)
    return Session(name, system, messages, threads, tuple(dialogues), _tools(bodies))


def planted(session: Session, rules: Sequence[tuple[str, str]]) -> Session:
    """The session with ``rules`` said in its first third and some withdrawn in its second half."""
    messages = list(session.messages)
    users = [n for n, message in enumerate(messages) if message["role"] == "user"]
    free = [n for n in users if isinstance(messages[n]["content"], str)]
    found: list[Rule] = []

    def say(text: str, share: float) -> int:
        place = min(free, key=lambda n: abs(n - share * len(messages)))
        free.remove(place)
        messages[place] = {**messages[place], "content": f"{messages[place]['content']}\n{text}"}
        return place

    for number, (text, withdrawal) in enumerate(rules):
        said = say(text, 0.04 + 0.06 * number)
        found.append(Rule(text, said, say(withdrawal, 0.45 + 0.05 * number) if withdrawal else -1))
    return replace(session, messages=tuple(messages), rules=tuple(found))


def _own_ids(messages: Iterable[Json], prefix: str) -> list[Json]:
    found: list[Json] = []
    for message in messages:
        new = dict(message)
        if message.get("tool_calls"):
            new["tool_calls"] = [{**call, "id": f"{prefix}{call['id']}"} for call in message["tool_calls"]]
        if message.get("tool_call_id"):
            new["tool_call_id"] = f"{prefix}{message['tool_call_id']}"
        found.append(new)
    return found


def _halves(messages: Sequence[Json]) -> tuple[Sequence[Json], Sequence[Json]]:
    turns = [n for n, message in enumerate(messages) if n and message["role"] == "user"]
    cut = min(turns, key=lambda n: abs(n - len(messages) / 2), default=len(messages))
    return messages[:cut], messages[cut:]


_TYPES = {bool: "boolean", int: "integer", float: "number", list: "array", dict: "object"}


def _tools(bodies: Iterable[Sequence[Json]]) -> tuple[Json, ...]:
    found: dict[str, dict[str, Json]] = {}
    for call in (call for body in bodies for message in body for call in message.get("tool_calls") or ()):
        known = found.setdefault(call["function"]["name"], {})
        try:
            given: object = json.loads(call["function"]["arguments"])
        except ValueError:
            continue
        for key, value in given.items() if isinstance(given, dict) else ():
            known.setdefault(key, {"type": _TYPES.get(type(value), "string")})
    return tuple(
        {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": keys}}}
        for name, keys in sorted(found.items())
    )
