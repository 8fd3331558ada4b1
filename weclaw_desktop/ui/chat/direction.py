"""Which way a text is read: by the first letter in it that has a direction (Unicode's rule P2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from markdown_it.token import Token


def right_to_left(texts: Iterable[str]) -> bool:
    """Whether these texts, one after the other, are read from right to left, as Arabic and Hebrew are."""
    for text in texts:
        for letter in text:
            kind = unicodedata.bidirectional(letter)
            if kind in ("L", "R", "AL"):
                return kind != "L"
    return False


def texts_in(tokens: Sequence[Token], index: int) -> Iterable[str]:
    """What is said inside the block that opens at ``index``, piece by piece, without code."""
    level = tokens[index].level
    for token in tokens[index + 1 :]:
        if token.level == level:
            return
        if token.type == "inline":
            yield token.content
