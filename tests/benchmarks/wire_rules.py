"""What OpenAI's and Anthropic's interfaces refuse in a list of messages, written from their documentation.

Kept apart from the engine's own invariants on purpose: two accounts of the same rules find more than one.
Sources: OpenAI "Chat completions" reference and function-calling guide; Anthropic "Messages" reference and tool-use
guide (roles, tool_use and tool_result, empty content).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
_OPENAI_ID = re.compile(r"^.{1,40}$", re.DOTALL)
_ANTHROPIC_ID = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")
_TOOL_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,64}$")


def said(message: Json) -> str:
    """The text of a message whose content is a string, a list of text blocks, or missing."""
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(block.get("text", "")) for block in content)
    return content if isinstance(content, str) else ""


def openai_faults(messages: Sequence[Json]) -> list[str]:
    """Why OpenAI would refuse ``messages``; empty when it would not."""
    faults: list[str] = []
    waiting: list[str] = []
    for number, message in enumerate(messages):
        if message.get("role") == "tool":
            if message.get("tool_call_id") in waiting:
                waiting.remove(message["tool_call_id"])
            else:
                faults.append(f"{number}: result without a call in front of it")
            if not said(message):
                faults.append(f"{number}: result without text")
            continue
        if waiting:
            faults.append(f"{number}: {len(waiting)} calls not answered")
        faults.extend(f"{number}: {fault}" for fault in _message_faults(message))
        waiting = [str(call.get("id")) for call in message.get("tool_calls") or ()]
        if len(set(waiting)) < len(waiting):
            faults.append(f"{number}: id twice")
    if waiting:
        faults.append("end: calls not answered")
    return faults


def _message_faults(message: Json) -> list[str]:
    role, calls = message.get("role"), message.get("tool_calls")
    faults: list[str] = []
    if role not in ("system", "user", "assistant"):
        faults.append(f"role {role}")
    if calls is not None and (role != "assistant" or not calls):
        faults.append("calls where none may be")
    if not calls and not said(message):
        faults.append("no content")
    for call in calls or ():
        faults.extend(_call_faults(call))
    return faults


def _call_faults(call: Json) -> list[str]:
    faults: list[str] = []
    if call.get("type") != "function" or not _OPENAI_ID.match(str(call.get("id") or "")):
        faults.append("call without type or id")
    function = call.get("function") or {}
    if not _TOOL_NAME.match(str(function.get("name") or "")):
        faults.append(f"tool name {function.get('name')!r}")
    try:
        given: object = json.loads(function.get("arguments"))
    except (TypeError, ValueError):
        given = None
    if not isinstance(given, dict):
        faults.append("arguments are no object")
    return faults


def to_anthropic(messages: Sequence[Json]) -> list[Json]:
    """The messages in Anthropic's shape; equal roles in a row become one message, as its interface joins them."""
    found: list[Json] = []
    for message in messages:
        if message["role"] == "system":
            continue
        role = "assistant" if message["role"] == "assistant" else "user"
        blocks: list[Json] = []
        if message["role"] == "tool":
            blocks.append({"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": said(message)})
        elif said(message):
            blocks.append({"type": "text", "text": said(message)})
        for call in message.get("tool_calls") or ():
            given = json.loads(call["function"]["arguments"])
            blocks.append({"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": given})
        if found and found[-1]["role"] == role:
            found[-1]["content"].extend(blocks)
        else:
            found.append({"role": role, "content": blocks})
    return found


def anthropic_faults(messages: Sequence[Json]) -> list[str]:
    """Why Anthropic would refuse ``messages`` (in OpenAI's shape); empty when it would not."""
    try:
        turns = to_anthropic(messages)
    except (KeyError, TypeError, ValueError) as error:
        return [f"cannot be written: {type(error).__name__}"]
    faults: list[str] = []
    if not turns or turns[0]["role"] != "user":
        faults.append("does not begin with the user")
    if turns and turns[-1]["role"] != "user":
        faults.append("ends with the assistant")
    if any(message["role"] == "system" for message in messages[1:]):
        faults.append("system message inside")
    used: set[str] = set()
    asked: list[str] = []
    for number, turn in enumerate(turns):
        faults.extend(f"{number}: {fault}" for fault in _turn_faults(turn["content"], asked))
        asked = [block["id"] for block in turn["content"] if block["type"] == "tool_use"]
        if any(not _ANTHROPIC_ID.match(name) or name in used for name in asked) or len(set(asked)) < len(asked):
            faults.append(f"{number}: bad or repeated id")
        used.update(asked)
    if asked:
        faults.append("end: calls not answered")
    return faults


def _turn_faults(blocks: Sequence[Json], asked: Sequence[str]) -> list[str]:
    faults: list[str] = [] if blocks else ["empty"]
    results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
    first = next((n for n, block in enumerate(blocks) if block["type"] != "tool_result"), len(blocks))
    if any(block["type"] == "tool_result" for block in blocks[first:]):
        faults.append("result behind other content")
    if sorted(results) != sorted(asked):
        faults.append(f"results {len(results)} for {len(asked)} calls")
    if any(block["type"] == "text" and not block["text"].strip() for block in blocks):
        faults.append("blank text")
    return faults
