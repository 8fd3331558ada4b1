"""Cuts JSON into rows that explain themselves: an array of like objects as a table whose header is written once.

A value is only found again when its key or its entity stands near by, and keys repeated in every row are what makes
excerpts of tool results dear. So rows of one table share a ``group``: the header with the entity and the columns, which
a reader of the rows writes in front of the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from weclaw_desktop.context.prose_rows import ROW_CHARS, Pairs, Row, sentences

COLUMNS = 20
"""More columns are not written as a table."""
FILLED = 0.7
"""A table has at least this share of its cells filled."""
DEPTH = 12
"""Deeper values are shown as they are, cut."""
KEY = "key"
"""Title of the column with the keys of an object of like objects."""
INLINE = (6, 90)
"""Entries and characters of a nested value that is small enough to stand in its row."""

NAMING = re.compile(r"(^|_)(id|name|number|title|path|file|url|key|code)$|名称|名字|编号|标题|姓名|^id", re.I)

Object = dict[str, object]


@dataclass(frozen=True, slots=True)
class _Cells:
    """One object of an array: its short values by column, and what is too long or too deep for a table.

    ``parts`` are the values alone of those that were nested: a name of two parts is called by them.
    """

    short: dict[str, str]
    rest: tuple[tuple[str, object], ...]
    parts: dict[str, str]


def json_rows(value: object) -> Iterator[Row]:
    """Rows of a parsed JSON value. Nulls, empty texts and empty collections are left out."""
    yield from _walk(value, "", "", 0)


def _walk(value: object, name: str, entity: str, depth: int) -> Iterator[Row]:
    if isinstance(value, dict):
        yield from _object(cast("Object", value), name, entity, depth)
    elif isinstance(value, list):
        yield from _array(cast("list[object]", value), name, entity, depth)
    else:
        yield from _named(name, _scalar(value), entity)


def _named(name: str, text: str, entity: str) -> Iterator[Row]:
    if not text:
        return
    head = _head(entity, name)
    if len(text) <= ROW_CHARS:
        yield Row(f"{head}{text}", ((name, text),) if name else ())
        return
    for row in sentences(text):
        yield Row(f"{head}{row.text}", row.pairs)


def _array(items: list[object], name: str, entity: str, depth: int) -> Iterator[Row]:
    plain = [text for item in items if not isinstance(item, (dict, list)) and (text := _scalar(item))]
    if plain and sum(map(len, plain)) > 8 * ROW_CHARS and max(map(len, plain)) > ROW_CHARS:
        for text in plain:
            yield from _named(name, text, entity)
    elif plain:
        yield from _chunks([(name, text) for text in plain], _head(entity, name), keyed=False)
    objects = [("", cast("Object", item)) for item in items if isinstance(item, dict)]
    yield from _objects(objects, name, entity, depth)
    for item in items:
        if isinstance(item, list):
            yield from _walk(cast("object", item), name, entity, depth + 1)


def _object(items: Object, name: str, entity: str, depth: int) -> Iterator[Row]:
    inner = [(key, cast("Object", item)) for key, item in items.items() if isinstance(item, dict)]
    if 1 < len(inner) == len(items) and depth <= DEPTH and all(item for _, item in inner):
        yield from _objects(inner, name, entity, depth)
        return
    cells = _cells(items, depth)
    own = _own(cells)
    head = _head(entity if own != entity else "", name if own != name else "")
    yield from _chunks(list(cells.short.items()), head, keyed=True)
    yield from _nested(cells, own or _entity(entity, name), depth)


def _objects(items: list[tuple[str, Object]], name: str, entity: str, depth: int) -> Iterator[Row]:
    """Objects with their keys ("" in arrays): like ones as a table, others one by one."""
    if len(items) > 1 and depth <= DEPTH:
        found = [_cells(item, depth, key) for key, item in items]
        columns = dict.fromkeys(column for cells in found for column in cells.short)
        filled = sum(len(cells.short) for cells in found)
        if columns and len(columns) <= COLUMNS and filled >= FILLED * len(columns) * len(found):
            yield from _table(found, list(columns), _head(entity, name))
            for cells in found:
                yield from _nested(cells, _own(cells) or entity, depth)
            return
    for key, item in items:
        yield from _walk(item, key or name, entity, depth + 1)


def _table(found: list[_Cells], columns: list[str], head: str) -> Iterator[Row]:
    """Rows of a table. A value that all rows share stands in the header."""
    first = found[0].short
    shared = {
        column: first[column]
        for column in columns
        if column in first and all(cells.short.get(column) == first[column] for cells in found)
    }
    own = [column for column in columns if column not in shared]
    titles = ", ".join(own)
    common = "".join(f"{column} {value}, " for column, value in shared.items())
    group = f"{head}({common}{titles}) "
    for cells in found:
        pairs = tuple((_leaf(column), value) for column, value in cells.short.items())
        text = ", ".join(_cell(cells.short.get(column, "-")) for column in own)
        yield Row(text or common.rstrip(", "), pairs, group)


def _cell(value: str) -> str:
    return f'"{value}"' if ", " in value else value


def _leaf(column: str) -> str:
    return column.rpartition(".")[2]


def _nested(cells: _Cells, entity: str, depth: int) -> Iterator[Row]:
    for key, value in cells.rest:
        if depth > DEPTH:
            yield from _named(key, str(value)[:ROW_CHARS], entity)
        else:
            yield from _walk(value, key, entity, depth + 1)


def _cells(items: Object, depth: int, key: str | None = None) -> _Cells:
    """Short values of an object. As a row of a table (``key`` given) small nested objects become columns."""
    short: dict[str, str] = {KEY: key} if key else {}
    rest: list[tuple[str, object]] = []
    parts: dict[str, str] = {}
    for name, value in items.items():
        if isinstance(value, dict) and value and key is not None and depth <= DEPTH:
            inner = cast("Object", value)
            if _small(inner) is None:
                rest.append((name, inner))
            else:
                short |= {f"{name}.{part}": text for part, item in inner.items() if (text := _scalar(item))}
        elif isinstance(value, (dict, list)):
            known = cast("Object | list[object]", value)
            small = _small(known) if depth <= DEPTH else None
            if known and small is not None:
                short[name] = small
                parts |= {name: " ".join(map(_scalar, known.values()))} if isinstance(known, dict) else {}
            elif known:
                rest.append((name, known))
        elif isinstance(value, str) and len(value) > ROW_CHARS:
            rest.append((name, value))
        elif (text := _scalar(value)) and not (name == "id" and text == key):
            short[name] = text
    return _Cells(short, tuple(rest), parts)


def _small(value: Object | list[object]) -> str | None:
    """A small nested value on one line without JSON's quotes, or None when it is not small."""
    items = list(value.values()) if isinstance(value, dict) else value
    if any(isinstance(item, (dict, list)) for item in items):
        return None
    if isinstance(value, list):
        text = ", ".join(_scalar(item) for item in items)
        return f"[{text}]" if len(text) <= INLINE[1] else None
    if len(value) > INLINE[0]:
        return None
    text = ", ".join(f"{key} {_scalar(item)}" for key, item in value.items())
    return text if len(text) <= INLINE[1] else None


