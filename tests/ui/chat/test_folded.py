"""Foldable parts of answers: their contents are read, their summary is a bold line, nothing in them is obeyed."""

from __future__ import annotations

import pytest

from weclaw_desktop.ui.chat.growing import GrowingText
from weclaw_desktop.ui.chat.segments import CodeSegment, TextSegment, segments

WHOLE = """Before.

<details>
<summary>Show the <b>code</b> of <code>f</code></summary>

Body **b**

```py
x = 1
```

</details>

After.
"""


def html(source: str) -> str:
    return "".join(made.html for made in segments(source) if isinstance(made, TextSegment))


def test_the_summary_is_a_bold_line_above_the_contents() -> None:
    assert segments(WHOLE) == [
        TextSegment("<p>Before.</p>"),
        TextSegment("<p><b>Show the code of <code>f</code></b></p>"),
        TextSegment("<p>Body <b>b</b></p>"),
        CodeSegment("x = 1", "py"),
        TextSegment("<p>After.</p>"),
    ]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("<details><summary>A</summary>text</details>", "<p><b>A</b></p><p>text</p>"),
        ("<DETAILS OPEN><SUMMARY>**A**</SUMMARY>\n\ntext\n\n</DETAILS>", "<p><b>A</b></p><p>text</p>"),
        ("<details>\n<summary>\n多行\n标题\n</summary>\n内容\n</details>", "<p><b>多行 标题</b></p><p>内容</p>"),
        (
            "text\n<details>\n<summary>A</summary>\nmore\n</details>\nend",
            "<p>text</p><p><b>A</b></p><p>more</p><p>end</p>",
        ),
        ("<details>\n\nno summary\n\n</details>", "<p>no summary</p>"),
        ("<summary></summary>\n\ntext", "<p>text</p>"),
        (
            "- a\n  <details><summary>S</summary>\n\n  in\n\n  </details>\n- b",
            "<ul><li><p>a</p><p><b>S</b></p><p>in</p></li><li><p>b</p></li></ul>",
        ),
        (
            "<details><summary>1</summary>\n<details><summary>2</summary>\n\nx\n\n</details></details>",
            "<p><b>1</b></p><p><b>2</b></p><p>x</p>",
        ),
    ],
)
def test_any_form_that_models_write(source: str, shown: str) -> None:
    assert html(source) == shown


def test_in_a_quote() -> None:
    assert "<b>Q</b></p>" in html("> <details>\n> <summary>Q</summary>\n>\n> in\n> </details>")
    assert "details" not in html("> said\n> <details>\n> <summary>Q</summary>\n> </details>")


@pytest.mark.parametrize(
    "source",
    [
        "Use <details> for that.",
        "<details> is a tag of HTML.",
        "<detailsx>",
        "`<details>`",
        "<div><details></div>",
        "    <details>",
    ],
)
def test_where_the_tag_is_talked_about_it_is_text(source: str) -> None:
    shown = [made.code if isinstance(made, CodeSegment) else made.html for made in segments(source)]
    assert "details" in shown[0]


@pytest.mark.parametrize("hostile", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href='x'>y</a>"])
def test_R4_hostile_html_in_them_is_text(hostile: str) -> None:
    shown = html(f"<details ontoggle=alert(1)><summary onclick=alert(1)>{hostile}</summary>\n\n{hostile}\n\n</details>")
    assert "onclick" not in shown
    assert "ontoggle" not in shown
    for tag in ("<script", "<img", "<a "):
        assert tag not in shown
    assert shown.count("&lt;") == 2 * hostile.count("<")


def test_a_summary_that_never_ends_takes_its_paragraph_and_no_more() -> None:
    shown = html("<summary>" + "\n".join(f"line {n}" for n in range(100)) + "\n\nafter")
    assert shown.startswith("<p><b>line 0 line 1 ")
    assert shown.endswith("<p>after</p>")
    assert "line 99</b>" not in shown


def test_while_it_grows_no_tag_is_seen_and_the_end_is_the_same() -> None:
    growing = GrowingText()
    for letter in WHOLE:
        growing.feed(letter)
        growing.advance()
        seen = [made.html for made in (*growing.settled, *growing.tail) if isinstance(made, TextSegment)]
        assert not [html for html in seen if "details" in html or "&lt;/" in html or "&lt;s" in html]
    growing.finish()
    whole = [made.html for made in segments(WHOLE) if isinstance(made, TextSegment)]
    assert [made.html for made in growing.settled if isinstance(made, TextSegment)] == whole
