"""U5: what the model was told is no secret: every wording that a request held, from when to when."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.context.states import state
from weclaw_desktop.context.notice_history import KEPT, history, told_now
from weclaw_desktop.context.report import Extras, build_report
from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.settings import Context

FIRST = Record("adaptive", "digest", "h", cut_id="m5", state="active", id="r1", created_ms=900)


def kept(*calls: tuple[int, str, str]) -> list[list[object]]:
    """What a chat keeps after requests at these times, with these notices and compressions."""
    found: list[list[object]] = []
    for at_ms, text, record_id in calls:
        found = told_now(found, text, record_id, at_ms) or found
    return found


def test_U5_each_wording_stands_from_the_first_request_with_it_to_the_first_one_without() -> None:
    assert history(kept((1_000, "A", "r1"), (2_000, "A", "r1"), (5_000, "B", "r2")), ()) == (
        Notice("A", 1_000, 5_000),
        Notice("B", 5_000),
    )


def test_U5_nothing_was_told_while_the_switch_was_off() -> None:
    seen = kept((900, "", "r1"), (1_000, "A", "r1"), (2_000, "", "r1"), (3_000, "", "r2"), (4_000, "B", "r2"))
    assert history(seen, (FIRST,)) == (Notice("A", 1_000, 2_000), Notice("B", 4_000))
    assert history(kept((900, "", "r1")), (FIRST,)) == ()


def test_what_requests_hold_already_is_not_kept_twice() -> None:
    seen = kept((1_000, "A", "r1"))
    assert told_now(seen, "A", "r1", 2_000) is None
    assert told_now(kept((1_000, "A", "r1"), (2_000, "", "r1")), "", "r2", 3_000) is None
    again = told_now(seen, "A", "r2", 2_000)
    assert again == [[1_000, "A", "r2"]]


def test_what_was_taken_back_is_told_so_until_the_next_request() -> None:
    undone = replace(FIRST, state="undone")
    seen = kept((1_000, "A", "r1"))
    assert history(seen, (undone,)) == (Notice("A", 1_000, undone=True),)
    after = kept((1_000, "A", "r1"), (2_000, "", ""))
    assert history(after, (undone,)) == (Notice("A", 1_000, 2_000),)


def test_only_the_newest_changes_are_kept() -> None:
    seen = kept(*((at, f"notice {at}", "r") for at in range(1, KEPT + 10)))
    assert len(seen) == KEPT
    assert history(seen, ())[-1] == Notice(f"notice {KEPT + 9}", KEPT + 9)


ONE_WHOLE: list[object] = [["soon", "A", "r"], [1, 2], None, [1_000, "A", "r"]]


@pytest.mark.parametrize(("broken", "count"), [(None, 0), ("words", 0), (3, 0), (ONE_WHOLE, 1)])
def test_what_cannot_be_read_is_passed_over(broken: object, count: int) -> None:
    assert len(history(broken, ())) == count
    assert told_now(broken, "B", "r", 2_000)


def test_U5_the_report_has_the_history_and_the_switch() -> None:
    told = (Notice("A", 1_000),)
    assert build_report(state((), recall=True), Extras(told=told)).told == told
    off = build_report(state((), settings=Context(tell_model=False)), Extras(records=(FIRST,), told=told))
    assert (off.tells, off.notices, off.told) == (False, (), told)
