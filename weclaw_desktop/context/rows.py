"""Cuts tool output into small self-explaining rows: JSON by its objects, other text by its lines.

A row keeps keys with their values and names the entity it belongs to, because a value is only found again when its key
or its entity stands near by. Rows are read from the full result, never from a shortened one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from weclaw_desktop.core.stretches import SENTENCES, stretches

ROW_CHARS = 180
"""Length at which a row of short pairs or lines is closed, in characters."""
JSON_CHARS = 400_000
"""Longer results are not parsed but read as lines, in characters."""
MAX_ROWS = 1_500
"""Rows looked at per message; what comes later is still found by recall."""

LIST_LINE = 70
"""A shorter line without a full stop is a list item or heading: it stays with its neighbours."""
_STOPS = (".", "!", "?", "。", "！", "？", "；")

_NAMING = re.compile(r"(^|_)(id|name|number|title|path|file|url|key|code)$|名称|名字|编号|标题|姓名|^id", re.I)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？；])|\n+")


@dataclass(frozen=True, slots=True)
class Row:
    """One row of text. ``pairs`` are its key–value pairs where the source was structured, else None."""

    text: str
    pairs: tuple[tuple[str, str], ...] | None = None


def rows(text: str) -> list[Row]:
    """Rows of a tool result: of its JSON when it is an object or array, else of its lines."""
    start = text.lstrip()[:1]
    if start in ("{", "[") and len(text) <= JSON_CHARS:
        try:
            value: object = json.loads(text)
        except (ValueError, RecursionError):
            return lines(text)
        return _limited(_walk(value, "", "", 0))
    return lines(text)


def lines(text: str) -> list[Row]:
    """Rows of plain output: short neighbouring lines together, long ones alone or in pieces."""
    found: list[Row] = []
    pending = ""
    for line in text.splitlines():
        stripped = line.strip()
        if not stripped:
            continue
        if pending and len(pending) + len(stripped) > ROW_CHARS:
            found.append(Row(pending))
            pending = ""
        for piece in _pieces(stripped):
            pending = f"{pending}\n{piece}" if pending else piece
            if len(pending) > ROW_CHARS:
                found.append(Row(pending))
                pending = ""
        if len(found) >= MAX_ROWS:
            return found[:MAX_ROWS]
    if pending:
        found.append(Row(pending))
    return found


def sentences(text: str) -> list[Row]:
    """Rows of prose: its sentences, list items and lines; overlong ones in pieces."""
    found: list[Row] = []
    pending = ""
    for part in _split(text):
        sentence = part.strip()
        if not sentence:
            continue
        short = len(sentence) < LIST_LINE and not sentence.endswith(_STOPS)
        if pending and not (short and len(pending) + len(sentence) < ROW_CHARS) and len(pending) >= 16:
            found.extend(Row(piece) for piece in _pieces(pending))
            pending = ""
        pending = f"{pending} {sentence}" if pending else sentence
        if short:
            continue
        found.extend(Row(piece) for piece in _pieces(pending))
        pending = ""
        if len(found) >= MAX_ROWS:
            return found[:MAX_ROWS]
    if pending:
        found.extend(Row(piece) for piece in _pieces(pending))
    return found


def _split(text: str) -> Iterator[str]:
    for stretch in stretches(text, SENTENCES):
        yield from _SENTENCE.split(stretch)


def _pieces(text: str) -> Iterator[str]:
    limit = 2 * ROW_CHARS
    while len(text) > limit:
        cut = max(text.rfind(c, ROW_CHARS, limit) for c in " ,;，；、")
        cut = cut + 1 if cut > 0 else limit
        yield text[:cut].rstrip()
        text = text[cut:].lstrip()
    yield text


def _limited(found: Iterator[Row]) -> list[Row]:
    out: list[Row] = []
    for row in found:
        out.append(row)
        if len(out) >= MAX_ROWS:
            break
    return out


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


def _walk(value: object, name: str, entity: str, depth: int) -> Iterator[Row]:
    if isinstance(value, dict):
        yield from _object(cast("dict[str, object]", value), name, entity, depth)
    elif isinstance(value, list):
        yield from _array(cast("list[object]", value), name, entity, depth)
    else:
        yield from _named(name, _scalar(value), entity)


def _named(name: str, text: str, entity: str) -> Iterator[Row]:
    head = _head(entity, name)
    if len(text) <= ROW_CHARS:
        yield Row(f"{head}{text}", ((name, text),) if name else ())
        return
    for row in sentences(text):
        yield Row(f"{head}{row.text}", row.pairs)


def _head(entity: str, name: str) -> str:
    words = " ".join(word for word in (entity, name) if word)
    return f"{words}: " if words else ""


def _array(items: list[object], name: str, entity: str, depth: int) -> Iterator[Row]:
    plain = [_scalar(item) for item in items if not isinstance(item, (dict, list))]
    if plain and sum(map(len, plain)) > 8 * ROW_CHARS and max(map(len, plain)) > ROW_CHARS:
        for text in plain:
            yield from _named(name, text, entity)
    elif plain:
        yield from _chunks([(name, text) for text in plain], _head(entity, name), keyed=False)
    for item in items:
        if isinstance(item, (dict, list)):
            yield from _walk(cast("object", item), name, entity, depth + 1)


def _object(items: dict[str, object], name: str, entity: str, depth: int) -> Iterator[Row]:
    pairs: list[tuple[str, str]] = []
    nested: list[tuple[str, object]] = []
    for key, value in items.items():
        if isinstance(value, (dict, list)) and value:
            inline = _inline(cast("dict[str, object] | list[object]", value))
            if inline is None or depth > 12:
                nested.append((key, cast("object", value)))
            else:
                pairs.append((key, inline))
        elif isinstance(value, (dict, list)):
            pairs.append((key, "{}" if isinstance(value, dict) else "[]"))
        elif isinstance(value, str) and len(value) > ROW_CHARS:
            nested.append((key, value))
        else:
            pairs.append((key, _scalar(value)))
    own = next((value for key, value in pairs if _NAMING.search(key) and 1 < len(value) <= 60), "")
    yield from _chunks(pairs, _head(entity if own != entity else "", name), keyed=True)
    for key, value in nested:
        if depth > 12:
            yield from _named(key, str(value)[:ROW_CHARS], own or entity)
        else:
            yield from _walk(value, key, own or _entity(entity, name), depth + 1)


def _entity(entity: str, name: str) -> str:
    """What nested rows are called after when their object has no name of its own: the name it was found under."""
    return name if len(name) > 2 and any(c.isdigit() for c in name) else entity


def _inline(value: dict[str, object] | list[object]) -> str | None:
    """A small nested value on one line without JSON's quotes, or None when it is not small."""
    if isinstance(value, list):
        plain = [_scalar(item) for item in value if not isinstance(item, (dict, list))]
        text = ", ".join(plain)
        return f"[{text}]" if len(plain) == len(value) and len(text) <= 90 else None
    if len(value) > 6 or any(isinstance(item, (dict, list)) for item in value.values()):
        return None
    text = ", ".join(f"{key}: {_scalar(item)}" for key, item in value.items())
    return f"{{{text}}}" if len(text) <= 90 else None


def _chunks(pairs: list[tuple[str, str]], head: str, *, keyed: bool) -> Iterator[Row]:
    texts: list[str] = []
    held: list[tuple[str, str]] = []
    length = 0
    for key, value in pairs:
        text = f"{key}: {value}" if keyed else value
        if texts and length + len(text) > ROW_CHARS:
            yield Row(head + ", ".join(texts), tuple(held))
            texts, held, length = [], [], 0
        texts.append(text)
        held.append((key, value))
        length += len(text) + 2
    if texts:
        yield Row(head + ", ".join(texts), tuple(held))
