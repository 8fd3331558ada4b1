"""The hard line: bring a request under it without a model, visibly, or say why it cannot be done.

Shared by all strategies, and all that ``off`` ever does. In order: shorten the arguments of the newest turn where it
would not fit with nothing in front of it, shorten answered results older than the tail, drop the oldest whole turns,
shorten the other answered results, begin inside the newest turn behind its ask, shorten the results not answered yet,
show the newest user text as head and tail of an artifact, say less of what an earlier record stands for, refuse with
choices. Pins and live rules of what is dropped stand verbatim in front; what was pinned, let go or decided after the
cut changes that at the next request.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from weclaw_desktop.context.engine import State
from weclaw_desktop.context.fitting import Fitting, with_rules
from weclaw_desktop.context.load import Load, measure
from weclaw_desktop.context.log import newest_ask, position
from weclaw_desktop.context.pins import pins_moved
from weclaw_desktop.context.request import added_by_repair
from weclaw_desktop.context.view import frame
from weclaw_desktop.context.yielding import bare, yielded
from weclaw_desktop.core.errors import CannotFit
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.text import Text, text

_BATCH = 0.9
_NOTICE = 140
"""Tokens kept free for the notice and the rules' title, which a first cut adds."""
_REPAIR = 500
"""More than a repair adds, in tokens."""
_TRIES = 3
"""Pins and rules that a cut moves into the block may need room of their own; then it is cut again."""


def fit(state: State, *, strategy: str = "", target: int | None = None) -> Record | None:
    """A record under which the request fits, or None when it does already.

    Args:
        state: The chat; ``draft`` counts.
        strategy: Id under which the record is filed.
        target: Load in tokens to come down to once something must be done, so that not every call has to cut again;
            min(T, .9 hard) as a rule. Only the hard line itself must be reached.

    Raises:
        CannotFit: Even the newest turn alone does not fit; the text names what is big.
    """
    state = _with_room_for_repair(state)
    before = measure(state)
    limit = state.thresholds.hard - state.draft
    if before.total <= limit:
        state, before, pinned = _with_new_pins(state, before)
        if before.total <= limit:
            return pinned
    strategy = strategy or state.settings.strategy
    found, after = _tried(state, strategy, target, before)
    if after.total > limit:
        found, after = _saying_less(state, found, after)
    if after.total > limit and state.record is not None and state.record.block is not None:
        least = replace(state, record=_with(state.record, bare(state.record.block)))
        found, after = _tried(least, strategy, target, before)
    if after.total <= limit:
        return replace(found, tokens_after=after.total)
    raise CannotFit(refusal(state, after))


def repinned(state: State) -> Record | None:
    """The record in force with pins and rules as the user wants them now, None where it has them so already."""
    return _with_new_pins(state, measure(state))[2]


def _with_room_for_repair(state: State) -> State:
    """The state with what a repair adds ("Please go on.") counted as a draft; looked at near the line only."""
    if measure(state).total <= state.thresholds.hard - state.draft - _REPAIR:
        return state
    added = added_by_repair(state)
    return replace(state, draft=state.draft + added) if added else state


def _tried(state: State, strategy: str, target: int | None, before: Load) -> tuple[Record, Load]:
    """The record of the first try that fits, or of the last one, and what it lands on."""
    limit = state.thresholds.hard - state.draft
    over = 0
    for _ in range(_TRIES - 1):
        found, after = _fitted(state, strategy, target, before, over)
        if after.total <= limit:
            return found, after
        over += after.total - limit + _NOTICE
    return _fitted(state, strategy, target, before, over)


def _saying_less(state: State, found: Record, after: Load) -> tuple[Record, Load]:
    """The record with a block that says less, by as much as is missing or by all it can, and what it lands on."""
    limit = state.thresholds.hard - state.draft
    aim = int(_BATCH * state.thresholds.hard) - state.draft
    while after.total > limit and found.block is not None:
        block = yielded(found.block, ceil((after.total - aim) / max(state.calibration.k, 0.01)), state.counter)
        if block is found.block:
            break
        found = _with(found, block)
        after = measure(replace(state, record=found))
    return found, after


def _with(record: Record, block: ContextBlock | None) -> Record:
    """The record with this block; without a narrative the next one must tell of everything again."""
    told = record.narrative_up_to if block is not None and block.narrative else None
    return replace(record, block=block, narrative_up_to=told)


def _fitted(state: State, strategy: str, target: int | None, before: Load, over: int) -> tuple[Record, Load]:
    """One try, with ``over`` tokens more than usual kept free: the record and what it lands on."""
    hard = state.thresholds.hard - state.draft - _NOTICE - over
    aim = target or min(state.thresholds.threshold, int(_BATCH * state.thresholds.hard))
    goal = min(aim - state.draft - over, hard)
    work = Fitting(state)
    work.shorten_arguments(hard)
    for step in (
        work.shorten_older,
        work.drop_turns,
        work.shorten_answered,
        work.begin_inside,
        work.shorten_unanswered,
    ):
        if work.load > goal:
            step(goal)
    if work.load > hard:
        work.shorten_ask(hard)
    found = work.record(strategy, before)
    return found, measure(replace(state, record=found))


def _with_new_pins(state: State, before: Load) -> tuple[State, Load, Record | None]:
    """The record in force with its pins and rules written anew, if the user changed them since it was made."""
    old = state.record
    cut = None if old is None else position(state.log, old.cut_id)
    if old is None or cut is None or not pins_moved(state.log[:cut], old.block, state.pins):
        return state, before, None
    block = with_rules(state, cut, old.block or ContextBlock(frame(state.language)))
    if old.block is not None and block.rules == old.block.rules:
        return state, before, None
    made = replace(old, block=block, tokens_before=before.total, previous_id=old.id or None, id="", state="prepared")
    after = measure(replace(state, record=made))
    made = replace(made, tokens_after=after.total)
    return replace(state, record=made), after, made


def refusal(state: State, load: Load) -> Text:
    """The sentence that names what is big, for a request that cannot be made to fit.

    Where the user never spoke, all that was said stands in front and is the newest turn.
    """
    said = 0 if newest_ask(state.log) is not None else load.part("lead")
    return text(
        "context.cannot_fit",
        hard=state.thresholds.hard,
        window=state.thresholds.window,
        system=load.fixed - load.part("schemas"),
        schemas=load.part("schemas"),
        rules=load.part("rules"),
        newest=load.part("recent") + load.part("attachments") + state.draft + said,
    )
