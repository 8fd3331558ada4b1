"""The validator: every rule catches what breaks it, every repair passes its own check, cuts fall where all agree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from tests.context.logs import FILE, broken_logs, call, logs, numbered, step, talk
from weclaw_desktop.context.invariants import INVARIANTS, cut_points, repair, validate, violations
from weclaw_desktop.context.log import Grouping
from weclaw_desktop.context.view import View, view
from weclaw_desktop.core.errors import InvariantBroken
from weclaw_desktop.core.messages import (
    Log,
    Message,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    assistant,
    user,
)
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import ModelRequest, RequestMessage

COUNTER = ByteCounter()


def naive(log: Log) -> View:
    """A view as a careless strategy would make it: every row as it is."""
    return tuple(RequestMessage(m.role, m.parts, m.id, m.seq) for m in log)


def request(messages: View, load: int = 0) -> ModelRequest:
    return ModelRequest("p/m", (), messages, load=load)


def codes(messages: View, **more: object) -> set[str]:
    return {v.code for v in violations(request(messages), **more)}  # pyright: ignore[reportArgumentType] -- keywords of violations


def said(role: str, text: str, source: str = "s") -> RequestMessage:
    return RequestMessage(role, (TextPart(text),), source)  # pyright: ignore[reportArgumentType] -- a role


@given(broken_logs())
def test_K5_repair_makes_any_view_sendable_and_is_done_after_once(log: Log) -> None:
    """K4, K6, K7: orphans, doubles, open calls, odd arguments, empty and unencodable contents."""
    fixed = repair(naive(log))
    assert codes(fixed) == set()
    assert repair(fixed) == fixed


@given(logs())
def test_a_sound_view_is_left_alone(log: Log) -> None:
    messages = view(log, None, COUNTER, "en")
    assert repair(messages) is messages
    validate(request(messages), log=log)


@given(log=broken_logs(), data=st.data())
def test_K1_K4_every_cut_is_valid_twice_in_a_row_and_keeps_the_newest_ask(log: Log, data: st.DataObject) -> None:
    points = cut_points(log)
    assert points[0] == 0
    assert list(points) == sorted(set(points))
    for _ in range(2):
        index = data.draw(st.sampled_from(points))
        block = data.draw(st.sampled_from((None, ContextBlock("frame", digest="facts"))))
        record = Record("a", "digest", "", cut_id=log[index].id, block=block) if index else None
        messages = repair(view(log, record, COUNTER, "en"))
        assert violations(request(messages), log=log) == []


def test_K6_nothing_is_cut_behind_a_call_in_flight() -> None:
    log = numbered([user("a"), *step("1", "x"), assistant("", call("2"), call("3")), *step("4", "y")[1:]])
    assert cut_points(log) == (0, 1, 3)
    assert cut_points(()) == (0,)
    assert cut_points(numbered([assistant("a")])) == (0,)


def test_cuts_fall_on_turns_and_inside_the_newest_turn_only() -> None:
    log = talk(3, tools=1)
    assert cut_points(log) == (0, 4, 8, 9, 11)


def test_system_rows_empty_contents_and_a_wrong_start_are_found_and_repaired() -> None:
    bad = (
        said("system", "be nice"),
        said("assistant", "first"),
        said("user", " ", "u1"),
        said("assistant", "", "s2"),
        RequestMessage("assistant", (ToolCallPart("c", "t", "{}"),), "s3"),
        RequestMessage("tool", (ToolResultPart("c", "t", ""),), "s4"),
        RequestMessage("tool", (TextPart("no result"),), "s5"),
    )
    assert codes(bad) >= {"system_row", "empty", "pair"}
    assert codes((said("assistant", "x"), said("user", "y"))) == {"first"}
    fixed = repair(bad)
    assert codes(fixed) == set()
    assert [m.role for m in fixed] == ["user", "assistant", "user", "assistant", "tool"]


def test_K1_the_newest_ask_must_be_there_verbatim_and_once() -> None:
    log = numbered([user("A"), assistant("done"), user("B")])
    good = view(log, None, COUNTER, "en")
    assert codes(good, log=log) == set()
    assert codes((*good[:2], said("user", "other")), log=log) == {"ask"}
    altered = (*good[:2], replace(good[2], parts=(TextPart("B?"),)))
    assert codes(altered, log=log) == {"ask"}
    assert codes((*good[:2], replace(altered[2], form="shortened")), log=log) == set()
    assert codes(good[:1], log=log[1:2]) == set()
    picture = numbered([Message("user", (FILE,))])
    assert codes(view(picture, None, COUNTER, "en"), log=picture) == set()


def test_K12_pins_must_be_there_verbatim() -> None:
    log = list(talk(3))
    log[1] = replace(log[1], pinned=True)
    log[3] = replace(log[3], pinned=True, excluded=True)
    whole = tuple(log)
    record = Record("a", "digest", "", cut_id=log[4].id, block=ContextBlock("f", digest="facts"))
    messages = repair(view(whole, record, COUNTER, "en"))
    assert codes(messages, log=whole) == {"pin"}
    assert codes(messages, log=whole, pins=f"Pinned:\n{log[1].text}") == set()
    in_block = replace(record, block=ContextBlock("f", rules=log[1].text))
    assert codes(repair(view(whole, in_block, COUNTER, "en")), log=whole) == set()
    assert codes(repair(view(whole, None, COUNTER, "en")), log=whole) == set()


def test_the_hard_line_is_a_rule() -> None:
    good = (said("user", "a"),)
    assert [v.code for v in violations(request(good, 100), hard=99)] == ["hard"]
    assert violations(request(good, 100), hard=100) == []


def test_a_broken_request_raises_with_what_is_wrong() -> None:
    with pytest.raises(InvariantBroken, match=r"\(first, last\)") as caught:
        validate(request((said("assistant", "a"),)))
    assert "first@0" in caught.value.detail
    good = request((said("user", "a"),))
    assert validate(good) is good


def test_only_calls_in_flight_and_pairs_forbid_cuts() -> None:
    log = talk(2)
    assert [invariant.code for invariant in INVARIANTS if invariant.forbidden(log, Grouping(log).groups)] == []
    assert len({invariant.code for invariant in INVARIANTS}) == len(INVARIANTS)
