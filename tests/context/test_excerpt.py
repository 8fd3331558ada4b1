"""Head and tail of a text, by tokens."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from weclaw_desktop.context.excerpt import head, head_tail, tail

COUNTER = ByteCounter()


@given(value=st.text(max_size=400), tokens=st.integers(0, 120))
def test_head_and_tail_stay_within_their_tokens(value: str, tokens: int) -> None:
    first, last = head(value, tokens, COUNTER), tail(value, tokens, COUNTER)
    assert value.startswith(first)
    assert value.endswith(last)
    assert COUNTER.text(first) <= max(tokens, 0) + 1
    assert COUNTER.text(last) <= max(tokens, 0) + 1


def test_long_texts_are_cut_close_to_the_limit() -> None:
    value = "word " * 200_000
    for tokens in (10, 5_000, 100_000):
        assert 0.95 * tokens - 3 <= COUNTER.text(head(value, tokens, COUNTER)) <= tokens
    assert head("short", 100, COUNTER) == "short"
    assert tail("short", 100, COUNTER) == "short"


def test_the_work_is_that_of_what_is_kept() -> None:
    counter = ByteCounter()
    head("word " * 1_000_000, 500, counter)
    assert counter.calls < 30


def test_lines_stay_whole_where_that_costs_little() -> None:
    value = "\n".join(f"line {i}" for i in range(400))
    cut = head_tail(value, 200, COUNTER, "en", "a7").split("\n")
    assert all(line.startswith(("line ", "[… ")) for line in cut)
    assert cut[0] == "line 0"
    assert cut[-1] == "line 399"
    assert "full text: a7" in "\n".join(cut)


def test_the_line_between_says_how_much_is_left_out_in_the_chat_s_language() -> None:
    value = "字" * 4_000
    cut = head_tail(value, 300, COUNTER, "zh", "a9", user=True)
    assert COUNTER.text(cut) <= 300
    assert "此消息共 3,000 个词元" in cut
    assert "a9" in cut


def test_no_room_leaves_the_line_alone() -> None:
    assert head_tail("word " * 900, 1, COUNTER, "en", "a1").startswith("[… 1,125 of 1,125 tokens left out")
