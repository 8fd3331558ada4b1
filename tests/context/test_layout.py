"""What is known of a log's layout grows with it, and is the same as if all of it were looked at."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from tests.context.logs import broken_logs, numbered, step
from weclaw_desktop.context.invariants import cut_points
from weclaw_desktop.context.layout import Layout, layout
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.shown import raw_tokens
from weclaw_desktop.context.units import answered
from weclaw_desktop.core.messages import Log, Message, assistant, user

COUNTER = ByteCounter()


def test_a_longer_log_is_looked_at_from_where_it_grew() -> None:
    log = numbered([user("a"), *step("c", "one"), assistant("Done."), user("b"), *step("c", "two")])
    memo = Memo()
    first = layout(log[:3], COUNTER, memo)
    assert layout(log, COUNTER, memo) is first
    assert len(first.sizes()) == len(log)
    assert layout(log[:4], COUNTER, memo) is not first, "a shorter one is another one"
    other = (replace(log[0], excluded=True), *log[1:])
    assert layout(other, COUNTER, memo).sizes()[0] == 0
    assert layout(other, ByteCounter(), memo).sizes() == layout(other, COUNTER, Memo()).sizes()


def test_calls_are_those_of_the_log_itself() -> None:
    log = numbered([user("a"), *step("c", "one")])
    memo = Memo()
    layout(log, COUNTER, memo)
    copies = tuple(replace(m, parts=tuple(replace(part) for part in m.parts)) for m in log)
    assert layout(copies, COUNTER, memo).calls()[2] is copies[1].calls[0]


def test_a_call_answered_later_stands_with_its_result_only() -> None:
    log = numbered([user("a"), *step("c", "one")])
    found = Layout(COUNTER)
    found.extend(log[:2])
    assert list(found.calls()) == [1]
    found.extend(log)
    assert list(found.calls()) == [2]


def size(message: Message) -> int:
    hidden = message.excluded or message.role == "system" or message.state == "generating"
    return 0 if hidden else raw_tokens(message, COUNTER)


@given(broken_logs(), st.lists(st.integers(0, 30), max_size=4))
def test_in_whatever_steps_a_log_grows(log: Log, steps: list[int]) -> None:
    memo = Memo()
    for upto in (*sorted(steps), len(log)):
        part = log[:upto]
        found = layout(part, COUNTER, memo)
        assert found.sizes() == tuple(map(size, part))
        assert found.points() == cut_points(part)
        known = answered(part)
        assert found.calls() == known
        assert all(found.calls()[place] is call for place, call in known.items())
