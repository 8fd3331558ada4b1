"""Answers the calls of one response: asks, runs, and puts a result in the place of each, whatever happens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from weclaw_desktop.context.offering import MORE, asked_for, listing
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.events import ToolStarted
from weclaw_desktop.core.messages import Message, ToolCallPart, ToolResultPart
from weclaw_desktop.core.ports import ChatTool, FolderTool, Tool
from weclaw_desktop.core.text import Text, render, text
from weclaw_desktop.services.approvals import Approvals
from weclaw_desktop.services.arguments import Arguments, expand, parse
from weclaw_desktop.services.desk import Desk
from weclaw_desktop.tools.policy import Policy
from weclaw_desktop.tools.registry import ToolRegistry

TOOL_LIMIT_S = 120.0
"""Seconds a tool may run before an error result takes its place."""
MAX_RESULT = 4_000_000
"""Characters of a result that are kept; more would not fit any model and only fill the disk."""
_log = logging.getLogger(__name__)


class _NotRun(Exception):
    """A call that must not run; ``reason`` becomes its error result."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class ToolCalls:
    """Runs calls one after the other, each after the user's word."""

    def __init__(
        self,
        bus: Bus,
        tools: ToolRegistry,
        approvals: Approvals,
        *,
        policy: Callable[[], Policy],
        allow_always: Callable[[str, str, str], Awaitable[None]],
        limit_s: float = TOOL_LIMIT_S,
    ) -> None:
        self._bus = bus
        self._tools = tools
        self._approvals = approvals
        self._policy = policy
        self._allow_always = allow_always
        self._limit_s = limit_s
        self._began: dict[str, ToolCallPart] = {}
        """The last call that ran, by chat."""

    async def answer(self, desk: Desk, row: Message, call: ToolCallPart) -> ToolResultPart:
        """The result of one call of ``row``: output, or an error result that says why there is none."""
        if call.name == MORE and desk.offering.groups:
            return await _more(desk, call)
        try:
            tool, arguments = self._understand(desk, call)
            await self._permit(desk, row, call, tool, arguments)
            self._bus.publish(ToolStarted(row.chat_id, row.id, call))
            self._began[row.chat_id] = call
            output = await self._run(row.chat_id, call, tool, arguments)
        except _NotRun as refused:
            return ToolResultPart(call.id, call.name, render(refused.reason, desk.language), is_error=True)
        said = render(output, desk.language) if isinstance(output, Text) else output
        return ToolResultPart(call.id, call.name, said[:MAX_RESULT])

    def stopped(self, desk: Desk, row: Message, call: ToolCallPart) -> ToolResultPart:
        """The result of a call of ``row`` that the user's Stop ended, or kept from running."""
        began = self._began.get(row.chat_id) is call
        told = text("services.tool_stopped" if began else "services.tool_not_begun", name=call.name)
        return ToolResultPart(call.id, call.name, render(told, desk.language), is_error=True)

    def _understand(self, desk: Desk, call: ToolCallPart) -> tuple[Tool, Arguments]:
        tool = self._tools.get(call.name) if desk.has_tool(call.name) else None
        if tool is None:
            names = ", ".join(spec.name for spec in desk.offering.tools) or "–"
            raise _NotRun(text("services.tool_unknown", name=call.name, names=names))
        if isinstance(tool, FolderTool) and desk.chat.workdir:
            tool = tool.at(desk.chat.workdir)
        arguments = parse(call.arguments)
        if arguments is None:
            raise _NotRun(text("services.tool_arguments", name=call.name))
        if desk.record is not None:
            arguments, missing = expand(arguments, desk.log, desk.record.replacements)
            if missing:
                raise _NotRun(text("services.tool_stub", name=call.name, artifact=missing))
        return tool, arguments

    async def _permit(
        self, desk: Desk, row: Message, call: ToolCallPart, tool: Tool, arguments: Mapping[str, object]
    ) -> None:
        if isinstance(tool, ChatTool):
            return  # it reads what was said in this chat, nothing else
        folder = await asyncio.to_thread(tool.folder, arguments) if isinstance(tool, FolderTool) else None
        if self._policy().decide(tool.spec, desk.chat.overrides, folder) == "allow":
            return
        allowed, always = await self._approvals.ask(row, call, tool, arguments, folder or "")
        if not allowed:
            raise _NotRun(text("services.tool_refused", name=call.name))
        if always:
            await self._allow_always(row.chat_id, call.name, folder or "")

    async def _run(self, chat_id: str, call: ToolCallPart, tool: Tool, arguments: Mapping[str, object]) -> str | Text:
        try:
            async with asyncio.timeout(self._limit_s):
                if isinstance(tool, ChatTool):
                    return await tool.run_in(chat_id, arguments)
                return await tool.run(arguments)
        except TimeoutError as error:
            raise _NotRun(text("services.tool_timeout", name=call.name, seconds=round(self._limit_s))) from error
        except KnownError as error:
            raise _NotRun(error.text) from error
        except Exception as error:
            _log.info("tool %s raised", call.name, exc_info=error)
            reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise _NotRun(text("services.tool_broke", name=call.name, reason=reason[:500])) from error


async def _more(desk: Desk, call: ToolCallPart) -> ToolResultPart:
    """Bring back the tools that a call of ``more_tools`` names; it does nothing on this computer, so nobody is asked.

    The call is in the log already, so that what it brings is on offer from the next request on.
    """
    wanted = asked_for(call.arguments, desk.offering.groups)
    await desk.arrange()
    here = {spec.name for spec in desk.offering.tools}
    brought = [spec.name for spec in wanted if spec.name in here]
    left = [spec.name for spec in wanted if spec.name not in here]
    said = [text("services.more_tools", names=", ".join(brought))] if brought else []
    said += [text("services.more_tools_left", names=", ".join(left))] if left else []
    said = said or [text("services.more_tools_list", groups=listing(desk.offering.groups))]
    told = "\n".join(render(line, desk.language) for line in said)
    return ToolResultPart(call.id, call.name, told, is_error=bool(left) and not brought)
