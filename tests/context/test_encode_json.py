"""JSON made small: nothing is lost."""

from __future__ import annotations

import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encode_json import json_lines, json_text

scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8))
KEYS = ("id", "名", "x", "columns", "rows", "all", "key", "a.b", "a")
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
        st.lists(st.fixed_dictionaries({"identifier": inner, "名": inner}), min_size=2, max_size=5),
        st.lists(st.fixed_dictionaries({"identifier": inner, "nested": st.fixed_dictionaries({"first": inner})})),
        st.lists(st.fixed_dictionaries({"identifier": inner}, optional={"note": inner, "more": inner}), max_size=5),
        st.dictionaries(st.text(max_size=3), st.fixed_dictionaries({"identifier": inner, "名": inner}), max_size=5),
        st.dictionaries(st.text(max_size=3), st.just({"identifier": 1, "description": 2}), max_size=5),
    ),
    max_leaves=20,
)


def rows_back(data: object) -> object:
    """What ``json_text`` wrote, with columns and rows turned into objects again."""
    if isinstance(data, list):
        return [rows_back(item) for item in cast("list[object]", data)]
    if not isinstance(data, dict):
        return data
    table = cast("dict[str, object]", data)
    if not table.keys() >= {"columns", "rows"}:
        return {key: rows_back(item) for key, item in table.items()}
    columns = cast("list[str]", table["columns"])
    shared = cast("dict[str, object]", table.get("all", {}))
    found: list[dict[str, object]] = []
    for row in cast("list[list[object]]", table["rows"]):
        own: dict[str, object] = {}
        for column, item in (*zip(columns, row, strict=False), *shared.items()):
            outer, _, inner = column.partition(".")
            if inner:
                cast("dict[str, object]", own.setdefault(outer, {}))[inner] = rows_back(item)
            else:
                own[column] = rows_back(item)
        found.append(own)
    key = cast("str", table.get("key", ""))
    if not key:
        return found
    return {str(own[key] if key != "key" else own.pop(key)): own for own in found}


def holds_tables(data: object) -> bool:
    """Whether an object in ``data`` has the keys of our tables."""
    if isinstance(data, list):
        return any(map(holds_tables, cast("list[object]", data)))
    if not isinstance(data, dict):
        return False
    items = cast("dict[str, object]", data)
    return items.keys() >= {"columns", "rows"} or any(map(holds_tables, items.values()))


@given(values)
def test_what_is_written_reads_back_equal(value: object) -> None:
    written = json_text(json.dumps(value, indent=2))
    if not isinstance(value, (dict, list)):
        assert written is None
    else:
        assert written is not None
        read = json.loads(written)
        assert (read if holds_tables(cast("object", value)) else rows_back(read)) == value


def test_numbers_keep_the_characters_they_were_written_with() -> None:
    assert json_text('{"price": 1.10, "big": 123456789012345678901, "e": 1E5}') == (
        '{"price":1.10,"big":123456789012345678901,"e":1E5}'
    )


def test_uniform_objects_become_columns_and_rows_a_row_a_line() -> None:
    text = json.dumps([{"identifier": i, "full_name": f"n{i}"} for i in range(3)])
    assert json_text(text) == '{"columns":["identifier","full_name"],"rows":[\n[0,"n0"],\n[1,"n1"],\n[2,"n2"]]}'
    assert json_text('[{"a":1},{"b":2},{"a":3}]') == '[{"a":1},{"b":2},{"a":3}]'
    assert json_text("[{},{},{}]") == "[{},{},{}]"


@pytest.mark.parametrize(
    "value",
    ["", "   ", "plain", "[1, 2", "{not json}", '{"a": 1, "a": 2}', "[" * 70 + "]" * 70, "[" * 200_000 + "]" * 200_000],
)
def test_other_texts_are_left_alone(value: str) -> None:
    assert json_text(value) is None


def test_nested_objects_become_columns_and_what_all_rows_share_stands_once() -> None:
    text = json.dumps([{"number": f"N{i}", "date": "2031-04-02", "prices": {"low": i, "high": 9}} for i in range(3)])
    assert json_text(text) == (
        '{"columns":["number","prices.low"],"all":{"date":"2031-04-02","prices.high":9},"rows":[\n'
        '["N0",0],\n["N1",1],\n["N2",2]]}'
    )


def test_rows_of_equal_objects_keep_a_column() -> None:
    assert json_text(json.dumps([{"identifier": 1}] * 5)) == (
        '{"columns":["identifier"],"rows":[\n[1],\n[1],\n[1],\n[1],\n[1]]}'
    )


def test_an_object_of_objects_names_the_column_of_its_keys() -> None:
    cards = {f"card_{i}": {"id": f"card_{i}", "brand": "visa", "last_four": str(1_000 + i)} for i in range(3)}
    assert json_text(json.dumps(cards)) == (
        '{"key":"id","columns":["id","last_four"],"all":{"brand":"visa"},"rows":[\n'
        '["card_0","1000"],\n["card_1","1001"],\n["card_2","1002"]]}'
    )
    seats = {f"row {i}": {"available_seats": i, "reserved_seats": 9 - i} for i in range(3)}
    assert json_text(json.dumps(seats)) == (
        '{"key":"key","columns":["key","available_seats","reserved_seats"],"rows":[\n'
        '["row 0",0,9],\n["row 1",1,8],\n["row 2",2,7]]}'
    )


def test_objects_that_a_table_could_not_give_back_are_only_minified() -> None:
    keyed = {f"k{i}": {"key": f"k{i}", "available_seats": i} for i in range(4)}
    assert json.loads(json_text(json.dumps(keyed)) or "") == keyed
    dotted = [{"a.b": i, "nested_object": {"available_seats": i}} for i in range(4)]
    assert '"columns":["a.b","nested_object"]' in (json_text(json.dumps(dotted)) or "")
    inner = [{"identifier": i, "nested_object": {"available.seats": i}} for i in range(4)]
    assert '"columns":["identifier","nested_object"]' in (json_text(json.dumps(inner)) or "")


def test_a_row_without_the_last_columns_is_shorter() -> None:
    items = [{"identifier": i, "description": i} for i in range(4)]
    assert json_text(json.dumps([*items, {"identifier": 9}])) == (
        '{"columns":["identifier","description"],"rows":[\n[0,0],\n[1,1],\n[2,2],\n[3,3],\n[9]]}'
    )


def test_json_lines_become_one_table_or_small_lines() -> None:
    lines = "\n".join(json.dumps({"identifier": i, "full_name": f"n{i}"}) for i in range(4))
    assert rows_back(json.loads(json_lines(lines) or "")) == [json.loads(line) for line in lines.split("\n")]
    other = '{"a": 1}\n\n{"b": 2}\n{"columns": 1, "rows": 2}\n'
    assert json_lines(other) == '{"a":1}\n{"b":2}\n{"columns":1,"rows":2}'
    assert json_lines('{"a": 1}\n{"a": 1}\n{broken}') is None
    assert json_lines('{"a": 1}\nplain\n{"a": 1}') is None
    assert json_lines('{"a": 1}') is None
