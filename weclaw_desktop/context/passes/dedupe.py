"""Pass 1: a result that stands in the request already, or that a newer read replaced, becomes a pointer.

Identity is MD5 of (tool, arguments, content): equal output of two tools is not a repetition (fault P2). The earliest
of equal results stays, so that the cached prefix does, or the last, for strategies that want the newest text whole; a
stub names the id of what it points to.
"""

from __future__ import annotations

import hashlib
import json
from functools import partial

from weclaw_desktop.context.passes.recipes import RECIPES, plain_name
from weclaw_desktop.context.passes.span import Span, shown
from weclaw_desktop.context.units import brief_arguments, read_arguments
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.records import Replacement
from weclaw_desktop.core.text import render, text

SHORTEST = 200
"""Shorter results are left alone, in characters."""
_READING = frozenset(("read", "list", "find", "grep", "schema", "diff", "sql", "http", "browse"))


def identity(name: str, arguments: str, content: str) -> str:
    """MD5 of tool, arguments (key order does not matter) and content, as hex."""
    asked = json.dumps(read_arguments(arguments), sort_keys=True, ensure_ascii=False)
    raw = "\x00".join((plain_name(name), asked, content))
    return hashlib.md5(raw.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()


def dedupe(span: Span, taken: set[str], *, keep_last: bool = False) -> list[Replacement]:
    """Stubs for repeated and superseded results.

    ``taken`` are ids of messages that have a replacement already. ``keep_last`` keeps the newest of equal results, also
    one in the tail, instead of the earliest.
    """
    stays: dict[str, Message] = {}
    newest: dict[str, tuple[str, Message]] = {}
    found: list[Replacement] = []
    for place, message, result in reversed(list(span.results(span.start, len(span.log)))):
        call = span.answered.get(place)
        if call is None or result.is_error:
            continue
        reading = span.cache.once(("reading", call.name, call.arguments), partial(_reading, call))
        content = shown(message, result)
        if reading and len(content) >= SHORTEST and _may_go(span, place, message, taken):
            newer = newest.get(reading)
            if newer is not None and newer[0] != content:
                _stub(span, found, message, "engine.superseded", call, newer[1])
        if reading:
            newest.setdefault(reading, (content, message))
    gone = taken | {stub.message_id for stub in found}
    equal = reversed(list(span.results(span.start, len(span.log)))) if keep_last else span.results(span.start, span.end)
    for place, message, result in equal:
        call = span.answered.get(place)
        content = shown(message, result)
        if call is None or len(content) < SHORTEST:
            continue
        asked = (call.name, call.arguments, content)
        key = span.cache.once(("identity", *asked), partial(identity, *asked))
        other = stays.setdefault(key, message) if message.id not in gone else stays.get(key)
        if other is not None and other is not message and _may_go(span, place, message, gone):
            _stub(span, found, message, "engine.duplicate", call, other)
    return found


def _may_go(span: Span, place: int, message: Message, taken: set[str]) -> bool:
    return span.start <= place < span.end and not message.pinned and message.id not in taken


def _reading(call: ToolCallPart) -> str:
    """Which thing a call reads, or "" when it is no read: only reads of the same thing replace one another."""
    recipe = RECIPES.get(plain_name(call.name))
    if recipe is None or recipe.verb not in _READING:
        return ""
    return f"{recipe.verb} {json.dumps(read_arguments(call.arguments), sort_keys=True, ensure_ascii=False)}"


def _stub(span: Span, found: list[Replacement], message: Message, key: str, call: ToolCallPart, other: Message) -> None:
    asked = f"{call.name}({brief_arguments(call.arguments)})"
    line = render(text(key, call=asked, id=message.artifact, other=other.artifact), span.language)
    if span.saving(message, line) > 0:
        found.append(Replacement(message.id, line, "stub", message.artifact))
