"""S5: what was tried and failed is not done, and a figure that was corrected is not the last word."""

from __future__ import annotations

import pytest

from weclaw_desktop.context.outcomes import Outcomes, outcomes


def result(tool: str, said: str, number: int = 3) -> str:
    return f"\n[a{number} {tool}] {said}"


def answer(said: str, number: int = 4) -> str:
    return f"\n[m{number} assistant] {said}"


FAILED = result("book_reservation", "Error: payment does not add up, total price is 375, but paid 299")


def test_S5_what_a_failed_call_was_to_do_is_not_done() -> None:
    found = outcomes([FAILED])
    assert found.undone("Flights booked: round trip from DTW to SEA")
    assert not found.undone("The flight was not booked")
    assert not found.undone("Tried to have it booked; an error came back")
    assert not found.undone("Found the booking G72NSF")


def test_S5_an_action_that_came_through_once_is_done() -> None:
    again = result("book_flight", '{"id": "HAT001"}', 5)
    assert not outcomes([FAILED, again]).undone("Flights booked")
    assert not outcomes([again, FAILED]).undone("Flights booked")


def test_S5_what_the_notes_so_far_tell_as_done_was_done_before() -> None:
    assert not outcomes([FAILED], "## Done\n- Booked HAT002.").undone("Booked HAT002")
    assert outcomes([FAILED], "## Done\n- Paid.").undone("Booked HAT002")


@pytest.mark.parametrize(
    ("tool", "done"),
    [
        ("cancel_order", "The order was cancelled"),
        ("updateProfile", "Updated the profile"),
        ("apply_patch", "The patch is applied"),
        ("deploy", "It was deployed"),
        ("send-mail", "The mail was sent"),
        ("WriteFile", "a.txt was written"),
    ],
)
def test_past_forms_are_made_from_the_names_of_tools(tool: str, done: str) -> None:
    assert outcomes([result(tool, "Error: no")]).undone(done)


def test_calls_without_a_verb_and_other_lines_say_nothing() -> None:
    assert outcomes([result("搜索", "Error: no"), "\n[m1 user] Error: no", "plain"]) == Outcomes()


OLD = answer("Here are the details:\n- **Total Cost:** $329\n- **Remaining Certificate Balance:** $171")
NEW = answer("Without insurance:\n- **Total Cost:** $1,299.50\n- **Remaining Certificate Balance:** $201", 6)


def test_S5_a_figure_that_was_corrected_is_outdated() -> None:
    found = outcomes([OLD, NEW])
    assert found.outdated("Remaining balance on certificate: $171")
    assert found.outdated("The total cost is $329.00")
    assert not found.outdated("Remaining balance on certificate: $201")
    assert not found.outdated("The remaining certificate balance fell from $201 to $171")
    assert not found.outdated("The total cost is $1299.5")
    assert not found.outdated("$171 were left")
    assert not found.outdated("The total cost is high")


def test_S5_a_figure_is_known_by_part_of_its_name_where_it_stands_behind_it() -> None:
    found = outcomes([OLD, NEW])
    assert found.outdated("Certificate balance: $171, which is more than $100")
    assert not found.outdated("Certificate: $171")
    assert not found.outdated("The certificate has a balance of $171")


def test_S5_a_sentence_puts_a_figure_right() -> None:
    said = answer("It seems the total cost is actually $375, not $299. That makes $76 more.", 8)
    before = answer("Total cost: $299", 6)
    assert outcomes([before, said]).outdated("Total cost: $299")
    assert not outcomes([before, said]).outdated("Total cost: $375")
    assert outcomes([answer("费用总额：299元"), answer("费用总额是375元，而不是299元。", 6)]).outdated(
        "费用总额为299元"
    )
    assert outcomes([before, answer("The total cost is $375 or $380, not $299", 8)]).figures == {}
    assert outcomes([before, answer("The total cost has $30 of insurance in it", 8)]).figures == {}
    assert outcomes([before, answer("The seat costs $30, not $20", 8)]).figures == {}


def test_S5_a_figure_of_another_thing_is_not() -> None:
    first, second = answer("For G72NSF:\nTotal cost: $329"), answer("For QX81ZZ:\nTotal cost: $500", 6)
    found = outcomes([first, second])
    assert not found.outdated("The total cost of G72NSF is $329")
    assert found.outdated("The total cost of QX81ZZ is $329")


def test_figures_are_taken_from_lines_that_name_one_thing_once() -> None:
    twice = answer("Total cost: $329\nTotal cost: $400")
    many = answer("Total cost: $329 or $400\nPrice: $12\nTravel date: 2024-05-17\nSeats left: 3")
    assert outcomes([twice, answer("Total cost: $500", 6)]).figures == {}
    assert outcomes([many, answer("Total cost: $500\nPrice: $15\nSeats left: 2", 6)]).figures == {}
    assert outcomes([OLD, OLD]).figures == {}
    assert outcomes([result("get_price", "Total cost: $1"), NEW]).figures == {}


def test_figures_in_chinese() -> None:
    found = outcomes([answer("剩余金额：171元"), answer("剩余金额：201元", 6)])
    assert found.outdated("剩余金额是171元")
    assert not found.outdated("剩余金额是201元")
