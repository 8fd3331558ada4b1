"""Words are compared by their beginning, Chinese by pairs."""

from __future__ import annotations

from weclaw_desktop.context.words import words_of


def test_forms_of_a_word_are_one_and_chinese_goes_by_pairs() -> None:
    assert words_of("Cancelled the cancellation") == {"cance"}
    assert words_of("取消预订") == {"取消", "消预", "预订"}
    assert words_of("a 1 的") == frozenset()
