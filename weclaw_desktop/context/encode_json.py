"""JSON made small without losing anything: no blanks, and arrays of uniform objects as columns and rows.

The output is JSON again. Numbers keep the characters they were written with (1.10 stays 1.10), so that a version or a
price is not rounded on its way. Objects with a key twice are left alone, since parsing would lose one.
"""

from __future__ import annotations

import json
from typing import cast

LEAST_ROWS = 3
_DEEPEST = 60


class _Raw(str):
    """A number or constant as it was written."""

    __slots__ = ()


class _TwiceError(ValueError):
    """An object has a key twice."""


def json_text(value: str) -> str | None:
    """The small form of a text that is one JSON array or object as a whole, None for other texts."""
    stripped = value.strip()
    if not stripped or (stripped[0], stripped[-1]) not in (("{", "}"), ("[", "]")):
        return None
    try:
        data = cast(
            "object",
            json.loads(stripped, parse_float=_Raw, parse_int=_Raw, parse_constant=_Raw, object_pairs_hook=_object),
        )
        return _written(data, 0)
    except (ValueError, RecursionError):
        return None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise _TwiceError
    return made


def _written(data: object, depth: int) -> str:
    if depth > _DEEPEST:
        raise RecursionError
    if isinstance(data, _Raw):
        return str(data)
    if isinstance(data, dict):
        pairs = cast("dict[str, object]", data).items()
        return "{" + ",".join(f"{_text(key)}:{_written(item, depth + 1)}" for key, item in pairs) + "}"
    if isinstance(data, list):
        items = cast("list[object]", data)
        columns = _columns(items)
        if columns is not None:
            return _table(columns, cast("list[dict[str, object]]", items), depth)
        return "[" + ",".join(_written(item, depth + 1) for item in items) + "]"
    return _text(data)


def _columns(items: list[object]) -> list[str] | None:
    """The keys all objects of an array share, None when it is not uniform or too short to gain anything."""
    if len(items) < LEAST_ROWS or not isinstance(items[0], dict) or not items[0]:
        return None
    first = cast("dict[str, object]", items[0])
    keys = first.keys()
    same = all(isinstance(item, dict) and cast("dict[str, object]", item).keys() == keys for item in items)
    return list(first) if same else None


def _table(columns: list[str], items: list[dict[str, object]], depth: int) -> str:
    """``{"columns":[…],"rows":[…]}`` with one row a line, so that head and tail end between rows."""
    rows = ("[" + ",".join(_written(item[key], depth + 2) for key in columns) + "]" for item in items)
    return '{"columns":[' + ",".join(map(_text, columns)) + '],"rows":[\n' + ",\n".join(rows) + "]}"


def _text(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
