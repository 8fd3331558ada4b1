"""Formulas as drawings: sizes, foreign letters, and what is refused."""

from __future__ import annotations

import re

import pytest

from weclaw_desktop.ui.chat.typeset import LONGEST, typeset


@pytest.mark.parametrize(
    "tex",
    [
        r"\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}",
        r"\begin{pmatrix} a & b \\ c & d \end{pmatrix}",
        r"\begin{cases} x^2 & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}",
        r"\begin{aligned} f(x) &= (x+1)^2 \\ &= x^2 + 2x + 1 \end{aligned}",
        r"\operatorname{softmax}(z)_i = \frac{e^{z_i}}{\sum_j e^{z_j}}",
        r"\overline{z} = \underbrace{a + \cdots + b}_{n \text{ terms}}",
        r"\ce{H2O}",
    ],
)
def test_what_models_write_is_drawn(tex: str) -> None:
    made = typeset(tex, True)
    assert made is not None
    assert made.width > 1
    assert made.ascent > 0.4
    assert "currentColor" in made.svg


def test_a_formula_in_a_line_is_lower_than_one_on_its_own() -> None:
    inline, display = typeset(r"\sum_{i=1}^n x_i", False), typeset(r"\sum_{i=1}^n x_i", True)
    assert inline is not None
    assert display is not None
    assert inline.ascent + inline.descent < display.ascent + display.descent


def test_what_hangs_below_the_line_is_measured() -> None:
    plain, hanging = typeset("x", False), typeset("y_j", False)
    assert plain is not None
    assert hanging is not None
    assert hanging.descent > plain.descent


@pytest.mark.parametrize("tex", ["", "  ", r"\frac{a}{", r"\unknown{x}", "{" * 100, "x" * (LONGEST + 1), "\ud800"])
def test_what_cannot_be_drawn_is_none(tex: str) -> None:
    assert typeset(tex, True) is None


@pytest.mark.parametrize(
    "tex",
    [
        r"\includegraphics{file:///etc/passwd}",
        r"\href{http://127.0.0.1/}{x}",
        r"\text{<image href='file:///etc/passwd'/>}",
        r"\url{http://127.0.0.1/}",
        r"\html{<script>}",
    ],
)
def test_R4_a_drawing_names_nothing_outside_itself(tex: str) -> None:
    made = typeset(tex, True)
    assert made is None or re.search(r'href="[^#]|url\(|<image|<script', made.svg) is None


def letters(tex: str) -> dict[str, tuple[float, float]]:
    made = typeset(tex, True)
    assert made is not None
    found = re.findall(r'<text transform="translate\(([-\d.]+) ([-\d.]+)\)[^>]*>(.)</text>', made.svg)
    return {letter: (float(x), float(y)) for x, y, letter in found}


def test_chinese_letters_stand_where_they_belong() -> None:
    assert letters(r"\text{速度}")["速"] < letters(r"\text{速度}")["度"]
    root = letters(r"\sqrt[三]{四}")
    assert root["三"][0] < root["四"][0], "the box of the root's order is drawn first and written last"
    both = letters(r"x_{距}^{时} + \frac{甲}{乙}")
    assert both["时"][1] > both["距"][1]
    assert both["甲"][1] > both["乙"][1]
    assert set(letters(r"\text{" + "一二三四五六七八九十" + "}")) == set("一二三四五六七八九十")


def test_more_foreign_letters_than_can_be_told_apart_stay_source() -> None:
    assert typeset("".join(chr(0x4E00 + n) for n in range(80)), True) is None
