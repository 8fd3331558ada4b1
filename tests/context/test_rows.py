"""Rows of results and sentences: small, self-explaining, nothing lost of short values."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.rows import MAX_ROWS, ROW_CHARS, lines, rows, sentences

BOOKING = {
    "id": "EHGLP3",
    "cabin": "economy",
    "flights": [
        {"flight_number": "HAT156", "date": "2024-05-17", "seats": {"first": {"free": 1, "all": [1, 2]}, "economy": 7}},
        {"flight_number": "HAT227", "date": "2024-05-20", "seats": {}},
    ],
    "notes": "Long. " * 80,
}


def test_nested_rows_carry_the_name_of_what_they_belong_to() -> None:
    texts = [row.text for row in rows(json.dumps(BOOKING))]
    assert texts[0].startswith("id: EHGLP3, cabin: economy")
    assert any(text.startswith("EHGLP3 flights: flight_number: HAT156, date: 2024-05-17") for text in texts)
    assert any("HAT156 seats" in text and "economy: 7" in text for text in texts)
    assert any("seats: {}" in text for text in texts)
    assert all(len(text) < 3 * ROW_CHARS for text in texts)


def test_pairs_are_kept_with_the_rows() -> None:
    pairs = [pair for row in rows(json.dumps(BOOKING)) for pair in row.pairs or ()]
    assert ("flight_number", "HAT227") in pairs
    assert ("cabin", "economy") in pairs


def test_a_key_that_is_an_id_names_its_rows() -> None:
    found = rows(json.dumps({"certificate_7504069": {"a": {"deep": list(range(60))}, "amount": 250}}))
    assert any("certificate_7504069 a" in row.text or "certificate_7504069" in row.text for row in found)


def test_lists_of_scalars_are_chunked_and_long_texts_cut_in_sentences() -> None:
    many = rows(json.dumps([f"value number {i}" for i in range(60)]))
    assert len(many) > 3
    prose = rows(json.dumps(["One sentence here. " * 30, "Another one. " * 80]))
    assert all(len(row.text) <= 2 * ROW_CHARS for row in prose)
    assert rows("[]") == []
    assert rows('[true, null, 3, ["a"]]')[0].text == "true, null, 3"


def test_a_bare_scalar_and_broken_json_are_read_as_lines() -> None:
    assert [row.text for row in rows("42")] == ["42"]
    assert [row.text for row in rows('{"a": ')] == ['{"a":']
    assert rows("[" * 100_000)[0].pairs is None


def test_depth_and_number_are_limited() -> None:
    deep: object = {"end": "x" * 200}
    for _ in range(40):
        deep = {"a": deep, "b": [deep] if _ < 2 else 1}
    assert 0 < len(rows(json.dumps(deep))) <= MAX_ROWS
    assert len(rows(json.dumps([{"id": i, "v": "y" * 100} for i in range(2_000)]))) == MAX_ROWS
    assert len(lines("\n".join("x" * 200 for _ in range(4_000)))) == MAX_ROWS
    assert len(sentences("This is one. " * 4_000)) == MAX_ROWS


def test_short_lines_stay_together_and_blank_ones_vanish() -> None:
    found = lines("a\n\nb\n" + "c" * 178 + "\nd")
    assert [row.text for row in found] == ["a\nb", "c" * 178 + "\nd"]
    assert lines("") == []


def test_list_items_stay_with_their_heading() -> None:
    found = sentences("Your flight:\n- Number: HAT110\n- Price: $102\n\nShall I book it? Yes or no would do.")
    assert found[0].text == "Your flight: - Number: HAT110 - Price: $102"
    assert found[1].text == "Shall I book it?"


def test_overlong_sentences_are_cut_at_a_blank() -> None:
    found = sentences("word " * 300)
    assert all(len(row.text) <= 2 * ROW_CHARS for row in found)
    assert len(sentences("x" * 1_000)) == 3


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=30),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=30,
    )
)
def test_any_json_gives_rows(value: object) -> None:
    assert isinstance(rows(json.dumps(value)), list)


@given(
    st.dictionaries(st.text("abc_", min_size=1, max_size=6), st.text("xyz0123", min_size=1, max_size=20), max_size=12)
)
def test_every_short_value_stands_with_its_key(value: dict[str, str]) -> None:
    texts = "\n".join(row.text for row in rows(json.dumps(value)))
    assert all(f"{key}: {item}" in texts for key, item in value.items())
