"""Messages in units: who speaks, what of a result, what of a call, and which call a result answers."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given

from tests.context.counting import ByteCounter
from tests.context.logs import FILE, broken_logs, numbered, step
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.features import pair
from weclaw_desktop.context.units import answered, brief_arguments, cut, read_arguments
from weclaw_desktop.core.messages import Intake, Log, Message, TextPart, ToolCallPart, assistant, tool, user

COUNTER = ByteCounter()


def texts(message: Message, call: ToolCallPart | None = None) -> list[str]:
    return [unit.text for unit in cut(message, call, COUNTER).units]


def test_a_result_is_headed_by_its_call() -> None:
    call = ToolCallPart("c", "get_user", json.dumps({"id": "bob_1"}))
    found = cut(replace(tool("c", "", '{"name": "Bob"}'), seq=7), call, COUNTER)
    assert found.head == "a7 get_user"
    assert [unit.text for unit in found.units] == ["id: bob_1", "name: Bob"]
    assert found.ranked[0].density > 0
    assert cut(tool("c", "t", "x"), None, COUNTER).head == "a0 t"
    assert cut(user("hi"), None, COUNTER).head == "m0 user"


def test_units_come_from_the_encoded_text_unless_the_result_is_json() -> None:
    encoded = replace(tool("c", "t", "\x1b[31mred\x1b[0m"), intake=Intake("red", encodings=("ansi",)))
    assert texts(encoded) == ["red"]
    table = replace(tool("c", "t", '[{"a": 1}]'), intake=Intake("a\n1"))
    assert texts(table) == ["a: 1"]


def test_calls_and_attachments_are_units_and_secrets_are_masked() -> None:
    call = ToolCallPart("c", "search", '{"query": "berths", "token": "abc123def"}')
    called = assistant("Let me look.", call)
    assert texts(called) == ["Let me look."], "an answered call is told with its result"
    assert [unit.text for unit in cut(called, call, COUNTER).units] == ["Let me look.", "query: berths, token: •••"]
    assert texts(Message("user", (TextPart("see"), FILE))) == ["see", "notes.txt (text/plain, 40 bytes)"]


def test_K7_arguments_of_any_shape_are_read() -> None:
    assert read_arguments("") == {}
    assert read_arguments("null") == {}
    assert read_arguments("[1]") == {"value": [1]}
    assert read_arguments("{bad") == {"value": "{bad"}
    assert brief_arguments('{"a": [1], "b": "x y"}') == "[1], x y"
    assert brief_arguments(json.dumps({"a": "x" * 90})) == "x" * 59 + "…"


def test_K5_results_go_to_the_nearest_call_with_their_id() -> None:
    log = numbered([user("a"), *step("call_0", "one"), *step("call_0", "two", name="other")])
    found = answered(log)
    assert [found[place].name for place in (2, 4)] == ["read_file", "other"]


@given(broken_logs())
def test_a_call_stands_with_its_result_or_with_the_message_that_made_it(log: Log) -> None:
    for place, call in answered(log).items():
        assert log[place].role == "tool" or call in log[place].calls


def test_an_unanswered_call_is_found_at_its_message() -> None:
    log = numbered([user("a"), assistant("", ToolCallPart("c", "wait", "{}")), user("b")])
    assert answered(log)[1].name == "wait"
    assert 2 not in answered(log)


def test_arguments_come_first_and_tables_have_their_header_once() -> None:
    call = ToolCallPart("c", "find", '{"city": "Lyon"}')
    found = cut(tool("c", "find", '[{"id": "a1", "price": 5}, {"id": "b2", "price": 6}]'), call, COUNTER)
    assert found.asked == 1
    assert found.text([0, 1, 2]) == "city: Lyon → (id, price) a1, 5; b2, 6"
    assert found.text([0, 2]) == "city: Lyon → (id, price) b2, 6"
    assert found.text([1, 2]) == "(id, price) a1, 5; b2, 6"


def test_a_shortened_result_holds_what_it_shows() -> None:
    call = ToolCallPart("c", "find", '{"city": "Lyon_1"}')
    found = cut(tool("c", "find", '[{"id": "a_1", "n": 5}, {"id": "b_2", "n": 6}]'), call, COUNTER)
    held: set[str] = set()
    found.add_to(held, "[a1] find → 2 items\n(id, n) a_1, 5")
    assert {"a_1", "lyon_1"} <= held
    assert "b_2" not in held


def test_a_message_is_cut_once_per_revision() -> None:
    cache, counter = EngineCache(), ByteCounter()
    message = replace(user("Keep it short. Always."), id="m", seq=1)
    cache.warm(message, None, counter)
    asked = counter.calls
    cache.warm(message, None, counter)
    assert counter.calls == asked
    assert len(cache) == 1
    cache.warm(replace(message, revision=1), None, counter)
    assert len(cache) == 2


def test_what_was_asked_for_belongs_to_the_one_thing_found() -> None:
    call = ToolCallPart("c", "find", '{"评分": "4分以上"}')
    found = cut(tool("c", "find", '{"结果": ["望月楼"]}'), call, COUNTER)
    assert pair("望月楼", "4分以上") in found.units[0].facts.links
    assert found.structured
    many = cut(tool("c", "find", '{"a": "望月楼", "b": "x", "c": "y"}'), call, COUNTER)
    assert many.units[0].facts.pairs == {pair("评分", "4分以上")}
    plain = cut(tool("c", "find", "望月楼"), call, COUNTER)
    assert plain.units[0].facts.pairs == {pair("评分", "4分以上")}
    assert not plain.structured
    assert not cut(user("hi there"), None, COUNTER).structured
