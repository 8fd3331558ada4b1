"""Names beside hits: what an excerpt leaves out and nothing else shows, nearest first, within its room."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from weclaw_desktop.context.beside import CHARS, OWN, REACH, READ, beside, stands
from weclaw_desktop.core.messages import Message, assistant, user

COUNTER = ByteCounter()


def log(*texts: str) -> tuple[Message, ...]:
    return tuple(user(text, id=f"x{n}", seq=n) for n, text in enumerate(texts, start=1))


def said(message: Message) -> str:
    return message.text


def test_names_of_the_hit_come_first_then_those_of_its_neighbours() -> None:
    made = log("certificate_77 was used", "payment went through for HAT078", "gift_card_5 is empty")
    told = beside(made, [2], said, [], 200, COUNTER)
    assert told.split("\n") == ["[m2] HAT078", "[m1] certificate_77", "[m3] gift_card_5"]


def test_what_the_page_or_the_view_shows_is_not_told_again_and_no_name_twice() -> None:
    made = log("certificate_77 and gift_card_5", "HAT078, hat078, HAT118", "certificate_77 again")
    assert beside(made, [2], said, ["booked HAT078", "has GIFT_CARD_5"], 200, COUNTER).split("\n") == [
        "[m2] HAT118",
        "[m1] certificate_77",
    ]


@given(st.text("a1_,. 中", min_size=1, max_size=4), st.text("a1_,. 中", max_size=12))
def test_a_name_is_left_out_where_it_stands_as_a_whole_and_nowhere_else(name: str, shown: str) -> None:
    told = beside(log("x"), [1], said, [shown], 200, COUNTER, lambda _text: [name])
    assert told == ("" if stands(name, shown) else f"[m1] {name}")


def test_a_line_that_does_not_fit_makes_way_for_a_shorter_one() -> None:
    made = log(" ".join(f"certificate_{n}" for n in range(9)), "nothing here", "HAT078")
    line = "[m3] HAT078"
    assert beside(made, [2], said, [], COUNTER.text(line) + 1, COUNTER) == line
    assert beside(made, [2], said, [], 0, COUNTER) == ""


def test_excluded_messages_long_names_and_what_is_far_away_stay_out() -> None:
    made = log("gift_card_1", *["so so"] * REACH, "x1" * CHARS, "gift_card_2", "and")
    made = (*made[:-2], replace(made[-2], excluded=True), made[-1])
    assert beside(made, [REACH + 2], said, [], 200, COUNTER) == ""
    assert beside(made, [99], said, [], 200, COUNTER) == ""


def test_people_prices_spans_of_time_and_chinese_names_are_names_too() -> None:
    made = log(
        "Ivan Smith pays $299 of HAT078, 12 bags", "评分是4.6分，营业时间17:00-22:00，推荐紫竹院公园", "no 1,234 x77y"
    )
    assert beside(made, [1], said, [], 400, COUNTER).split("\n") == [
        "[m1] $299, HAT078, Ivan Smith",
        "[m2] 17:00, 22:00, 4.6分, 17:00-22:00, 紫竹院公园",
        "[m3] 1,234, x77y",
    ]


def test_the_look_ends_when_there_is_no_room_or_much_was_read() -> None:
    made = log(*[f"{'so so ' * 5_000} HAT{n}" for n in range(100, 120)])
    assert beside(made, [1], said, [], 900, COUNTER).count("HAT") == READ // 30_007 + 1
    line = "[m1] HAT078"
    looked: list[int] = []

    def told(message: Message) -> str:
        looked.append(message.seq)
        return message.text

    assert beside(log("HAT078", "HAT118"), [1], told, [], COUNTER.text(line) + 1, COUNTER) == line
    assert looked == [1]


def test_many_names_are_cut_short() -> None:
    made = (assistant(" ".join(f"id_{n}" for n in range(OWN + 5)), id="x", seq=1),)
    assert beside(made, [1], said, [], 900, COUNTER).count(",") == OWN - 1


def test_a_name_stands_only_as_a_whole() -> None:
    assert not stands("523", "1523 and 5234 and x_523")
    assert stands("523", "1523, 523.")
    assert stands("订单", "这个订单号")
