"""Truncate: the message cap and the drop from the head of WeClaw's classic code, kept honest.

Pairs stay whole, the newest turn is kept, pins and live rules stand in front, the notice says that there is no
summary. The threshold is the one of all strategies, or the classic formula where the user chose it;
both only decide when, the newest turns that fit decide what.
"""

from __future__ import annotations

from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import position
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.strategies import newest
from weclaw_desktop.context.strategies.deciding import cannot_help
from weclaw_desktop.context.survey import Survey, survey, unanswered
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text

BATCH = 20
"""Messages dropped at least once the cap is passed (half the cap when it is smaller)."""
HIGHEST = 0.85
"""Share of T above which a cut is not worth it: the next one would follow within a step or two."""


class Truncate(ContextEngine):
    """Newest turns that fit, no summary."""

    id = "truncate"

    def moments(self) -> frozenset[Moment]:
        """When a request is built, and when the user asks."""
        return frozenset((Moment.BUILDING, Moment.MANUAL))

    def trigger(self, state: State, moment: Moment) -> Need:
        """At the threshold, at the message cap, or at the hard line."""
        load = measure(state)
        lines = state.thresholds
        if load.total + state.draft > lines.hard or moment is Moment.MANUAL:
            return Need.HARD
        if load.total <= state.held_until:
            return Need.NONE
        over_cap = 0 < state.settings.message_cap < _shown(state)
        return Need.SOFT if load.total >= lines.threshold or over_cap else Need.NONE

    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        """Where the newest turns begin that fit."""
        del focus
        if need is not Need.HARD and unanswered(state):
            return Refused(text("engine.refused.in_flight"))
        found = survey(state)
        return newest.plan(found, need, self.id, "truncate", self._place(found))

    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        """The cut on the log as it is now."""
        del narrative
        if prefix_hash(state.log, position(state.log, plan.cut_id) or 0, state.memo) != plan.prefix_hash:
            return Refused(text("engine.refused.stale"))
        found = survey(state)
        cut = self._place(found)
        if cut <= found.start:
            return Refused(text("engine.refused.nothing"))
        made = newest.record(found, self.id, "truncate", cut)
        threshold = state.thresholds.threshold
        if plan.need is Need.SOFT and found.load >= threshold and made.tokens_after > HIGHEST * threshold:
            return cannot_help(found, plan.need)
        return newest.accept(made, plan.need)

    def _place(self, found: Survey) -> int:
        state = found.state
        cap = state.settings.message_cap
        kept = cap - min(BATCH, cap // 2)
        return newest.place(found, found.raw(state.thresholds.budgets.landing - found.fixed), kept)


def _shown(state: State) -> int:
    """Messages that the request shows: those since the record's cut, without excluded and system rows."""
    start = 0 if state.record is None else position(state.log, state.record.cut_id) or 0
    return sum(1 for message in state.log[start:] if not message.excluded and message.role != "system")
