"""A short answer is told with what it is about; never with what it is not about."""

from __future__ import annotations

from tests.context.counting import ByteCounter
from tests.context.logs import numbered, step
from weclaw_desktop.context.topics import Topics
from weclaw_desktop.context.units import answered
from weclaw_desktop.core.messages import Log, Message, ToolCallPart, assistant, tool, user


def about(messages: list[Message]) -> dict[int, str]:
    log: Log = numbered(messages)
    found = Topics(log, answered(log), ByteCounter())
    return {place: text for place in range(len(log)) if (text := found.of(place)[0])}


def asked(name: str, arguments: str, result: str) -> list[Message]:
    return [assistant("", ToolCallPart("c", name, arguments)), tool("c", name, result)]


def test_a_bare_number_is_told_with_the_ask_and_the_thing() -> None:
    found = about([user("电话呢？"), *asked("find", '{"名称": "望月楼"}', "[]"), assistant("010-1234567。")])
    assert found == {3: " · 望月楼 · 电话呢？"}


def test_words_need_only_the_thing_and_a_named_thing_nothing() -> None:
    found = about(
        [user("电话呢？"), *asked("find", '{"city": "Lyon"}', '{"结果": ["望月楼"]}'), assistant("电话是12。")]
    )
    assert found == {3: " · 望月楼"}
    found = about([user("电话呢？"), *asked("find", '{"name": "望月楼"}', "[]"), assistant("望月楼的电话是12。")])
    assert found == {}


def test_a_thing_of_an_earlier_turn_is_not_taken_for_this_one() -> None:
    talk = [
        user("a"),
        *asked("find", '{"id": "R77"}', "[]"),
        assistant("Found it."),
        user("b"),
        assistant("Sure thing."),
    ]
    assert about(talk) == {3: " · R77"}


def test_long_answers_and_calls_have_no_topic() -> None:
    talk = [user("a"), *step("c", '["x", "y"]'), assistant("Long enough. " * 20), assistant("")]
    assert about(talk) == {}


def test_secrets_are_masked_and_long_asks_cut() -> None:
    found = about([user("password=hunter2 and then a very long question about it?"), assistant("42")])
    assert "hunter2" not in found[1]
    assert found[1].endswith("…")


def test_the_newest_thing_of_the_turn_counts_and_is_counted_once() -> None:
    talk = [
        user("a"),
        *asked("find", '{"id": "R1"}', "[]"),
        *asked("find", '{"id": "R2"}', "[]"),
        assistant("Found it."),
    ]
    log, counter = numbered(talk), ByteCounter()
    found = Topics(log, answered(log), counter)
    assert found.of(5) == (" · R2", counter.text(" · R2"))
    before = counter.calls
    assert found.of(5)[0] == " · R2"
    assert counter.calls == before
    assert Topics(numbered([assistant("Hi there.")]), {}, counter).of(0) == ("", 0)
