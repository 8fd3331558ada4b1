"""Rows of results: JSON by its objects, everything else by its lines."""

from __future__ import annotations

import json

from weclaw_desktop.context.prose_rows import MAX_ROWS
from weclaw_desktop.context.rows import JSON_CHARS, rows


def test_json_is_read_by_its_objects() -> None:
    assert [row.text for row in rows('{"a": 1, "b": 2}')] == ["a: 1, b: 2"]


def test_a_bare_scalar_and_broken_json_are_read_as_lines() -> None:
    assert [row.text for row in rows("42")] == ["42"]
    assert [row.text for row in rows('{"a": ')] == ['{"a":']
    assert rows("[" * 100_000)[0].pairs is None


def test_long_json_is_read_as_lines_and_the_number_of_rows_is_limited() -> None:
    assert rows(json.dumps(["x" * JSON_CHARS]))[0].pairs is None
    assert len(rows(json.dumps([{"id": i, "v": "y" * 100} for i in range(2_000)]))) == MAX_ROWS
