"""What is shared between replays never shows what another replay's budgets made of a message."""

from __future__ import annotations

from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.messages import Message, ToolResultPart, user
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.takes import Takes

COUNTER = counter_for("o200k_base")
SMALL, LARGE = (thresholds(ModelSpec("a", "b", window, "table")) for window in (8_192, 131_072))


def test_a_message_is_taken_in_once() -> None:
    takes, said = Takes(), Message("user", user("Berth B7 please.").parts, id="x-1", seq=1)
    first = takes.row(said, None, SMALL, COUNTER, "en")
    assert takes.row(said, None, SMALL, COUNTER, "en") is first
    assert takes.row(said, None, LARGE, COUNTER, "en") == first
    assert len(takes.cache) == 1


def test_units_are_worked_out_when_they_are_asked_for() -> None:
    takes, said = Takes(ahead=False), Message("user", user("Berth B7 please.").parts, id="x-1", seq=1)
    assert takes.row(said, None, SMALL, COUNTER, "en") == Takes().row(said, None, SMALL, COUNTER, "en")
    assert len(takes.cache) == 0


def test_a_shortened_result_is_another_one_for_each_budget() -> None:
    rows = "\n".join(f"boat {n} lies at berth B{n * 7} since day {n % 31} of the month" for n in range(400))
    result = Message("tool", (ToolResultPart("c", "look_up", rows),), id="x-2", seq=2)
    takes = Takes()
    small, large = (takes.row(result, None, lines, COUNTER, "en") for lines in (SMALL, LARGE))
    assert small.intake is not None
    assert small.intake.capped
    assert large.intake is None or not large.intake.capped
    assert small.id != large.id
    assert len(takes.cache) == 2
