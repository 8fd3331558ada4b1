"""Single parts made sendable."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.sendable import arguments_object, clean, is_clean, is_object, tool_name


@pytest.mark.parametrize(
    ("raw", "sent"),
    [
        ("", "{}"),
        ("  ", "{}"),
        ("null", "{}"),
        ('{"a": 1.10}', '{"a": 1.10}'),
        ("[1, 2]", '{"value": [1, 2]}'),
        ('"文"', '{"value": "文"}'),
        ("7", '{"value": 7}'),
        ('{"a": ', '{"value": "{\\"a\\": "}'),
        ('{"a": NaN}', '{"value": "{\\"a\\": NaN}"}'),
    ],
)
def test_K7_arguments_go_out_as_an_object(raw: str, sent: str) -> None:
    assert arguments_object(raw) == sent
    assert is_object(sent)


@given(st.text(max_size=30))
def test_K7_any_arguments_become_strict_json(raw: str) -> None:
    sent = arguments_object(raw)
    assert isinstance(json.loads(sent), dict)
    assert arguments_object(sent) == sent


@given(st.text(st.characters(codec=None), max_size=20))
def test_clean_text_can_be_written_and_says_the_rest(value: str) -> None:
    cleaned = clean(value)
    cleaned.encode("utf-8")
    assert is_clean(cleaned)
    assert len(cleaned) == len(value)
    assert is_clean(value) == (cleaned == value)


def test_nul_and_surrogates_are_replaced() -> None:
    assert clean("a\x00b\ud800c<|endoftext|>") == "a\ufffdb\ufffdc<|endoftext|>"


@pytest.mark.parametrize(
    ("name", "sent"), [("read_file", "read_file"), ("", "tool"), ("bad name!", "bad_name_"), ("a.b/文", "a_b__")]
)
def test_K7_a_made_up_tool_name_goes_out_as_one_that_providers_take(name: str, sent: str) -> None:
    assert tool_name(name) == sent
    assert len(tool_name(name * 40)) <= 64
