"""S5: what the assistant said is not so is no outcome."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.denials import KEPT, denials, denied, denies, negated


def head(said: str, number: int = 2) -> str:
    return f"\n[m{number} assistant] {said}"


CANNOT = head("The reservation with code **QX7TRB** is a saver ticket, so it cannot be cancelled due to a new plan.")


@pytest.mark.parametrize("sentence", ["It is not open.", "I can't.", "没有早餐", "无法取消", "None left"])
def test_a_denial_is_known_by_its_word(sentence: str) -> None:
    assert denies(sentence)


@pytest.mark.parametrize("sentence", ["It is open.", "无锡到南京", "Another note"])
def test_other_words_deny_nothing(sentence: str) -> None:
    assert not denies(sentence)


def test_the_words_of_what_is_denied() -> None:
    assert negated("It is open. There is no pool here.\nYes") == {"there", "pool", "here"}


def test_S5_a_cancellation_that_was_refused_is_not_done() -> None:
    known = denials([CANNOT])
    assert denied("Cancellation of QX7TRB completed", known)
    assert not denied("QX7TRB cannot be cancelled", known)
    assert not denied("Cancellation of LM2KPA completed", known)
    assert not denied("Seat of QX7TRB moved to the window", known)


def test_S5_what_is_affirmed_later_is_done() -> None:
    yes = head("Your reservation QX7TRB was cancelled, since the airline moved the flight.", 6)
    assert not denied("Cancellation of QX7TRB completed", denials([CANNOT, yes]))
    result = '\n[a5 cancel_reservation] {"id":"QX7TRB","status":"cancelled"}'
    assert not denied("Cancellation of QX7TRB completed", denials([CANNOT, result]))
    unlike = head("LM2KPA was cancelled.", 6)
    assert denied("Cancellation of QX7TRB completed", denials([CANNOT, unlike]))


def test_S5_a_question_neither_denies_nor_affirms() -> None:
    assert denied(
        "Cancellation of QX7TRB completed", denials([CANNOT, head("Shall QX7TRB be cancelled all the same?")])
    )
    assert denials([head("Would you not rather fly on Monday?"), head("您不需要早餐吗？")]) == ()


def test_S5_a_long_denial_needs_no_name() -> None:
    known = denials([head("抱歉，这里不提供国内长途电话。")])
    assert denied("找到一家旅馆，提供免费国内长途电话。", known)
    assert not denied("找到一家旅馆，不提供国内长途电话。", known)
    assert not denied("找到一家旅馆，提供早餐。", known)
    later = denials([head("抱歉，这里不提供国内长途电话。"), head("旧城旅馆提供国内长途电话。", 4)])
    assert not denied("找到一家旅馆，提供免费国内长途电话。", later)


def test_S5_a_short_denial_without_a_name_says_too_little() -> None:
    assert not denied("附近有酒店", denials([head("附近没有酒店。")]))
    assert denials([head("No."), head("不。")]) == ()


def test_only_the_newest_denials_are_kept() -> None:
    known = denials([head(f"Room Q{n}X is not heated.", n) for n in range(2 * KEPT)])
    assert len(known) == KEPT
    assert denied(f"Room Q{2 * KEPT - 1}X heated", known)
    assert not denied("Room Q1X heated", known)
