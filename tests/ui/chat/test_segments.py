"""Markdown to safe HTML."""

from __future__ import annotations

import re

import pytest

from weclaw_desktop.ui.chat.segments import CodeSegment, TextSegment, clean, segments


def html(source: str) -> str:
    return "".join(made.html for made in segments(source) if isinstance(made, TextSegment))


@pytest.mark.parametrize(
    "source",
    ["套餐 **$29 → $9**（省 ~$240）", "R$ 7,50 e R$ 9,10", "$5 and $6", "**$148+ → $19**", "Preis: 5$ oder $5$"],
)
def test_R2_money_stays_money(source: str) -> None:
    shown = html(source).replace("<b>", "").replace("</b>", "")
    assert shown == f"<p>{source.replace('**', '')}</p>"


@pytest.mark.parametrize(
    "source",
    [
        "![x](http://127.0.0.1/x.png)",
        "![x](file:///etc/passwd)",
        '<img src="http://127.0.0.1/x.png">',
        "<script>alert(1)</script>",
        '<a href="x" onclick="y">z</a>',
        "[x](javascript:alert(1))",
        "[x](file:///etc/passwd)",
        "[x](data:text/html;base64,AAAA)",
        "<iframe src='http://x'></iframe>",
        '<link rel="stylesheet" href="http://x">',
    ],
)
def test_R4_nothing_that_loads_is_in_the_html(source: str) -> None:
    shown = html(source)
    made = set(re.findall(r"<(\w+)([^>]*)>", shown))
    assert {tag for tag, _ in made} <= {"p", "a"}
    assert all(re.fullmatch(r'( href="[^"]*")?', attributes) for _, attributes in made)
    for scheme in ('href="javascript', 'href="file', 'href="data'):
        assert scheme not in shown


def test_R4_a_picture_becomes_a_link_that_asks() -> None:
    assert html("![a cat](http://example.org/cat.png)") == '<p><a href="http://example.org/cat.png">[a cat]</a></p>'


def test_R4_a_picture_that_is_spelt_out_is_its_words_and_no_address_to_open() -> None:
    assert html("![a cat](data:image/png;base64,AAAA)") == "<p>[a cat]</p>"


def test_code_is_a_segment_of_its_own_with_its_language() -> None:
    assert segments("a\n\n```Python title=x\nx = 1\n```\n\nb")[1] == CodeSegment("x = 1", "python")


def test_indented_code_has_no_language() -> None:
    assert segments("    x = 1\n") == [CodeSegment("x = 1", "")]


def test_lists_tables_quotes_and_tasks() -> None:
    shown = html("- [ ] a\n- [x] b\n\n> q\n\n|a|b|\n|-|-:|\n|1|2|\n\n3. c")
    assert "☐ a" in shown
    assert "☑ b" in shown
    assert '<td align="right">2</td>' in shown
    assert '<ol start="3">' in shown


@pytest.mark.parametrize(
    ("source", "address", "shown"),
    [
        ("see https://a.b/c_d?x=1&y=2).", "https://a.b/c_d?x=1&amp;y=2", "https://a.b/c_d?x=1&amp;y=2"),
        ("和https://a.cn/x，更多", "https://a.cn/x", "https://a.cn/x"),
        ("(www.x.org)", "http://www.x.org", "www.x.org"),
        ("https://x.org/a_(b)", "https://x.org/a_(b)", "https://x.org/a_(b)"),
        ("write to me@x.org.", "mailto:me@x.org", "me@x.org"),
    ],
)
def test_bare_addresses_are_links_without_the_punctuation_around_them(source: str, address: str, shown: str) -> None:
    assert f'<a href="{address}">{shown}</a>' in html(source)


@pytest.mark.parametrize("source", ["http://", "a@b", "x://y", "`https://a.b`", "file:///etc/passwd", "ftp.x"])
def test_what_is_no_address_stays_text(source: str) -> None:
    assert "<a " not in html(source)


def test_a_link_is_not_linked_again() -> None:
    assert html("[https://a.b](http://q)") == '<p><a href="http://q">https://a.b</a></p>'


def test_alerts_are_boxes_with_a_word_of_their_own() -> None:
    shown = html("> [!WARNING]\n> do **not**\n> that\n\n> [!NOTHING] x\n\n> plain")
    assert '<td class="bar warning" width="3"></td>' in shown
    assert '<p class="alert warning"></p><p>do <b>not</b> that</p>' in shown
    assert "[!NOTHING] x" in shown
    assert '<p class="q">plain</p>' in shown


def test_nested_lists_with_tasks_and_strikethrough() -> None:
    shown = html("- [ ] a\n  - [x] ~~b~~\n    1. c\n\n- d")
    assert "☐ a" in shown
    assert "☑ <s>b</s>" in shown
    assert shown.count("<ul") == 2


def test_the_box_of_a_task_stands_for_its_bullet() -> None:
    shown = html("- [ ] a\n- [x] b\n  - plain\n  - [ ] mixed\n    - deep\n")
    assert shown.startswith('<ul style="list-style-type:none"><li>☐ a</li><li>☑ b')
    assert '<ul style="list-style-type:disc"><li>plain</li><li>☐ mixed<ul style="list-style-type:disc">' in shown
    assert html("- a\n- [x] b").startswith("<ul><li>a</li>")


