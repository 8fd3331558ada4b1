"""Long text in stretches."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.core.stretches import stretches, unbroken


@given(st.text(alphabet="ab \n。"), st.integers(1, 9))
def test_stretches_joined_are_the_text_and_each_ends_with_a_mark(text: str, size: int) -> None:
    """Nothing is lost, and nothing is cut but behind a mark."""
    found = list(stretches(text, ("\n", "。", " "), size))
    assert "".join(found) == text
    assert all(piece[-1] in "\n。 " for piece in found[:-1])


def test_the_first_mark_is_preferred_and_text_without_one_stays_whole() -> None:
    """The order of the marks counts; where none stands near the end, the next one further on is taken."""
    assert list(stretches("aaa\nbb cc dd", ("\n", " "), 6)) == ["aaa\n", "bb cc ", "dd"]
    assert list(stretches("aaaaaaaaaa bb", (" ",), 4)) == ["aaaaaaaaaa ", "bb"]
    assert list(stretches("a" * 30, (" ",), 4)) == ["a" * 30]


@given(st.text(alphabet="ab \n。"), st.integers(1, 9))
def test_unbroken_is_whether_a_part_between_blanks_is_that_long(text: str, length: int) -> None:
    """Only blanks break."""
    assert unbroken(text, length) == any(len(part) >= length for part in text.split(" "))
