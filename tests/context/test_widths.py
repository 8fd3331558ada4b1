"""Full-width letters and digits count as plain ones, wherever values are compared."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.context.features import facts, spelled
from weclaw_desktop.context.sentences import stands
from weclaw_desktop.context.sources import source
from weclaw_desktop.context.widths import narrow


def test_letters_digits_and_signs_become_plain_and_punctuation_stays() -> None:
    assert narrow("订单ＨＡＴ１５６，￥５００．５０（含税）：是") == "订单HAT156，￥500.50（含税）：是"


@given(st.text())
def test_every_character_keeps_its_place(text: str) -> None:
    assert len(narrow(text)) == len(text)
    assert narrow(narrow(text)) == narrow(text)


def test_a_value_in_either_width_is_the_same_fact() -> None:
    wide, plain = facts("订单ＨＡＴ１５６，价格：１２５０元"), facts("订单HAT156，价格：1250元")
    assert wide == plain
    assert "hat156" in wide.strong
    assert facts("", [("价格", "５００")]) == facts("", [("价格", "500")])
    assert spelled("订单ＨＡＴ１５６", "hat156") == "ＨＡＴ１５６"


def test_S5_a_summary_may_write_a_value_in_the_other_width() -> None:
    origin = source("[m1 user] 请预订航班ＨＡＴ１５６，预算１２５０元。", {"预算": "１２５０元"})
    assert stands("预订航班HAT156，预算1250元。", -1, origin)
    assert stands("预订航班ＨＡＴ１５６，预算１２５０元。", -1, origin)
    assert not stands("预订航班HAT156，预算1520元。", -1, origin)
