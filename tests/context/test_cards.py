"""What was chosen is written in order, under one name per thing, and no value stands far from the thing it is of."""

from __future__ import annotations

from tests.context.counting import ByteCounter
from tests.context.logs import numbered
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.cards import REACH, title, write
from weclaw_desktop.context.telling import Source, Telling
from weclaw_desktop.context.units import answered
from weclaw_desktop.core.messages import Message, ToolCallPart, assistant, tool, user

COUNTER = ByteCounter()


def asked(arguments: str, result: str, name: str = "find") -> list[Message]:
    return [assistant("", ToolCallPart("c", name, arguments)), tool("c", name, result)]


def sources(messages: list[Message]) -> list[Source]:
    log = numbered(messages)
    return Telling().sources(log, answered(log), EngineCache(), COUNTER)


def written(messages: list[Message], *places: int) -> str:
    return write(sources(messages), [(place, 0) for place in places], "")


TALK = [
    user("A house?"),
    *asked('{"city": "Lyon"}', '["Red House"]'),
    assistant("Red House is in Lyon."),
    user("Its phone?"),
    *asked('{"city": "Lyon", "stars": 5}', '["Red House"]'),
    assistant("It is 5551234."),
    user("The next tram?"),
    assistant("At 10:00."),
]


def test_what_is_on_one_thing_stands_together_where_the_first_of_it_does() -> None:
    assert written(TALK, 7, 2, 6, 8, 9).splitlines() == [
        "[a3 find · Red House] city: Lyon [a7] city: Lyon, stars: 5 [m8 · Its phone?] It is 5551234.",
        "[m9 user] The next tram?",
        "[m10 assistant · The next tram?] At 10:00.",
    ]


def test_a_thing_that_the_words_name_is_not_named_in_front_of_them() -> None:
    assert written(TALK, 3, 6) == "[m4 assistant] Red House is in Lyon. [a7] city: Lyon, stars: 5"
    assert title(sources(TALK)[7], "It is 5551234.") == " · Red House · Its phone?"
    assert title(sources(TALK)[7], "Its phone? At Red House.") == ""
    assert title(sources(TALK)[0], "A house?") == ""


def test_a_thing_is_named_again_before_its_name_is_out_of_reach() -> None:
    answers = [
        [user("More?"), *asked('{"name": "Red House"}', "[]"), assistant(f"Number {n} {'is fine ' * 8}")]
        for n in range(9)
    ]
    talk = [message for turn in answers for message in turn]
    said = written(talk, *range(3, len(talk), 4))
    assert "\n" not in said
    for number in range(9):
        end = said.index(f"Number {number}") + len(f"Number {number} {'is fine ' * 8}".rstrip())
        assert "Red House" in said[max(0, end - REACH - len("Red House") - len(" · []m00")) : end]
    assert 3 <= said.count("Red House") <= 6


def test_another_result_on_the_same_thing_is_called_by_its_id() -> None:
    talk = [user("a"), *asked('{"city": "Lyon"}', '["Red House"]'), *asked('{"stars": 5}', '["Red House"]', "rate")]
    assert written(talk, 2, 4) == "[a3 find · Red House] city: Lyon [a5] stars: 5"


def test_a_heading_stands_in_front() -> None:
    assert write(sources(TALK), [(8, 0)], "Excerpts:") == "Excerpts:\n[m9 user] The next tram?"
