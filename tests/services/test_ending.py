"""Every step of an end is done, and what fails is told."""

from __future__ import annotations

import pytest

from weclaw_desktop.services.ending import Ending


async def test_A8_a_step_that_fails_keeps_none_of_the_others_from_being_done() -> None:
    done: list[str] = []
    told: list[tuple[str, str]] = []

    def fails() -> None:
        raise ValueError("at once")

    async def fails_later() -> None:
        raise RuntimeError("later")

    async def works() -> None:
        done.append("awaited")

    ending = Ending(lambda error, name: told.append((name, str(error))))
    await ending.step("one", fails)
    await ending.step("two", works)
    await ending.step("three", fails_later)
    await ending.step("four", lambda: done.append("called"))
    assert done == ["awaited", "called"]
    assert told == [("one", "at once"), ("three", "later")]
    ending.settle()  # it was reported


async def test_what_nobody_reports_is_raised_after_the_last_step() -> None:
    ending = Ending()
    ending.settle()

    def fails(why: str) -> None:
        raise ValueError(why)

    await ending.step("one", lambda: fails("first"))
    await ending.step("two", lambda: fails("second"))
    with pytest.raises(ValueError, match="first"):
        ending.settle()
    assert [str(error) for error in ending.errors] == ["first", "second"]
