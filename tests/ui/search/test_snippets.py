"""What is shown of a message in a line of results."""

from __future__ import annotations

import time

import pytest

from weclaw_desktop.core.plain import plain
from weclaw_desktop.ui.search.snippets import LENGTH, marks, snippet, terms


def test_words_and_chinese_are_looked_for_apart() -> None:
    assert terms("Import 数据库选型 a_b!") == ("import", "数据库选型", "数据", "据库", "库选", "选型", "a_b")
    assert terms("选型") == ("选型",)
    assert terms("  ") == ()


def test_marks_do_not_overlap_and_know_no_case() -> None:
    assert marks("Import the IMPORTER", ("import",)) == [(0, 6), (11, 17)]
    assert marks("数据库选型", ("数据库选型", "数据", "据库")) == [(0, 5)]
    assert marks("ß Straße", ("straße",)) == [(2, 8)]
    assert marks("x", ()) == []


def test_a_snippet_is_one_line_around_the_words() -> None:
    long = "start " * 60 + "the archive\n\nis opened " + "end " * 60
    shown, marked = snippet(long, ("archive", "opened"))
    assert len(shown) <= LENGTH + 2
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert [shown[a:b] for a, b in marked] == ["archive", "opened"]
    assert snippet("short  text", ("none",)) == ("short text", [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("## Plan\n\n- **Deploy** on *Friday*", "Plan Deploy on Friday"),
        ("passage cut** in the middle of `bold", "passage cut in the middle of bold"),
        ("see [the notes](https://a.example/x) ![a map](m.png)", "see the notes a map"),
        ("| a | b |\n|---|:-:|\n| 1 | 2 |", "a | b 1 | 2"),
        ("> quoted\n* [x] done\n1. first", "quoted done 1. first"),
        ("```python\nx = a_b * 2\n```", "x = a_b * 2"),
        ("__init__ of snake_case, 2*3 - 1, a[0](x) #5", "init of snake_case, 2*3 - 1, a[0](x) #5"),
        ("**数据库**选型", "数据库选型"),
        ("[Context] Messages 1-3", "[Context] Messages 1-3"),
    ],
)
def test_signs_of_markdown_are_not_shown(text: str, said: str) -> None:
    assert " ".join(plain(text).split()) == said
    assert snippet(text, ()) == (said, [])


def test_signs_of_markdown_take_no_time_in_odd_texts() -> None:
    before = time.process_time()
    for odd in ("[" * 20_000, "|" * 20_000, "- " * 20_000, "*" * 20_000, "](" * 20_000, "-|" * 20_000 + "x"):
        plain(odd)
    assert time.process_time() - before < 5


def test_signs_without_words_are_marked_as_they_stand() -> None:
    assert terms(" -> ") == ("->",)
    assert terms("  ") == ()
    assert snippet("Write f = x -> y.", terms("->")) == ("Write f = x -> y.", [(12, 14)])
