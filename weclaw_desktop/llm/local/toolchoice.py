"""Lets a small model choose a tool: it ignores the ``tools`` field, but it cannot leave a JSON schema.

The reply is constrained to one object, either ``{"tool": NAME, "arguments": {…}}`` or
``{"tool": "none", "answer": TEXT}``; the instruction lists the tools in words. That the choice comes first and "none"
is one of its values matters: Qwen2.5-Coder 1.5B chose right in 12 of 12 requests (English and Chinese), against 6 of 12
with a bare ``{"answer": TEXT}`` as the alternative. Pure functions; the caller sends and turns the choice into a call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

Tool = Mapping[str, Any]
"""A tool in OpenAI's shape: ``{"type": "function", "function": {"name", "description", "parameters"}}``."""


_NONE = "none"
_HOW = """\
Reply with one JSON object. If the user asks for something that only a tool can find out, reply \
{"tool": name, "arguments": {...}}.
Otherwise (talk, questions you can answer, writing, arithmetic, or the tool's result is already there) reply \
{"tool": "none", "answer": "your full answer in the user's language"}."""
_ANSWER = re.compile(r'^\s*\{\s*"tool"\s*:\s*"none"\s*,\s*"answer"\s*:\s*"((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*)')


@dataclass(frozen=True, slots=True)
class Choice:
    """What the model chose: a tool (``name`` and ``arguments`` as a JSON object in text) or an ``answer``."""

    name: str = ""
    arguments: str = ""
    answer: str = ""


def instruction(tools: Sequence[Tool]) -> str:
    """What to add to the system prompt. The same tools give the same bytes, so that it is read only once."""
    lines = [_line(_function(tool)) for tool in tools]
    return "\n".join(["Tools:", *lines, _HOW])


def response_format(tools: Sequence[Tool], *, must: bool = False) -> dict[str, Any]:
    """The ``response_format`` of the request; with ``must`` a tool has to be chosen."""
    options: list[dict[str, Any]] = [_option(_function(tool)) for tool in tools]
    if not must or not options:
        options.insert(0, _object({"tool": {"const": _NONE}, "answer": {"type": "string"}}))
    schema = options[0] if len(options) == 1 else {"anyOf": options}
    return {"type": "json_schema", "json_schema": {"name": "step", "strict": True, "schema": schema}}


def read_choice(reply: str, tools: Sequence[Tool]) -> Choice:
    """Read the reply. What does not fit (cut off, free text, an unknown tool) is an answer as it stands."""
    try:
        parsed: object = json.loads(reply)
    except ValueError:
        return Choice(answer=reply)
    if not isinstance(parsed, dict):
        return Choice(answer=reply)
    step = cast("dict[str, Any]", parsed)
    name, arguments, answer = step.get("tool"), step.get("arguments", {}), step.get("answer")
    if isinstance(name, str) and isinstance(arguments, dict) and name in {_name(tool) for tool in tools}:
        return Choice(name=name, arguments=json.dumps(arguments, ensure_ascii=False))
    return Choice(answer=answer if isinstance(answer, str) else reply)


def answer_so_far(reply: str) -> str:
    """The answer in a reply that is still coming, to show it as it grows; empty for a choice of tool."""
    found = _ANSWER.match(reply)
    if found is None:
        return ""
    raw = found.group(1)
    # A picture sign outside the basic plane comes as two escapes: wait for the second.
    raw = re.sub(r"\\ud[89abAB][0-9a-fA-F]{2}$", "", raw)
    return str(json.loads(f'"{raw}"', strict=False))


def _function(tool: Tool) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", tool["function"])


def _name(tool: Tool) -> str:
    return str(_function(tool)["name"])


def _line(function: Mapping[str, Any]) -> str:
    properties = cast("Mapping[str, Any]", _parameters(function).get("properties") or {})
    return f"- {function['name']}({', '.join(properties)}): {function.get('description', '')}".rstrip(": ")


def _option(function: Mapping[str, Any]) -> dict[str, Any]:
    return _object({"tool": {"const": str(function["name"])}, "arguments": _parameters(function)})


def _parameters(function: Mapping[str, Any]) -> dict[str, Any]:
    given = function.get("parameters")
    return dict(cast("Mapping[str, Any]", given)) if given else {"type": "object", "properties": {}}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object", "properties": properties, "required": list(properties), "additionalProperties": False,
    }  # fmt: skip
