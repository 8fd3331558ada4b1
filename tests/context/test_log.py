"""Turns, and which result answers which call."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.context.logs import broken_logs, call, numbered, step, talk
from weclaw_desktop.context.log import (
    Grouping,
    in_flight,
    newest_ask,
    position,
    turn_starts,
)
from weclaw_desktop.core.messages import Log, Message, assistant, tool, user


def answers(log: Log) -> list[list[str | None]]:
    return [
        [None if r is None or r.result is None else r.result.text for r in group.results]
        for group in Grouping(log).groups
        if group.head.calls
    ]


def test_K5_results_find_their_calls_by_place_when_ids_repeat() -> None:
    log = numbered([user("a"), *step("call_0", "one"), *step("call_0", "two")])
    assert answers(log) == [["one"], ["two"]]


def test_K5_two_calls_with_one_id_take_results_in_order() -> None:
    log = numbered([assistant("", call("d1"), call("d1")), tool("d1", "t", "one"), tool("d1", "t", "two")])
    assert answers(log) == [["one", "two"]]


def test_K5_a_second_result_belongs_to_nothing() -> None:
    log = numbered([*step("d1", "one"), tool("d1", "t", "again")])
    assert answers(log) == [["one"]]


def test_K5_a_result_behind_a_user_message_still_answers() -> None:
    log = numbered([assistant("", call("q")), user("wait"), tool("q", "t", "late")])
    assert answers(log) == [["late"]]
    assert [group.last for group in Grouping(log).groups] == [2, 1]


def test_a_result_before_its_call_answers_within_the_turn_only() -> None:
    assert answers(numbered([tool("q", "t", "early"), assistant("", call("q"))])) == [["early"]]
    assert answers(numbered([tool("q", "t", "early"), user("a"), assistant("", call("q"))])) == [[None]]


def test_rows_without_content_belong_to_no_group() -> None:
    log = numbered([Message("system", ()), Message("tool", ()), user("a")])
    assert [group.at for group in Grouping(log).groups] == [2]


@given(broken_logs())
def test_K4_every_result_is_used_once_at_most(log: Log) -> None:
    groups = Grouping(log).groups
    used = [r.id for group in groups for r in group.results if r is not None]
    assert len(used) == len(set(used))
    assert all(len(group.results) == len(group.head.calls) for group in groups)
    assert all(group.answered == (None not in group.results) for group in groups)


@given(broken_logs(), st.data())
def test_what_is_added_to_a_copy_changes_nothing_in_the_groups_it_was_made_of(log: Log, data: st.DataObject) -> None:
    known = data.draw(st.integers(0, len(log)))
    groups = Grouping(log[:known])
    made = groups.copy()
    for message in log[known:]:
        made.add(message)
    assert made.groups == Grouping(log).groups
    assert groups.groups == Grouping(log[:known]).groups


def test_turns_begin_at_user_messages_that_are_shown() -> None:
    log = talk(3, tools=1)
    assert turn_starts(log) == [0, 4, 8]
    assert newest_ask(log) == 8
    hidden = (*log[:8], replace(log[8], excluded=True), *log[9:])
    assert turn_starts(hidden) == [0, 4]
    assert newest_ask(hidden) == 4
    assert newest_ask(()) is None


def test_messages_are_found_by_id() -> None:
    log = talk(2)
    assert position(log, log[1].id) == 1
    assert position(log, "gone") is None
    assert position(log, None) is None


def test_K6_a_call_in_flight_is_found_in_the_newest_turn_only() -> None:
    log = numbered([user("a"), assistant("", call("1")), user("b"), *step("2", "x"), assistant("", call("3"))])
    assert in_flight(log) == 5
    assert in_flight(log[:5]) is None
    assert in_flight(numbered([assistant("", call("1"))])) is None
    stopped = (*log[:5], replace(log[5], state="stopped"))
    assert in_flight(stopped) is None
    given_up = (*log, *numbered([assistant("on we go")], start=7))
    assert in_flight(given_up) is None
