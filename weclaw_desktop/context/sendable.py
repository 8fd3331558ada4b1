"""Making single parts sendable: text that encodes, names that providers take, arguments that are a JSON object."""

from __future__ import annotations

import json
import re
from typing import cast

_UNSENDABLE = re.compile("[\ud800-\udfff\x00]")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]")
LONGEST_NAME = 64
"""Characters of a tool's name that every provider takes."""


def clean(value: str) -> str:
    """``value`` without NUL and lone surrogates, which no provider takes; each becomes U+FFFD."""
    return _UNSENDABLE.sub("\ufffd", value) if _UNSENDABLE.search(value) else value


def is_clean(value: str) -> bool:
    """Whether ``clean`` would leave the value alone."""
    return _UNSENDABLE.search(value) is None


def tool_name(name: str) -> str:
    """A called tool's name as every provider takes it; what a model or an import made up is no reason not to send."""
    return _NOT_IN_NAMES.sub("_", name)[:LONGEST_NAME] or "tool"


def arguments_object(raw: str) -> str:
    """The arguments of a call as a JSON object.

    An object stays byte for byte; none at all ("" or null) is ``{}``; anything else, broken JSON included, is wrapped
    as ``{"value": …}``.
    """
    raw = clean(raw)
    if not raw.strip():
        return "{}"
    value = parsed(raw)
    if value is None:
        return "{}" if raw.strip() == "null" else json.dumps({"value": raw}, ensure_ascii=False)
    if isinstance(value, dict):
        return raw
    return json.dumps({"value": value}, ensure_ascii=False)


def is_object(raw: str) -> bool:
    """Whether ``raw`` is a strict JSON object."""
    return isinstance(parsed(raw), dict)


def parsed(raw: str) -> object:
    """The JSON value of ``raw``; None for null and for what is no strict JSON (NaN and Infinity are none)."""
    try:
        return cast("object", json.loads(raw, parse_constant=_refuse))
    except (ValueError, RecursionError):
        return None


def _refuse(constant: str) -> object:
    raise ValueError(constant)
