"""Lets a model choose a tool although it ignores the ``tools`` field: it is told of them in words, and is constrained.

Two forms. *Free*, where the server takes a grammar: a reply is ``{"tool": NAME, "arguments": {…}}``, or
``{"tool": "none"}`` and then the answer as it comes, which costs a plain answer six tokens. *Schema*, where it takes a
JSON schema only: the answer stands in the object, ``{"tool": "none", "answer": TEXT}``. That the choice comes first and
"none" is one of its values matters: Qwen2.5-Coder 1.5B chose right in 15 of 16 requests (English and Chinese) in
either form, but in 9 of 16 when the choice was a bare line, and 6 of 12 with ``{"answer": TEXT}`` as the alternative.
Which tools may be chosen at all is ``plausible``'s to say. Pure functions; ``written`` rewrites a request,
``calls_in_text`` reads what comes back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from weclaw_desktop.core.messages import Part, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage

Tool = Mapping[str, Any]
"""A tool in OpenAI's shape: ``{"type": "function", "function": {"name", "description", "parameters"}}``."""
Form = Literal["free", "schema"]

STEADY = 0.2
"""Temperature where none is set: a choice is no matter of luck."""
NONE = '{"tool": "none"}\n'
"""What stands before every plain answer in the free form, also in the history: so the server knows it already."""
_NONE = "none"
_TOOL = """\
If the user asks for something that only a tool can find out, reply {"tool": name, "arguments": {...}}. The next \
message brings its result: answer from it."""
_HOW: dict[Form, str] = {
    "free": """\
Begin every reply with one JSON object. %s
Otherwise (talk, questions you can answer, writing, arithmetic, or the tool's result is already there) reply \
{"tool": "none"} and then your full answer in the user's language.""",
    "schema": """\
Reply with one JSON object. %s
Otherwise (talk, questions you can answer, writing, arithmetic, or the tool's result is already there) reply \
{"tool": "none", "answer": "your full answer in the user's language"}.""",
}
_RESULT = "<tool_response>\n{}\n</tool_response>\n"
_GO_ON = ("Answer my question with this result.", "请根据这个结果用中文回答我的问题。")
"""Without this sentence small models repeat the question or the call, and many answer in English."""
_CHINESE = re.compile("[\u4e00-\u9fff]")
_ANSWER = re.compile(r'^\s*\{\s*"tool"\s*:\s*"none"\s*,\s*"answer"\s*:\s*"((?:[^"\\]|\\u[0-9a-fA-F]{4}|\\[^u])*)')
_NONE_RULE = r"""none ::= "{\"tool\": \"none\"}\n" ([^{\x00] [^\x00]*)?
"""
"""After the object small models like to go on in braces ("{河流：…}"): an answer begins with something else."""
_CALL_RULES = r"""call ::= "{\"tool\": \"" name "\", \"arguments\": " object "}"
object ::= "{" ws (string ":" ws value ("," ws string ":" ws value)*)? ws "}"
array ::= "[" ws (value ("," ws value)*)? ws "]"
value ::= object | array | string | number | "true" | "false" | "null"
string ::= "\"" ([^"\\\x7F\x00-\x1F] | "\\" (["\\bfnrt/] | "u" [0-9a-fA-F]{4}))* "\""
number ::= "-"? [0-9]+ ("." [0-9]+)?
ws ::= [ ]?
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """What the model chose: a tool (``name`` and ``arguments`` as a JSON object in text) or an ``answer``."""

    name: str = ""
    arguments: str = ""
    answer: str = ""


def written(request: ModelRequest, tools: Sequence[Tool], form: Form) -> ModelRequest:
    """The request for a model that takes no tools: they stand in the system prompt, calls and results in messages.

    Args:
        request: As the engine made it.
        tools: Its tools in OpenAI's shape.
        form: How the answer will be constrained.
    """
    told = PromptSection("tools", instruction(tools, form))
    stable = tuple(section for section in request.system if section.stable)
    moving = tuple(section for section in request.system if not section.stable)
    messages: list[RequestMessage] = []
    chinese = False
    for message in request.messages:
        if message.role == "user" and not message.synthetic:
            chinese = any(_CHINESE.search(part.text) for part in message.parts if isinstance(part, TextPart))
        messages.append(_message(message, form, chinese=chinese))
    heat = STEADY if request.temperature is None else request.temperature
    return replace(request, system=(*stable, told, *moving), messages=tuple(messages), tools=(), temperature=heat)


def instruction(tools: Sequence[Tool], form: Form = "schema") -> str:
    """What to add to the system prompt. The same tools give the same bytes, so that it is read only once."""
    lines = [_line(_function(tool)) for tool in tools]
    return "\n".join(["Tools:", *lines, _HOW[form] % _TOOL])


def told(tools: Sequence[ToolSpec]) -> str:
    """What the free form adds to the system prompt for ``tools``: to be counted."""
    return instruction(
        [{"function": {"name": t.name, "description": t.description, "parameters": t.parameters}} for t in tools],
        "free",
    )


def grammar(tools: Sequence[Tool]) -> str:
    """llama.cpp's grammar of the free form; without tools only an answer is left."""
    if not tools:
        return f"root ::= none\n{_NONE_RULE}"
    names = " | ".join(json.dumps(_name(tool)) for tool in tools)
    return f"root ::= none | call\n{_NONE_RULE}{_CALL_RULES}name ::= {names}\n"


def response_format(tools: Sequence[Tool], *, must: bool = False) -> dict[str, Any]:
    """The ``response_format`` of the request; with ``must`` a tool has to be chosen."""
    return {
        "type": "json_schema",
        "json_schema": {"name": "step", "strict": True, "schema": response_schema(tools, must=must)},
    }


def response_schema(tools: Sequence[Tool], *, must: bool = False) -> dict[str, Any]:
    """The JSON schema of a reply in the schema form."""
    options: list[dict[str, Any]] = [_option(_function(tool)) for tool in tools]
    if not must or not options:
        options.insert(0, _object({"tool": {"const": _NONE}, "answer": {"type": "string"}}))
    return options[0] if len(options) == 1 else {"anyOf": options}


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


def _message(message: RequestMessage, form: Form, *, chinese: bool) -> RequestMessage:
    """One message of the history, as the model would have written and read it in this form."""
    result = next((part for part in message.parts if isinstance(part, ToolResultPart)), None)
    if result is not None:
        said = _RESULT.replace("{}", result.text) + _GO_ON[chinese]
        return replace(message, role="user", parts=(TextPart(said),))
    if message.role != "assistant":
        return message
    calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
    if calls:
        texts = [part for part in message.parts if isinstance(part, TextPart)]
        return replace(message, parts=(*texts, *(TextPart(_written_call(call)) for call in calls)))
    return replace(message, parts=tuple(_answer(part, form) for part in message.parts))


def _written_call(call: ToolCallPart) -> str:
    try:
        arguments: object = json.loads(call.arguments or "{}")
    except ValueError:
        arguments = {"value": call.arguments}
    return json.dumps({"tool": call.name, "arguments": arguments}, ensure_ascii=False)


def _answer(part: Part, form: Form) -> Part:
    if not isinstance(part, TextPart):
        return part
    if form == "free":
        return TextPart(NONE + part.text)
    return TextPart(json.dumps({"tool": _NONE, "answer": part.text}, ensure_ascii=False))


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
