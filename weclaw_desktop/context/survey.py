"""What a strategy measures before it decides: message sizes, the fixed part, where one may cut, where the tail begins.

Everything is cheap to make again: token counts, units and facts come from the chat's memo, the rest is one walk over
the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.layout import layout
from weclaw_desktop.context.load import measure, system_of, total
from weclaw_desktop.context.log import in_flight, newest_ask, position
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.passes import EARLY_EXIT, Passed, run
from weclaw_desktop.context.passes.span import Span
from weclaw_desktop.context.pins import written
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.context.view import ViewSums, sums
from weclaw_desktop.core.messages import ToolCallPart
from weclaw_desktop.core.records import Record

LONG_CALL = 120
"""A call in fewer tokens has no arguments that a pass would shorten."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Measurements of one state. Sizes per message are uncalibrated; ``load`` and ``fixed`` are calibrated.

    ``fixed`` is what no cut makes smaller: system prompt, tool schemas, and the words that the user keeps.

    ``record`` is the active record if it still holds; ``start`` is the place of its cut. ``points`` are the places
    where a cut is allowed, ``ask`` the place of the newest user message (0 without one).
    """

    state: State
    record: Record | None
    start: int
    ask: int
    sizes: tuple[int, ...]
    points: tuple[int, ...]
    calls: Mapping[int, ToolCallPart]
    load: int
    fixed: int
    cache: EngineCache

    @property
    def k(self) -> float:
        """Calibration factor: calibrated = k · counted."""
        return self.state.calibration.k

    @property
    def newest(self) -> int:
        """The last allowed cut at or before the newest ask: earlier where a late result reaches over it (fault K5)."""
        return max((point for point in self.points if point <= self.ask), default=0)

    def raw(self, tokens: float) -> int:
        """Calibrated tokens as uncalibrated ones, rounded down."""
        return int(tokens / self.k)

    def size(self, start: int, end: int | None = None) -> int:
        """Uncalibrated tokens of ``log[start:end]`` shown in full."""
        return sum(self.sizes[start:end])

    def span(self, start: int, end: int) -> Span:
        """``log[start:end]`` for the passes; replacements in force keep their bytes."""
        state = self.state
        previous = () if self.record is None else self.record.replacements
        return Span(
            state.log, start, end, self.calls, state.counter, self.cache, state.language, previous, state.one_liners
        )

    def passes(self, start: int, end: int) -> Passed:
        """The three passes over ``log[start:end]``."""
        return run(self.span(start, end))

    def hopeless(self, end: int) -> bool:
        """Whether passes over what is shown before ``end`` cannot reach .60 T even if they left nothing of it."""
        log = self.state.log
        shrinking = sum(
            size
            for message, size in zip(log[self.start : end], self.sizes[self.start : end], strict=True)
            if message.role == "tool" or size > LONG_CALL
        )
        return self.load - self.k * shrinking > EARLY_EXIT * self.state.thresholds.threshold


@dataclass(frozen=True, slots=True)
class Tail:
    """Where the tail begins.

    ``cut`` is where its turn begins; results before ``keep`` may be shortened, which lies in the newest turn
    only when that turn alone is larger than the tail's budget.
    """

    cut: int
    keep: int


def survey(state: State) -> Survey:
    """Measure ``state``."""
    log, memo = state.log, state.memo
    cache = memo.slot("engine", EngineCache)
    record = state.record if state.record is not None and holds(log, state.record, memo) else None
    start = 0 if record is None else position(log, record.cut_id) or 0
    load = measure(state)
    return Survey(
        state,
        record,
        start,
        newest_ask(log) or 0,
        memo.last("sizes", (log, state.counter), lambda: layout(log, state.counter, memo).sizes()),
        memo.last("cut_points", (log,), lambda: layout(log, state.counter, memo).points()),
        memo.last("answered", (log,), lambda: layout(log, state.counter, memo).calls()),
        load.total,
        load.fixed + _pinned(state),
        cache,
    )


def _pinned(state: State) -> int:
    """Calibrated tokens of the words to keep, which stand in every request whatever is cut."""
    said = written(state.pins, state.language)
    return ceil(state.counter.text(said) * state.calibration.k) if said else 0


def landed(state: State, record: Record) -> int:
    """The whole load, calibrated, that ``record`` would leave; the chat's own sums stay as they are."""
    counter, language = state.counter, state.language
    known_view = sums(state.log, state.record, counter, language, state.memo, state.pins)
    scratch = Memo()
    scratch.slot("view", lambda: [ViewSums((), None, counter, language, near=known_view)])
    tools = (state.tools, counter)
    known = state.memo.last("tools", tools, lambda: counter.tools(state.tools))
    scratch.last("tools", tools, lambda: known)
    cut = position(state.log, record.cut_id) or 0
    start = newest_ask(state.log[:cut]) or 0  # a tail that begins inside a turn has that turn's ask in front of it
    late = any(group.at < start <= group.places[-1] for group, _ in known_view.groups() if group.places)
    shown = state.log if late else state.log[start:]  # a late result must find the old call it answers
    return total(replace(state, log=shown, record=record, memo=scratch), system_of(state))


def asked_tail(found: Survey) -> Tail | None:
    """Where the tail begins when the user said up to which message to compress; None when they did not.

    The first allowed cut after that message, the newest turn at the latest; never before the cut in force.
    """
    at = position(found.state.log, found.state.upto) if found.state.upto else None
    if at is None:
        return None
    cut = next((point for point in found.points if at < point <= found.newest), found.newest)
    return Tail(max(cut, found.start), max(cut, found.start))


def tail(found: Survey, budget: int) -> Tail:
    """Where the tail begins for ``budget`` uncalibrated tokens: whole turns that fit, the newest in any case.

    What the user asked for goes first.
    """
    asked = asked_tail(found)
    if asked is not None:
        return asked
    turns = [point for point in found.points if point <= found.ask]
    cut = found.newest
    used = found.size(cut)
    if used > budget:
        return Tail(cut, inner(found, budget))
    for turn in reversed(turns[:-1]):
        used += found.size(turn, cut)
        if used > budget:
            break
        cut = turn
    return Tail(cut, cut)


def inner(found: Survey, budget: int) -> int:
    """The earliest place inside the newest turn from which ``budget`` tokens suffice; its last group stays."""
    points = [point for point in found.points if point > found.ask]
    if not points:
        return len(found.sizes)
    place = points[-1]
    used = found.size(place)
    for point in reversed(points[:-1]):
        used += found.size(point, place)
        if used > budget:
            break
        place = point
    return place


def unanswered(state: State) -> bool:
    """Whether a call at the log's end is still running: then nothing is cut (fault K6)."""
    return in_flight(state.log) is not None
