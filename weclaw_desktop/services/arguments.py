"""Reads the arguments of a call as models write them, and never lets a shortened passage pass for the real text."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Sequence
from typing import cast

from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.records import Replacement

_FENCE = re.compile(r"\A\s*```[a-zA-Z]*\s*(.*?)\s*```\s*\Z", re.DOTALL)
_TRAILING_COMMA = re.compile(r",(\s*[}\]])")
SHORTEST_STUB = 20
"""Characters below which two equal values are chance rather than a copy."""

Arguments = dict[str, object]


def parse(raw: str) -> Arguments | None:
    """The arguments as an object, None when they cannot be read as one.

    Nothing at all means no arguments. Mended: code fences, trailing commas, an object sent as a JSON string, Python's
    way of writing a dict. Not mended: text that breaks off, for what is missing may be what matters.
    """
    stripped = raw.strip()
    if stripped in ("", "null", "None"):
        return {}
    fenced = _FENCE.match(stripped)
    stripped = fenced.group(1) if fenced else stripped
    for candidate in (stripped, _TRAILING_COMMA.sub(r"\1", stripped)):
        found = _load(candidate)
        if isinstance(found, str):
            found = _load(found)
        if isinstance(found, dict):
            return cast("Arguments", found)
    try:
        found = cast("object", ast.literal_eval(stripped))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if isinstance(found, dict):
        return {str(key): value for key, value in cast("dict[object, object]", found).items()}
    return None


def _load(raw: str) -> object:
    try:
        return cast("object", json.loads(raw, strict=False))
    except (ValueError, RecursionError):
        return None


def expand(arguments: Arguments, log: Log, replacements: Sequence[Replacement]) -> tuple[Arguments, str]:
    """Put the full text back where a model copied a shortened argument from the view.

    Returns:
        The arguments with full text, and the artifact id of a passage that could not be expanded ("" when all could):
        such a call must not run.
    """
    originals: dict[str, tuple[str, str]] = {}
    messages = {message.id: message for message in log}
    for replacement in replacements:
        message = messages.get(replacement.message_id)
        if replacement.kind != "arguments" or message is None or replacement.call >= len(message.calls):
            continue
        full = dict(_strings(parse(message.calls[replacement.call].arguments) or {}))
        for path, shown in _strings(parse(replacement.text) or {}):
            if len(shown) >= SHORTEST_STUB and full.get(path) != shown:
                originals[shown] = (full.get(path, ""), replacement.artifact)
    missing: list[str] = []
    expanded = _replace(arguments, originals, missing) if originals else arguments
    return cast("Arguments", expanded), missing[0] if missing else ""


def _strings(value: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string inside ``value`` with the path of keys that leads to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in cast("dict[object, object]", value).items():
            yield from _strings(inner, f"{path}/{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(cast("list[object]", value)):
            yield from _strings(inner, f"{path}/{index}")


def _replace(value: object, originals: dict[str, tuple[str, str]], missing: list[str]) -> object:
    if isinstance(value, dict):
        items = cast("dict[str, object]", value).items()
        return {key: _replace(inner, originals, missing) for key, inner in items}
    if isinstance(value, list):
        return [_replace(inner, originals, missing) for inner in cast("list[object]", value)]
    if not isinstance(value, str):
        return value
    if value in originals:
        full, artifact = originals[value]
        if not full:
            missing.append(artifact)
        return full or value
    for shown, (_, artifact) in originals.items():
        if shown in value:
            missing.append(artifact)
    return value
