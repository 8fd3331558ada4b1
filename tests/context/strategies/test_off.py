"""Off: no plan, no record; the hard line is left to ``fit``."""

from __future__ import annotations

from tests.context.logs import talk
from tests.context.squeeze import squeezed
from weclaw_desktop.context.engine import Moment, Need, Plan, Refused
from weclaw_desktop.context.strategies.off import Off


def test_W8_off_acts_only_at_the_hard_line_and_never_makes_a_record() -> None:
    now = squeezed(talk(20))
    assert Off().trigger(now, Moment.BUILDING) is Need.NONE
    assert Off().trigger(squeezed(talk(20), share=0.5), Moment.BUILDING) is Need.HARD
    assert isinstance(Off().plan(now, Need.HARD), Refused)
    plan = Plan("off", Need.HARD, "truncate", "h", None, 1, 1)
    assert isinstance(Off().apply(now, plan, None), Refused)
