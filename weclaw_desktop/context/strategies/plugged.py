"""A stranger's strategy behind a border: whatever it raises or returns, replies go on and the user is told who failed.

What it gives is looked at before it counts: a plan and a record must cut where one may cut, and the tokens of a record
are measured anew. Where it fails the default strategy does that pass by code, and the record says so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from typing_extensions import override

from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import position
from weclaw_desktop.context.strategies import newest
from weclaw_desktop.context.strategies.adaptive import Adaptive
from weclaw_desktop.context.survey import landed, survey
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Text, text

T = TypeVar("T")
Answer = (Plan, Record, Refused)


class Plugged(ContextEngine):
    """``inner``, as far as it does what a strategy must; the default strategy where it does not."""

    def __init__(self, inner: ContextEngine) -> None:
        self.inner = inner
        self.id = inner.id
        self._stand_in = Adaptive()

    @override
    def moments(self) -> frozenset[Moment]:
        found = self._told(lambda: self.inner.moments(), frozenset)
        return found if isinstance(found, frozenset) else self._stand_in.moments()

    @override
    def trigger(self, state: State, moment: Moment) -> Need:
        found = self._told(lambda: self.inner.trigger(state, moment), Need)
        return found if isinstance(found, Need) else self._stand_in.trigger(state, moment)

    @override
    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        found = self._told(lambda: _sound_plan(self.inner.plan(state, need, focus), state, self.id), Answer)
        if isinstance(found, Text):
            # No model is asked: the narrative of a strategy that was not chosen would be nobody's wish.
            return self._stand_in.plan(replace(state, summarizer=0), need, focus)
        return found

    @override
    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        if plan.strategy != self.id:
            why = self._why(state, plan.need)
        else:
            found = self._told(lambda: _sound(self.inner.apply(state, plan, narrative), state, plan.need), Answer)
            if not isinstance(found, Text):
                return found
            why = found
        bare = replace(state, summarizer=0)
        again = plan if plan.strategy != self.id else self._stand_in.plan(bare, plan.need)
        made = again if isinstance(again, Refused) else self._stand_in.apply(bare, again, None)
        return replace(made, degraded=why) if isinstance(made, Record) else Refused(why)

    def _why(self, state: State, need: Need) -> Text:
        """What its plan fails with: it is asked again, so that nothing must be remembered."""
        found = self._told(lambda: _sound_plan(self.inner.plan(state, need), state, self.id), Answer)
        return found if isinstance(found, Text) else self._failed("plan")

    def _told(self, ask: Callable[[], T], kind: type | tuple[type, ...]) -> T | Text:
        """What it answers, or what to say of its failure."""
        try:
            found = ask()
        except Exception as error:  # noqa: BLE001 -- the border to plug-ins: their failure may cost nobody a reply
            return self._failed(f"{type(error).__name__}: {error}".removesuffix(": "))
        return found if isinstance(found, kind) else self._failed(f"{type(found).__name__}")

    def _failed(self, why: str) -> Text:
        return text("engine.plugin_failed", strategy=self.id, why=why)


def _sound_plan(found: Plan | Refused, state: State, strategy: str) -> Plan | Refused:
    """A plan that goes by the strategy's own id and cuts where one may. Raises ValueError."""
    if isinstance(found, Plan):
        _check_cut(found.cut_id, state)
        return replace(found, strategy=strategy)
    return found


def _sound(found: Record | Refused, state: State, need: Need) -> Record | Refused:
    """A record that cuts where one may and makes the load smaller, in tokens as they are. Raises ValueError."""
    if isinstance(found, Record):
        _check_cut(found.cut_id, state)
        sizes = (measure(state).total, landed(state, found))
        return newest.accept(replace(found, tokens_before=sizes[0], tokens_after=sizes[1]), need)
    return found


def _check_cut(cut_id: str | None, state: State) -> None:
    if cut_id is not None and position(state.log, cut_id) not in survey(state).points:
        raise ValueError(f"no cut is allowed at {cut_id!r}")
