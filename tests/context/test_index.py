"""The index names what nothing else in the request holds, by message, within its room."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from tests.context.logs import numbered
from weclaw_desktop.context.index import NAME_CHARS, Mentions, index
from weclaw_desktop.context.telling import Source
from weclaw_desktop.context.units import cut
from weclaw_desktop.core.messages import Message, assistant, tool, user

COUNTER = ByteCounter()


def sources(*messages: Message) -> list[Source]:
    return [Source(n, message.role, cut(message, None, COUNTER)) for n, message in enumerate(numbered(messages))]


def test_names_stand_by_message_as_they_were_spelled() -> None:
    talk = sources(
        user("Ask Priya about TK_ISO. Then tell Omar of it."), tool("c", "grep", "parse_args in src/main.py, 4711 hits")
    )
    found = index(talk, {"tk_iso"}, 200, COUNTER, "Names:")
    assert found.splitlines()[0] == "Names:"
    assert "[m1] Ask, Omar, Priya" in found
    assert "TK_ISO" not in found, "the request holds it"
    assert "parse_args" in found
    assert "src/main.py" in found


def test_what_is_spoken_of_more_comes_first_and_stands_where_it_was_said_last() -> None:
    talk = sources(assistant("Set load_index."), assistant("Set save_index."), user("Mind load_index."))
    assert index(talk, {"set", "mind"}, 15, COUNTER, "") == "\n[m3] load_index"


def test_numbers_of_few_digits_say_nothing_alone_and_commas_are_no_part() -> None:
    talk = sources(assistant("Seats 27, 31 and 4,711, of flight 6276644, please."))
    assert index(talk, {"seats", "flight"}, 200, COUNTER, "") == "\n[m1] 4,711, 6276644"


def test_nothing_to_name_or_no_room_is_no_index() -> None:
    talk = sources(user("Ask about TK_ISO."))
    assert index(talk, {"ask", "tk_iso"}, 200, COUNTER, "Names:") == ""
    assert index(talk, set(), 5, COUNTER, "Names:") == ""
    assert index([], set(), 200, COUNTER, "Names:") == ""


def test_long_names_and_banned_sentences_are_left_out() -> None:
    long = "a_" * NAME_CHARS
    said = user(f"Look at {long}x here.")
    assert long not in index(sources(said), set(), 400, COUNTER, "")
    banned = [Source(0, "user", cut(user("Use rhyme_9 always."), None, COUNTER), frozenset({0}))]
    assert index(banned, set(), 200, COUNTER, "") == ""


@given(st.lists(st.text("ab_1 .XY\n客户名", max_size=60), max_size=8), st.integers(0, 120))
def test_the_room_holds_and_the_same_log_gives_the_same_bytes(said: list[str], room: int) -> None:
    talk = sources(*(user(text) for text in said))
    found = index(talk, set(), room, COUNTER, "Names:")
    assert found == index(talk, set(), room, COUNTER, "Names:")
    assert COUNTER.text(found) <= room + 2


@given(
    st.lists(st.text("ab_1 .XY\n客户名", max_size=60), max_size=8), st.integers(0, 8), st.sets(st.sampled_from("ab1XY"))
)
def test_what_was_counted_before_changes_nothing(said: list[str], upto: int, held: set[str]) -> None:
    talk = sources(*(user(text) for text in said))
    mentions = Mentions()
    for part in (talk[:upto], talk, talk[1:], talk[:upto]):
        assert index(part, held, 120, COUNTER, "Names:", mentions) == index(part, held, 120, COUNTER, "Names:")


def test_each_message_is_counted_once() -> None:
    talk = sources(user("Ask Priya about TK_ISO."), user("Ask Omar."))
    mentions = Mentions()
    assert {fact: worth for worth, _, fact in mentions.upto(talk[:1]).without(set())}["ask"] == -2
    found = {fact: (worth, place) for worth, place, fact in mentions.upto(talk).without({"omar"})}
    assert found == {"ask": (-4, -1), "priya": (-2, 0), "tk_iso": (-2, 0)}
    assert mentions.upto(talk).without({"omar"}) == mentions.upto(talk).without({"omar"})
