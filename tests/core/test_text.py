"""Texts in two languages."""

from __future__ import annotations

import json

from weclaw_desktop.core.text import Text, compact, render, text


def test_a_text_renders_in_both_languages_with_nested_texts() -> None:
    value = text("context.reason.window", window=200_000, source=text("context.source.table"))
    assert render(value) == "window 200,000 (from the built-in table)"
    assert render(value, "zh") == "窗口 200,000（内置表）"


def test_an_unknown_key_renders_as_itself_with_its_parameters() -> None:
    assert render(text("gone.key")) == "gone.key"
    assert render(text("gone.key", a=1, b="x")) == "gone.key (a=1, b=x)"


def test_parameters_that_do_not_fit_the_sentence_never_raise() -> None:
    assert "window {window:,}" in render(text("context.reason.window", source="x"))
    assert "(window=many, source=x)" in render(text("context.reason.window", window="many", source="x"))


def test_json_round_trip_keeps_nested_texts_and_numbers() -> None:
    value = text("context.reason.window", window=8_192, source=text("context.source.guessed"), share=0.5)
    assert Text.from_json(json.loads(json.dumps(value.to_json()))) == value


def test_json_of_another_shape_becomes_strings() -> None:
    assert Text.from_json({"key": 5, "params": {"a": None, "b": [1]}}) == Text("5", (("a", "None"), ("b", "[1]")))
    assert Text.from_json({"params": "x"}) == Text("")


def test_compact_numbers_read_as_people_write_them() -> None:
    known = {0: "0", 640: "640", 1_000: "1K", 1_100: "1.1K", 49_100: "49.1K", 160_000: "160K", 1_200_000: "1.2M"}
    assert {tokens: compact(tokens) for tokens in known} == known
    assert compact(999_949) == "999.9K"
    assert compact(999_950) == "1M"
