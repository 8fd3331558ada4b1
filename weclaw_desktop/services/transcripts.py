"""Reads transcripts for replay and lab: OpenAI messages as JSON or JSONL, or an object with messages and tools.

Nothing in a file is trusted to be there or to have its type. What cannot be used is named, and the rest is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import Message, Part, ReasoningPart, Role, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.text import Text, text

LONGEST_SKIPPED = 20
"""Reasons kept for things that were left out."""
_ROLES: dict[str, Role] = {
    "system": "system", "developer": "system", "user": "user", "human": "user", "tool": "tool", "function": "tool",
    "assistant": "assistant", "gpt": "assistant", "model": "assistant",
}  # fmt: skip
_FOREIGN = {"mapping": "ChatGPT", "chat_messages": "Claude"}

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Transcript:
    """One conversation: messages as core values without ids, tools, and what was left out in reading it."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    name: str = ""
    skipped: tuple[Text, ...] = field(default=(), compare=False)


def read(data: str, name: str = "") -> tuple[Transcript, ...]:
    """All conversations of a file's text, in order.

    Raises:
        InputError: The text is empty, neither JSON nor JSONL, holds no conversation or another program's export.
    """
    data = data.removeprefix("\ufeff")
    if not data.strip():
        raise InputError(text("engine.transcript.nothing", name=name))
    documents, bad = _documents(data, name)
    found = tuple(t for t in (_transcript(item, name) for item in documents) if t.messages)
    if not found:
        program = _program(documents)
        key = "engine.transcript.foreign" if program else "engine.transcript.empty"
        raise InputError(text(key, name=name, program=program))
    lost = (*(text("engine.transcript.line", number=n) for n in bad), *found[0].skipped)[:LONGEST_SKIPPED]
    return (replace(found[0], skipped=lost), *found[1:])


def joined(transcripts: Sequence[Transcript]) -> Transcript:
    """Several conversations as one long session. Call ids are made unique; the first system message stands for all."""
    if len(transcripts) == 1:
        return transcripts[0]
    messages: list[Message] = []
    tools: dict[str, ToolSpec] = {}
    for number, transcript in enumerate(transcripts):
        messages.extend(_renamed(message, f"{number}.") for message in transcript.messages)
        for tool in transcript.tools:
            tools.setdefault(tool.name, tool)
    skipped = tuple(reason for transcript in transcripts for reason in transcript.skipped)[:LONGEST_SKIPPED]
    return Transcript(tuple(messages), tuple(tools.values()), transcripts[0].name, skipped)


def _renamed(message: Message, prefix: str) -> Message:
    parts: list[Part] = []
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            parts.append(replace(part, id=prefix + part.id))
        elif isinstance(part, ToolResultPart):
            parts.append(replace(part, call_id=prefix + part.call_id))
        else:
            parts.append(part)
    return replace(message, parts=tuple(parts))


def _documents(data: str, name: str) -> tuple[list[object], list[int]]:
    """What the text holds: conversations, each as an object or a list of messages; and the lines that are no JSON."""
    try:
        whole: object = json.loads(data)
    except (ValueError, RecursionError):
        return _lines(data, name)
    if isinstance(whole, list):
        items = cast("list[object]", whole)
        return (items if items and all(_is_conversation(item) for item in items) else [items]), []
    return ([whole] if _is_conversation(whole) else [[whole]]), []


def _lines(data: str, name: str) -> tuple[list[object], list[int]]:
    items: list[object] = []
    bad: list[int] = []
    # Only \n ends a line: str.splitlines would also cut at U+2028, which a JSON string may hold as it is.
    for number, line in enumerate(data.split("\n"), 1):
        if not line.strip():
            continue
        try:
            items.append(json.loads(line))
        except (ValueError, RecursionError):
            bad.append(number)
    if not items:
        raise InputError(text("engine.transcript.not_json", name=name, line=bad[0]))
    conversations = [item for item in items if _is_conversation(item)]
    return conversations or [items], bad


def _is_conversation(item: object) -> bool:
    if isinstance(item, list):
        first = next(iter(cast("list[object]", item)), None)
        return isinstance(first, dict) and "role" in cast("Json", first)
    return isinstance(item, dict) and any(key in cast("Json", item) for key in ("messages", "conversations", "body"))


def _program(documents: Sequence[object]) -> str:
    """Whose export it is when it holds no messages that are understood, "" when nothing tells.

    Exports are lists of conversations, one conversation, or an object with a list of them.
    """
    for item in documents:
        inner: object = cast("Json", item).get("conversations") if isinstance(item, dict) else item
        entries = cast("list[object]", inner) if isinstance(inner, list) else [cast("object", item)]
        for entry in entries:
            keys = cast("Json", entry).keys() if isinstance(entry, dict) else ()
            program = next((program for key, program in _FOREIGN.items() if key in keys), "")
            if program:
                return program
    return ""


