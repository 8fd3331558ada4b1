"""Events of one call."""

from __future__ import annotations

from weclaw_desktop.core.stream import CallDelta, Finished, Reading, ReasoningDelta


def test_fragments_carry_their_index_and_ends_their_reason() -> None:
    assert CallDelta(1, arguments="{").index == 1
    assert Finished().reason == "stop"
    assert ReasoningDelta("a").signature is None
    assert Reading(410, 756).seconds_left is None
