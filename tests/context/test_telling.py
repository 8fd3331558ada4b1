"""Messages are told joined with what they are about, and told anew only where the log changed."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from tests.context.counting import ByteCounter
from tests.context.logs import broken_logs, numbered
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.features import pair
from weclaw_desktop.context.telling import Source, Telling, told
from weclaw_desktop.context.units import answered, cut
from weclaw_desktop.core.messages import Log, Message, ToolCallPart, assistant, tool, user

COUNTER = ByteCounter()


def asked(arguments: str, result: str) -> list[Message]:
    return [assistant("", ToolCallPart("c", "find", arguments)), tool("c", "find", result)]


def sources(log: Log, telling: Telling | None = None) -> list[Source]:
    return (telling or Telling()).sources(log, answered(log), EngineCache(), COUNTER)


def texts(log: Log) -> list[str]:
    return [source.cut.text(range(len(source.cut.units))) for source in sources(log)]


def test_a_short_answer_stands_in_one_unit_with_what_was_asked() -> None:
    assert texts(numbered([user("a"), *asked('{"city": "Lyon"}', '["Red House", "Blue House"]')]))[2] == (
        "city: Lyon → Red House, Blue House"
    )
    assert (
        texts(numbered([user("a"), *asked('{"path": "a_1"}', '{"status": "gone"}')]))[2] == "path: a_1 → status: gone"
    )


def test_the_one_thing_found_is_named_by_its_card() -> None:
    found = sources(numbered([user("a"), *asked('{"city": "Lyon"}', '{"hits": ["Red House"]}')]))[2]
    assert found.card == "Red House"
    assert found.cut.text([0]) == "city: Lyon"
    facts = found.cut.units[0].facts
    assert "red" in facts.medium
    assert pair("Red House", "Lyon") in facts.links


def test_long_answers_tables_and_plain_text_stay_as_they_are() -> None:
    for result in ('[{"id": "a_1", "n": 5}, {"id": "b_2", "n": 6}]', "plain words", f'{{"text": "{"long " * 30}"}}'):
        found = sources(numbered([user("a"), *asked('{"name": "Lyon"}', result)]))[2]
        assert found.cut.asked == 1
        assert found.card == "", "told on its own"


def test_the_values_of_an_answer_are_facts_about_its_thing() -> None:
    log = numbered([user("a"), *asked('{"name": "HOUSE_1"}', "[]"), assistant("House_1 opens at 10:00, call 5551234.")])
    found = sources(log)[3]
    assert found.card == "HOUSE_1"
    assert found.cut.units[0].facts.links == {pair("house_1", "10:00"), pair("house_1", "5551234")}
    known = found.cut.units[0].facts
    assert known.value > cut(log[3], None, COUNTER).units[0].facts.value
    held: set[str] = set()
    known.add_to(held)
    assert not known.new(held)
    assert known.new(held - known.links) > 0


def test_answers_of_many_sentences_are_told_on_their_own() -> None:
    said = " ".join(f"Room {number} is fine." for number in range(7))
    assert sources(numbered([user("a"), *asked('{"name": "H_1"}', "[]"), assistant(said)]))[3].card == ""
    plain = cut(user("Hello there."), None, COUNTER)
    assert told(plain, "", COUNTER) is plain


def test_only_turns_that_changed_are_told_again() -> None:
    log = numbered(
        [user("a"), *asked('{"name": "H_1"}', "[]"), assistant("It is open."), user("b"), assistant("Good.")]
    )
    telling = Telling()
    first = sources(log[:4], telling)
    grown = sources(log, telling)
    assert [old is new for old, new in zip(first, grown, strict=False)] == [False] * 4, "the newest turn may have grown"
    again = sources(log, telling)
    assert all(old is new for old, new in zip(grown, again, strict=True))
    copies = tuple(replace(message) for message in log)
    assert all(old is new for old, new in zip(grown, sources(copies, telling), strict=True)), "equal revisions"
    edited = (*log[:4], replace(log[4], revision=1), log[5])
    after = sources(edited, telling)
    assert [old is new for old, new in zip(grown, after, strict=True)] == [True] * 4 + [False] * 2
    assert sources(edited[:3], telling) == after[:3]


@given(broken_logs(), broken_logs())
def test_what_is_remembered_never_changes_what_is_told(one: Log, other: Log) -> None:
    telling, other = Telling(), tuple(replace(message, id=f"other {message.id}") for message in other)
    sources(one, telling)
    assert sources(one[:2] + other[2:], telling) == sources(one[:2] + other[2:])
    assert sources(other, telling) == sources(other)
    assert sources(one[: len(one) // 2], telling) == sources(one[: len(one) // 2])


def test_units_with_a_banned_sentence_are_barred_once_for_each_message() -> None:
    log = numbered([user("Use rhyme_9 always. And mind the gap_3."), assistant("ok"), user("More.")])
    telling = Telling()
    plain = sources(log, telling)
    assert telling.barred(plain, ()) == plain
    barred = telling.barred(plain[:2], ("Use rhyme_9 always.",))
    assert [source.banned for source in barred] == [frozenset({0}), frozenset()]
    assert barred[1] is plain[1]
    grown = telling.barred(plain, ("Use rhyme_9 always.",))
    assert grown[0] is barred[0], "not made again"
    assert [source.place for source in grown] == [0, 1, 2]
    assert telling.barred(plain[:1], ("Use rhyme_9 always.",)) == grown[:1]
    assert telling.barred(plain[1:], ("Use rhyme_9 always.",)) == grown[1:]
    assert telling.barred(plain, ("gap_3",))[0].banned == frozenset({1})


def test_another_call_behind_a_result_is_told_anew() -> None:
    log = numbered([user("a"), *asked('{"name": "H_1"}', '["Red House"]'), user("b"), assistant("Good.")])
    telling = Telling()
    sources(log, telling)
    other = {2: ToolCallPart("c", "find", '{"name": "H_2"}')}
    for calls in ({}, other, {**other, 4: ToolCallPart("d", "find", "{}")}, answered(log)):
        found = telling.sources(log, calls, EngineCache(), COUNTER)
        assert found == Telling().sources(log, calls, EngineCache(), COUNTER)
        assert telling.sources(log, calls, EngineCache(), COUNTER) == found
