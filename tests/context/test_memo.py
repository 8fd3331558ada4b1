"""The cache of one chat."""

from __future__ import annotations

from weclaw_desktop.context.memo import Memo


def test_a_slot_is_made_once() -> None:
    memo, made = Memo(), list[int]()

    def make() -> list[int]:
        made.append(1)
        return [1]

    assert memo.slot("a", make) is memo.slot("a", make)
    assert made == [1]


def test_the_last_value_is_kept_while_its_inputs_are_the_same() -> None:
    memo, inputs = Memo(), (1, 2)
    first = memo.last("a", (inputs, 1.5, "x"), list)
    assert memo.last("a", (inputs, 1.5, "x"), list) is first
    assert memo.last("a", ((1, 2, 3), 1.5, "x"), list) is not first
    second = memo.last("a", (inputs, 1.5), list)
    assert memo.last("a", (inputs, 1), list) is not second
    assert memo.last("b", (inputs, 1), list) is not memo.last("a", (inputs, 1), list)
