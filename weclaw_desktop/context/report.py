"""Builds the one report behind ring, panel, settings, command line and log."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from weclaw_desktop.context.crowding import crowded
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.itemised import noted
from weclaw_desktop.context.load import Load, measure, sections_of, system_of
from weclaw_desktop.context.log import turn_starts
from weclaw_desktop.context.offering import NOTHING, Offering
from weclaw_desktop.context.pinboard import board
from weclaw_desktop.context.spending import next_send, saved
from weclaw_desktop.context.system_prompt import budget_state
from weclaw_desktop.context.thrash import pause_text
from weclaw_desktop.context.view import sums
from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.overriding import OwnSetting
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import BudgetItem, BudgetLine, ContextReport, Status
from weclaw_desktop.core.stores import CallTotals
from weclaw_desktop.core.text import Text, compact, text


@dataclass(frozen=True, slots=True)
class Extras:
    """What the engine does not know by itself: who asks, what was called, what goes on.

    ``updating`` says that the view changed since the last usage; ``status`` overrides the resting status.
    ``offering`` is what was decided about the tools. ``contents`` is what is known of single skills and files beside
    their size: changed ones, and those that are left out. ``told`` are the notices that requests held.
    """

    chat_id: str = ""
    model: str = ""
    strategy: str = ""
    records: tuple[Record, ...] = ()
    totals: CallTotals = field(default_factory=CallTotals)
    alarms: tuple[Text, ...] = ()
    status: Status | None = None
    updating: bool = False
    local_speeds: tuple[float, float] | None = None
    offering: Offering = NOTHING
    contents: tuple[BudgetItem, ...] = ()
    own: tuple[OwnSetting, ...] = ()
    told: tuple[Notice, ...] = ()


def build_report(state: State, extras: Extras) -> ContextReport:
    """The report of a chat as it is now. Computes nothing that ``measure`` and ``thresholds`` did not decide."""
    load = measure(state)
    assembled = system_of(state)
    notices = tuple(s.text for s in sections_of(state) if s.key == "notice")
    own = (assembled.alarm, extras.offering.alarm())
    totals = extras.totals
    return ContextReport(
        chat_id=extras.chat_id,
        model=extras.model,
        strategy=extras.strategy or state.settings.strategy,
        load=load.total,
        draft=state.draft,
        thresholds=state.thresholds,
        parts=load.parts,
        budgets=budget_lines(assembled.lines, load.skills, extras.contents, extras.offering.told()),
        measured=state.calibration.calibrated and not extras.updating,
        updating=extras.updating,
        error=state.calibration.error,
        samples=totals.system_samples,
        alarms=(*(alarm for alarm in own if alarm is not None), *extras.alarms),
        notices=notices,
        records=extras.records,
        told=extras.told,
        tells=state.settings.tell_model,
        pins=board(state),
        own=extras.own,
        status=extras.status or resting_status(state, load),
        cost=totals.cost,
        currency=totals.currency,
        unpriced=totals.unpriced,
        cached_share=totals.cached / totals.prompt if totals.prompt else None,
        local_speeds=extras.local_speeds,
        next_send=next_send(state.log, load, state.price, model=extras.model, updating=extras.updating),
        saved=saved(state.log, extras.records, state.record, totals) if extras.records else None,
    )


def budget_lines(
    lines: tuple[BudgetLine, ...],
    read: tuple[tuple[str, int], ...],
    contents: tuple[BudgetItem, ...],
    told: Text | None,
) -> tuple[BudgetLine, ...]:
    """The budgets with what counts to them beside the prompt itself.

    ``read`` are the texts of skills among the messages, ``contents`` what is known of single skills and files, ``told``
    names the tools that wait.
    """
    found: list[BudgetLine] = []
    for line in lines:
        if line.key == "total":
            found.append(line if told is None else replace(line, trimmed=(*line.trimmed, told)))
            continue
        notes = tuple(note for note in contents if note.section == line.key)
        bodies: tuple[BudgetItem, ...] = ()
        if line.key == "skills":
            bodies = tuple(BudgetItem("skills", name, "", tokens, tokens, "body") for name, tokens in read)
        more = sum(item.tokens for item in bodies)
        used, wanted = line.used + more, line.wanted + more
        items = (*noted(line.items, notes), *bodies)
        found.append(replace(line, used=used, wanted=wanted, state=budget_state(wanted, line.budget), items=items))
    return tuple(found)


def resting_status(state: State, load: Load) -> Status:
    """The status when no job runs: what a reader of the panel must know first."""
    lines = state.thresholds
    if not state.log:
        return Status("empty", text("context.status.empty", ready=compact(load.total)))
    if lines.mode == "sliding":
        return Status("too_small", text("context.status.too_small"), actions=("set_window",))
    kept, newest = load.part("rules"), _newest_turn(state)
    full = crowded(state, load)
    if load.fixed + kept + newest > 0.8 * _acts_at(state):
        if full is not None and kept > max(load.fixed, newest):
            return Status("rules_full", full, actions=("see",))
        return Status("cannot_help", _what_is_big(state, load, newest), actions=("see", "trim"))
    thrash = state.thrash
    if thrash.paused_at is not None and state.settings.pause_useless:
        paused = pause_text(thrash, load.total, lines.threshold, len(turn_starts(state.log)))
        if paused is not None:
            return Status("paused", paused, actions=("resume",))
    if state.held_until > load.total:
        told = "context.status.undone" if state.record is None else "context.status.undone_newest"
        return Status("undone", text(told), actions=("compress",))
    if state.record is not None and state.record.degraded is not None:
        return Status("degraded", state.record.degraded, actions=("compress",))
    if full is not None:
        return Status("rules_full", full, actions=("see",))
    left = max(0, lines.threshold - load.total)
    return Status("idle", text("context.status.idle", left=compact(left)), actions=("compress",))


def _acts_at(state: State) -> int:
    """``ContextReport.acts_at``, whose share the meter shows."""
    return state.thresholds.hard if state.settings.strategy == "off" else state.thresholds.threshold


def _what_is_big(state: State, load: Load, newest: int) -> Text:
    """Fixed parts, pins and rules, and the newest turn, beside the line; their share would stand beside the meter's."""
    schemas, kept = load.part("schemas"), load.part("rules")
    sizes = {"schemas": compact(schemas), "prompt": compact(load.fixed - schemas), "newest": compact(newest)}
    line = text("context.line.hard" if state.settings.strategy == "off" else "context.line.threshold")
    at = compact(_acts_at(state))
    if kept:
        return text("context.status.cannot_help_kept", kept=compact(kept), line=line, at=at, **sizes)
    return text("context.status.cannot_help", line=line, at=at, **sizes)


def _newest_turn(state: State) -> int:
    """Calibrated tokens of the newest turn as shown."""
    view = sums(state.log, state.record, state.counter, state.language, state.memo, state.pins)
    return round(view.newest_turn() * state.calibration.k)
