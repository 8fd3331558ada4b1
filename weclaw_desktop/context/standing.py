"""How each message of a log stands in the next request, and why: what X-ray and the transcript's margin show.

Read off the view that the request is made of, never decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from weclaw_desktop.context.blocks import pins_and_rules
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.log import is_ask, position
from weclaw_desktop.context.view import ViewSums, sums
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.records import Record, Replacement
from weclaw_desktop.core.request import RequestMessage
from weclaw_desktop.core.text import text
from weclaw_desktop.core.xray import Standing

Standings = Mapping[str, Standing]
"""By message id."""

VERBATIM = Standing("verbatim", text("xray.why.verbatim"))
RECAP = Standing("verbatim", text("xray.why.recap"))
PINNED = Standing("pinned", text("xray.why.pinned"))
_PIN_BEHIND = Standing("pinned", text("xray.why.pinned_behind"))
_OPENS = Standing("verbatim", text("xray.why.opens"))
_EXCLUDED = Standing("left_out", text("xray.why.excluded"))
_GROWING = Standing("left_out", text("xray.why.growing"))
_SYSTEM = Standing("left_out", text("xray.why.system"))
_EMPTY = Standing("left_out", text("xray.why.empty"))
_ORPHAN = Standing("left_out", text("xray.why.orphan"))
_DROPPED = Standing("left_out", text("xray.why.dropped"))
UNSENDABLE = Standing("left_out", text("xray.why.unsendable"))


def standings(state: State) -> Standings:
    """Every message of the log; asked again about the same log and record it is at hand."""
    seen = (state.log, state.record, state.counter, state.language, state.pins)
    return state.memo.last("standings", seen, lambda: _standings(state))


def _standings(state: State) -> Standings:
    view = sums(state.log, state.record, state.counter, state.language, state.memo, state.pins)
    record = state.record if _holds(state) else None
    replaced = _by_message(record)
    log = {message.id: message for message in state.log}
    found: dict[str, Standing] = {}
    for shown in view.messages():
        if shown.source:
            found[shown.source] = shown_as(shown, log[shown.source], replaced.get(shown.source, ()))
    cut = position(state.log, record.cut_id) if record is not None else None
    behind = _Behind(state.log, record, cut or 0, view)
    for place, message in enumerate(state.log):
        if message.id not in found:
            found[message.id] = behind.standing(place, message)
    return found


def shown_as(shown: RequestMessage, message: Message, replaced: Sequence[Replacement]) -> Standing:
    """How a message that is in the request differs from the log."""
    if replaced:
        of_text = next((item.kind for item in replaced if item.call < 0), "arguments")
        why = "repeated" if of_text == "stub" else of_text
        return Standing("shortened", text(f"xray.why.{why}", artifact=message.artifact))
    intake = message.intake
    if shown.form == "shortened" or (intake is not None and intake.capped):
        return Standing("shortened", text("xray.why.capped", artifact=message.artifact))
    if message.pinned:
        return PINNED
    if shown.form == "recap":
        return RECAP
    if intake is not None and intake.text is not None and message.role == "tool":
        return Standing("verbatim", text("xray.why.encoded", artifact=message.artifact))
    return VERBATIM


class _Behind:
    """Why messages are not in the request by themselves."""

    def __init__(self, log: Log, record: Record | None, cut: int, view: ViewSums) -> None:
        self._cut = cut
        block = view.block
        self._pins = pins_and_rules(block.rules)[0] if block is not None else ""
        self._first_ask = next((place for place, message in enumerate(log) if is_ask(message)), len(log))
        self._stands = _DROPPED
        self._told_upto, self._told = -1, _DROPPED
        if block is not None and record is not None and (block.ledger or block.narrative or block.digest or block.lead):
            self._stands = Standing("summarised", text("xray.why.by_code"))
            upto = position(log, record.narrative_up_to)
            if block.narrative and upto is not None:
                self._told_upto = upto
                self._told = Standing("summarised", text("xray.why.by_model"))

    def standing(self, place: int, message: Message) -> Standing:
        """Why the message at ``place`` is not in the request, and what stands for it."""
        own = _own_reason(message)
        if own is not None:
            return own
        if place < self._cut:
            if message.pinned and f"[m{message.seq}]" in self._pins:
                return _PIN_BEHIND
            return self._told if place <= self._told_upto else self._stands
        return _OPENS if place < self._first_ask else _ORPHAN


def _own_reason(message: Message) -> Standing | None:
    """What keeps a message out wherever it stands."""
    if message.excluded:
        return _EXCLUDED
    if message.state == "generating":
        return _GROWING
    if message.role == "system":
        return _SYSTEM
    blank = not message.text.strip() and not message.calls and not message.attachments and message.result is None
    return _EMPTY if blank else None


def _holds(state: State) -> bool:
    record = state.record
    return record is not None and (record.cut_id is None or position(state.log, record.cut_id) is not None)


def _by_message(record: Record | None) -> dict[str, list[Replacement]]:
    found: dict[str, list[Replacement]] = {}
    for item in record.replacements if record is not None else ():
        found.setdefault(item.message_id, []).append(item)
    return found
