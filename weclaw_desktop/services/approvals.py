"""Questions to the user whether a tool may run, each with one answer."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Mapping

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.events import ApprovalAnswered, ApprovalAsked
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.ports import Tool


class Approvals:
    """Asks through the bus and waits as long as people need; nothing runs by a timer."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._open: dict[str, asyncio.Future[tuple[bool, bool]]] = {}
        self._asked: dict[str, ApprovalAsked] = {}
        self._numbers = itertools.count(1)

    async def ask(
        self, row: Message, call: ToolCallPart, tool: Tool, arguments: Mapping[str, object], folder: str = ""
    ) -> tuple[bool, bool]:
        """Ask about one call of ``row``; the answer is (allowed, always). Cancelling withdraws the question.

        ``folder`` is what "always" is limited to.
        """
        request_id = f"{row.id}:{next(self._numbers)}"
        answer: asyncio.Future[tuple[bool, bool]] = asyncio.get_running_loop().create_future()
        self._open[request_id] = answer
        asked = ApprovalAsked(row.chat_id, request_id, row.id, call, tool.spec.risk, tool.describe(arguments), folder)
        self._asked[request_id] = asked
        allowed, withdrawn = False, True
        try:
            self._bus.publish(asked)
            allowed, always = await answer
            withdrawn = False
            return allowed, always
        finally:
            del self._open[request_id]
            del self._asked[request_id]
            self._bus.publish(ApprovalAnswered(row.chat_id, request_id, allowed, withdrawn))

    def answer(self, request_id: str, allowed: bool, *, always: bool = False) -> None:
        """Give the user's answer. A question that was answered or withdrawn before is ignored."""
        waiting = self._open.get(request_id)
        if waiting is not None and not waiting.done():
            waiting.set_result((allowed, always))

    def pending(self, chat_id: str) -> tuple[ApprovalAsked, ...]:
        """The questions that wait in a chat, for a view that was opened later."""
        return tuple(asked for asked in self._asked.values() if asked.chat_id == chat_id)
