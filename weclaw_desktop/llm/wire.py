"""Writes a request in a provider's dialect: OpenAI's message shape, by the provider's rules on top of it.

The engine's own validator has made the list sound. What remains is what differs between providers:
alternation, thinking that must or must not travel back, cache marks, ids, pictures. Every text passes ``wire_text``.
"""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from weclaw_desktop.core.messages import (
    AttachmentPart,
    Part,
    ReasoningPart,
    SourcesPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.llm.dialects import Dialect
from weclaw_desktop.llm.wire_text import wire_text

NO_OUTPUT = "(no output)"
NOTHING = "(empty)"
OPENING = "(The conversation goes on.)"
GO_ON = "Please go on."
MARK = {"type": "ephemeral"}

Wire = dict[str, object]
ReadBytes = Callable[[str], bytes | None]
"""Bytes of an attachment by its SHA-256, None when they are gone."""

_ID = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(slots=True)
class _Draft:
    """A wire message being built: neighbours may still be joined to it."""

    role: str
    texts: list[str] = field(default_factory=list[str])
    images: list[AttachmentPart] = field(default_factory=list[AttachmentPart])
    calls: list[ToolCallPart] = field(default_factory=list[ToolCallPart])
    thinking: list[ReasoningPart] = field(default_factory=list[ReasoningPart])
    call_id: str = ""
    marked: bool = False

    @property
    def text(self) -> str:
        return "\n\n".join(text for text in self.texts if text.strip())


def wire_messages(
    request: ModelRequest, dialect: Dialect, *, provider: str = "", read: ReadBytes = lambda _sha: None
) -> list[Wire]:
    """The whole message list, system prompt first.

    Args:
        request: What the engine decided to send.
        dialect: The provider's rules.
        provider: Whose signed thinking may go back.
        read: Gives the bytes of pictures.
    """
    drafts = _ends(_joined(_drafts(request, dialect, provider), dialect))
    if dialect.markers and drafts:
        drafts[-1].marked = True
    head = _system(request, dialect)
    return head + [_message(draft, dialect, read) for draft in drafts]


def keeps_thinking(request: ModelRequest, dialect: Dialect, provider: str) -> bool:
    """Whether thinking may be on: a signed dialect refuses it when a call of the running loop lost its signature."""
    if not dialect.signed or dialect.thinking_field != "thinking_blocks":
        return True
    loop = request.messages[_loop_start(request.messages) :]
    return all(
        any(_may_return(part, dialect, provider) for part in message.parts)
        for message in loop
        if any(isinstance(part, ToolCallPart) for part in message.parts)
    )


def wire_tools(request: ModelRequest) -> list[Wire]:
    """Tool schemas in OpenAI's shape."""
    return [
        {
            "type": "function",
            "function": {"name": t.name, "description": wire_text(t.description), "parameters": t.parameters},
        }
        for t in request.tools
    ]


def arguments_object(raw: str) -> str:
    """Arguments as the JSON object that every provider insists on; anything else is wrapped as ``{"value": …}``."""
    if not raw.strip():
        return "{}"
    try:
        value = cast("object", json.loads(raw))
    except ValueError:
        value = raw
    if isinstance(value, dict):
        return wire_text(raw)
    return wire_text(json.dumps({} if value is None else {"value": value}, ensure_ascii=False))


def fit_id(identifier: str, longest: int) -> str:
    """An id within ``longest`` characters of letters, digits, ``_`` and ``-``; the same input gives the same id."""
    if identifier and len(identifier) <= longest and _ID.fullmatch(identifier):
        return identifier
    return "c" + hashlib.sha256(identifier.encode("utf-8", "replace")).hexdigest()[: min(longest, 24) - 1]


def _drafts(request: ModelRequest, dialect: Dialect, provider: str) -> list[_Draft]:
    loop = _loop_start(request.messages)
    drafts: list[_Draft] = []
    for index, message in enumerate(request.messages):
        calls = any(isinstance(part, ToolCallPart) for part in message.parts)
        back = calls and (dialect.thinking_back == "calls" or (dialect.thinking_back == "loop" and index >= loop))
        draft = _Draft(message.role, marked=dialect.markers and message.form == "ack")
        for part in message.parts:
            if isinstance(part, ReasoningPart):
                if back and _may_return(part, dialect, provider):
                    draft.thinking.append(part)
            else:
                _add(draft, part)
        drafts.append(draft)
    return drafts


def _add(draft: _Draft, part: Part) -> None:
    match part:
        case TextPart():
            draft.texts.append(wire_text(part.text))
        case ToolCallPart():
            draft.calls.append(part)
        case ToolResultPart():
            draft.texts.append(wire_text(part.text))
            draft.call_id = part.call_id
        case AttachmentPart() if part.kind == "image":
            draft.images.append(part)
        case AttachmentPart():
            draft.texts.append(f"[{wire_text(part.name)}]\n{wire_text(part.text)}")
        case ReasoningPart() | SourcesPart():
            pass


def _may_return(part: Part, dialect: Dialect, provider: str) -> bool:
    if not isinstance(part, ReasoningPart):
        return False
    if dialect.signed:
        return bool(part.signature) and part.provider == provider
    return bool(part.text.strip()) and part.provider in ("", provider)


def _loop_start(messages: Sequence[RequestMessage]) -> int:
    """Index after the newest user message: where the running tool loop begins."""
    return next((n + 1 for n in range(len(messages) - 1, -1, -1) if messages[n].role == "user"), 0)


def _joined(drafts: list[_Draft], dialect: Dialect) -> list[_Draft]:
    """Neighbouring assistant messages are one (an unanswered call never has a neighbour); so are users' on demand."""
    joined: list[_Draft] = []
    for draft in drafts:
        last = joined[-1] if joined else None
        same = last is not None and last.role == draft.role
        if last is not None and same and _may_join(last, draft, dialect):
            last.texts += draft.texts
            last.images += draft.images
            last.calls += draft.calls
            last.thinking += draft.thinking
            last.marked = last.marked or draft.marked
        else:
            joined.append(draft)
    return joined


def _may_join(last: _Draft, draft: _Draft, dialect: Dialect) -> bool:
    if draft.role == "assistant":
        return dialect.alternate or bool(draft.calls and not last.calls)
    return draft.role == "user" and dialect.alternate


def _ends(drafts: list[_Draft]) -> list[_Draft]:
    """The first message is from the user, the last from user or tool: no list may open or end on an assistant."""
    if not drafts or drafts[0].role != "user":
        drafts.insert(0, _Draft("user", [OPENING]))
    if drafts[-1].role == "assistant":
        drafts.append(_Draft("user", [GO_ON]))
    return drafts


def _system(request: ModelRequest, dialect: Dialect) -> list[Wire]:
    sections = [section for section in request.system if section.text]
    if not sections:
        return []
    if not dialect.markers:
        return [{"role": "system", "content": wire_text(request.system_text)}]
    stable = "\n\n".join(wire_text(s.text) for s in sections if s.stable)
    moving = "\n\n".join(wire_text(s.text) for s in sections if not s.stable)
    content: list[Wire] = []
    if stable:
        content.append({"type": "text", "text": stable, "cache_control": MARK})
    if moving:
        content.append({"type": "text", "text": moving})
    return [{"role": "system", "content": content}]


def _message(draft: _Draft, dialect: Dialect, read: ReadBytes) -> Wire:
    if draft.role == "tool":
        content = draft.text or NO_OUTPUT
        message: Wire = {"role": "tool", "tool_call_id": fit_id(draft.call_id, dialect.call_id), "content": content}
        return _marked(message, content) if draft.marked else message
    if draft.role == "assistant" and draft.calls:
        return _calling(draft, dialect)
    text = draft.text or ("" if draft.images else NOTHING)
    pictures = [picture for image in draft.images if (picture := _picture(image, read)) is not None]
    if not pictures:
        text = text or NOTHING
        message = {"role": draft.role, "content": text}
        return _marked(message, text) if draft.marked else message
    parts: list[Wire] = [{"type": "text", "text": text}] if text else []
    parts += pictures
    if draft.marked:
        parts[-1] = {**parts[-1], "cache_control": MARK}
    return {"role": draft.role, "content": parts}


def _marked(message: Wire, text: str) -> Wire:
    return {**message, "content": [{"type": "text", "text": text, "cache_control": MARK}]}


def _calling(draft: _Draft, dialect: Dialect) -> Wire:
    calls: list[Wire] = [
        {
            "id": fit_id(call.id, dialect.call_id),
            "type": "function",
            "function": {"name": wire_text(call.name), "arguments": arguments_object(call.arguments)},
        }
        for call in draft.calls
    ]
    message: Wire = {"role": "assistant", "content": draft.text or None, "tool_calls": calls}
    if not draft.thinking:
        return message
    said = "\n\n".join(wire_text(part.text) for part in draft.thinking if part.text)
    match dialect.thinking_field:
        case "thinking_blocks":
            message["thinking_blocks"] = [
                {"type": "thinking", "thinking": part.text, "signature": part.signature} for part in draft.thinking
            ]
        case "thought_signature":
            calls[0]["provider_specific_fields"] = {"thought_signature": draft.thinking[-1].signature}
        case "reasoning_details":
            message["reasoning_details"] = [{"type": "reasoning.text", "text": said}]
        case "reasoning_content" | "reasoning":
            message[dialect.thinking_field] = said
    return message


def _picture(image: AttachmentPart, read: ReadBytes) -> Wire | None:
    content = read(image.sha256)
    if content is None:
        return {"type": "text", "text": f"[{wire_text(image.name)}]"}
    data = f"data:{image.media_type};base64,{b64encode(content).decode()}"
    return {"type": "image_url", "image_url": {"url": data}}
