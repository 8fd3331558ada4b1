"""T: a pass is judged, a pause is visible and ends."""

from __future__ import annotations

from weclaw_desktop.context import thrash
from weclaw_desktop.context.engine import Thrash
from weclaw_desktop.core.records import Method, Record
from weclaw_desktop.core.text import render

T = 10_000


def record(before: int, after: int, method: Method = "digest") -> Record:
    return Record("adaptive", method, "h", tokens_before=before, tokens_after=after)


def after(
    memory: Thrash, before: int, landed: int, *, method: Method = "digest", turns: int = 1, at: int = 0
) -> Thrash:
    return thrash.after_pass(memory, record(before, landed, method), T, turns, at)


def test_T3_two_useless_passes_pause_until_the_load_grows_or_turns_pass() -> None:
    memory = after(after(Thrash(), 10_000, 9_500), 10_100, 9_800)
    assert thrash.is_paused(memory, 10_000, T, 1)
    assert not thrash.is_paused(memory, 9_800 + 1_500, T, 1)
    assert not thrash.is_paused(memory, 10_000, T, 6)
    again = thrash.rearmed(memory, 12_000, T, 1)
    assert (again.paused_at, again.strikes) == (None, 0)
    assert thrash.rearmed(memory, 10_000, T, 2) is memory
    assert thrash.reset(memory).paused_at is None


def test_one_useless_pass_is_no_pause_and_a_good_one_forgives() -> None:
    memory = after(Thrash(), 10_000, 9_500)
    assert memory.strikes == 1
    assert not thrash.is_paused(memory, 10_000, T, 1)
    assert after(memory, 10_000, 6_000).strikes == 0


def test_T5_like_is_compared_with_like_in_tokens() -> None:
    shorter = record(288_000, 183_000, "passes")  # as many rows as before: what counts is their tokens
    assert thrash.after_pass(Thrash(), shorter, 250_000, 1, 0).strikes == 0
    assert after(Thrash(), 9_000, 8_000).strikes == 1  # saved 11 %, but lands above .75 T


def test_static_strikes_count_half() -> None:
    memory = Thrash()
    for _ in range(3):
        memory = after(memory, 10_000, 9_900, method="static")
    assert memory.strikes == 1.5
    assert after(memory, 10_000, 9_900, method="static").paused_at == 9_900


def test_T1_refused_plans_are_strikes_too() -> None:
    memory = thrash.after_refusal(thrash.after_refusal(Thrash(), 10_000, 3), 10_100, 3)
    assert thrash.is_paused(memory, 10_200, T, 4)


def test_T3_two_refusals_in_a_short_chat_do_not_hold_when_much_is_said() -> None:
    memory = thrash.after_refusal(thrash.after_refusal(Thrash(), 900, 1), 950, 1)
    assert thrash.is_paused(memory, 1_000, T, 2)
    assert not thrash.is_paused(memory, 100_000, T, 2)
    grown = thrash.rearmed(memory, 100_000, T, 2)
    assert (grown.strikes, grown.paused_at) == (0, None)
    assert thrash.pause_text(grown, 100_000, T, 2) is None


def test_T4_a_pause_says_why_and_when_it_ends() -> None:
    memory = after(after(Thrash(), 10_000, 9_600), 10_000, 9_400)
    said = thrash.pause_text(memory, 10_000, T, 2)
    assert said is not None
    assert render(said) == ("Automatic compression paused: last passes saved 4%, 6%. Resumes at +900 or in 4 turns.")
    assert thrash.pause_text(Thrash(), 1, T, 1) is None
    assert thrash.pause_text(memory, 99_000, T, 1) is None


def test_T6_many_good_passes_raise_the_banner() -> None:
    memory = Thrash()
    for minute in range(4):
        memory = after(memory, 10_000, 6_000, method="model", at=minute * 60_000)
    said = thrash.banner(memory)
    assert said is not None
    assert "ten minutes" in render(said)
    assert thrash.banner(after(memory, 10_000, 6_000, method="model", at=3_600_000)) is None


def test_T6_two_passes_with_little_between_raise_the_banner() -> None:
    memory = after(after(Thrash(), 10_000, 9_000), 10_000, 7_000)
    said = thrash.banner(memory)
    assert said is not None
    assert "little new text" in render(said)
    assert thrash.banner(after(memory, 10_000, 7_000)) is None
