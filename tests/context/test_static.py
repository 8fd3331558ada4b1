"""L1: the static rung's own lines."""

from __future__ import annotations

from tests.context.logs import numbered, step
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.static import static_lines
from weclaw_desktop.core.messages import assistant, user


def test_L1_first_ask_and_tools_with_counts() -> None:
    log = numbered([user("Find the berth."), *step("a", "x"), *step("b", "y"), *step("c", "z", name="grep"), user("b")])
    said = static_lines(log, len(log), EngineCache(), "en")
    assert "[m1] Find the berth." in said
    assert "read_file ×2, grep ×1" in said


def test_nothing_to_say_is_nothing() -> None:
    assert static_lines(numbered([assistant("hello")]), 1, EngineCache(), "en") == ""
