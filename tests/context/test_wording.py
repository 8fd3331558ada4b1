"""How sentences are worded, and what the learnt weights make of it."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.wording import sounds, tells


def test_an_english_sentence_shows_its_words_its_pairs_and_how_it_begins() -> None:
    shown = tells("Please keep it to 3 lines.")
    assert {">keep", ">keep it", ">-ep", "keep", "it to", "to #", "^ please", "lines $", "n2", "en"} <= set(shown)
    assert len(shown) == len(set(shown))


def test_a_chinese_sentence_shows_its_characters_by_ones_and_twos() -> None:
    shown = tells("字数300以内，用 JSON。")
    assert {"^字", "^字数", "字", "数", "字数", "内$", "以内$", "#", "，", "json", "zh"} <= set(shown)


def test_signs_of_code_are_all_one() -> None:
    assert {"§", "§ §"} <= set(tells("{x} = [1]"))
    assert tells("...") == [">", ">-", "n0", "en", "^ $", "announced "]


@pytest.mark.parametrize(
    ("rule", "task"),
    [
        ("Nothing longer than one screen, please.", "The queue was longer than the street."),
        ("Nothing longer than five lines, I read on a phone.", "I read your mail on my phone."),
        ("凡是金额都要写到分。", "这件外套三百元。"),
        ("邮件一律不署名。", "邮件已经发了。"),
    ],
)
def test_K10_rules_sound_more_like_rules_than_what_shares_their_words(rule: str, task: str) -> None:
    assert sounds(rule)[0] > 0 > sounds(task)[0]


@pytest.mark.parametrize("said", ["You can go back to tables.", "You no longer need to ask me.", "表格可以用了。"])
def test_K11_what_takes_something_back_sounds_like_it(said: str) -> None:
    assert sounds(said)[1] > 0 > sounds("The boat leaves at nine.")[1]


def test_what_holds_no_known_word_sounds_like_nothing_much() -> None:
    assert max(sounds("Zyx qwv!")) <= 0
