"""JSON made small: nothing is lost."""

from __future__ import annotations

import json
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.encode_json import json_text

scalars = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=8))
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(st.sampled_from(("id", "名", "x")), inner, max_size=3),
        st.lists(st.fixed_dictionaries({"id": inner, "名": inner}), min_size=3, max_size=5),
    ),
    max_leaves=20,
)


def rows_back(data: object) -> object:
    """What ``json_text`` wrote, with columns and rows turned into objects again."""
    if isinstance(data, list):
        return [rows_back(item) for item in cast("list[object]", data)]
    if isinstance(data, dict):
        table = cast("dict[str, object]", data)
        if table.keys() == {"columns", "rows"}:
            rows = cast("list[list[object]]", table["rows"])
            return [dict(zip(cast("list[str]", table["columns"]), map(rows_back, row), strict=True)) for row in rows]
        return {key: rows_back(item) for key, item in table.items()}
    return data


@given(values)
def test_what_is_written_reads_back_equal(value: object) -> None:
    written = json_text(json.dumps(value, indent=2))
    if not isinstance(value, (dict, list)):
        assert written is None
    else:
        assert written is not None
        assert rows_back(json.loads(written)) == value


def test_numbers_keep_the_characters_they_were_written_with() -> None:
    assert json_text('{"price": 1.10, "big": 123456789012345678901, "e": 1E5}') == (
        '{"price":1.10,"big":123456789012345678901,"e":1E5}'
    )


def test_uniform_objects_become_columns_and_rows_a_row_a_line() -> None:
    text = json.dumps([{"id": i, "name": f"n{i}"} for i in range(3)])
    assert json_text(text) == '{"columns":["id","name"],"rows":[\n[0,"n0"],\n[1,"n1"],\n[2,"n2"]]}'
    assert json_text('[{"a":1},{"b":2},{"a":3}]') == '[{"a":1},{"b":2},{"a":3}]'
    assert json_text("[{},{},{}]") == "[{},{},{}]"


@pytest.mark.parametrize(
    "value",
    ["", "   ", "plain", "[1, 2", "{not json}", '{"a": 1, "a": 2}', "[" * 70 + "]" * 70, "[" * 200_000 + "]" * 200_000],
)
def test_other_texts_are_left_alone(value: str) -> None:
    assert json_text(value) is None
