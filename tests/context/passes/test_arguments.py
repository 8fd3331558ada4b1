"""Shortened arguments are JSON objects, and a new call that repeats a stub is recognised."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.passes.arguments import shorten, stubs

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=400),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=9), inner, max_size=30),
    max_leaves=40,
)


@given(JSON | st.text().map(lambda text: text))
def test_P1_anything_becomes_a_json_object(value: object) -> None:
    raw = value if isinstance(value, str) else json.dumps(value)
    assert isinstance(json.loads(shorten(raw, 3)), dict)


def test_deep_values_and_long_lists_say_what_is_missing() -> None:
    deep: object = ["x"]
    for _ in range(12):
        deep = {"a": deep}
    assert "…⟦+1 m9⟧" in shorten(json.dumps(deep), 9)
    assert json.loads(shorten(json.dumps({"a": list(range(20))}), 9))["a"][-1] == "…⟦+8 m9⟧"
    assert json.loads(shorten(json.dumps({str(i): i for i in range(40)}), 9))["…"] == "…⟦+16 m9⟧"


def test_P1_stubs_in_a_new_call_are_found() -> None:
    short = shorten(json.dumps({"content": "x" * 900}), 12)
    assert stubs(short) == (12,)
    assert stubs('{"content": "plain"}') == ()
