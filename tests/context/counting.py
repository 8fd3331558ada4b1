"""A small counter for tests: four bytes are a token, a message adds four, an image costs 1,000."""

from __future__ import annotations

import json
from collections.abc import Sequence

from weclaw_desktop.core.messages import (
    AttachmentPart,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.models import ToolSpec


class ByteCounter:
    """Counts bytes / 4; ``calls`` says how often it was asked, which is how tests see that work is cached."""

    encoder = "bytes"
    exact = True

    def __init__(self) -> None:
        self.calls = 0

    def text(self, value: str) -> int:
        self.calls += 1
        return -(-len(value.encode("utf-8", "replace")) // 4)

    def message(self, message: Message) -> int:
        parts: list[Part] = []
        shown = message.intake.text if message.intake is not None else None
        for part in message.parts:
            if shown is not None and isinstance(part, ToolResultPart):
                parts.append(ToolResultPart(part.call_id, part.name, shown, part.is_error))
            elif shown is not None and isinstance(part, TextPart):
                parts.append(TextPart(shown))
            else:
                parts.append(part)
        return self.parts(parts)

    def parts(self, parts: Sequence[Part]) -> int:
        return 4 + sum(self._part(part) for part in parts)

    def tools(self, tools: Sequence[ToolSpec]) -> int:
        return sum(self.text(t.name + t.description + json.dumps(t.parameters)) for t in tools)

    def _part(self, part: Part) -> int:
        match part:
            case TextPart() | ReasoningPart():
                return self.text(part.text)
            case ToolCallPart():
                return self.text(part.name) + self.text(part.arguments) + 4
            case ToolResultPart():
                return self.text(part.text) + 4
            case AttachmentPart():
                return 1_000 if part.kind == "image" else self.text(part.sent.text)
