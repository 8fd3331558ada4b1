"""Which tools a request offers when their schemas are too large: fits, steady, and nothing in use goes unsaid."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.offering import (
    LARGEST_GROUP,
    LIST,
    MORE,
    Offering,
    asked_for,
    groups_of,
    listing,
    more_tools,
    offer,
    settled_room,
    uses_of,
)
from weclaw_desktop.core.messages import ToolCallPart, assistant, user
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.text import render

MORE_SIZE = 30


def spec(name: str, size: int = 50, group: str = "") -> ToolSpec:
    return ToolSpec(name, "x" * size, {}, group=group)


def size(tool: ToolSpec) -> int:
    return MORE_SIZE if tool.name == MORE else len(tool.description)


def names(offering: Offering) -> list[str]:
    return [tool.name for tool in offering.tools]


def total(offering: Offering) -> int:
    return sum(map(size, offering.tools))


BUILT_IN = tuple(spec(name) for name in ("read_file", "list_folder", "current_time"))
HUB = tuple(spec(f"hub__{name}") for name in ("issues", "pulls", "search", "files"))
MAIL = tuple(spec(name, group="mail") for name in ("send", "read", "find"))
TOOLS = BUILT_IN + HUB + MAIL


def test_tools_that_fit_are_offered_as_they_are() -> None:
    offering = offer(TOOLS, size, 500)
    assert offering == Offering(TOOLS)
    assert offering.tools is TOOLS
    assert (offering.told(), offering.alarm()) == (None, None)


def test_groups_follow_declared_groups_then_names_then_order() -> None:
    lone = tuple(spec(f"plain{n}") for n in range(LARGEST_GROUP))
    found = groups_of((*BUILT_IN, *HUB, *MAIL, *lone, spec("one.only")))
    assert [(group.name, len(group.tools)) for group in found] == [
        ("tools", 8), ("tools-2", 4), ("hub", 4), ("mail", 3),
    ]  # fmt: skip
    assert listing(found[3:]) == "mail: send, read, find"


def test_the_last_unused_groups_wait_behind_more_tools() -> None:
    offering = offer(TOOLS, size, 400)
    assert names(offering) == [*(t.name for t in BUILT_IN + HUB), MORE]
    assert offering.withdrawn == ("send", "read", "find")
    assert offering.alarm() is None
    assert render(offering.told() or pytest.fail("nothing told")).startswith("3 tools wait behind more_tools")
    assert "send, read, find）" in render(offering.told() or pytest.fail("nothing told"), "zh")


def test_what_is_asked_for_comes_behind_and_the_head_stays() -> None:
    before = offer(TOOLS, size, 380)
    groups = before.groups
    asked = assistant("", ToolCallPart("1", MORE, '{"group": "Mail"}'))
    after = offer(TOOLS, size, 380, uses_of((user("hi"), asked), groups))
    assert names(after) == ["read_file", "list_folder", "current_time", MORE, "send", "read", "find"]
    assert after.withdrawn == tuple(tool.name for tool in HUB)
    assert names(before) == [*(tool.name for tool in BUILT_IN + HUB), MORE]
    used = assistant("", ToolCallPart("2", "send", "{}"), ToolCallPart("3", "hub__pulls", "{}"))
    later = offer(TOOLS, size, 380, uses_of((asked, used), groups))
    assert names(later) == [*names(after), "hub__pulls"]
    assert [tool for tool in later.tools if tool.name == MORE] == [tool for tool in before.tools if tool.name == MORE]


def test_what_was_used_goes_last_and_is_said() -> None:
    uses = [("current_time",), ("send",), ("hub__issues",), ("unknown",), ("hub__pulls",)]
    roomy = offer(TOOLS, size, 250, uses)
    assert names(roomy) == ["current_time", MORE, "send", "hub__issues", "hub__pulls"]
    assert roomy.dropped == ()
    tight = offer(TOOLS, size, 150, uses)
    assert names(tight) == [MORE, "hub__issues", "hub__pulls"]
    assert tight.dropped == ("current_time", "send")
    assert "current_time, send" in render(tight.alarm() or pytest.fail("nothing said"))


def test_the_coming_call_has_its_tools_even_beyond_the_room() -> None:
    must = ("hub__pulls", "send", "gone")
    offering = offer(TOOLS, size, 100, [("read_file",)], must=must)
    assert names(offering) == ["hub__pulls", "send"]
    assert not offering.over
    over = offer(TOOLS, size, 60, must=must)
    assert names(over) == ["hub__pulls", "send"]
    assert over.over
    assert "larger than their share" in render(over.alarm() or pytest.fail("nothing said"))


def test_no_tools_are_never_too_large() -> None:
    assert offer((), size, -3_000).alarm() is None


def test_a_group_that_is_too_large_drives_nothing_out() -> None:
    huge = spec("huge", 900, "big")
    before = offer((*TOOLS, huge), size, 300)
    assert names(offer((*TOOLS, huge), size, 300, [("huge",)])) == names(before)


def test_no_room_offers_nothing() -> None:
    offering = offer(TOOLS, size, 0)
    assert offering.tools == ()
    assert len(offering.withdrawn) == len(TOOLS)


def test_more_tools_says_as_much_as_there_is_room_for() -> None:
    groups = groups_of(TOOLS)

    def told(room: int) -> str:
        return more_tools(groups, lambda tool: len(tool.description), room, "en").description

    assert "hub: hub__issues, hub__pulls" in told(5_000)
    assert "hub (4), mail (3)" in told(900)
    assert "10 tools" in told(100)
    assert "邮" not in more_tools(groups, size, 100, "zh").description


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ('{"group": "mail"}', ["send", "read", "find"]),
        ('{"group": " MAIL "}', ["send", "read", "find"]),
        ('"hub__pulls"', ["hub__pulls"]),
        (json.dumps({"group": LIST}), []),
        ("{}", []),
        ("", []),
        ("{broken", []),
    ],
)
def test_a_call_names_a_group_or_a_tool(arguments: str, found: list[str]) -> None:
    assert [tool.name for tool in asked_for(arguments, groups_of(TOOLS))] == found


def test_asking_for_nothing_is_no_use() -> None:
    log = (assistant("", ToolCallPart("1", MORE, "{}"), ToolCallPart("2", "send", "")),)
    assert uses_of(log, groups_of(TOOLS)) == [("send",)]


def test_a_list_that_still_fits_stays() -> None:
    assert settled_room(None, 1_000) == 900
    assert settled_room(900, 950) == 900
    assert settled_room(900, 890) == 801


SPECS = st.lists(st.tuples(st.sampled_from(["", "a", "b"]), st.integers(1, 300)), min_size=1, max_size=30).map(
    lambda rows: tuple(spec(f"t{n}", tokens, group) for n, (group, tokens) in enumerate(rows))
)
USES = st.lists(st.lists(st.integers(0, 33).map(lambda n: f"t{n}"), max_size=4).map(tuple), max_size=8)


@given(SPECS, st.integers(0, 3_000), USES, st.lists(st.integers(0, 33).map(lambda n: f"t{n}"), max_size=3))
def test_it_always_fits_when_any_list_with_what_must_be_there_does(
    tools: tuple[ToolSpec, ...], room: int, uses: list[tuple[str, ...]], must: list[str]
) -> None:
    offering = offer(tools, size, room, uses, must=must)
    needed = [tool for tool in tools if tool.name in must]
    assert all(tool in offering.tools for tool in needed)
    fits = sum(map(size, needed)) <= room
    assert (total(offering) <= room) == fits
    assert offering.over is not fits
    assert offering == offer(tools, size, room, list(uses), must=tuple(reversed(must)))
    sent = names(offering)
    assert len(sent) == len(set(sent))
    assert set(sent) - {MORE} | set(offering.withdrawn) == {tool.name for tool in tools}
    assert {tool.name for tool in offering.tools} - {MORE} <= {tool.name for tool in tools}


@given(SPECS, st.integers(0, 3_000), USES)
def test_what_the_chat_has_used_goes_only_when_nothing_else_is_left(
    tools: tuple[ToolSpec, ...], room: int, uses: list[tuple[str, ...]]
) -> None:
    offering = offer(tools, size, room, uses)
    used = {name for use in uses for name in use}
    assert set(offering.dropped) == used & set(offering.withdrawn)
    everything = sum(size(tool) for tool in tools if tool.name in used)
    if everything + MORE_SIZE <= room:
        assert offering.dropped == ()


@given(SPECS, st.integers(0, 3_000), USES)
def test_a_call_of_what_is_on_offer_changes_nothing(
    tools: tuple[ToolSpec, ...], room: int, uses: list[tuple[str, ...]]
) -> None:
    before = offer(tools, size, room, uses)
    for name in names(before):
        again = offer(tools, size, room, [*uses, (name,)])
        assert again.tools == before.tools
    assert replace(before, tools=before.tools) == before
