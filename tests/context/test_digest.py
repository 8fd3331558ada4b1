"""The digest chooses what is new per token, in order, within its budget, and never what must not come back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from tests.context.logs import numbered, step
from weclaw_desktop.context import digest
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.digest import compose
from weclaw_desktop.context.telling import Source, Telling
from weclaw_desktop.context.units import answered, cut
from weclaw_desktop.core.messages import Message, ToolCallPart, assistant, tool, user

COUNTER = ByteCounter()
WORDS = (
    "The key_1 is here",
    "Ask Priya",
    "Pay $1,250 to Omar",
    "thanks a lot",
    "Room 12 of the House",
    "db_2 holds rows",
)


def source(place: int, message: Message, banned: frozenset[int] = frozenset()) -> Source:
    return Source(place, message.role, cut(replace(message, seq=place + 1), None, COUNTER), banned)


def test_facts_come_before_chatter_and_in_the_order_of_the_log() -> None:
    sources = [
        source(0, user("My booking is EHGLP3. I am so very happy to be talking to you about it today.")),
        source(1, assistant("Certainly. Let me think about what we could possibly do about that for a while.")),
        source(2, tool("c", "get", '{"price": 1002, "cabin": "economy"}')),
    ]
    found = compose(sources, set(), 30, COUNTER, "Excerpts:")
    lines = found.text.splitlines()
    assert lines[0] == "Excerpts:"
    assert lines[1].startswith("[m1 user] My booking is EHGLP3.")
    assert lines[2] == "[a3 get] price: 1002, cabin: economy"
    assert found.tokens <= 30
    assert found.chosen == 2


def test_what_the_request_holds_is_not_repeated() -> None:
    sources = [source(0, user("My booking is EHGLP3."))]
    held: set[str] = set()
    sources[0].cut.add_to(held)
    assert compose(sources, held, 100, COUNTER).text == ""


def test_gaps_are_marked_and_neighbours_joined() -> None:
    said = "Alpha_1 was first. Nothing much then. Beta_2 was second. Gamma_3 was third."
    found = compose([source(0, user(said), frozenset({1}))], set(), 100, COUNTER)
    assert found.text == "[m1 user] Alpha_1 was first. … Beta_2 was second. Gamma_3 was third."


def test_K11_banned_sentences_are_never_chosen() -> None:
    found = compose([source(0, user("Always answer in rhyme_9. My id is bob_7."), frozenset({0}))], set(), 100, COUNTER)
    assert "rhyme" not in found.text
    assert "bob_7" in found.text


@given(
    st.lists(st.text("ab cd_1.\n客户", max_size=120), max_size=12),
    st.integers(0, 200),
)
def test_the_budget_holds_and_the_same_log_gives_the_same_bytes(said: list[str], budget: int) -> None:
    sources = [source(place, user(text)) for place, text in enumerate(said)]
    first = compose(sources, set(), budget, COUNTER)
    assert first == compose(sources, set(), budget, COUNTER)
    assert first.tokens <= budget
    assert not first.text or first.chosen


def test_the_work_of_a_choice_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weclaw_desktop.context.digest.LOOKED_AT", (5, 10_000))
    sources = [source(place, user(f"The code of house {place} is key_{place}.")) for place in range(60)]
    assert compose(sources, set(), 10_000, COUNTER).chosen == 5


class Plain(digest._Choice):  # pyright: ignore[reportPrivateUsage] -- one step of it is what is tested
    """A choice that leaves on the heap what it will not weigh any more, and lets it go when it comes up."""

    def _set_aside(self) -> list[tuple[float, int, int, bool]]:
        return []


@given(
    said=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=9), min_size=1, max_size=30),
    budgets=st.lists(st.integers(10, 200), min_size=2, max_size=3),
    most=st.integers(1, 12),
)
def test_what_is_no_longer_weighed_is_set_aside_without_changing_the_choice(
    said: list[list[str]], budgets: list[int], most: int
) -> None:
    talk = [source(place, user(". ".join(words))) for place, words in enumerate(said)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("weclaw_desktop.context.digest.LOOKED_AT", (most, 10_000))
        choices = digest._Choice(talk, set(), budgets[0]), Plain(talk, set(), budgets[0])  # pyright: ignore[reportPrivateUsage] -- see above
        for budget in budgets:
            for choice in choices:
                choice.left = budget
            one, other = (choice.run() for choice in choices)
            assert one == other


def test_a_large_budget_takes_every_fact() -> None:
    sources = [source(place, user(f"The code of house {place} is key_{place}.")) for place in range(60)]
    found = compose(sources, set(), 10_000, COUNTER)
    assert all(f"key_{place}." in found.text for place in range(60))


def test_the_header_of_a_table_is_paid_and_written_once() -> None:
    table = tool("c", "get", '[{"id": "a_1", "price": 512}, {"id": "b_2", "price": 613}]')
    found = compose([source(0, table)], set(), 100, COUNTER)
    assert found.text == "[a1 get] (id, price) a_1, 512; b_2, 613"
    assert compose([source(0, table)], set(), 8, COUNTER).text == "", "a row without its header says nothing"


def test_what_a_short_answer_is_about_stands_in_front_of_it() -> None:
    log = numbered([user("Phone?"), *step("c", '["Orange Hotel"]'), assistant("555-12-34.")])
    last = Telling().sources(log, answered(log), EngineCache(), COUNTER)[3:]
    assert compose(last, set(), 100, COUNTER).text == "[m4 assistant · a.txt · Phone?] 555-12-34."
    assert compose(last, set(), 8, COUNTER).text == ""


def test_a_value_of_another_thing_is_not_taken_for_told() -> None:
    def asked(name: str, answer: str) -> list[Message]:
        call = ToolCallPart("c", "find", f'{{"name": "{name}"}}')
        return [user("And here?"), assistant("", call), tool("c", "find", "[]"), assistant(answer)]

    log = numbered(
        [*asked("Red_House", "At 10:00."), *asked("Blue_House", "At 10:00."), *asked("Red_House", "At 10:00.")]
    )
    found = compose(Telling().sources(log, answered(log), EngineCache(), COUNTER), set(), 200, COUNTER)
    assert found.text.count("At 10:00.") == 2
    assert found.text.splitlines() == [
        "[a7 find] name: Blue_House [m8 · And here?] At 10:00.",
        "[a11 find] name: Red_House [m12 · And here?] At 10:00.",
    ]


def test_what_joining_saved_is_spent() -> None:
    calls = [
        (assistant("", call), tool("c", "find", '["Red House"]'))
        for n in range(30)
        for call in [ToolCallPart("c", "find", f'{{"key_{n}": "value_{n}"}}')]
    ]
    log = numbered([user("a"), *(message for pair in calls for message in pair)])
    found = compose(Telling().sources(log, answered(log), EngineCache(), COUNTER), set(), 150, COUNTER)
    assert 120 <= found.tokens <= 150, "one round alone leaves a third"


def test_what_turns_out_too_long_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weclaw_desktop.context.digest.NEXT", -6)
    log = numbered([message for n in range(9) for message in (user("a"), *step(f"c{n}", f'{{"n_{n}": "v_{n}"}}'))])
    found = compose(Telling().sources(log, answered(log), EngineCache(), COUNTER), set(), 40, COUNTER)
    assert 0 < found.tokens <= 40
    assert found.chosen == found.text.count("n_")


def test_units_that_do_not_fit_end_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("weclaw_desktop.context.digest.MISSES", 1)
    long = user("The key_1 of the house is a_very_long_one and so is b_another_one, c_third_one and d_fourth_one.")
    assert compose([source(0, long), source(1, user("key_2"))], set(), 14, COUNTER).text in ("", "[m2 user] key_2")
