"""Exact names are found and told apart from parts of others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.services.lab.names import held, may_hold, names_in, parsed, scalars, unescaped, words_of


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("see https://example.org/a?b=1.", "https://example.org/a?b=1"),
        ("in src/app/main.py now", "src/app/main.py"),
        ("mail to ada@example.org", "ada@example.org"),
        ("on 2026-11-30 at 09:45", "2026-11-30"),
        ("on 2026-11-30 at 09:45", "09:45"),
        ("booking OBUT9V stands", "OBUT9V"),
        ("call read_all_rows here", "read_all_rows"),
        ("class FileHandle there", "FileHandle"),
        ("costs 1,250 crowns", "1,250"),
        ("门票150元一张", "150元"),
        ("去「北京贵都大酒店」吧", "北京贵都大酒店"),
        ("by Ada Lovelace herself", "Ada Lovelace"),
    ],
)
def test_names_of_every_kind_are_found(said: str, name: str) -> None:
    assert name in names_in(said)


def test_plain_words_are_no_names() -> None:
    assert names_in("the weather is fine, NOTE that ALL is well") == {}


def test_a_name_is_held_as_a_whole_only() -> None:
    assert held("523", "flight 523, gate 4")
    assert not held("523", "flight 1523")
    assert not held("VC", "ABVC")
    assert held("1250", "it costs 1,250 now")
    assert held("1,250", "it costs 1250 now")
    assert held("天安门", "去天安门广场")


@given(st.text("a1_,. 中é", min_size=1, max_size=4), st.text("a1_,. 中é", max_size=12))
def test_words_rule_out_no_name_that_a_text_holds(name: str, text: str) -> None:
    assert may_hold(words_of(text), name) or not held(name, text)
    assert may_hold(words_of(f"{text} {name} {text}"), name)


def test_words_rule_out_parts_of_words_and_know_a_number_with_and_without_its_commas() -> None:
    words = words_of("flight 1523 costs 1,250, or 9876543")
    assert not may_hold(words, "523")
    assert may_hold(words, "1250")
    assert may_hold(words, "9,876,543")


def test_values_come_with_their_object() -> None:
    value = parsed('{"rows": [{"name": "B7", "price": 70, "free": true}]}')
    assert list(scalars(value)) == [("name", "B7", "B7"), ("price", "70", "B7")]
    assert parsed("[1") is None
    assert parsed("plain") is None


def test_escapes_are_read() -> None:
    assert unescaped(r"\u4e2d\n\"x\"") == '中\n"x"'
