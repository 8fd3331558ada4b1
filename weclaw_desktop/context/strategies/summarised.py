"""What strategies share that first shorten tool results and then put one summary in place of older turns.

The skeleton of ``pipeline`` and ``layered``: when they are asked, when shortening alone is enough, what is asked of a
model, and the record of a cut. They differ in the hooks: which results are shortened and how, where the tail begins,
and what stands in the block when a model wrote nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from weclaw_desktop.context.compaction import asked_room
from weclaw_desktop.context.engine import ContextEngine, Moment, Narrative, Need, Plan, Refused, State
from weclaw_desktop.context.gate import judge
from weclaw_desktop.context.log import position
from weclaw_desktop.context.passes import Passed, tokens_saved
from weclaw_desktop.context.snapshot import prefix_hash
from weclaw_desktop.context.strategies import newest
from weclaw_desktop.context.strategies.cutting import Block, cut_record, job_for, passes_record, prefix
from weclaw_desktop.context.strategies.deciding import before, cannot_help, enough, foreseen, judged, pressure, slide
from weclaw_desktop.context.survey import Survey, Tail, survey, unanswered
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text

OVERHEAD = 60
"""Uncalibrated tokens for the frame, headings and "Noted."."""
LEAST_BLOCK = 0.08
"""When less than this share of T is left for the block, the cut moves into the newest turn."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut in the making: where, what is shortened behind it, and uncalibrated tokens of what stays."""

    at: int
    passed: Passed
    tail: int


class Summarised(ContextEngine):
    """Shorten, then summarise; gate and anti-thrash around both."""

    enough: float
    """Share of T at or under which shortening alone is enough."""

    @abstractmethod
    def shorten(self, found: Survey, start: int, end: int) -> Passed:
        """Replacements for what is shown of ``log[start:end]``, those in force first."""

    @abstractmethod
    def tail(self, found: Survey) -> Tail:
        """Where the tail begins."""

    @abstractmethod
    def block(self, found: Survey, cut: int, narrative: Narrative | None, room: int) -> Block:
        """What stands for ``log[:cut]`` in at most ``room`` uncalibrated tokens; rules and pins may take more."""

    def trigger(self, state: State, moment: Moment) -> Need:
        """The line that the load has reached; a pause and a hold after an undo bind below the hard line."""
        return pressure(state, moment)

    def plan(self, state: State, need: Need, focus: str = "") -> Plan | Refused:
        """Shortening alone when that is enough, else a cut; with a job when a model will be asked."""
        if need is Need.PREPARE and state.summarizer <= 0:
            return Refused(text("engine.refused.by_code"))
        if need is not Need.HARD and unanswered(state):
            return Refused(text("engine.refused.in_flight"))
        found = survey(state)
        if state.thresholds.mode == "sliding":
            return newest.plan(found, need, self.id, "slide", slide(found))
        where = self.tail(found)
        shortened = self.shorten(found, found.start, where.keep)
        done = enough(found, shortened, self.enough, foreseen(found, need))
        if done and need is Need.PREPARE:
            return Refused(text("engine.refused.shortening"))
        made = self._cut(found, where)
        if (done and not state.upto) or made.at <= found.start:
            return self._passes_plan(found, need, shortened)
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
        where = self.tail(found)
        if narrative is not None and narrative.text:
            record = self._as_planned(found, where, plan, narrative)
            if record is not None and self._stands(found, need, record):
                return record
        made = self._cut(found, where)
        shortened = self.shorten(found, found.start, where.keep)
        by_passes = narrative is None and not state.upto and enough(found, shortened, self.enough)
        if made.at <= found.start or by_passes:
            if not shortened.added:
                return cannot_help(found, need)
            return judged(found, need, passes_record(found, self.id, shortened))
        return judged(found, need, self._record(found, made, narrative))

    def _passes_plan(self, found: Survey, need: Need, passed: Passed) -> Plan | Refused:
        if need is Need.PREPARE or not passed.added:
            return cannot_help(found, need)
        record = passes_record(found, self.id, passed)
        refused = judge(need, found.load, record.tokens_after, found.state.thresholds, found.state.price)
        if refused is not None and need is not Need.HARD:
            return refused
        return Plan(
            self.id, need, "passes", record.prefix_hash, record.cut_id, found.load, record.tokens_after,
            replacements=passed.replacements,
        )  # fmt: skip

    def _cut_plan(self, found: Survey, need: Need, made: Cut, focus: str) -> Plan | Refused:
        state = found.state
        job = job_for(found, made.at, focus)
        code = self._block(found, made, None)
        spoken = job.max_tokens if job else 0
        landing = found.fixed + round(found.k * (made.tail + OVERHEAD + code.tokens)) + spoken
        refused = judge(
            need, foreseen(found, need), landing, state.thresholds, state.price, job.max_tokens if job else 0
        )
        if refused is not None and need is not Need.HARD:
            return refused
        method = "model" if job is not None else code.method
        hashed = prefix_hash(state.log, made.at, state.memo)
        return Plan(self.id, need, method, hashed, state.log[made.at].id, found.load, landing, job)

    def _cut(self, found: Survey, tail: Tail) -> Cut:
        """Where to cut: at the tail's turn, or inside the newest one when it leaves no room for what came before."""
        at, keep = max(tail.cut, found.start), max(tail.keep, found.start)
        outer = self._cut_at(found, at, keep)
        lines = found.state.thresholds
        room = found.raw(lines.budgets.landing - found.fixed) - outer.tail - OVERHEAD
        if at == keep or keep >= len(found.sizes) or room >= found.raw(LEAST_BLOCK * lines.threshold):
            return outer
        return self._cut_at(found, keep, keep)

    def _cut_at(self, found: Survey, at: int, keep: int) -> Cut:
        passed = self.shorten(found, at, keep)
        saved = tokens_saved(found.span(at, len(found.sizes)), passed.replacements)
        ask = found.sizes[found.ask] if at > found.ask else 0
        return Cut(at, passed, max(0, found.size(at) - saved) + ask)

    def _as_planned(self, found: Survey, where: Tail, plan: Plan, narrative: Narrative) -> Record | None:
        """The cut that the narrative was written for: nothing lies between it and the tail. None: it is gone."""
        at = position(found.state.log, plan.cut_id) or 0
        if at <= found.start or at not in found.points:
            return None
        return self._record(found, self._cut_at(found, at, max(at, where.keep)), narrative)

    def _stands(self, found: Survey, need: Need, record: Record) -> bool:
        """Whether the cut of a narrative that took its time still helps: at the hard line, too, it must end below T."""
        lines = found.state.thresholds
        refused = judge(need, before(found, need), record.tokens_after, lines, None)
        return refused is None and record.tokens_after <= lines.threshold

    def _record(self, found: Survey, made: Cut, narrative: Narrative | None) -> Record:
        return cut_record(found, self.id, made.at, made.passed.replacements, self._block(found, made, narrative))

    def _block(self, found: Survey, made: Cut, narrative: Narrative | None) -> Block:
        lines = found.state.thresholds
        room = found.raw(lines.budgets.landing - found.fixed) - made.tail - OVERHEAD
        if found.state.upto:
            room = asked_room(found, made.at, room)
        return self.block(found, made.at, narrative, max(0, room))
