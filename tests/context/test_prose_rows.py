"""Sentences and lines: small pieces, list items with their heading, nothing overlong."""

from __future__ import annotations

from weclaw_desktop.context.prose_rows import MAX_ROWS, lines, sentences


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
    assert all(len(row.text) <= 360 for row in found)
    assert len(sentences("x" * 1_000)) == 3


def test_the_number_of_rows_is_limited() -> None:
    assert len(lines("\n".join("x" * 200 for _ in range(4_000)))) == MAX_ROWS
    assert len(sentences("This is one. " * 4_000)) == MAX_ROWS
