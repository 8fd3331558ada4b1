"""Core values to JSON text and back, written by hand because opening a long chat does this ten thousand times.

Keys with default values are left out. Text is kept as UTF-8; a string that UTF-8 cannot hold (a lone surrogate cut out
of an emoji) makes its whole value ASCII-escaped, so that it comes back exactly.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, cast

from weclaw_desktop.core.messages import (
    AttachmentPart,
    Intake,
    Part,
    ReasoningPart,
    SourcesPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.records import ContextBlock, Replacement
from weclaw_desktop.core.text import Text

Json = dict[str, Any]
_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_ascii = json.JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def _sources(pages: Sequence[Sequence[str]]) -> SourcesPart:
    """Pairs of address and title, which JSON keeps as lists."""
    return SourcesPart(tuple((page[0], page[1]) for page in pages))


_KINDS: dict[type, str] = {
    TextPart: "text",
    ReasoningPart: "reasoning",
    ToolCallPart: "call",
    ToolResultPart: "result",
    AttachmentPart: "attachment",
    SourcesPart: "sources",
}
_CLASSES: dict[str, Callable[..., Part]] = {
    "reasoning": ReasoningPart,
    "call": ToolCallPart,
    "result": ToolResultPart,
    "attachment": AttachmentPart,
    "sources": _sources,
}
_FIELDS: dict[type, tuple[tuple[str, object], ...]] = {
    kind: tuple((f.name, f.default) for f in fields(kind))
    for kind in (*_KINDS, Intake, Usage, ContextBlock, Replacement)
}
_USAGE_NAMES = frozenset(f.name for f in fields(Usage))


def clean(value: str) -> str:
    """``value`` as a plain column can hold it: lone surrogates and NUL become the replacement character."""
    if value.isascii() and "\0" not in value:
        return value
    return value.replace("\0", "\ufffd").encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def dump(value: object) -> str:
    """JSON text that UTF-8 can hold."""
    encoded = _compact(value)
    if not encoded.isascii():
        try:
            encoded.encode()
        except UnicodeEncodeError:
            return _ascii(value)
    return encoded


def _plain(value: object) -> Json:
    """The fields of a flat dataclass that differ from their defaults."""
    found: Json = {}
    for name, default in _FIELDS[type(value)]:
        item = getattr(value, name)
        if item != default:
            found[name] = item
    return found


def dump_parts(parts: Sequence[Part]) -> str:
    """A list of objects with ``type``."""
    return dump([{"type": _KINDS[type(part)], **_plain(part)} for part in parts])


def load_parts(stored: str) -> tuple[Part, ...]:
    """The parts that ``dump_parts`` wrote; an unknown kind (a newer version's) is kept readable as text."""
    items = cast("list[Json]", json.loads(stored))
    if len(items) == 1 and items[0]["type"] == "text":
        return (TextPart(items[0].get("text", "")),)
    return tuple([_part(item) for item in items])


def _part(item: Json) -> Part:
    kind = item.pop("type")
    if kind == "text":
        return TextPart(item.get("text", ""))
    make = _CLASSES.get(kind)
    return make(**item) if make is not None else TextPart(dump(item))


def dump_usage(usage: Usage | None) -> str | None:
    """JSON, or NULL for none."""
    return None if usage is None else dump(_plain(usage))


def load_usage(stored: str | None) -> Usage | None:
    """Inverse of ``dump_usage``."""
    if stored is None:
        return None
    return Usage(**{name: value for name, value in json.loads(stored).items() if name in _USAGE_NAMES})


def dump_text(value: Text | None) -> str | None:
    """JSON, or NULL for none."""
    return None if value is None else dump(value.to_json())


def load_text(stored: str | None) -> Text | None:
    """Inverse of ``dump_text``."""
    return None if stored is None else Text.from_json(json.loads(stored))


def dump_intake(value: Intake | None) -> str | None:
    """JSON, or NULL for none."""
    return None if value is None else dump(_plain(value))


def load_intake(stored: str | None) -> Intake | None:
    """Inverse of ``dump_intake``."""
    if stored is None:
        return None
    data = cast("Json", json.loads(stored))
    return Intake(data.get("text"), data.get("capped", False), tuple(data.get("encodings", ())), data.get("version", 1))


def dump_counts(counts: Mapping[str, int]) -> str | None:
    """JSON, or NULL for no counts."""
    return dump(dict(counts)) if counts else None


def load_counts(stored: str | None) -> dict[str, int]:
    """Inverse of ``dump_counts``."""
    return {} if stored is None else json.loads(stored)


def dump_block(block: ContextBlock | None) -> str | None:
    """JSON, or NULL for none."""
    return None if block is None else dump(_plain(block))


def load_block(stored: str | None) -> ContextBlock | None:
    """Inverse of ``dump_block``."""
    if stored is None:
        return None
    data = cast("Json", json.loads(stored))
    data["removed"] = tuple(data.get("removed", ()))
    return ContextBlock(**data)


def dump_replacements(replacements: Sequence[Replacement]) -> str:
    """A list of objects."""
    return dump([_plain(item) for item in replacements])


def load_replacements(stored: str) -> tuple[Replacement, ...]:
    """Inverse of ``dump_replacements``."""
    return tuple([Replacement(**item) for item in json.loads(stored)])
