"""The direction of a text, by its first letter that has one."""

from __future__ import annotations

import pytest

from weclaw_desktop.ui.chat.direction import right_to_left, texts_in
from weclaw_desktop.ui.chat.segments import blocks


@pytest.mark.parametrize(
    ("texts", "turned"),
    [
        (["مرحبا"], True),
        (["שלום"], True),
        (["**“مرحبا” hello"], True),
        (["hello مرحبا"], False),
        (["引用 مرحبا"], False),
        (["12 – 3 ", "", "مرحبا"], True),
        (["12", "…"], False),
        ([], False),
    ],
)
def test_the_first_letter_with_a_direction_decides(texts: list[str], turned: bool) -> None:
    assert right_to_left(texts) is turned


def test_what_stands_in_a_block_is_read_without_its_code_and_not_beyond_it() -> None:
    (block,) = blocks("- > مرحبا\n  >\n  > ```\n  > code\n  > ```\n  > - in a list\n\n  behind\n")
    opening = next(n for n, token in enumerate(block.tokens) if token.type == "blockquote_open")
    assert list(texts_in(block.tokens, opening)) == ["مرحبا", "in a list"]
    assert list(texts_in(block.tokens[: opening + 1], opening)) == []
