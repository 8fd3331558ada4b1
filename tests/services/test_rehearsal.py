"""The conductor of a replay: pauses, stale plans, refused preparations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import numbered, talk
from tests.context.squeeze import lined, squeezed
from tests.context.states import state
from weclaw_desktop.context.engine import Moment, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.context.strategies.adaptive import Adaptive
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import TextPart, user
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.llm.scripted_summaries import KINDS
from weclaw_desktop.services.rehearsal import Rehearsal, scripted, scripted_as


def prepared(now: State) -> Rehearsal:
    rehearsal = Rehearsal(Adaptive(), scripted)
    rehearsal.consider(lined(now, int(measure(now).total * 1.1)), Moment.AFTER_RESPONSE)
    return rehearsal


def long_chat() -> State:
    return replace(squeezed((*talk(40, size=300), *numbered([user("go")], start=90))), summarizer=8_000)


def test_what_was_prepared_is_applied_at_the_next_call() -> None:
    now = long_chat()
    rehearsal = prepared(now)
    assert rehearsal.take_event() == "prepare"
    record, ms = rehearsal.before_request(now)
    assert record is not None
    assert record.method == "model"
    assert ms > 0
    assert rehearsal.take_event() == "apply"
    assert rehearsal.take_event() is None


def test_A2_a_prepared_plan_whose_prefix_changed_is_planned_again() -> None:
    now = long_chat()
    rehearsal = prepared(now)
    edited = (replace(now.log[0], parts=(TextPart("something else"),), revision=1), *now.log[1:])
    record, _ = rehearsal.before_request(replace(now, log=edited))
    assert record is not None
    assert record.method == "model"


def test_T1_refusals_pause_and_the_pause_ends() -> None:
    now = squeezed(talk(1, size=400), system=(PromptSection("persona", "Long prompt. " * 200),))
    rehearsal = Rehearsal(Adaptive(), None)
    for _ in range(2):
        assert rehearsal.before_request(now) == (None, 0.0)
    assert rehearsal.thrash.paused_at is not None
    grown = replace(now, log=(*now.log, *numbered([user("more words " * 900)], start=9)))
    rehearsal.before_request(grown)
    assert rehearsal.thrash.paused_at is None


def test_a_refused_preparation_is_not_tried_at_every_message() -> None:
    now = replace(state(talk(1)), summarizer=8_000)
    close = lined(now, int(measure(now).total * 1.1))
    rehearsal = Rehearsal(Adaptive(), scripted)
    rehearsal.consider(close, Moment.AFTER_RESPONSE)
    rehearsal.consider(close, Moment.AFTER_RESPONSE)
    assert rehearsal.take_event() is None


def test_the_script_writes_seven_sections_in_the_chat_language() -> None:
    english = scripted(Prompt("", "<transcript>\n[m1 user] hello there\n[m2 assistant] yes\n</transcript>"), 400)
    assert english.count("## ") == 7
    assert "- hello there" in english
    chinese = scripted(Prompt("", "对话记录<notes>\n- 旧\n</notes><transcript>\n[m1 user] 你好\n</transcript>"), 400)
    assert "## 目标\n- 旧" in chinese


@pytest.mark.parametrize("kind", KINDS)
def test_S1_a_replay_can_have_any_good_or_bad_summariser(kind: str) -> None:
    rehearsal = Rehearsal(Adaptive(), scripted_as(f"scripted:{kind}"))
    now = long_chat()
    record, _ = rehearsal.before_request(now)
    assert record is not None
    assert record.tokens_after < record.tokens_before
    if kind in ("empty", "think", "hanging", "refusing", "language", "inventing", "obeying"):
        assert (record.method, record.degraded is not None) == ("static", True)


def test_other_summarisers_are_not_scripted_and_an_unknown_kind_is_told() -> None:
    assert scripted_as("scripted") is scripted
    assert scripted_as("none") is None
    with pytest.raises(InputError, match="good, empty"):
        scripted_as("scripted:brilliant")
