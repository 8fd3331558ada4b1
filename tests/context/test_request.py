"""From a chat's state to one validated request."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.logs import broken_logs, call, numbered, step, talk
from tests.context.states import model, state
from weclaw_desktop.context.invariants import cut_points, violations
from weclaw_desktop.context.request import build_request, warm_request
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.core.errors import InvariantBroken
from weclaw_desktop.core.messages import Log, TextPart, ToolResultPart, assistant, user
from weclaw_desktop.core.models import Calibration
from weclaw_desktop.core.records import ContextBlock, Record

BIG = 400_000


def ask(turns: int = 3, tools: int = 1) -> Log:
    return (*talk(turns, tools=tools), *numbered([user("and now?")], start=900))


def test_a_request_holds_system_notice_view_tools_and_output_limit() -> None:
    log = ask()
    record = Record(
        "a", "digest", prefix_hash(log, 4), cut_id=log[4].id, block=ContextBlock("f", digest="d"), last_seq=4, count=4
    )
    spec = model(131_072, max_output=8_000, reasoning=True)
    request = build_request(state(log, 131_072, record, calibration=Calibration(1.2, 2)), spec)
    assert request.model == "p/m"
    assert request.system_text.startswith("You are a test.\n\n[Context] Messages")
    assert [m.form for m in request.messages[:2]] == ["block", "ack"]
    assert request.messages[-1].parts == (TextPart("and now?"),)
    assert request.reasoning
    assert request.max_output == 0
    assert request.load > 0


def test_W3_prompt_and_requested_output_stay_within_the_window() -> None:
    from weclaw_desktop.context.threshold import thresholds

    spec = model(128_000, max_output=65_536)
    now = state(ask(), thresholds=thresholds(spec))
    request = build_request(now, spec)
    assert request.max_output == 65_536
    assert request.load + request.max_output <= 128_000


def test_a_chat_that_ends_on_an_answer_asks_to_go_on_and_counts_it() -> None:
    plain = build_request(state(ask()), model())
    going_on = build_request(state(talk(3)), model())
    assert going_on.messages[-1].parts == (TextPart("Please go on."),)
    assert going_on.load > 0
    assert plain.purpose == "reply"


def test_K6_a_call_cut_short_by_a_crash_is_answered_by_a_stub() -> None:
    log = numbered([user("a"), *step("1", "one"), assistant("", call("2"), state="interrupted")])
    last = build_request(state(log), model()).messages[-1]
    assert isinstance(last.parts[0], ToolResultPart)
    assert "interrupted" in last.parts[0].text


def test_a_request_above_the_hard_line_is_a_bug() -> None:
    with pytest.raises(InvariantBroken, match="hard"):
        build_request(state(ask(400, 3)), model())


def test_a_warm_up_asks_for_one_token() -> None:
    request = warm_request(state(ask()), model(8_192, max_output=4_000))
    assert (request.max_output, request.purpose) == (1, "warm")
    assert request.messages == build_request(state(ask()), model()).messages


def test_K16_edit_and_delete_after_a_compaction_keep_the_request_valid() -> None:
    log = ask(5, 2)
    record = Record("a", "digest", "", cut_id=log[12].id, block=ContextBlock("f", digest="d"), count=12, last_seq=12)
    without_result = (*log[:14], *log[15:])
    without_ask = (*log[:18], *log[19:])
    edited = (*log[:-1], replace(log[-1], revision=1, parts=(TextPart("edited"),)))
    for changed in (without_result, without_ask, edited):
        request = build_request(state(changed, 32_768, record), model(32_768))
        assert request.messages[0].form == "block"
    assert request.messages[-1].parts == (TextPart("edited"),)


@given(log=broken_logs(), data=st.data())
def test_K7_any_log_under_any_valid_cut_becomes_a_valid_request(log: Log, data: st.DataObject) -> None:
    index = data.draw(st.sampled_from(cut_points(log)))
    block = data.draw(st.sampled_from((None, ContextBlock("frame", digest="facts"))))
    record = Record("a", "digest", "", cut_id=log[index].id, block=block, count=index) if index else None
    request = build_request(state(log, BIG, record), model(BIG))
    assert violations(request, log=log) == []
    assert len({m.source for m in request.messages if m.source}) == sum(bool(m.source) for m in request.messages)
