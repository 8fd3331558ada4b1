"""Whether OpenAI's and Anthropic's interfaces would take a list of messages: a second opinion on validity.

Written from their documentation, apart from the engine's own invariants: two accounts of the same rules find more
than one. Sources: OpenAI "Chat completions" reference and function-calling guide, Anthropic "Messages" reference and
tool-use guide.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

Wire = dict[str, object]
_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CALLS = 2_000
"""Calls whose faults are remembered, more than a request holds."""


def faults(messages: Sequence[Wire]) -> list[str]:
    """Why a provider would refuse ``messages`` in OpenAI's shape; empty when none would."""
    found: list[str] = []
    open_ids: list[str] = []
    spoken = [message for message in messages if message.get("role") != "system"]
    if not spoken or spoken[0].get("role") != "user":
        found.append("does not begin with the user")
    if spoken and spoken[-1].get("role") == "assistant":
        found.append("ends with the assistant")
    for number, message in enumerate(messages):
        if message.get("role") == "tool":
            call_id = str(message.get("tool_call_id"))
            if call_id not in open_ids:
                found.append(f"{number}: a result without its call")
            open_ids = [known for known in open_ids if known != call_id]
        elif open_ids:
            found.append(f"{number}: {len(open_ids)} calls without a result")
            open_ids = []
        calls = cast("list[Wire]", message.get("tool_calls") or [])
        if not calls and not message.get("content"):
            found.append(f"{number}: empty")
        found.extend(f"{number}: {fault}" for call in calls for fault in _call_faults(call))
        open_ids += [str(call.get("id")) for call in calls]
    if open_ids:
        found.append(f"{len(open_ids)} calls without a result at the end")
    if len(set(open_ids)) < len(open_ids):
        found.append("an id twice")
    return found


def _call_faults(call: Wire) -> tuple[str, ...]:
    function = cast("Wire", call.get("function") or {})
    return _faults_of(str(call.get("id") or ""), str(function.get("name") or ""), str(function.get("arguments")))


@lru_cache(_CALLS)
def _faults_of(call_id: str, name: str, arguments: str) -> tuple[str, ...]:
    """The same calls stand in request after request."""
    found: list[str] = []
    if not _ID.fullmatch(call_id):
        found.append("a call without a proper id")
    if not _NAME.fullmatch(name):
        found.append("a tool name that is none")
    try:
        given: object = json.loads(arguments)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        found.append("arguments that are no object")
    return tuple(found)
