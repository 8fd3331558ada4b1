"""Values that are looked up once for all messages stand where a look at the messages themselves finds them."""

from __future__ import annotations

import itertools

from weclaw_desktop.services.lab.probes import REACH, Told, Value

TEXTS = (
    "berth B7 costs 1,250 crowns",
    "",
    f"1250 {'x' * (REACH - 12)} berth B7",
    f"1250 {'x' * (REACH + 9)} berth B7",
    "berth B71 costs 21250 crowns, berth B7 1250",
    "B7",
    "1250",
    "1250 crowns",
)


def test_newest_messages_hold_what_their_text_holds() -> None:
    told = Told(TEXTS)
    values = [Value("1250", ("B7",), 0), Value("B7", ("1250", "crowns"), 0), Value("none", ("B7",), 0)]
    answers: list[bool] = []
    for start, end in itertools.combinations_with_replacement(range(len(TEXTS) + 1), 2):
        for value in values:
            answers.append(told.holds(value, start, end))
            assert answers[-1] == value.held("\n".join(TEXTS[start:end])), (value, start, end)
    assert set(answers) == {True, False}
