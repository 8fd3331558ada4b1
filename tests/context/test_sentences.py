"""Sentences of a summary, one by one: what is nothing, what repeats, what explains."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.sentences import explains, is_nothing, said_of, stands
from weclaw_desktop.context.sources import source

SOURCE = source("[m1 user] Book flight HAT156 for 980 dollars.\n[m2 assistant] The window seat is taken already.")


@pytest.mark.parametrize("sentence", ["–", "None.", "No open items.", "暂无。", "无", "There were no errors"])
def test_a_line_without_content_is_nothing(sentence: str) -> None:
    assert is_nothing(sentence)
    assert not is_nothing(f"{sentence} but HAT156")


def test_S5_a_request_told_again_repeats_and_its_denial_does_not() -> None:
    asked, told = said_of("Book flight HAT156 with window seat"), said_of("Flight HAT156, with window seat")
    assert told.repeats(asked)
    assert not said_of("Flight HAT156 not with window seat").repeats(asked)
    assert not said_of("Flight HAT999, with window seat").repeats(asked)


def test_a_sentence_restates_another_that_it_holds_whole() -> None:
    part, whole = said_of("Window seat booked: HAT156"), said_of("The window seat was booked on HAT156 for Liam")
    assert whole.restates(part)
    assert not part.restates(whole)


@pytest.mark.parametrize("sentence", ["Reason: it is cheap", "because of the price", "理由：便宜"])
def test_what_gives_a_reason_explains(sentence: str) -> None:
    assert explains(sentence)
    assert not explains(f"Chosen {sentence}")


def test_what_is_checked_depends_on_the_section() -> None:
    assert stands("Seat chosen: the window", 2, SOURCE)
    assert not stands("Seat chosen: balcony", 2, SOURCE)
    assert stands("Seat chosen: balcony", 3, SOURCE)
    assert stands("Seat chosen: balcony", -1, SOURCE)
    assert not stands("Take the aisle", 0, SOURCE)
    assert not stands("Flight HAT999", 4, SOURCE)


def test_S5_what_was_asked_for_only_is_not_done() -> None:
    asked = "[m1 user] Please change my flight and find the cheapest economy option.\n[m2 assistant] Your id?\n"
    told = "[m3 user] I walked in the green park this morning and saw a squirrel."
    found = source(asked + told)
    assert not stands("Changed the flight to the cheapest economy option", 3, found)
    assert stands("Changed the flight to the cheapest economy option", 4, found)
    assert stands("Walked in the green park in the morning", 3, found)
    assert stands("Flight changed", 3, found)
    answered = source(f"{asked}[a4 update_flight] flight changed, economy, cheapest")
    assert stands("Changed the flight to the cheapest economy option", 3, answered)
    assert stands("Changed the flight to the cheapest economy option", 3, source(asked.split("\n")[0]))
