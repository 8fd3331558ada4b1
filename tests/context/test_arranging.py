"""The room that schemas have in a chat, and a list that stays as long as it fits."""

from __future__ import annotations

from dataclasses import replace

from tests.context.logs import numbered
from tests.context.states import state
from weclaw_desktop.context.arranging import NOTICE, arrange, restored, sizes
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.offering import MORE
from weclaw_desktop.core.messages import ToolCallPart, assistant, user
from weclaw_desktop.core.models import Calibration, ToolSpec
from weclaw_desktop.core.request import PromptSection
from weclaw_desktop.core.text import render, text


def specs(count: int, size: int = 300) -> tuple[ToolSpec, ...]:
    return tuple(ToolSpec(f"box{n // 4}__tool{n}", "words " * (size // 6), {}) for n in range(count))


def at(count: int, **fields: object) -> State:
    return state((), tools=specs(count), **fields)


def test_everything_is_offered_while_it_fits() -> None:
    now = at(3)
    first = arrange(now)
    assert first.offering.tools is now.tools
    assert first.room is None
    assert arrange(now, first) is first


def test_M3_prompt_and_schemas_stay_under_their_share() -> None:
    now = at(60)
    offered = arrange(now).offering
    load = measure(replace(now, tools=offered.tools))
    assert load.fixed + NOTICE <= now.thresholds.budgets.fixed
    assert load.part("schemas") > 0.6 * now.thresholds.budgets.fixed
    assert any(tool.name == MORE for tool in offered.tools)
    assert len(offered.withdrawn) + len(offered.tools) - 1 == 60


def test_where_the_prompt_leaves_no_room_the_tools_are_not_blamed() -> None:
    prompt = (PromptSection("instructions", "word " * 5_000),)
    for count in (0, 3):
        offered = arrange(at(count, system=prompt), must=("box0__tool0",)).offering
        assert len(offered.tools) == min(1, count)
        assert not offered.over
        told = offered.alarm()
        assert (told is None) == (count == 0)
        assert told is None or render(told).startswith(
            "Persona, instructions, skills and files leave no room for tools: 2"
        )
    large = ToolSpec("large", "words " * 9_000, {})
    assert arrange(state((), tools=(large,)), must=("large",)).offering.alarm() == text("context.tools.over")


def test_U6_a_prompt_that_leaves_room_for_the_way_to_the_tools_at_most_is_named_as_the_cause() -> None:
    said: set[str] = set()
    for words in range(900, 1_500, 3):
        now = at(60, system=(PromptSection("instructions", "word " * words),))
        offered = arrange(now).offering
        told, waiting = offered.alarm(), offered.told()
        reachable = any(tool.name == MORE for tool in offered.tools)
        assert waiting is not None
        assert ("more_tools" in render(waiting)) == reachable
        assert reachable or told is not None, "nothing is kept from the model in silence"
        if told is not None:
            assert ("more_tools" in render(told)) == reachable
            said.add(told.key)
    assert said == {"context.tools.crowded", "context.tools.crowded_out"}


def test_U6_who_shortens_the_prompt_as_advised_has_the_tools_back() -> None:
    prompt = (PromptSection("instructions", "word " * 5_000),)
    full = arrange(at(3, system=prompt))
    shorter = replace(at(3), tools=full.tools)
    for before in (full, restored(full.tools, full.kept())):
        again = arrange(shorter, before)
        assert again.offering.tools == shorter.tools
        assert again.offering.alarm() is None


def test_a_list_that_fits_stays_the_same_object_whatever_is_counted_anew() -> None:
    now = at(60)
    first = arrange(now)
    surer = replace(now, calibration=Calibration(1.05, 3))
    assert arrange(surer, first).offering.tools is first.offering.tools
    easier = replace(now, calibration=Calibration(0.2, 3))
    assert arrange(easier, first).offering.tools is first.offering.tools
    heavier = arrange(replace(now, calibration=Calibration(1.6, 3)), first)
    assert len(heavier.offering.tools) < len(first.offering.tools)


def test_another_model_or_other_tools_begin_anew() -> None:
    first = arrange(at(60))
    larger = arrange(at(60, window=200_000), first)
    assert len(larger.offering.tools) == 60
    assert arrange(at(3), first).room is None


def test_what_the_chat_called_is_on_offer() -> None:
    now = at(60)
    first = arrange(now)
    asked = assistant("", ToolCallPart("1", MORE, '{"group": "box14"}'))
    called = numbered([user("hi"), asked])
    after = arrange(replace(now, log=called), first)
    names = [tool.name for tool in after.offering.tools]
    assert names[-1] == "box14__tool59"
    assert names[0] == first.offering.tools[0].name
    needed = arrange(now, first, {"box12__tool50"})
    assert "box12__tool50" in [tool.name for tool in needed.offering.tools]


def test_a_schema_is_counted_once_and_again_when_it_changes() -> None:
    now = at(1)
    tool = now.tools[0]
    size = sizes(now)
    assert size(tool) == size(replace(tool)) == now.counter.tools((tool,))
    assert size(replace(tool, description="short")) < size(tool)


def test_what_was_decided_survives_a_restart() -> None:
    now = at(60)
    first = arrange(now)
    again = replace(now, calibration=Calibration(0.9, 3))
    kept = restored(now.tools, first.kept())
    assert kept is not None
    assert arrange(again, kept).offering == first.offering
    assert arrange(again).offering != first.offering
    assert arrange(at(3)).kept() is None
    assert restored(now.tools, None) is None
    assert restored(now.tools, ["cl100k", "x", 3]) is None
