"""A request as OpenAI messages, and how much of it a provider's prefix cache would know from the request before."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from weclaw_desktop.core.messages import AttachmentPart, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.request import ModelRequest, RequestMessage

Segment = tuple[str | ToolSpec | RequestMessage, int]
"""A piece of a request (its text, a tool, or a message) and its tokens."""


def to_openai(request: ModelRequest) -> tuple[dict[str, object], ...]:
    """The request's messages in OpenAI's shape, the system prompt first."""
    system = request.system_text
    head: list[dict[str, object]] = [{"role": "system", "content": system}] if system else []
    return (*head, *(_message(message) for message in request.messages))


def as_openai(request: ModelRequest) -> dict[str, object]:
    """The whole request as a body in OpenAI's shape: model, messages, tools, and what was asked of the answer."""
    body: dict[str, object] = {"model": request.model.partition("/")[2], "messages": list(to_openai(request))}
    if request.tools:
        body["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
            }
            for tool in request.tools
        ]
    asked = {"max_tokens": request.max_output or None, "temperature": request.temperature, "top_p": request.top_p}
    body |= {name: value for name, value in asked.items() if value is not None}
    return body


def segments(request: ModelRequest, schema: Callable[[ToolSpec], int]) -> list[Segment]:
    """Tools (``schema`` tokens each), system prompt and messages, in the order a provider reads them."""
    found: list[Segment] = [(tool, schema(tool)) for tool in request.tools]
    found.extend((section.text, section.tokens) for section in request.system if section.text)
    found.extend((message, message.tokens) for message in request.messages)
    return found


def prefix_tokens(
    before: Sequence[Segment], now: Sequence[Segment], last: ModelRequest | None, counter: Counter
) -> int:
    """Tokens of the common prefix with the request before; all of that one's load when it is wholly repeated."""
    shared = 0
    for old, new in zip(before, now, strict=False):
        if old[0] is not new[0] and old[0] != new[0]:
            texts = _text(old[0]), _text(new[0])
            if texts[0] != texts[1]:
                same = next((i for i, pair in enumerate(zip(*texts, strict=False)) if pair[0] != pair[1]), 1 << 60)
                return shared + (min(counter.text(texts[0][:same]), old[1]) if same else 0)
        shared += old[1]
    return last.load if last is not None and len(now) >= len(before) else shared


def _message(message: RequestMessage) -> dict[str, object]:
    result = next((part for part in message.parts if isinstance(part, ToolResultPart)), None)
    if result is not None:
        return {"role": "tool", "tool_call_id": result.call_id, "content": result.text}
    pieces = [part.text for part in message.parts if isinstance(part, TextPart)]
    pieces.extend(f"[{part.name}]\n{part.text}".strip() for part in message.parts if isinstance(part, AttachmentPart))
    said = "\n\n".join(piece for piece in pieces if piece)
    calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
    out: dict[str, object] = {"role": message.role, "content": said or None if calls else said}
    thought = "\n\n".join(part.text for part in message.parts if isinstance(part, ReasoningPart))
    if thought and calls:
        out["reasoning_content"] = thought
    if calls:
        out["tool_calls"] = [
            {"id": part.id, "type": "function", "function": {"name": part.name, "arguments": part.arguments}}
            for part in calls
        ]
    return out


def _text(piece: str | ToolSpec | RequestMessage) -> str:
    if isinstance(piece, ToolSpec):
        return json.dumps([piece.name, piece.description, piece.parameters], ensure_ascii=False)
    return piece if isinstance(piece, str) else json.dumps(_message(piece), ensure_ascii=False)
