"""What an answer is about: the thing it speaks of and the ask it answers, so that an excerpt of it says something.

"It is 010-8427." is worth nothing a thousand messages later; "phone? · Orange Hotel: It is 010-8427." is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from weclaw_desktop.context.json_rows import NAMING
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.statements import clip
from weclaw_desktop.context.units import read_arguments
from weclaw_desktop.core.messages import Log, ToolCallPart

_WORDS = re.compile(r"[^\W\d_]{3}|[\u3400-\u9fff]{2}")
"""Words that say what a number is."""
BACK = 200
"""Messages looked back at for the ask."""
SHORT = 160
"""Answers of more characters speak for themselves."""
ASK = 26
"""Characters of the ask that stand in front of an answer without words."""
THING = 30
"""Longer values are no names of things, in characters."""
LISTED = 8
"""A result that lists more things is not searched for the one spoken of."""


@dataclass(frozen=True, slots=True)
class About:
    """What a message is about: the name or id of a thing, and the ask where the answer has no words; "" for none."""

    thing: str = ""
    ask: str = ""


NOTHING = About()


def about(log: Log, calls: Mapping[int, ToolCallPart], place: int) -> About:
    """What the message at ``place`` is about: the thing its turn looked up. Nothing for calls and long answers."""
    message = log[place]
    if message.role == "tool":
        return About(_one(_things(log, calls, place), "")) if place in calls else NOTHING
    if message.role != "assistant" or message.calls or not 0 < len(message.text) <= SHORT:
        return NOTHING
    ask = ""
    looked_up: list[tuple[str, ...]] = []
    for at in range(place - 1, max(-1, place - BACK), -1):
        before = log[at]
        if before.role == "user":
            ask = before.text
            break
        if before.result is not None and at in calls:
            looked_up.append(_things(log, calls, at))
    thing = _spoken_of(looked_up, ask, message.text)
    return About(redact(thing), "" if _WORDS.search(message.text) else redact(clip(ask, ASK)))


def _spoken_of(looked_up: list[tuple[str, ...]], ask: str, answer: str) -> str:
    """Of the things that a turn looked up, newest first: the one that the ask names, else the only one found."""
    for text in (ask, answer):
        for things in looked_up:
            named = _one(things, text)
            if named and named in text:
                return named
    return next((thing for things in looked_up if (thing := _one(things, ""))), "")


def _one(things: tuple[str, ...], text: str) -> str:
    """The only thing, or the only one that ``text`` names."""
    named = things if len(things) == 1 else [thing for thing in things if thing in text]
    return named[0] if len(named) == 1 else ""


def _things(log: Log, calls: Mapping[int, ToolCallPart], place: int) -> tuple[str, ...]:
    """What the call behind a result was made for by name or id, else the things that the result lists."""
    for key, value in read_arguments(calls[place].arguments).items():
        if isinstance(value, str) and 1 < len(value) <= THING and NAMING.search(key):
            return (value,)
    result = log[place].result
    return () if result is None else _listed(result.text)


def _listed(result: str) -> tuple[str, ...]:
    """The names that make up a short JSON result: a list of texts, or an object that holds nothing else."""
    if len(result) > LISTED * THING or result.lstrip()[:1] not in ("{", "["):
        return ()
    try:
        value: object = json.loads(result)
    except (ValueError, RecursionError):
        return ()
    if isinstance(value, dict):
        inner = list(cast("dict[str, object]", value).values())
        value = inner[0] if len(inner) == 1 else None
    items = cast("list[object]", value) if isinstance(value, list) else [value]
    names = [item.strip() for item in items if isinstance(item, str)]
    return tuple(names) if len(names) == len(items) and all(1 < len(name) <= THING for name in names) else ()
