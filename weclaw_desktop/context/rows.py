"""Cuts tool output into small self-explaining rows: JSON by its objects, other text by its lines.

Rows are read from the full result, never from a shortened one.
"""

from __future__ import annotations

import json
from itertools import islice

from weclaw_desktop.context.json_rows import json_rows
from weclaw_desktop.context.prose_rows import MAX_ROWS, Row, lines

JSON_CHARS = 400_000
"""Longer results are not parsed but read as lines, in characters."""


def rows(text: str) -> list[Row]:
    """Rows of a tool result: of its JSON when it is an object or array, else of its lines."""
    start = text.lstrip()[:1]
    if start in ("{", "[") and len(text) <= JSON_CHARS:
        try:
            value: object = json.loads(text)
        except (ValueError, RecursionError):
            return lines(text)
        return rows_of(value)
    return lines(text)


def rows_of(value: object) -> list[Row]:
    """Rows of a parsed JSON value."""
    return list(islice(json_rows(value), MAX_ROWS))
