"""A text as people read it."""

from __future__ import annotations

from weclaw_desktop.core.plain import plain


def test_signs_go_and_words_stay() -> None:
    assert plain("# Plan\n- **one** [two](https://a.example)") == "Plan\none two"
    assert plain("snake_case, 2*3, a[0](x)") == "snake_case, 2*3, a[0](x)"
