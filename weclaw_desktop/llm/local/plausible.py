"""Which tools a small model may choose now: those that the user's words point at.

Qwen2.5-Coder 1.5B chose a tool rightly in 10 of 10 requests that need one, but also in 4 of 20 that need none ("Who
wrote Hamlet?" read a file it made up). A tool declares by which words people ask for it (``ToolSpec.cues``); where none
of them was said, the grammar leaves that tool out. The prompt's bytes stay the same, so nothing is read twice.
"""

from __future__ import annotations

import re

from weclaw_desktop.core.messages import TextPart, ToolCallPart
from weclaw_desktop.core.recall import RECALL
from weclaw_desktop.core.request import ModelRequest

ASKS = 2
"""Newest messages of the user that are looked at: "and the other one?" goes on with the one before."""


def plausible(request: ModelRequest) -> tuple[str, ...]:
    """Names of the tools on offer that make sense now, in their order.

    A tool without cues always does, one that this turn used already too, and recall where messages are hidden.
    """
    asks: list[str] = []
    used: set[str] = set()
    hidden = any(message.synthetic for message in request.messages)
    for message in reversed(request.messages):
        if message.role == "user" and not message.synthetic:
            asks.append(" ".join(part.text for part in message.parts if isinstance(part, TextPart)))
        elif not asks:
            used.update(part.name for part in message.parts if isinstance(part, ToolCallPart))
        if len(asks) == ASKS:
            break
    said = "\n".join(asks)
    return tuple(
        tool.name
        for tool in request.tools
        if not tool.cues
        or tool.name in used
        or (hidden and tool.name == RECALL)
        or re.search(tool.cues, said, re.IGNORECASE)
    )