def test_code_in_a_list_is_a_block_and_the_list_goes_on_behind_it() -> None:
    source = "4. a\n   ```py\n   x = 1\n     y\n   ```\n   more\n5. b\n   - n\n\n         z\n\n     tail\n   - m\n6. c"
    first, code, middle, indented, rest = segments(source)
    assert isinstance(first, TextSegment)
    assert first.html == '<ol start="4"><li>a</li></ol>'
    assert code == CodeSegment("x = 1\n  y", "py", indent=1)
    assert isinstance(middle, TextSegment)
    assert middle.html.startswith('<p style="-qt-block-indent:1">more</p><ol start="5"><li>b<ul><li><p>n</p>')
    assert indented == CodeSegment("z", indent=2)
    assert isinstance(rest, TextSegment)
    assert rest.html == (
        '<p style="-qt-block-indent:2">tail</p><ul style="-qt-list-indent:2"><li><p>m</p></li></ul>'
        '<ol start="6"><li>c</li></ol>'
    )
    for made in (first, middle, rest):
        for tag in ("ol", "ul", "li", "p"):
            assert made.html.count(f"<{tag}") == made.html.count(f"</{tag}>"), made.html


def test_code_that_ends_a_list_and_code_in_a_quote() -> None:
    assert segments("- ```\n  x\n  ```") == [TextSegment("<ul><li></li></ul>"), CodeSegment("x", indent=1)]
    assert len(segments("- a\n\n  > ```\n  > x\n  > ```")) == 1
    assert segments("> - ```\n>   x\n>   ```")[0] == segments("> - ```\n>   x\n>   ```")[-1]


def test_line_ends_raised_letters_and_keys_are_shown() -> None:
    shown = html("|a|\n|-|\n|x<br>y<BR />z|\n\nH<sub>2</sub>O, x<sup>2 & $</sup>, <kbd>Ctrl</kbd>")
    assert "x<br/>y<br/>z" in shown
    assert "H<sub>2</sub>O, x<sup>2 &amp; $</sup>, <code>Ctrl</code>" in shown


@pytest.mark.parametrize("source", ["<sub onclick=x>n</sub>", "<sub>n", "<sub><b>n</b></sub>", "<br onx>", "`<br>`"])
def test_R4_no_tag_with_an_attribute_or_without_an_end_is_one(source: str) -> None:
    shown = html(source)
    assert not re.search(r"<(sub|br|b)\b", shown)
    assert "&lt;" in shown


def test_footnotes_are_marks_and_paragraphs_that_keep_their_order() -> None:
    shown = html("a[^1] b[^note]\n\n[^1]: See https://x.y/z.\n[^note]: words\n  more\n\nnext")
    assert 'a<a class="mark" href="note:1">' in shown
    assert '<p class="foot"><a class="mark" href="note:1">' in shown
    assert "words more</p><p>next</p>" in shown
    assert '<a href="https://x.y/z">' in shown


def test_a_footnote_may_have_several_paragraphs() -> None:
    shown = segments("a[^1]\n\n[^1]: one\n\n    two **b**\n    lines\n\n    three\n[^2]: other\n\n   no\n\nend")
    said = [made.html for made in shown if isinstance(made, TextSegment)]
    assert said[1].endswith("one<br/>two <b>b</b> lines<br/>three</p>")
    assert said[2].endswith("other</p>")
    assert said[3:] == ["<p>no</p>", "<p>end</p>"]


def test_single_line_ends_are_kept_for_people_and_flow_for_models() -> None:
    assert segments("a\nb", breaks=True) == [TextSegment("<p>a<br/>b</p>")]
    assert html("a\nb") == "<p>a b</p>"


def test_no_space_is_put_between_chinese_lines() -> None:
    assert html("第一行\n第二行") == "<p>第一行第二行</p>"


def test_text_that_no_screen_can_show() -> None:
    assert clean("a\0b\ud800c\r\nd<|endoftext|>") == "a\ufffdb\ufffdc\nd<|endoftext|>"
    assert html("a\0\ud800<|endoftext|>") == "<p>a\ufffd\ufffd&lt;|endoftext|&gt;</p>"


@pytest.mark.parametrize("levels", [1, 10, 30, 49, 50, 51, 200])
@pytest.mark.parametrize("sign", ["- ", "1. ", "> ", "> - "])
def test_nothing_after_a_deep_nesting_is_lost(levels: int, sign: str) -> None:
    """A parser that stops at its depth drops what follows."""
    if sign[0] == ">":
        lines = [sign * levels + "word"]
    else:
        lines = [" " * len(sign) * level + sign + f"item{level}" for level in range(levels)]
    shown = html("\n".join([*lines, "", "AFTER **bold**", "", "| a |", "|---|", "| END |"]))
    assert "AFTER" in shown
    assert "END" in shown
    assert ("word" if sign[0] == ">" else f"item{levels - 1}") in shown
    each = {"> ": 1, "> - ": 3}.get(sign, 2)
    assert ("<b>bold</b>" in shown) == (levels * each + 1 < 99), "read as Markdown up to the depth that is read"


def test_emphasis_beside_chinese_is_seen() -> None:
    assert html("**注意：**请看") == "<p><b>注意：</b>请看</p>"
    assert html("这是~~“旧”~~的") == "<p>这是<s>“旧”</s>的</p>"
