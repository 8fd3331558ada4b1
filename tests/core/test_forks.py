"""Versions of a message: which comes before and after the one shown."""

from __future__ import annotations

from weclaw_desktop.core.forks import Fork


def test_neighbours_of_a_version_are_named_and_end_at_both_sides() -> None:
    assert [(Fork(("a", "b", "c"), at).before, Fork(("a", "b", "c"), at).after) for at in range(3)] == [
        ("", "b"),
        ("a", "c"),
        ("b", ""),
    ]
