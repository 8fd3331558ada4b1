"""Growing answers: the same segments as the whole text, little work for each step, the raw text untouched."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.ui.chat.growing import LONGEST_LIST, LONGEST_PARAGRAPH, GrowingText
from weclaw_desktop.ui.chat.segments import CodeSegment, TextSegment, segments

SAMPLE = """# Title

A paragraph with **bold** and `code`.

- one
- two
  - three

```python
def f():

    return "```"
```

| a | b |
|---|---|
| 1 | 2 |

> quote
> more

~~~
tildes
~~~
The end."""


def grow(text: str, size: int) -> GrowingText:
    growing = GrowingText()
    for start in range(0, len(text), size):
        growing.feed(text[start : start + size])
        growing.advance()
    growing.finish()
    return growing


@pytest.mark.parametrize("size", [1, 2, 7, 40, 10_000])
def test_chunks_make_the_same_segments_as_the_whole(size: int) -> None:
    assert grow(SAMPLE, size).settled == segments(SAMPLE)


def test_R3_text_is_never_lost_between_chunks() -> None:
    growing = grow("**a** **b**", 6)
    assert growing.raw == "**a** **b**"
    assert growing.settled == [TextSegment("<p><b>a</b> <b>b</b></p>")]


@given(st.lists(st.text(max_size=40), max_size=20))
def test_R3_raw_is_what_was_fed(pieces: list[str]) -> None:
    growing = GrowingText()
    for piece in pieces:
        growing.feed(piece)
        growing.advance()
    growing.finish()
    assert growing.raw == "".join(pieces)


def test_R3_thousands_of_html_and_think_tags_stay_readable() -> None:
    text = "<think>\n" + '<div class="x">y</div>\n' * 1_300 + "</think>\n\nanswer"
    growing = grow(text, 997)
    assert growing.raw == text
    shown = "".join(made.html for made in growing.settled if isinstance(made, TextSegment))
    assert shown.count("y") >= 1_300
    assert "answer" in shown


def test_a_surrogate_pair_split_over_two_chunks_is_one_character() -> None:
    growing = GrowingText()
    growing.feed("a\ud83d")
    growing.feed("\ude00")
    growing.finish()
    assert growing.settled == [TextSegment("<p>a😀</p>")]


@pytest.mark.parametrize("size", [1, 7, 100])
def test_code_in_a_list_is_in_the_text_while_it_grows_and_a_block_when_it_is_whole(size: int) -> None:
    source = "1. a\n   ```py\n   x = 1\n   ```\n   more\n2. b\n\nend[^1]\n\n[^1]: one\n\n    two\n"
    growing = GrowingText()
    growing.feed("1. a\n   ```py\n   x")
    growing.advance()
    (tail,) = growing.tail
    assert isinstance(tail, TextSegment)
    assert "<pre>x</pre>" in tail.html
    assert grow(source, size).settled == segments(source)
    assert CodeSegment("x = 1", "py", indent=1) in segments(source)


def test_open_code_is_shown_while_it_grows_and_settles_once() -> None:
    growing = GrowingText()
    growing.feed("Here:\n\n```py\nx = 1\ny")
    growing.advance()
    assert growing.tail == [CodeSegment("x = 1\ny", "py", closed=False)]
    growing.feed("\n``")
    growing.advance()
    assert growing.tail == [CodeSegment("x = 1\ny\n", "py", closed=False)], "what may be the end is not shown as code"
    growing.feed("z")
    growing.advance()
    growing.feed(" = 2\n```\n")
    growing.advance()
    assert growing.settled[-1] == CodeSegment("x = 1\ny\n``z = 2", "py")
    assert growing.tail == []


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"word{n}\n" for n in range(20_000)),
        "```py\n" + "".join(f"def f{n}(x): return x + {n}\n" for n in range(5_000)) + "```\n",
        "1. first\n   ```py\n" + "".join(f"   def f{n}(x): return x + {n}\n" for n in range(2_000)) + "   ```\n2. b\n",
        "|a|b|\n|-|-|\n" + "".join(f"|{n}|x|\n" for n in range(2_000)),
        "".join(f"{n}. item\n" for n in range(1, 2_000)),
        "".join(f"word{n}\n\n" for n in range(5_000)),
        "".join(f"so $x_{{{n}}} = \\frac{{1}}{{{n}}}$ holds. " for n in range(1, 1_500)),
        "".join(f"$$\n\\sum_{{i={n}}} x_i\n$$\n" for n in range(1_500)),
        "costs $5. " * 3_000,
    ],
    ids=[
        "paragraph",
        "code block",
        "code in a list",
        "table",
        "list",
        "paragraphs",
        "formulas in one",
        "formulas",
        "one dollar after another",
    ],
)
def test_R1_the_tail_stays_short_whatever_grows(text: str) -> None:
    growing = GrowingText()
    steps: list[float] = []
    longest = 0
    for start in range(0, len(text), 800):
        growing.feed(text[start : start + 800])
        began = time.thread_time()
        growing.advance()
        steps.append(time.thread_time() - began)
        tail = growing.tail[0] if growing.tail else None
        longest = max(longest, tail.size if isinstance(tail, TextSegment) else 0)
    usual = sorted(steps)[len(steps) * 19 // 20]
    assert usual < 0.06, "a step takes time in proportion to the tail, in CPU seconds; the collector may stop a few"
    assert longest < 8 * max(LONGEST_PARAGRAPH, LONGEST_LIST * 60)
    assert growing.raw == text
