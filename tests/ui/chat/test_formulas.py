"""Where Markdown holds formulas, and where it only holds money."""

from __future__ import annotations

import re

import pytest

from weclaw_desktop.ui.chat.formulas import LONGEST_BLOCK, formula_at, open_until
from weclaw_desktop.ui.chat.growing import GrowingText
from weclaw_desktop.ui.chat.segments import TextSegment, formula, segments

MONEY = (
    "套餐 **$29 → $9**（省 ~$240）",
    "R$ 7,50 e R$ 9,10",
    "R$ 12",
    "$5 and $6",
    "**$148+ → $19**",
    "Preis: 5$ oder $5$",
    "$5-$6, $10/$20, US$5/US$6",
    "预算 $20（约¥140），剩余$",
    "**$5** to **$6**",
    "$5 each or 4$",
    "$1.5M raised, 3$",
    "$5 and $6, R$ 12, HK$ 3",
    "$HOME and $PATH, $HOME/$USER",
    "costs $5, or $6",
    "a lone $ and another $ here",
    "$$",
    "\\$x$",
)


def formulas_in(source: str) -> list[tuple[str, bool]]:
    html = "".join(made.html for made in segments(source) if isinstance(made, TextSegment))
    return [found for address in re.findall(r'<img src="([^"]*)"/>', html) if (found := formula(address)) is not None]


@pytest.mark.parametrize("source", MONEY)
def test_R2_money_is_no_formula(source: str) -> None:
    assert formulas_in(source) == []
    html = "".join(made.html for made in segments(source) if isinstance(made, TextSegment))
    assert re.sub(r"</?\w+>", "", html) == source.replace("**", "").replace("\\$", "$")


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("so $x^2$ is", [("x^2", False)]),
        ("the answer is $42$", [("42", False)]),
        ("设$x$为，$y=2$。", [("x", False), ("y=2", False)]),
        (r"\(a_b\) and \(c_d\)", [("a_b", False), ("c_d", False)]),
        (r"so \[ x \] there", [("x", True)]),
        ("so $$x$$ there", [("x", True)]),
        ("**$a_1$** *and* $b_1$", [("a_1", False), ("b_1", False)]),
        (r"$\$5 + x$", [(r"\$5 + x", False)]),
        ("($x$), [$y$]", [("x", False), ("y", False)]),
        ("costs $5 but $x$ is", [("x", False)]),
        ("`$x$` and ``$y$``", []),
        (r"a link \[text\](http://x) stays", []),
        ("$ x $ and $x $", []),
        ("$2x + 3$", [("2x + 3", False)]),
        ("$10^{-3}$", [("10^{-3}", False)]),
    ],
)
def test_formulas_inside_a_line(source: str, found: list[tuple[str, bool]]) -> None:
    assert formulas_in(source) == found


@pytest.mark.parametrize(
    ("source", "tex"),
    [
        ("$$\nx\n$$", "x"),
        ("$$x = 1$$", "x = 1"),
        ("$$\nx,\n\ny\n$$.", "x,\n\ny."),
        ("\\[\nx\n\\]", "x"),
        ("text\n$$\nx\n$$\ntext", "x"),
        ("\\begin{align}\na &= b\n\\end{align}", "\\begin{align}\na &= b\n\\end{align}"),
        ("```math\nx^2\n```", "x^2"),
        ("- a\n\n  $$\n  x\n  $$\n", "x"),
        ("> $$\n> x\n> $$", "x"),
    ],
)
def test_formulas_on_lines_of_their_own(source: str, tex: str) -> None:
    assert formulas_in(source) == [(tex, True)]


@pytest.mark.parametrize(
    "source", ["$$ is a sign\n\nfor money", "$$\n" + "x + " * (LONGEST_BLOCK // 4) + "x\n$$", "- $$\n  x\n\nout\n\n$$"]
)
def test_what_never_ends_or_is_too_long_stays_text(source: str) -> None:
    assert formulas_in(source) == []
    assert "x" not in source or any("x" in made.html for made in segments(source) if isinstance(made, TextSegment))


SAMPLE = """Where
$$
a

b
$$
and $c$ or \\(d\\).

\\[ e \\]

$$ is a sign.

- $f$

```math
g
```

| $h$ | b |
|---|---|
| $i$ | $5 |
"""


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
def test_a_growing_answer_has_the_same_formulas(size: int) -> None:
    growing = GrowingText()
    for start in range(0, len(SAMPLE), size):
        growing.feed(SAMPLE[start : start + size])
        growing.advance()
    growing.finish()
    assert growing.settled == segments(SAMPLE)


def test_an_open_formula_is_shown_as_its_source_until_it_ends() -> None:
    growing = GrowingText()
    growing.feed("$$\n\\frac{a_1}{b_1}\n\n+ *c*")
    growing.advance()
    assert growing.tail == [TextSegment('<p class="source">$$\\frac{a_1}{b_1}<br/><br/>+ *c*</p>', wide=True)]
    growing.feed("\n$$\n\nnext")
    growing.advance()
    assert isinstance(growing.settled[0], TextSegment)
    assert "<img" in growing.settled[0].html


def test_a_long_paragraph_is_never_cut_inside_a_formula() -> None:
    text = "word. " * 20 + "$a. b$ then"
    inside = text.index("b$")
    assert open_until(text, inside) == text.index("$ then") + 1
    assert open_until(text, 3) == 3
    assert open_until("so $\\frac", 6) == 9
    assert formula_at("$x$", 0) == (3, "x", False)


def test_a_formulas_address_holds_its_source_and_nothing_else_is_one() -> None:
    assert formulas_in("$\\text{“速度” <b>}$") == [("\\text{“速度” <b>}", False)]
    assert formula("http://x") is None
    assert formula("math:q:eA==") is None
