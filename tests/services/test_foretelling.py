"""What is told of a request before it is sent, by what the strategy would make of the chat."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from tests.context.logs import talk
from tests.context.states import state
from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, NarrativeJob, Need, Plan, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.core.messages import user
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.text import text
from weclaw_desktop.services.foretelling import Ready, foretold

LOG = talk(40, size=265)
STATE = state(LOG)
PLAN = Plan("fake", Need.SOFT, "static", "", None, 0, 0)
ASKS_A_MODEL = Plan("fake", Need.SOFT, "model", "", None, 0, 0, NarrativeJob("", "id1", "id9", 100, "en"))
REFUSED = Refused(text("engine.refused.nothing"))
DROPPED = Record("fake", "slide", "", cut_id="id41")
SUMMED = Record("fake", "static", "", cut_id="id41", block=ContextBlock("frame", digest="passages"))
RULES = Record("fake", "slide", "", cut_id="id41", block=ContextBlock("frame", rules="pins"))
SHORTENED = Record("fake", "passes", "")


@dataclass
class Fake(ContextEngine):
    """Plans and makes what it was given, and remembers what it saw."""

    need: Need = Need.SOFT
    planned: Plan | Refused = PLAN
    made: Record | Refused = SHORTENED
    saw: list[State] = field(default_factory=list[State])
    id = "fake"

    def moments(self) -> frozenset[Moment]:
        return frozenset((Moment.BUILDING,))

    def trigger(self, state: State, moment: Moment) -> Need:
        assert moment is Moment.BUILDING
        self.saw.append(state)
        return self.need

    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        return self.planned

    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        return self.made


@pytest.mark.parametrize(
    ("made", "key"),
    [(DROPPED, "dropped"), (RULES, "dropped"), (SUMMED, "summary"), (SHORTENED, "shortened")],
    ids=["turns", "turns but for pins", "summary", "results"],
)
def test_what_code_does_at_once_is_named(made: Record, key: str) -> None:
    assert foretold(Fake(made=made), STATE, None, Ready()) == text(f"xray.told.{key}")
    lies = Ready(PLAN, Narrative("told"), busy=True)
    assert foretold(Fake(made=made), STATE, None, lies) == text("xray.told.ready")
    assert foretold(Fake(made=made), STATE, None, Ready(asks=True)) == text("xray.told.asking")


@pytest.mark.parametrize(
    ("engine", "ready"),
    [
        (Fake(planned=REFUSED), Ready()),
        (Fake(made=REFUSED), Ready()),
        (Fake(made=REFUSED), Ready(PLAN)),
        (Fake(planned=ASKS_A_MODEL), Ready()),
        (Fake(), Ready(busy=True)),
        (Fake(), Ready(worth_from=1e9)),
        (Fake(need=Need.PREPARE), Ready(PLAN)),
        (Fake(need=Need.NONE), Ready(PLAN)),
    ],
    ids=["no plan", "refused", "ready but refused", "a model is asked", "busy", "pointless", "below T", "nothing due"],
)
def test_nothing_is_told_of_what_goes_out_as_it_is(engine: Fake, ready: Ready) -> None:
    assert foretold(engine, STATE, None, ready) is None


def test_without_background_work_a_summary_is_made_by_code() -> None:
    alone = state(LOG, settings=Context(background=False))
    assert foretold(Fake(planned=ASKS_A_MODEL, made=SUMMED), alone, None, Ready()) == text("xray.told.summary")


def test_the_draft_is_a_message_of_the_chat_that_is_looked_at_and_the_chat_keeps_its_cache() -> None:
    engine = Fake(need=Need.NONE)
    foretold(engine, STATE, user("what now"), Ready())
    foretold(engine, state(LOG[:-1]), None, Ready())
    foretold(engine, STATE, None, Ready())
    written, waiting, anything = engine.saw
    assert [m.text for m in written.log[len(LOG) :]] == ["what now"]
    assert written.log[-1].seq == LOG[-1].seq + 1
    assert waiting.log == LOG[:-1], "the question is to be answered as it is"
    assert len(anything.log) == len(LOG) + 1
    assert all(seen.memo is not STATE.memo for seen in engine.saw)


def test_this_chat_is_between_the_lines() -> None:
    assert STATE.thresholds.threshold < measure(STATE).total < STATE.thresholds.hard - 100


def test_far_below_every_line_nobody_is_asked() -> None:
    engine = Fake()
    assert foretold(engine, state(LOG[:4]), None, Ready()) is None
    assert foretold(engine, state(()), None, Ready()) is None
    assert engine.saw == []


def test_at_the_hard_line_the_user_is_asked_or_it_is_shortened() -> None:
    over = state(talk(40, size=1_000))
    assert measure(over).total > over.thresholds.hard
    line, engine = over.thresholds.hard, Fake(need=Need.HARD)
    assert foretold(engine, over, None, Ready(asks=True, asks_at_hard=True)) == text("xray.told.asks", line=line)
    assert foretold(engine, over, None, Ready()) == text("xray.told.over", line=line)
