"""One sign strikes out as two do, and never between letters or digits."""

from __future__ import annotations

import pytest

from weclaw_desktop.ui.chat.segments import TextSegment, segments


def html(source: str) -> str:
    return "".join(made.html for made in segments(source) if isinstance(made, TextSegment))


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("~old~ and ~~older~~", "<s>old</s> and <s>older</s>"),
        ("价格 ~100~ 80 元", "价格 <s>100</s> 80 元"),
        ("~旧的~，新的", "<s>旧的</s>，新的"),
        ("~**a** `b`~", "<s><b>a</b> <code>b</code></s>"),
        ("~~3~5~~", "<s>3~5</s>"),
    ],
)
def test_one_or_two_signs_strike_out(source: str, shown: str) -> None:
    assert html(source) == f"<p>{shown}</p>"


@pytest.mark.parametrize(
    "source",
    [
        "3~5",
        "3~5 天，7~9 元",
        "约 ~5 元",
        "好的~谢谢~再见~",
        "~/bin and ~/lib",
        "~~~~ not so ~~~",
        "a~b~c",
        "~ alone ~",
        "~",
        "end~",
    ],
)
def test_a_lone_sign_stays_as_it_is(source: str) -> None:
    assert html(f"x {source}") == f"<p>x {source}</p>"


def test_code_and_addresses_keep_theirs() -> None:
    assert "<s>" not in html("`~a~` <https://a.b/~me~> ")
