"""Adaptive, the default: passes first, then ledger, digest and, where a model is wanted, its narrative.

Asked after every response and after results; prepares from the soft line on, applies at the threshold, and acts at the
hard line at any rate. Everything but the narrative is code and is computed at apply, on the log as it is then.
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context import compaction, passes
from weclaw_desktop.context.engine import (
    ContextEngine,
    Moment,
    Narrative,
    NarrativeJob,
    Need,
    Plan,
    Refused,
    State,
    Thrash,
)
from weclaw_desktop.context.gate import judge
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import position, turn_starts
from weclaw_desktop.context.passes import Passed
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.strategies import newest
from weclaw_desktop.context.survey import Survey, Tail, landed, survey, tail, unanswered
from weclaw_desktop.context.thrash import is_paused
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text

LEAST_SPAN = 400
"""A span of fewer tokens is not worth a model's summary."""


class Adaptive(ContextEngine):
    """Passes, ledger, coverage digest, narrative; gate and anti-thrash around them."""

    id = "adaptive"

    def moments(self) -> frozenset[Moment]:
        """After each response, after results, and when the user asks."""
        return frozenset((Moment.AFTER_RESPONSE, Moment.AFTER_APPEND, Moment.BUILDING, Moment.MANUAL))

    def trigger(self, state: State, moment: Moment) -> Need:
        """The line that the load has reached; a pause and a hold after an undo bind below the hard line."""
        load, lines = measure(state).total, state.thresholds
        if load + state.draft > lines.hard or moment is Moment.MANUAL:
            return Need.HARD
        if load < lines.soft or load <= state.held_until:
            return Need.NONE
        thrash = state.thrash if state.settings.pause_useless else Thrash()
        if thrash.paused_at is not None and is_paused(thrash, load, lines.threshold, len(turn_starts(state.log))):
            return Need.NONE
        return Need.SOFT if load >= lines.threshold else Need.PREPARE

    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        """Passes alone when they reach .60 T, else a cut; with a job when a model will be asked for a narrative."""
        if need is Need.PREPARE and state.summarizer <= 0:
            return Refused(text("engine.refused.by_code"))
        if need is not Need.HARD and unanswered(state):
            return Refused(text("engine.refused.in_flight"))
        found = survey(state)
        if state.thresholds.mode == "sliding":
            return newest.plan(found, need, self.id, "slide", _slide(found))
        where = _tail(found)
        made = compaction.shape(found, where)
        nothing_behind = made.cut == 0
        if nothing_behind or (need is not Need.PREPARE and not found.hopeless(where.keep)):
            passed = found.passes(found.start, where.keep)
            if nothing_behind and (need is Need.PREPARE or not passed.added):
                return _cannot_help(found, need)
            if nothing_behind or _enough(found, passed):
                return self._passes_plan(found, need, passed)
        return self._cut_plan(found, need, made, focus)

    def apply(self, state: State, plan: Plan, narrative: Narrative | None) -> Record | Refused:
        """The record on the log as it is now; refused when the plan's prefix changed or the result would not help."""
        if prefix_hash(state.log, _prefix(state, plan), state.memo) != plan.prefix_hash:
            return Refused(text("engine.refused.stale"))
        found = survey(state)
        need = Need.SOFT if plan.need is Need.PREPARE else plan.need
        if state.thresholds.mode == "sliding":
            cut = _slide(found)
            if cut <= found.start:
                return Refused(text("engine.refused.nothing"))
            return newest.accept(newest.record(found, self.id, "slide", cut), need)
        where = _tail(found)
        made = compaction.shape(found, where)
        nothing_behind = made.cut == 0
        if nothing_behind or (narrative is None and not found.hopeless(where.keep)):
            passed = found.passes(found.start, where.keep)
            if nothing_behind and not passed.added:
                return _cannot_help(found, need)
            if nothing_behind or _enough(found, passed):
                return self._judged(found, need, _passes_record(found, passed))
        return self._judged(found, need, compaction.build(found, made, narrative))

    def _passes_plan(self, found: Survey, need: Need, passed: Passed) -> Plan | Refused:
        record = _passes_record(found, passed)
        refused = judge(need, found.load, record.tokens_after, found.state.thresholds, found.state.price)
        return refused or Plan(
            self.id, need, "passes", record.prefix_hash, record.cut_id, found.load, record.tokens_after,
            replacements=passed.replacements,
        )  # fmt: skip

    def _cut_plan(self, found: Survey, need: Need, made: compaction.Shape, focus: str) -> Plan | Refused:
        state = found.state
        job = _job(found, made.cut, focus)
        landing = compaction.estimate(found, made, job is not None)
        # What is prepared below T is applied at T: the gate judges it as it will be then.
        before = max(found.load, state.thresholds.threshold) if need is Need.PREPARE else found.load
        refused = judge(need, before, landing, state.thresholds, state.price, job.max_tokens if job else 0)
        if refused is not None and need is not Need.HARD:
            return refused
        method = "model" if job is not None else "digest"
        hashed = prefix_hash(state.log, made.cut, state.memo)
        return Plan(self.id, need, method, hashed, state.log[made.cut].id, found.load, landing, job)

    def _judged(self, found: Survey, need: Need, record: Record) -> Record | Refused:
        """The record, if the gate lets its measured landing through; at the hard line ``fit`` does the rest."""
        lines = found.state.thresholds
        after = min(record.tokens_after, lines.hard) if need is Need.HARD else record.tokens_after
        before = max(found.load, lines.threshold) if need is Need.SOFT else found.load
        if record.tokens_after >= found.load:
            return Refused(text("engine.refused.larger"), strike=need is Need.SOFT)
        refused = judge(need, before, after, lines, found.state.price)
        return refused or replace(record, strategy=self.id)


