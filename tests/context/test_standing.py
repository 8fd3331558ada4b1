"""How each message stands in the next request, and why."""

from __future__ import annotations

from dataclasses import replace

from tests.context.logs import call, numbered, step, talk
from tests.context.states import state
from weclaw_desktop.context.standing import standings
from weclaw_desktop.core.catalogue import ENTRIES
from weclaw_desktop.core.messages import Intake, Log, Message, TextPart, assistant, tool, user
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.text import render


def told(log: Log, record: Record | None = None) -> dict[str, tuple[str, str]]:
    """Message id → (state, last word of the reason's key)."""
    found = standings(state(log, record=record))
    assert set(found) == {message.id for message in log}
    assert all(one.reason.key in ENTRIES and "{" not in render(one.reason, "zh") for one in found.values())
    return {name: (one.state, one.reason.key.removeprefix("xray.why.")) for name, one in found.items()}


def test_without_a_record_all_is_verbatim_but_what_cannot_be_sent() -> None:
    log = numbered([
        Message("system", (TextPart("old prompt"),)),
        assistant("Welcome"),
        user("hi"),
        replace(assistant(""), state="failed"),
        tool("gone", "read_file", "a result nobody asked for"),
        replace(user("secret"), excluded=True),
        replace(user("rule"), pinned=True),
        assistant("", call("c1")),
        tool("c1", "read_file", "raw", intake=Intake(text="short", encodings=("table",))),
        user("long", intake=Intake(text="l…g", capped=True)),
        replace(assistant("wri"), state="generating"),
    ])  # fmt: skip
    found = told(log)
    assert [found[message.id] for message in log] == [
        ("left_out", "system"),
        ("verbatim", "opens"),
        ("verbatim", "verbatim"),
        ("left_out", "empty"),
        ("left_out", "orphan"),
        ("left_out", "excluded"),
        ("pinned", "pinned"),
        ("verbatim", "verbatim"),
        ("verbatim", "encoded"),
        ("shortened", "capped"),
        ("left_out", "growing"),
    ]


def test_what_came_before_the_first_ask_is_quoted_in_the_block() -> None:
    opening = numbered([assistant("Welcome", call("c1")), tool("c1", "read_file", "raw")])
    assert set(told(opening).values()) == {("verbatim", "opens")}


def cut(log: Log, place: int, block: ContextBlock | None, **fields: object) -> Record:
    return replace(Record("adaptive", "digest", "", cut_id=log[place].id, block=block, count=place), **fields)  # pyright: ignore[reportArgumentType] -- fields of Record


def test_what_is_behind_a_cut_says_what_stands_for_it() -> None:
    log = tuple(replace(m, pinned=m.seq == 1) for m in talk(4))
    nothing = told(log, cut(log, 4, None))
    assert [nothing[f"id{n}"] for n in (1, 4)] == [("left_out", "dropped")] * 2
    code = told(log, cut(log, 4, ContextBlock("f", rules="Pinned by the user (verbatim):\n[m1] Keep", digest="d")))
    assert [code[f"id{n}"] for n in (1, 2)] == [("pinned", "pinned_behind"), ("summarised", "by_code")]
    block = ContextBlock("f", narrative="n", digest="d")
    model = told(log, cut(log, 4, block, narrative_up_to="id2"))
    assert [model[f"id{n}"][1] for n in (2, 3, 5)] == ["by_model", "by_code", "verbatim"]
    assert told(log, cut(log, 4, block, narrative_up_to="gone"))["id2"][1] == "by_code"
    gone = told(log, replace(cut(log, 4, block), cut_id="gone"))
    assert {how for how, _ in gone.values()} == {"verbatim", "pinned"}


def test_the_newest_ask_behind_a_cut_is_sent_in_front() -> None:
    log = numbered([user("do it"), *step("1", "one"), *step("2", "two")])
    assert told(log, cut(log, 3, ContextBlock("f", digest="d")))["id1"] == ("verbatim", "recap")


def test_what_a_pass_replaced_says_how_and_where_the_original_is() -> None:
    log = numbered([user("a"), *step("1", "one"), *step("2", "two"), *step("3", "three"), user("b")])
    kinds = (("id3", "line", -1), ("id5", "stub", -1), ("id7", "head_tail", -1), ("id2", "arguments", 0))
    short = tuple(Replacement(name, "short", kind, "a1", call) for name, kind, call in kinds)  # pyright: ignore[reportArgumentType] -- kinds
    passes = Record("adaptive", "passes", "", replacements=short)
    found = told(log, passes)
    assert [found[name] for name, _, _ in kinds] == [
        ("shortened", "line"), ("shortened", "repeated"), ("shortened", "head_tail"), ("shortened", "arguments"),
    ]  # fmt: skip
    line = standings(state(log, record=passes))["id3"].reason
    assert "a3" in render(line)


def test_asked_again_it_is_at_hand() -> None:
    now = state(talk(2))
    assert standings(now) is standings(now)
