"""What sentences are about: subjects, and values of which only one holds."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.subjects import plain, subjects, values, without_values


@pytest.mark.parametrize(
    ("one", "other", "subject"),
    [
        ("be brief.", "longer answers are fine.", "length"),
        ("answer in german.", "english again, please", "language"),
        ("回答简短一些。", "字数不限了。", "length"),
        ("ask me before you book.", "you have my permission for small things", "asking"),
        ("cite your sources.", "links aren't needed any more", "sources"),
        ("不吃辣。", "菜谱里可以放辣椒了", "diet"),
    ],
)
def test_K11_sentences_about_one_matter_share_a_subject(one: str, other: str, subject: str) -> None:
    assert subject in subjects(one) & subjects(other)


def test_a_sentence_about_nothing_of_the_kind_has_no_subject() -> None:
    assert subjects("the parcel came on its own") == frozenset()


def test_values_are_told_by_kind() -> None:
    assert values("prices in euros, answers in german") == {
        "currency": frozenset({"euros"}),
        "language": frozenset({"german"}),
    }
    assert values("nothing of the sort") == {}
    assert without_values("write in german") == "write in  "


def test_sentences_are_compared_in_plain_letters() -> None:
    assert plain("Don’t ＵＳＥ ５０") == "don't use 50"
