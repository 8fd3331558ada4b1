"""An answer is told with what it is about; never with what it is not about."""

from __future__ import annotations

import pytest

from tests.context.logs import numbered, step
from weclaw_desktop.context.topics import NOTHING, About, about
from weclaw_desktop.context.units import answered
from weclaw_desktop.core.messages import Message, ToolCallPart, assistant, tool, user


def topics(messages: list[Message]) -> dict[int, About]:
    """What every message that is about something is about."""
    log = numbered(messages)
    found = {place: about(log, answered(log), place) for place in range(len(log))}
    return {place: topic for place, topic in found.items() if topic != NOTHING}


def asked(name: str, arguments: str, result: str) -> list[Message]:
    return [assistant("", ToolCallPart("c", name, arguments)), tool("c", name, result)]


def test_a_bare_number_is_told_with_the_ask_and_the_thing() -> None:
    found = topics([user("电话呢？"), *asked("find", '{"名称": "望月楼"}', "[]"), assistant("010-1234567。")])
    assert found == {2: About("望月楼"), 3: About("望月楼", "电话呢？")}


def test_words_need_only_the_thing() -> None:
    found = topics(
        [user("电话呢？"), *asked("find", '{"city": "Lyon"}', '{"结果": ["望月楼"]}'), assistant("电话是12。")]
    )
    assert found == {2: About("望月楼"), 3: About("望月楼")}


def test_of_several_things_the_ask_or_the_answer_says_which() -> None:
    both = asked("find", '{"city": "Lyon"}', '["Blue House", "Red House"]')
    assert topics([user("Red House, is it open?"), *both, assistant("Until 19:00.")]) == {3: About("Red House")}
    assert topics([user("Which is open?"), *both, assistant("Blue House is.")]) == {3: About("Blue House")}
    assert topics([user("Are they open?"), *both, assistant("Both are.")]) == {}
    assert topics([user("Red House or Blue House?"), *both, assistant("Any.")]) == {}


def test_what_the_ask_names_goes_before_what_was_looked_up_later() -> None:
    talk = [
        user("Where is R1?"),
        *asked("find", '{"id": "R1"}', "[]"),
        *asked("find", '{"id": "R2"}', "[]"),
        assistant("In Lyon."),
    ]
    assert topics(talk)[5] == About("R1")
    assert topics([user("Where is it?"), *talk[1:]])[5] == About("R2")


def test_a_thing_of_an_earlier_turn_is_not_taken_for_this_one() -> None:
    talk = [
        user("a"),
        *asked("find", '{"id": "R77"}', "[]"),
        assistant("Found it."),
        user("b"),
        assistant("Sure thing."),
    ]
    assert topics(talk) == {2: About("R77"), 3: About("R77")}


def test_long_answers_and_calls_have_no_topic() -> None:
    talk = [user("a"), *asked("look", "{}", '["x", "y"]'), assistant("Long enough. " * 20), assistant("")]
    assert topics(talk) == {}
    assert topics([*step("c", "[]"), assistant("Hi there.")])[2] == About("a.txt"), "nobody has asked yet"


def test_secrets_are_masked_and_long_asks_cut() -> None:
    found = topics([user("password=hunter2 and then a very long question about it?"), assistant("42")])
    assert "hunter2" not in found[1].ask
    assert found[1].ask.endswith("…")


NO_NAMES = (
    *("望月楼", "[", "5", '["x"]', '[5, "long enough"]', '{"a": ["x y"], "b": 1}', '{"a": {"b": "c d"}}'),
    *(f'["{"x" * 31}"]', f'["{"a house, " * 40}"]', "[" * 120 + "x"),
)


@pytest.mark.parametrize("result", NO_NAMES)
def test_what_is_no_short_list_of_names_names_nothing(result: str) -> None:
    assert topics([user("a"), *asked("find", "{}", result)]) == {}


def test_one_text_alone_is_a_name_too_and_an_unanswered_call_is_about_nothing() -> None:
    assert topics([user("a"), *asked("find", "{}", '{"name": "Orange Hotel"}')]) == {2: About("Orange Hotel")}
    assert topics([user("a"), tool("c", "find", '["Orange Hotel"]')]) == {}
