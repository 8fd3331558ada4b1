"""States under pressure: thresholds scaled so that a small log is over them."""

from __future__ import annotations

from dataclasses import replace

from tests.context.states import state
from weclaw_desktop.context.engine import ContextEngine, Need, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.core.messages import Log
from weclaw_desktop.core.records import Record


def squeezed(log: Log, share: float = 0.9, **fields: object) -> State:
    """A state whose threshold is ``share`` of its own load; the hard line lies a fifth above."""
    now = state(log, **fields)
    return lined(now, max(60, int(measure(now).total * share)))


def lined(now: State, threshold: int) -> State:
    """``now`` with this threshold and budgets in the usual proportions, without their usual minima."""
    lines = now.thresholds
    budgets = replace(
        lines.budgets,
        tail=threshold // 5,
        narrative=max(40, threshold // 20),
        landing=threshold * 7 // 10,
        rules=threshold // 4,
    )
    made = replace(
        lines, threshold=threshold, soft=threshold * 8 // 10, hard=threshold * 12 // 10, budgets=budgets, mode="normal"
    )
    return replace(now, thresholds=made)


def passed(engine: ContextEngine, now: State, need: Need = Need.HARD) -> Record | Refused:
    """Plan and apply at once, without a model."""
    plan = engine.plan(now, need)
    return plan if isinstance(plan, Refused) else engine.apply(now, plan, None)
