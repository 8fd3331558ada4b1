"""What is shown of a message in a line of results."""

from __future__ import annotations

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
