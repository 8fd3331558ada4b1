"""When strategies act and what they take: the line reached, whether shortening is enough, the verdict of the gate."""

from __future__ import annotations

from weclaw_desktop.context.compaction import OVERHEAD
from weclaw_desktop.context.engine import Moment, Need, Refused, State, Thrash
from weclaw_desktop.context.gate import judge
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import turn_starts
from weclaw_desktop.context.passes import Passed, worth_committing
from weclaw_desktop.context.strategies import newest
from weclaw_desktop.context.survey import Survey
from weclaw_desktop.context.thrash import is_paused
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import text


def pressure(state: State, moment: Moment) -> Need:
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


def foreseen(found: Survey, need: Need) -> int:
    """The load to plan for: what is prepared below T is applied at T, and judged as it will be then."""
    return max(found.load, found.state.thresholds.threshold) if need is Need.PREPARE else found.load


def before(found: Survey, need: Need) -> int:
    """The load to judge a made record by: what was prepared below T may be applied a little below it."""
    return found.load if need is Need.HARD else max(found.load, found.state.thresholds.threshold)


def enough(found: Survey, passed: Passed, share: float, load: int | None = None) -> bool:
    """Whether shortening alone brings ``load`` (the present one if None) to ``share`` of T and is worth a commit."""
    threshold = found.state.thresholds.threshold
    saved = round(found.k * passed.saved)
    left = (found.load if load is None else load) - saved
    return passed.added > 0 and left <= share * threshold and worth_committing(saved, threshold)


def judged(found: Survey, need: Need, record: Record) -> Record | Refused:
    """The record, if the gate lets its measured landing through; at the hard line ``fit`` does the rest."""
    lines = found.state.thresholds
    if record.tokens_after >= found.load:
        return Refused(text("engine.refused.larger"), strike=need is Need.SOFT)
    after = min(record.tokens_after, lines.hard) if need is Need.HARD else record.tokens_after
    return judge(need, before(found, need), after, lines, found.state.price) or record


def slide(found: Survey) -> int:
    """Where a window too small for summaries begins (mode ``sliding``), with room for the notice of the first cut."""
    notice = OVERHEAD if found.state.record is None else 0
    return newest.place(found, found.raw(found.state.thresholds.budgets.landing - found.fixed) - notice)


def cannot_help(found: Survey, need: Need) -> Refused:
    """Why there is nothing to gain: what is big is said (fault T2)."""
    threshold = found.state.thresholds.threshold
    turn = round(found.k * found.size(found.ask))
    if found.fixed + turn > 0.8 * threshold:
        reason = text("engine.refused.cannot_help", fixed=found.fixed, turn=turn, threshold=threshold)
        return Refused(reason, strike=need is Need.SOFT)
    return Refused(text("engine.refused.nothing"), strike=need is Need.SOFT)
