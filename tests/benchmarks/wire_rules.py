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


def openai_faults(messages: Sequence[Json]) -> list[str]:
    """Why OpenAI would refuse ``messages``; empty when it would not."""
    faults: list[str] = []
    waiting: list[str] = []
    for number, message in enumerate(messages):
        role, content, calls = message.get("role"), message.get("content"), message.get("tool_calls")
        if role == "tool":
            if message.get("tool_call_id") in waiting:
                waiting.remove(message["tool_call_id"])
            else:
                faults.append(f"{number}: result without a call in front of it")
            if not isinstance(content, str):
                faults.append(f"{number}: result without text")
            continue
        if waiting:
            faults.append(f"{number}: {len(waiting)} calls not answered")
            waiting = []
        if role not in ("system", "user", "assistant"):
            faults.append(f"{number}: role {role}")
        if calls is not None and (role != "assistant" or not calls):
            faults.append(f"{number}: calls where none may be")
        if not calls and not (isinstance(content, str) and content):
            faults.append(f"{number}: no content")
        for call in calls or ():
            faults.extend(f"{number}: {fault}" for fault in _call_faults(call))
            if call.get("id") in waiting:
                faults.append(f"{number}: id twice")
            waiting.append(call.get("id"))
    if waiting:
        faults.append("end: calls not answered")
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
            blocks.append(
                {"type": "tool_result", "tool_use_id": message["tool_call_id"], "content": message["content"]}
            )
        elif message.get("content"):
            blocks.append({"type": "text", "text": message["content"]})
        for call in message.get("tool_calls") or ():
            given = json.loads(call["function"]["arguments"])
            blocks.append({"type": "tool_use", "id": call["id"], "name": call["function"]["name"], "input": given})
        if found and found[-1]["role"] == role:
            found[-1]["content"].extend(blocks)
        else:
            found.append({"role": role, "content": blocks})
    return found


def anthropic_faults(messages: Sequence[Json]) -> list[str]:
    """Why Anthropic would refuse ``messages`` (given in OpenAI's shape, system left out); empty when it would not."""
    faults: list[str] = []
    try:
        turns = to_anthropic(messages)
    except (KeyError, TypeError, ValueError) as error:
        return [f"cannot be written: {type(error).__name__}"]
    if not turns or turns[0]["role"] != "user":
        faults.append("does not begin with the user")
    if turns and turns[-1]["role"] != "user":
        faults.append("ends with the assistant")
    if any(message["role"] == "system" for message in messages[1:]):
        faults.append("system message inside")
    used: set[str] = set()
    asked: list[str] = []
    for number, turn in enumerate(turns):
        blocks = turn["content"]
        if not blocks:
            faults.append(f"{number}: empty")
        results = [block["tool_use_id"] for block in blocks if block["type"] == "tool_result"]
        first = next((n for n, block in enumerate(blocks) if block["type"] != "tool_result"), len(blocks))
        if any(block["type"] == "tool_result" for block in blocks[first:]):
            faults.append(f"{number}: result behind other content")
        if sorted(results) != sorted(asked):
            faults.append(f"{number}: results {len(results)} for {len(asked)} calls")
        asked = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if any(not _ANTHROPIC_ID.match(name) or name in used for name in asked) or len(set(asked)) < len(asked):
            faults.append(f"{number}: bad or repeated id")
        used.update(asked)
        if any(block["type"] == "text" and not block["text"].strip() for block in blocks):
            faults.append(f"{number}: blank text")
    if asked:
        faults.append("end: calls not answered")
    return faults