def _own(cells: _Cells) -> str:
    """What an object is called: its key, id or name."""
    named = (key for key, value in cells.short.items() if NAMING.search(key) and 1 < len(value) <= 60)
    return next((cells.parts.get(key, cells.short[key]) for key in named), "")


def _entity(entity: str, name: str) -> str:
    """What nested rows are called after when their object has no name of its own: the name it was found under."""
    return name if len(name) > 2 and any(c.isdigit() for c in name) else entity


def _head(entity: str, name: str) -> str:
    words = " ".join(word for word in (entity, name) if word)
    return f"{words}: " if words else ""


def _scalar(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value).strip()


def _chunks(pairs: list[tuple[str, str]], head: str, *, keyed: bool) -> Iterator[Row]:
    texts: list[str] = []
    held: list[tuple[str, str]] = []
    length = 0
    for key, value in pairs:
        text = f"{key}: {value}" if keyed else value
        if texts and length + len(text) > ROW_CHARS:
            yield Row(head + ", ".join(texts), _pairs(held))
            texts, held, length = [], [], 0
        texts.append(text)
        held.append((key, value))
        length += len(text) + 2
    if texts:
        yield Row(head + ", ".join(texts), _pairs(held))


def _pairs(held: list[tuple[str, str]]) -> Pairs:
    return tuple((_leaf(key), value) for key, value in held)
