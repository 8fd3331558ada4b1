"""JSON in rows: tables with one header, every short value near its key or its entity."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.json_rows import json_rows
from weclaw_desktop.context.prose_rows import ROW_CHARS

BOOKING: dict[str, object] = {
    "id": "EHGLP3",
    "cabin": "economy",
    "gone": None,
    "flights": [
        {"flight_number": "HAT156", "date": "2024-05-17", "seats": {"first": 3, "economy": 7}, "via": []},
        {"flight_number": "HAT227", "date": "2024-05-17", "seats": {"first": 0, "economy": 9}},
    ],
    "notes": "Long. " * 80,
}


def texts(value: object) -> list[str]:
    return [row.group + row.text for row in json_rows(value)]


def test_like_objects_are_a_table_named_after_what_they_belong_to() -> None:
    found = texts(BOOKING)
    assert found[0] == "id: EHGLP3, cabin: economy"
    head = "EHGLP3 flights: (date 2024-05-17, flight_number, seats.first, seats.economy) "
    assert found[1:3] == [f"{head}HAT156, 3, 7", f"{head}HAT227, 0, 9"]
    assert found[3].startswith("EHGLP3 notes: Long.")
    assert all(len(text) < 3 * ROW_CHARS for text in found)


def test_rows_know_their_pairs_by_the_last_name_of_the_key() -> None:
    pairs = [pair for row in json_rows(BOOKING) for pair in row.pairs or ()]
    assert {("flight_number", "HAT227"), ("cabin", "economy"), ("economy", "9"), ("date", "2024-05-17")} <= set(pairs)


def test_an_object_of_like_objects_is_a_table_by_key() -> None:
    cards = {"card_1": {"id": "card_1", "brand": "visa"}, "card_2": {"id": "card_2", "brand": "master"}}
    assert texts({"cards": cards}) == ["cards: (key, brand) card_1, visa", "cards: (key, brand) card_2, master"]


def test_unlike_objects_stand_alone_under_their_keys() -> None:
    mixed = {"card_1": {"brand": "visa", "last": 4}, "gift_2": {"amount": 250}, "note_3": {"said": "x" * 400}}
    found = texts(mixed)
    assert found[:2] == ["card_1: brand: visa, last: 4", "gift_2: amount: 250"]
    assert found[2].startswith("note_3 said: xxx")


def test_an_object_under_its_own_id_says_it_once() -> None:
    mixed = {"card_1": {"brand": "visa", "last": 4, "id": "card_1"}, "gift_2": {"amount": 250, "id": "gift_2"}}
    told = [row.text for row in json_rows({"name": "Ann", "paid": mixed})]
    assert told == ["name: Ann", "Ann: brand: visa, last: 4, id: card_1", "Ann: amount: 250, id: gift_2"]


def test_values_that_all_rows_share_stand_in_the_header() -> None:
    assert texts([{"a": 1, "b": "x, y"}, {"a": 1, "b": "z"}]) == ['(a 1, b) "x, y"', "(a 1, b) z"]
    assert texts([{"a": 1}, {"a": 1}]) == ["(a 1, ) a 1", "(a 1, ) a 1"]


def test_missing_cells_are_marked() -> None:
    found = texts([{"a": 1, "b": 2, "c": 3}, {"a": 4, "b": 5}, {"a": 6, "b": 7, "c": 8}])
    assert found[1] == "(a, b, c) 4, 5, -"


def test_wide_objects_are_no_table() -> None:
    wide = {f"column_{i}": i for i in range(30)}
    assert texts([wide, wide])[0].startswith("column_0: 0, column_1: 1")


def test_lists_of_scalars_are_chunked_and_long_texts_cut_in_sentences() -> None:
    assert len(texts([f"value number {i}" for i in range(60)])) > 3
    assert all(len(text) <= 2 * ROW_CHARS for text in texts(["One sentence here. " * 30, "Another one. " * 80]))
    assert texts([]) == []
    assert texts([True, None, 3, ["a"]]) == ["true, 3", "a"]
    assert texts({"k": {"list": list(range(60)), "deep": [[1]]}})[0].startswith("list: 0, 1, 2")
    assert texts("") == []
    assert texts({"a": "", "b": {}, "n": {"x": 1, "y": 2}}) == ["n: x 1, y 2"]


def test_many_small_or_long_nested_values_are_walked() -> None:
    many = {f"k{i}": i for i in range(9)}
    assert texts({"name": "box", "in": many})[1].startswith("box in: k0: 0, k1: 1")
    assert texts({"name": "box", "in": {"a": "x" * 95, "b": 1}})[1].startswith("box in: a: xxx")


def test_what_is_too_big_for_a_cell_stands_below_its_table() -> None:
    items = [{"id": "a_1", "inner": {"deep": [[1, 2]], "more": "y" * 99}}, {"id": "b_2", "inner": {"x": "z" * 99}}]
    found = texts(items)
    assert found[:2] == ["(id) a_1", "(id) b_2"]
    assert any(text.startswith("a_1 inner: more: yyy") for text in found)


def test_a_name_of_two_parts_is_written_without_their_keys() -> None:
    person = {"name": {"first": "Mia", "last": "Kim"}, "age": 31, "cards": {f"c_{n}": {"n": n} for n in range(7)}}
    found = [row.text for row in json_rows(person)]
    assert found[0] == "name: first Mia, last Kim, age: 31"
    assert found[1] == "c_0, 0"
    assert next(json_rows(person | {"cards": {"kind": "gold", "texts": ["long " * 40]}})).text == found[0]
    assert [row.group for row in json_rows(person)][1] == "Mia Kim cards: (key, n) "


def test_depth_is_limited() -> None:
    deep: object = {"end": "x" * 200}
    for level in range(40):
        deep = {"a": deep, "b": [deep] if level < 2 else 1}
    assert 0 < len(texts(deep)) < 200
    assert len(texts([[[[[[[[[[[[[[[{"a": {"b": 1}}, {"a": {"b": 2}}]]]]]]]]]]]]]]])) > 0


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=30),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=30,
    )
)
def test_any_json_gives_rows(value: object) -> None:
    assert all(row.text for row in json_rows(json.loads(json.dumps(value))))


@given(
    st.dictionaries(st.text("abc_", min_size=1, max_size=6), st.text("xyz0123", min_size=1, max_size=20), max_size=12)
)
def test_every_short_value_stands_with_its_key(value: dict[str, str]) -> None:
    told = "\n".join(texts(value))
    assert all(f"{key}: {item}" in told for key, item in value.items())


@given(st.lists(st.fixed_dictionaries({"id": st.text("xyz", min_size=1, max_size=5), "n": st.integers()}), max_size=9))
def test_every_cell_of_a_table_is_there(items: list[dict[str, object]]) -> None:
    told = texts(items)
    assert len(told) == len(items)
    assert all(str(item["n"]) in text and str(item["id"]) in text for item, text in zip(items, told, strict=True))
