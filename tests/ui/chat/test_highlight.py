"""Colours of code."""

from __future__ import annotations

import importlib.metadata

import pytest

from weclaw_desktop.ui.chat.highlight import LONGEST, spans


def test_spans_name_roles_per_line() -> None:
    found = spans('def f():\n    return "x"  # hi', "python")
    assert (0, 3, "keyword") in found[0]
    assert any(role == "string" for _, _, role in found[1])
    assert found[1][-1][2] == "comment"


def test_a_string_over_two_lines_is_coloured_on_both() -> None:
    found = spans('x = """a\nb"""', "python")
    assert found[0][-1][2] == "string"
    assert found[1][0][::2] == (0, "string")


def test_unknown_languages_and_monsters_stay_plain() -> None:
    assert spans("a\nb", "no-such-language") == [[], []]
    assert spans("a\nb", "") == [[], []]
    assert not any(spans("x = 1\n" * LONGEST, "python")[0])


def test_half_a_name_of_a_language_does_not_search_installed_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fence's language comes letter by letter; each search for plug-ins would halt the window."""
    searched: list[str] = []

    def entry_points(*, group: str) -> list[object]:
        searched.append(group)
        return []

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    assert [spans("x = 1", name) for name in ("py-th", "pyth-o")] == [[[]], [[]]]
    assert not searched
