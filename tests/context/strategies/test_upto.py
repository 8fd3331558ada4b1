"""A compression up to a message that the user chose, the same for every strategy that cuts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.logs import numbered, talk
from tests.context.squeeze import squeezed
from tests.context.states import model
from weclaw_desktop.context.engine import Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.invariants import violations
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.strategies import strategy
from weclaw_desktop.core.messages import Log, user
from weclaw_desktop.core.records import Record

CUTTING = ("adaptive", "pipeline", "layered", "truncate")


def chat() -> Log:
    return numbered([*talk(16, size=400, tools=1, result=600), user("and now?")])


def asked(now: State, engine: str, upto: str, narrative: Narrative | None = None) -> Record | Refused:
    state = replace(now, upto=upto)
    plan = strategy(engine).plan(state, Need.HARD)
    return strategy(engine).apply(state, plan, narrative) if isinstance(plan, Plan) else plan


@pytest.mark.parametrize("engine", CUTTING)
def test_the_cut_is_where_the_user_said(engine: str) -> None:
    now = squeezed(chat())
    for seq in (8, 20, 40):
        made = asked(now, engine, f"id{seq}")
        assert isinstance(made, Record), (engine, made)
        cut = next(m for m in now.log if m.id == made.cut_id)
        assert seq < cut.seq <= seq + 4, (engine, seq, cut.seq)
        assert made.tokens_after < made.tokens_before


@pytest.mark.parametrize("engine", CUTTING)
def test_the_newest_turn_is_never_compressed_away(engine: str) -> None:
    now = squeezed(chat())
    made = asked(now, engine, now.log[-1].id)
    assert isinstance(made, Record)
    assert made.cut_id == now.log[-1].id


@pytest.mark.parametrize("engine", CUTTING)
def test_what_is_compressed_already_is_refused(engine: str) -> None:
    now = squeezed(chat())
    made = asked(now, engine, "id20")
    assert isinstance(made, Record)
    again = asked(replace(now, record=made), engine, "id4")
    assert isinstance(again, (Refused, Record))
    if isinstance(again, Record):
        assert again.cut_id == made.cut_id


@pytest.mark.parametrize("engine", CUTTING)
def test_an_unknown_message_leaves_the_choice_to_the_strategy(engine: str) -> None:
    now = squeezed(chat())
    assert asked(now, engine, "nowhere") == asked(now, engine, "")


@pytest.mark.parametrize("engine", ["adaptive", "pipeline", "layered"])
def test_something_stands_for_what_is_cut_even_where_the_tail_is_long(engine: str) -> None:
    now = squeezed(chat())
    told = Narrative("The user asked a question and got an answer.", "p/m", "id8")
    made = asked(now, engine, "id8", told)
    assert isinstance(made, Record)
    assert made.block is not None
    assert "got an answer" in made.block.narrative


@pytest.mark.parametrize("engine", CUTTING)
def test_the_request_that_follows_is_sound(engine: str) -> None:
    now = squeezed(chat(), share=1.2)
    made = asked(now, engine, "id24")
    assert isinstance(made, Record)
    request = build_request(replace(now, record=made), model())
    assert not violations(request, hard=now.thresholds.hard, log=now.log)
