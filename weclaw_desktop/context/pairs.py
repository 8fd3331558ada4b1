"""The invariants of tool calls: results directly behind their calls, ids unique, arguments objects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from weclaw_desktop.context.log import Group
from weclaw_desktop.context.sendable import arguments_object, is_object
from weclaw_desktop.core.messages import Log, Part, ToolCallPart, ToolResultPart
from weclaw_desktop.core.request import RequestMessage
from weclaw_desktop.core.text import Language, render, text

View = tuple[RequestMessage, ...]
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}\Z")


class PairsTogether:
    """Every call is followed directly by all its results, one each; no result stands without its call."""

    code = "pair"

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Between a call and the last of its results."""
        del log
        return {place for group in groups if group.places for place in range(group.at + 1, group.last + 1)}

    def check(self, view: View) -> list[tuple[int, str]]:
        """Calls without all their results behind them, results without a call before them."""
        found: list[tuple[int, str]] = []
        index = 0
        while index < len(view):
            message = view[index]
            wanted = [part.id for part in calls(message)]
            behind = _results_from(view, index + 1)
            if message.role == "tool":
                found.append((index, "result without call"))
            elif sorted(wanted) != sorted(result.call_id for result in behind):
                found.append((index, f"calls {wanted} have results {[r.call_id for r in behind]}"))
            index += 1 if message.role == "tool" else 1 + len(behind)
        return found

    def repair(self, view: View, language: Language) -> View:
        """Bring results behind their calls, answer calls that have none with a stub, drop the rest."""
        if not self.check(view):
            return view
        waiting: dict[str, list[RequestMessage]] = {}
        for message in view:
            result = result_of(message)
            if result is not None:
                waiting.setdefault(result.call_id, []).append(message)
        repaired: list[RequestMessage] = []
        for message in view:
            if message.role == "tool":
                continue
            repaired.append(message)
            for part in calls(message):
                results = waiting.get(part.id)
                repaired.append(results.pop(0) if results else stub(part, language))
        return tuple(repaired)


class UniqueIds:
    """Ids of calls are unique in the request and within every provider's limits (40 letters, digits, - and _)."""

    code = "id"

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Nothing: requests rewrite ids."""
        del log, groups
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Calls with an id that was used before or that a provider refuses."""
        seen: set[str] = set()
        found: list[tuple[int, str]] = []
        for index, message in enumerate(view):
            for part in calls(message):
                if part.id in seen or not _ID.match(part.id):
                    found.append((index, f"id {part.id!r}"))
                seen.add(part.id)
        return found

    def repair(self, view: View, language: Language) -> View:
        """Number the ids by place; results follow in order, which ``PairsTogether`` has made right."""
        del language
        if not self.check(view):
            return view
        repaired: list[RequestMessage] = []
        fresh: dict[str, list[str]] = {}
        for index, message in enumerate(view):
            if message.role != "tool":
                fresh = {}
            parts: list[Part] = []
            for number, part in enumerate(message.parts):
                if isinstance(part, ToolCallPart):
                    new = f"r{index}_{number}"
                    fresh.setdefault(part.id, []).append(new)
                    parts.append(replace(part, id=new))
                elif isinstance(part, ToolResultPart) and fresh.get(part.call_id):
                    parts.append(replace(part, call_id=fresh[part.call_id].pop(0)))
                else:
                    parts.append(part)
            repaired.append(replace(message, parts=tuple(parts)))
        return tuple(repaired)


class ObjectArguments:
    """The arguments of every call are a JSON object."""

    code = "arguments"

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Nothing."""
        del log, groups
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Calls whose arguments are anything else."""
        return [
            (index, f"arguments {part.arguments[:40]!r}")
            for index, message in enumerate(view)
            for part in calls(message)
            if not is_object(part.arguments)
        ]

    def repair(self, view: View, language: Language) -> View:
        """Wrap them as ``{"value": …}``."""
        del language
        if not self.check(view):
            return view
        return tuple(replace(m, parts=tuple(map(_wrapped, m.parts))) if calls(m) else m for m in view)


def calls(message: RequestMessage) -> list[ToolCallPart]:
    """The tool calls of a message."""
    return [part for part in message.parts if isinstance(part, ToolCallPart)] if message.role == "assistant" else []


def result_of(message: RequestMessage) -> ToolResultPart | None:
    """The tool result a message carries."""
    return next((part for part in message.parts if isinstance(part, ToolResultPart)), None)


def stub(part: ToolCallPart, language: Language) -> RequestMessage:
    """The result that stands behind a call which was never answered."""
    line = render(text("context.view.interrupted"), language)
    return RequestMessage("tool", (ToolResultPart(part.id, part.name, line),), form="stub")


def _results_from(view: View, start: int) -> list[ToolResultPart]:
    """The results of the tool messages that follow directly."""
    found: list[ToolResultPart] = []
    for index in range(start, len(view)):
        if view[index].role != "tool":
            break
        result = result_of(view[index])
        found.append(result if result is not None else ToolResultPart("", "", ""))
    return found


def _wrapped(part: Part) -> Part:
    return replace(part, arguments=arguments_object(part.arguments)) if isinstance(part, ToolCallPart) else part