def _tail(found: Survey) -> Tail:
    return tail(found, found.raw(found.state.thresholds.budgets.tail))


def _slide(found: Survey) -> int:
    return newest.place(found, found.raw(found.state.thresholds.budgets.landing - found.fixed))


def _enough(found: Survey, passed: Passed) -> bool:
    """Whether the passes alone reach .60 T with a saving that is worth a commit."""
    threshold = found.state.thresholds.threshold
    saved = round(found.k * passed.saved)
    return (
        passed.added > 0
        and found.load - saved <= passes.EARLY_EXIT * threshold
        and passes.worth_committing(saved, threshold)
    )


def _passes_record(found: Survey, passed: Passed) -> Record:
    """The active record with more replacements; without one, replacements alone and nothing cut."""
    state = found.state
    base = found.record or Record("", "passes", "")
    places = [
        place for place, message in enumerate(state.log) if message.id in {r.message_id for r in passed.replacements}
    ]
    upto = position(state.log, base.cut_id) if base.cut_id is not None else (places[-1] + 1 if places else 0)
    made = replace(
        base,
        method="passes",
        prefix_hash=prefix_hash(state.log, upto or 0, state.memo),
        replacements=passed.replacements,
        tokens_before=found.load,
        duration_ms=0,
        cost=None,
        currency="",
        summary_model="",
        degraded=None,
        state="prepared",
        id="",
        previous_id=None,
        created_ms=0,
    )
    return replace(made, tokens_after=landed(state, made))


def _prefix(state: State, plan: Plan) -> int:
    """How many messages the plan's hash covers, on the log as it is now."""
    if plan.cut_id is not None:
        return position(state.log, plan.cut_id) or 0
    named = {replacement.message_id for replacement in plan.replacements}
    return max((place + 1 for place, message in enumerate(state.log) if message.id in named), default=0)


def _job(found: Survey, cut: int, focus: str) -> NarrativeJob | None:
    """What to ask of a model: the messages between the last narrative and the cut; None when no model is wanted."""
    state = found.state
    if state.summarizer <= 0:
        return None
    told = position(state.log, found.record.narrative_up_to) if found.record is not None else None
    first = 0 if told is None else told + 1
    if cut <= first or found.size(first, cut) < LEAST_SPAN:
        return None
    return NarrativeJob(
        previous=compaction.previous_narrative(found.record, found) if told is not None else "",
        first_id=state.log[first].id,
        upto_id=state.log[cut - 1].id,
        max_tokens=found.raw(state.thresholds.budgets.narrative),
        language=state.language,
        focus=focus,
    )


def _cannot_help(found: Survey, need: Need) -> Refused:
    """Why there is nothing to gain: what is big is said (fault T2)."""
    threshold = found.state.thresholds.threshold
    turn = round(found.k * found.size(found.ask))
    if found.fixed + turn > 0.8 * threshold:
        reason = text("engine.refused.cannot_help", fixed=found.fixed, turn=turn, threshold=threshold)
        return Refused(reason, strike=need is Need.SOFT)
    return Refused(text("engine.refused.nothing"), strike=need is Need.SOFT)
