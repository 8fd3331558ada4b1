"""Marks that point to sources: what is behind them, and what is no mark."""

from __future__ import annotations

from weclaw_desktop.ui.chat.citations import Target, chips, label_of, mark, targets

RAW = """Growth was 4 %[1], then 5 %[2][^a].

[^a]: A remark with https://x.y/z.
[1]: https://one.example/p?q=1
[2] Second report – https://two.example/r.
- [3] https://three.example
[docs]: <https://docs.example> "Title"
[4] no address
"""


def test_targets_come_from_footnotes_definitions_and_lists_of_sources() -> None:
    found = targets(RAW)
    assert found["a"] == Target("A remark with https://x.y/z.", "https://x.y/z")
    assert found["1"].address == "https://one.example/p?q=1"
    assert found["2"] == Target("Second report – https://two.example/r.", "https://two.example/r")
    assert found["3"].address == "https://three.example"
    assert found["docs"].address == "https://docs.example"
    assert "4" not in found


def test_known_numbers_become_marks_and_others_stay() -> None:
    known = targets(RAW)
    assert chips("<p>4 %[1][2] but a[9]</p>", known) == f"<p>4 %{mark('1')}{mark('2')} but a[9]</p>"
    assert chips("<p>[citation:3]</p>", known) == f"<p>{mark('3')}</p>"


def test_code_and_links_are_left_alone() -> None:
    known = targets(RAW)
    for html in ("<code>a[1]</code>", '<a href="q">[1]</a>', '<p class="[1]">x</p>', "<pre>[1]</pre>"):
        assert chips(html, known) == html


def test_words_with_a_label_are_a_link_to_it() -> None:
    known = targets(RAW)
    assert chips("<p>the [manual][docs], [docs][]</p>", known) == (
        '<p>the <a href="https://docs.example">manual</a>, <a href="https://docs.example">docs</a></p>'
    )
    assert chips("<p>[x][nowhere]</p>", known) == "<p>[x][nowhere]</p>"


def test_a_mark_knows_its_label() -> None:
    assert label_of("note:A&amp;b") == "a&b"
    assert label_of("https://x") == ""
