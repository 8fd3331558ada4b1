"""What a profile keeps, as values."""

from __future__ import annotations

from weclaw_desktop.core import stores


def test_totals_of_a_chat_without_calls_are_nothing() -> None:
    assert stores.CallTotals() == stores.CallTotals(0, 0, 0, 0, None, "", ())
