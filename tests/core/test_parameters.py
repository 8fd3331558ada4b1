"""What a chat asks of its model: kept values, typed values, and what is said of bad ones."""

from __future__ import annotations

from typing import Any

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.parameters import Parameters, checked, parameters
from weclaw_desktop.core.text import render


def test_only_what_differs_from_the_usual_is_kept_and_read_again() -> None:
    asked = Parameters(temperature=0.0, max_output=500, effort="low")
    assert asked.stored() == {"temperature": 0.0, "max_output": 500, "effort": "low"}
    assert parameters(asked.stored()) == asked
    assert Parameters().stored() == {}


def test_a_kept_value_that_cannot_be_does_not_spoil_the_others() -> None:
    assert parameters({"temperature": 9, "top_p": 0.5, "effort": "huge", "colour": 1}) == Parameters(top_p=0.5)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"temperature": 2.5}, "takes 0 to 2"),
        ({"top_p": -1}, "takes 0 to 1"),
        ({"max_output": -1}, "takes 0 to 10,000,000"),
        ({"effort": "huge"}, "off, low, medium, high"),
        ({"temperature": "warm"}, "takes a number"),
        ({"temperature": float("nan")}, "takes a number"),
    ],
)
def test_a_typed_value_that_cannot_be_is_told_with_what_it_takes(values: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as told:
        checked(values)
    assert said in render(told.value.text)
