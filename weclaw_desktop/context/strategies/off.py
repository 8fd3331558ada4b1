"""Off: the full log until the hard line; there, without a model and visibly, the oldest turns give way."""

from __future__ import annotations

from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text


class Off(ContextEngine):
    """Never makes a record: what does not fit is left to ``fit``, for the one request at hand, with a notice."""

    id = "off"

    def moments(self) -> frozenset[Moment]:
        """Only when a request is built."""
        return frozenset((Moment.BUILDING,))

    def trigger(self, state: State, moment: Moment) -> Need:
        """Nothing below the hard line."""
        del moment
        return Need.HARD if measure(state).total + state.draft > state.thresholds.hard else Need.NONE

    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        """No plan, ever."""
        del state, need, focus
        return Refused(text("engine.refused.off"))

    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        """No record, ever."""
        del state, plan, narrative
        return Refused(text("engine.refused.off"))
