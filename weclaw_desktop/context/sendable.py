"""Making single parts sendable: text that encodes, arguments that are a JSON object."""

from __future__ import annotations

import json
import re
from typing import cast

_UNSENDABLE = re.compile("[\ud800-\udfff\x00]")


def clean(value: str) -> str:
    """``value`` without NUL and lone surrogates, which no provider takes; each becomes U+FFFD."""
    return _UNSENDABLE.sub("\ufffd", value) if _UNSENDABLE.search(value) else value


def is_clean(value: str) -> bool:
    """Whether ``clean`` would leave the value alone."""
    return _UNSENDABLE.search(value) is None


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
