"""The static rung: what stands in when a wanted model failed.

First ask, tools used with counts; open asks, errors and user words are in the ledger and the digest, which stand in any
case. Written by code from the log, so that it holds the facts of earlier passes too.
"""

from __future__ import annotations

from collections import Counter as Tally

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.log import is_ask
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.text import Language, render, text

TOOLS = 20
"""Tools named at most."""


def static_lines(log: Log, end: int, cache: EngineCache, language: Language) -> str:
    """First ask (greetings are none) and tools used in ``log[:end]``; empty when there were neither."""
    lines: list[str] = []
    asks = ((message.seq, cache.statements(message).ask) for message in log[:end] if is_ask(message))
    first = next((found for found in asks if found[1]), None)
    if first is not None:
        lines.append(render(text("engine.first_ask", seq=first[0], ask=first[1]), language))
    used = Tally(call.name for message in log[:end] for call in message.calls if not message.excluded)
    if used:
        named = ", ".join(f"{name} ×{count}" for name, count in used.most_common(TOOLS))
        lines.append(render(text("engine.tools_used", tools=named), language))
    return "\n".join(lines)
