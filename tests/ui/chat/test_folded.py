"""Foldable parts of answers: where they begin and end, what their line says, and that nothing in them is obeyed."""

from __future__ import annotations

import pytest

from weclaw_desktop.ui.chat.growing import GrowingText
from weclaw_desktop.ui.chat.segments import CodeSegment, FoldEnd, FoldSegment, TextSegment, segments, unfolded

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
    """All that is read, with the line of a fold in brackets and its end as a slash."""
    told: list[str] = []
    for made in segments(source):
        if isinstance(made, FoldSegment):
            told.append(f"[{'+' if made.unfolded else ''}{made.html}]")
        else:
            told.append("/" if isinstance(made, FoldEnd) else made.html if isinstance(made, TextSegment) else "")
    return "".join(told)


def test_the_contents_stand_between_the_summary_and_the_end() -> None:
    assert segments(WHOLE) == [
        TextSegment("<p>Before.</p>"),
        FoldSegment("Show the code of <code>f</code>"),
        TextSegment("<p>Body <b>b</b></p>"),
        CodeSegment("x = 1", "py"),
        FoldEnd(),
        TextSegment("<p>After.</p>"),
    ]


FORMS = [
    ("<details><summary>A</summary>text</details>", "[A]<p>text</p>/"),
    ("<DETAILS OPEN><SUMMARY>**A**</SUMMARY>\n\ntext\n\n</DETAILS>", "[+A]<p>text</p>/"),
    ("<details>\n<summary>\n多行\n标题\n</summary>\n内容\n</details>", "[多行 标题]<p>内容</p>/"),
    ("<details open>\n\n<summary>A</summary>\n\ntext\n\n</details>", "[+A]<p>text</p>/"),
    ("text\n<details>\n<summary>A</summary>\nmore\n</details>\nend", "<p>text</p>[A]<p>more</p>/<p>end</p>"),
    ("<details><summary>A</summary>\n\none\ntwo</details>\n\nend", "[A]<p>one two</p>/<p>end</p>"),
    ("<details><summary>A</summary>\n- one\n- two\n</details>\nend", "[A]<ul><li>one</li><li>two</li></ul>/<p>end</p>"),
    ("<details>\n\nno summary\n\n</details>", "[]<p>no summary</p>/"),
    ("</details>\n<details>\none too many before</details>\n\nend", "/[]<p>one too many before</p>/<p>end</p>"),
    ("<details open>\n<details>\nno summary\n</details></details>", "[+][]<p>no summary</p>//"),
    ("<summary></summary>\n\ntext", "<p>text</p>"),
    ("<summary>A</summary>\n\ntext", "<p><b>A</b></p><p>text</p>"),
    ("text\n\n</details>\n\nend", "<p>text</p>/<p>end</p>"),
    (
        "- a\n  <details><summary>S</summary>\n\n  in\n\n  </details>\n- b",
        "<ul><li><p>a</p><p><b>S</b></p><p>in</p></li><li><p>b</p></li></ul>",
    ),
    (
        "<details><summary>1</summary>\n<details><summary>2</summary>\n\nx\n\n</details></details>",
        "[1][2]<p>x</p>//",
    ),
]


@pytest.mark.parametrize(("source", "shown"), FORMS)
def test_any_form_that_models_write(source: str, shown: str) -> None:
    assert html(source) == shown


@pytest.mark.parametrize("source", [WHOLE, *(source for source, _ in FORMS)])
@pytest.mark.parametrize("size", [1, 3, 1_000])
def test_what_grew_is_the_same_in_the_end(source: str, size: int) -> None:
    growing = GrowingText()
    for start in range(0, len(source), size):
        growing.feed(source[start : start + size])
        growing.advance()
    growing.finish()
    assert growing.settled == segments(source)


def test_what_a_person_writes_is_not_folded_away() -> None:
    shown = [unfolded(made) for made in segments(WHOLE)]
    assert [made for made in shown if made is not None] == [
        TextSegment("<p>Before.</p>"),
        TextSegment("<p><b>Show the code of <code>f</code></b></p>"),
        TextSegment("<p>Body <b>b</b></p>"),
        CodeSegment("x = 1", "py"),
        TextSegment("<p>After.</p>"),
    ]
    assert unfolded(FoldSegment("")) is None


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
        "It ends with </details>",
    ],
)
def test_where_the_tag_is_talked_about_it_is_text(source: str) -> None:
    (made,) = segments(source)
    assert "details" in (made.code if isinstance(made, CodeSegment) else html(source))


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