def _transcript(item: object, name: str) -> Transcript:
    skipped: list[Text] = []
    raw: object = item
    tools: tuple[ToolSpec, ...] = ()
    if isinstance(item, dict):
        given = cast("Json", item)
        inner = given.get("body")
        if isinstance(inner, dict):
            given = cast("Json", inner)
        raw = given.get("messages", given.get("conversations"))
        tools = _tools(given.get("tools"), skipped)
        name = str(given.get("id", name))
    messages: list[Message] = []
    waiting: list[ToolCallPart] = []
    for number, entry in enumerate(cast("list[object]", raw) if isinstance(raw, list) else [], 1):
        message = _message(entry, waiting)
        if message is None:
            skipped.append(text("engine.transcript.message", number=number))
        else:
            messages.append(message)
            waiting.extend(message.calls)
    return Transcript(tuple(messages), tools, name, tuple(skipped[:LONGEST_SKIPPED]))


def _message(entry: object, waiting: list[ToolCallPart]) -> Message | None:
    if not isinstance(entry, dict):
        return None
    given = cast("Json", entry)
    role = _ROLES.get(str(given.get("role", given.get("from", ""))).lower())
    if role is None:
        return None
    content = _content(given.get("content", given.get("value")))
    if role == "tool":
        return _result(given, content, waiting)
    parts: list[Part] = []
    reasoning = given.get("reasoning_content") or given.get("reasoning")
    if role == "assistant" and isinstance(reasoning, str) and reasoning.strip():
        parts.append(ReasoningPart(reasoning))
    if content:
        parts.append(TextPart(content))
    if role == "assistant":
        parts.extend(_calls(given))
    return Message(role, tuple(parts))


def _content(value: object) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, (list, dict)):
        return "" if value is None else str(value)
    pieces: list[str] = []
    for item in [cast("object", value)] if isinstance(value, dict) else cast("list[object]", value):
        if isinstance(item, str):
            pieces.append(item)
        elif isinstance(item, dict):
            part = cast("Json", item)
            said = part.get("text", part.get("content"))
            inner = cast("Json", said).get("value") if isinstance(said, dict) else said
            pieces.append(inner if isinstance(inner, str) else f"[{part.get('type', 'part')}]")
    return "\n".join(piece for piece in pieces if piece)


def _calls(given: Json) -> Iterable[ToolCallPart]:
    listed = given.get("tool_calls")
    items = list(cast("list[object]", listed)) if isinstance(listed, list) else []
    legacy = given.get("function_call")
    if isinstance(legacy, dict):
        wrapped: Json = {"id": "", "function": cast("Json", legacy)}
        items.append(wrapped)
    for item in items:
        call = cast("Json", item) if isinstance(item, dict) else {}
        function = call.get("function")
        body = cast("Json", function) if isinstance(function, dict) else call
        name = str(body.get("name") or "tool")
        arguments = body.get("arguments", body.get("input"))
        raw = arguments if isinstance(arguments, str) else json.dumps(arguments or {}, ensure_ascii=False)
        yield ToolCallPart(str(call.get("id") or ""), name, raw)


def _result(given: Json, content: str, waiting: list[ToolCallPart]) -> Message | None:
    call_id = str(given.get("tool_call_id") or given.get("call_id") or "")
    name = str(given.get("name") or "")
    for index, call in enumerate(waiting):
        if (call_id and call.id == call_id) or (not call_id and (not name or call.name == name)):
            del waiting[index]
            return Message(
                "tool", (ToolResultPart(call.id, name or call.name, content, given.get("is_error") is True),)
            )
    return Message("tool", (ToolResultPart(call_id, name, content, given.get("is_error") is True),))


def _tools(value: object, skipped: list[Text]) -> tuple[ToolSpec, ...]:
    found: list[ToolSpec] = []
    for number, item in enumerate(cast("list[object]", value) if isinstance(value, list) else [], 1):
        entry = cast("Json", item) if isinstance(item, dict) else {}
        function = entry.get("function")
        body = cast("Json", function) if isinstance(function, dict) else entry
        name, schema = body.get("name"), body.get("parameters", body.get("input_schema"))
        if isinstance(name, str) and name:
            empty: Json = {"type": "object", "properties": {}}
            parameters = cast("Json", schema) if isinstance(schema, dict) else empty
            found.append(ToolSpec(name, str(body.get("description") or ""), parameters))
        else:
            skipped.append(text("engine.transcript.tool", number=number))
    return tuple(found)
