"""JSON made small without losing anything: no blanks, and uniform objects as columns and rows.

The output is JSON again; a line of words in front of it (``Result:``) stays in front, a byte order mark goes. Numbers
keep the characters they were written with (1.10 stays 1.10), so that a version or a price is not rounded on its way.
Objects with a key twice are left alone, since parsing would lose one.

A table is ``{"columns":[…],"rows":[[…],…]}``. ``"a.b"`` is the key b of the nested object a; ``"all":{…}`` holds what
is the same in every row; a row that is shorter lacks the last columns; with ``"key":"id"`` the table stands for an
object of objects instead of an array, under the values of that column. A text in which an object has keys of these
names is only minified, so that a table can never be mistaken.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

LEAST_GAIN = 24
"""A table is made when it saves at least this many characters: its frame costs about ten tokens."""
LEAST_SHARED = 3
"""From this many rows on, values that all rows share stand beside the rows, once."""
LONGEST_LEAD = 200
"""Characters of a line in front of JSON."""
_DEEPEST = 60
_FRAME = len('{"columns":[],"rows":[]}')
_RESERVED = frozenset(("columns", "rows"))
KEY = "key"

Object = dict[str, object]


class _Raw(str):
    """A number or constant as it was written."""

    __slots__ = ()


class _TwiceError(ValueError):
    """An object has a key twice."""


@dataclass(slots=True)
class _Reader:
    """Remembers whether a text holds objects that look like our tables."""

    reserved: bool = False

    def object(self, pairs: list[tuple[str, object]]) -> Object:
        made = dict(pairs)
        if len(made) < len(pairs):
            raise _TwiceError
        self.reserved = self.reserved or made.keys() >= _RESERVED
        return made


def json_text(value: str) -> str | None:
    """The small form of a text that is one JSON array or object, maybe behind a line; None for other texts."""
    lead, body = _led(value)
    if not body or (body[0], body[-1]) not in (("{", "}"), ("[", "]")):
        return None
    small = _small([body], lines=False)
    return None if small is None else lead + small


def json_lines(value: str) -> str | None:
    """The small form of a text with one JSON object on each of at least three lines, None for other texts."""
    lead, body = _led(value)
    if body[:1] != "{":
        return None
    lines = [line for line in body.splitlines() if line.strip()]
    if len(lines) < LEAST_SHARED or any(line.strip()[0] != "{" or line.strip()[-1] != "}" for line in lines):
        return None
    small = _small(lines, lines=True)
    return None if small is None else lead + small


def _led(value: str) -> tuple[str, str]:
    """The line in front of JSON, with its end, and the JSON; "" for the line where JSON begins at once."""
    body = value.removeprefix("\ufeff").strip()
    if body[:1] in ("{", "["):
        return "", body
    end = body.find("\n", 0, LONGEST_LEAD)
    return ("", "") if end < 0 else (body[: end + 1], body[end + 1 :].lstrip())


def _small(texts: list[str], *, lines: bool) -> str | None:
    reader = _Reader()
    try:
        values = [
            cast(
                "object",
                json.loads(
                    item,
                    parse_float=_Raw,
                    parse_int=_Raw,
                    parse_constant=_Raw,
                    object_pairs_hook=reader.object,
                ),
            )
            for item in texts
        ]
        tables = not reader.reserved
        if not lines:
            return _written(values[0], 0, tables=tables)
        made = _table(values, 0) if tables else None
        return made if made is not None else "\n".join(_written(item, 0, tables=tables) for item in values)
    except (ValueError, RecursionError):
        return None


def _written(data: object, depth: int, *, tables: bool) -> str:
    if depth > _DEEPEST:
        raise RecursionError
    if isinstance(data, _Raw):
        return str(data)
    if isinstance(data, dict):
        items = cast("Object", data)
        made = _keyed(items, depth) if tables else None
        if made is not None:
            return made
        pairs = (f"{_text(key)}:{_written(item, depth + 1, tables=tables)}" for key, item in items.items())
        return "{" + ",".join(pairs) + "}"
    if isinstance(data, list):
        values = cast("list[object]", data)
        made = _table(values, depth) if tables else None
        if made is not None:
            return made
        return "[" + ",".join(_written(item, depth + 1, tables=tables) for item in values) + "]"
    return _text(data)


def _table(items: Sequence[object], depth: int) -> str | None:
    """An array of objects as a table, None when it is not uniform or would gain nothing."""
    if not _objects(items):
        return None
    return _rows([cast("Object", item) for item in items], depth, "")


def _keyed(items: Object, depth: int) -> str | None:
    """An object of objects as a table whose ``key`` column says under what each stood."""
    if not _objects(list(items.values())):
        return None
    found = {name: cast("Object", item) for name, item in items.items()}
    if any(KEY in item for item in found.values()):
        return None
    own = next((c for c in next(iter(found.values())) if all(o.get(c) == name for name, o in found.items())), "")
    if own:
        return _rows(list(found.values()), depth, own)
    return _rows([{KEY: name, **item} for name, item in found.items()], depth, KEY)


def _objects(items: Sequence[object]) -> bool:
    return len(items) > 1 and all(isinstance(item, dict) and cast("Object", item) for item in items)


def _rows(items: list[Object], depth: int, key: str) -> str | None:
    nested = _nested(items)
    found = [_flat(item, nested) for item in items]
    columns = _columns(found)
    if columns is None:
        return None
    length = min(map(len, found))
    gain = sum(len(column) + 3 for item in found for column in item) - sum(len(c) + 3 for c in columns) - _FRAME
    if key:
        gain += (sum(len(str(item[key])) + 3 for item in found) if key != KEY else 0) - 9 - len(key)
    if gain < LEAST_GAIN:
        return None  # decided before anything inside is written, so that no level is written twice
    cells = [[_written(item[column], depth + 2, tables=True) for column in columns[: len(item)]] for item in found]
    same = _shared(columns, cells, length, key) if len(cells) >= LEAST_SHARED else {}
    kept = [place for place in range(len(columns)) if place not in same]
    head = [f'"key":{_text(key)}'] if key else []
    head.append('"columns":[' + ",".join(_text(columns[place]) for place in kept) + "]")
    if same:
        head.append('"all":{' + ",".join(f"{_text(columns[place])}:{text}" for place, text in same.items()) + "}")
    lines = ("[" + ",".join(row[place] for place in kept if place < len(row)) + "]" for row in cells)
    return "{" + ",".join(head) + ',"rows":[\n' + ",\n".join(lines) + "]}"


def _nested(items: list[Object]) -> Mapping[str, tuple[str, ...]]:
    """Keys under which every object has an object of the same, plain keys."""
    if any("." in key for item in items for key in item):
        return {}
    found: dict[str, tuple[str, ...]] = {}
    for key, value in items[0].items():
        if not isinstance(value, dict) or not value:
            continue
        inner = cast("Object", value)
        alike = (isinstance(other := item.get(key), dict) and other.keys() == inner.keys() for item in items)
        if not any("." in name for name in inner) and all(alike):
            found[key] = tuple(inner)
    return found


def _flat(item: Object, nested: Mapping[str, tuple[str, ...]]) -> Object:
    if not nested:
        return item
    flat: Object = {}
    for key, value in item.items():
        if key in nested:
            flat |= {f"{key}.{name}": cast("Object", value)[name] for name in nested[key]}
        else:
            flat[key] = value
    return flat


def _columns(items: list[Object]) -> list[str] | None:
    """The columns of all objects, those that some lack last; None unless every object has the first ones only."""
    counts: dict[str, int] = {}
    for item in items:
        for key in item:
            counts[key] = counts.get(key, 0) + 1
    columns = sorted(counts, key=lambda key: -counts[key])
    sets = {length: set(columns[:length]) for length in {len(item) for item in items}}
    return columns if all(item.keys() == sets[len(item)] for item in items) else None


def _shared(columns: list[str], cells: list[list[str]], length: int, key: str) -> dict[int, str]:
    """Places of columns in which all rows hold the same text; one column at least stays in the rows."""
    first = cells[0]
    found = {
        place: first[place]
        for place in range(length)
        if columns[place] != key and all(row[place] == first[place] for row in cells)
    }
    return found if len(found) < length else {}


_text = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
