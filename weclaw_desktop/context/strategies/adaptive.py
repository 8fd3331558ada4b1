"""Adaptive, the default: passes first, then ledger, digest and, where a model is wanted, its narrative.

Asked after every response and after results; prepares from the soft line on, applies at the threshold, and acts at the
hard line at any rate. Everything but the narrative is code and is computed at apply, on the log as it is then.
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context import compaction, passes
from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.gate import judge
from weclaw_desktop.context.passes import Passed
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.strategies import newest
from weclaw_desktop.context.strategies.cutting import job_for, passes_record, prefix
from weclaw_desktop.context.strategies.deciding import cannot_help, enough, foreseen, judged, pressure, slide
from weclaw_desktop.context.survey import Survey, Tail, asked_tail, survey, tail, unanswered
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text


class Adaptive(ContextEngine):
    """Passes, ledger, coverage digest, narrative; gate and anti-thrash around them."""

    id = "adaptive"

    def moments(self) -> frozenset[Moment]:
        """After each response, after results, and when the user asks."""
        return frozenset((Moment.AFTER_RESPONSE, Moment.AFTER_APPEND, Moment.BUILDING, Moment.MANUAL))

    def trigger(self, state: State, moment: Moment) -> Need:
        """The line that the load has reached; a pause and a hold after an undo bind below the hard line."""
        return pressure(state, moment)

    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        """Passes alone when they reach .60 T, else a cut; with a job when a model will be asked for a narrative."""
        if need is Need.PREPARE and state.summarizer <= 0:
            return Refused(text("engine.refused.by_code"))
        if need is not Need.HARD and unanswered(state):
            return Refused(text("engine.refused.in_flight"))
        found = survey(state)
        if state.thresholds.mode == "sliding":
            return newest.plan(found, need, self.id, "slide", slide(found))
        where = _tail(found)
        made = compaction.shape(found, where)
        nothing_behind = made.cut == 0
        if nothing_behind or not (asked_tail(found) or found.hopeless(where.keep)):
            passed = found.passes(found.start, where.keep)
            if nothing_behind and (need is Need.PREPARE or not passed.added):
                return cannot_help(found, need)
            done = enough(found, passed, passes.EARLY_EXIT, foreseen(found, need))
            if done and need is Need.PREPARE:
                return Refused(text("engine.refused.shortening"))
            if nothing_behind or done:
                return self._passes_plan(found, need, passed)
        return self._cut_plan(found, need, made, focus)

    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        """The record on the log as it is now; refused when the plan's prefix changed or the result would not help."""
        if prefix_hash(state.log, prefix(state, plan), state.memo) != plan.prefix_hash:
            return Refused(text("engine.refused.stale"))
        found = survey(state)
        need = Need.SOFT if plan.need is Need.PREPARE else plan.need
        if state.thresholds.mode == "sliding":
            cut = slide(found)
            if cut <= found.start:
                return Refused(text("engine.refused.nothing"))
            return newest.accept(newest.record(found, self.id, "slide", cut), need)
        where = _tail(found)
        made = compaction.shape(found, where)
        nothing_behind = made.cut == 0
        if nothing_behind or not (asked_tail(found) or narrative is not None or found.hopeless(where.keep)):
            passed = found.passes(found.start, where.keep)
            if nothing_behind and not passed.added:
                return cannot_help(found, need)
            if nothing_behind or enough(found, passed, passes.EARLY_EXIT):
                return judged(found, need, passes_record(found, self.id, passed))
        return judged(found, need, replace(compaction.build(found, made, narrative), strategy=self.id))

    def _passes_plan(self, found: Survey, need: Need, passed: Passed) -> Plan | Refused:
        record = passes_record(found, self.id, passed)
        refused = judge(need, found.load, record.tokens_after, found.state.thresholds, found.state.price)
        return refused or Plan(
            self.id, need, "passes", record.prefix_hash, record.cut_id, found.load, record.tokens_after,
            replacements=passed.replacements,
        )  # fmt: skip

    def _cut_plan(self, found: Survey, need: Need, made: compaction.Shape, focus: str) -> Plan | Refused:
        state = found.state
        job = job_for(found, made.cut, focus)
        landing = compaction.estimate(found, made, job is not None)
        refused = judge(
            need, foreseen(found, need), landing, state.thresholds, state.price, job.max_tokens if job else 0
        )
        if refused is not None and need is not Need.HARD:
            return refused
        method = "model" if job is not None else "digest"
        hashed = prefix_hash(state.log, made.cut, state.memo)
        return Plan(self.id, need, method, hashed, state.log[made.cut].id, found.load, landing, job)


def _tail(found: Survey) -> Tail:
    return tail(found, found.raw(found.state.thresholds.budgets.tail))
