"""What may be asked for of a compression."""

from __future__ import annotations

from weclaw_desktop.core.changes import Changes
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.wishes import Preview, Wish


def test_a_wish_without_anything_is_as_the_settings_say() -> None:
    assert Wish() == Wish(focus="", upto="", model=None, again=False)
    assert Wish(model="none") != Wish()


def test_a_preview_is_not_missing_a_summary_unless_it_says_so() -> None:
    assert not Preview(Record("adaptive", "digest", ""), Changes(None)).without_summary
