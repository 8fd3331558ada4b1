"""From a chat's state to one validated request.

Nothing leaves without having passed the one validator. The size is not brought down here: whoever builds a request has
asked ``fit`` before, and a request above the hard line is a bug.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from weclaw_desktop.context.engine import State
from weclaw_desktop.context.invariants import repair, validate, violations
from weclaw_desktop.context.load import measure, sections_of
from weclaw_desktop.context.log import Group
from weclaw_desktop.context.pins import kept
from weclaw_desktop.context.shown import show
from weclaw_desktop.context.threshold import output_limit
from weclaw_desktop.context.view import View, view
from weclaw_desktop.core.messages import Message, TextPart
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.request import ModelRequest, RequestMessage

_EMPTY = RequestMessage("user", (TextPart("…"),), form="stub", tokens=1)
"""Stands for a message that nobody wrote yet while the rest is made sendable."""
Purpose = Literal["reply", "title", "summary", "warm", "test"]


def build_request(state: State, spec: ModelSpec, *, purpose: Purpose = "reply") -> ModelRequest:
    """The request that answers the log as it is.

    Returns:
        A request whose prompt is at most the hard line and, with the output asked for, at most the window.

    Raises:
        InvariantBroken: A rule of ``invariants`` is broken, the hard line included; ``fit`` was not
            asked, or we have a bug.
    """
    request = _request(state, spec, messages_of(state), purpose)
    hard, pins, words = state.thresholds.hard, _rules(state), kept(state.pins)
    if not violations(request, hard=hard, log=state.log, pins=pins, kept=words):
        return request
    request = _request(state, spec, repair(request.messages, state.language), purpose)
    return validate(request, hard=hard, log=state.log, pins=pins, kept=words)


def next_request(state: State, spec: ModelSpec, draft: Message | None = None) -> ModelRequest:
    """The request that sending ``draft`` would make of the log as it is, for people to look at before it is sent.

    Made by the same steps as ``build_request``. It is not held against the hard line: a view that is too large is
    brought under it when it is sent, not when it is looked at.

    Args:
        state: The chat; its ``draft`` is the calibrated size of ``draft``.
        spec: The model.
        draft: What is written but not stored, None when nothing is. Then the place of the next message stays empty.
    """
    seen = messages_of(state)
    if draft is not None:
        group = Group(len(state.log), draft, [])
        shown = show(group, {}, state.counter, state.language).messages
        messages = repair((*seen, *shown), state.language)
    elif not seen or seen[-1].role not in ("user", "tool"):
        messages = repair((*seen, _EMPTY), state.language)[:-1]
    else:
        messages = repair(seen, state.language)
    request = _request(state, spec, messages, "reply")
    load = request.load + state.draft
    return replace(request, load=load, max_output=output_limit(state.thresholds, load))


def messages_of(state: State) -> View:
    """The view of a state, calibrated, before any repair."""
    return view(
        state.log,
        state.record,
        state.counter,
        state.language,
        k=state.calibration.k,
        memo=state.memo,
        pins=state.pins,
    )


def added_by_repair(state: State) -> int:
    """Calibrated tokens of what ``build_request`` adds to make the view sendable; 0 for nearly every chat."""
    messages = messages_of(state)
    repaired = repair(messages, state.language)
    return 0 if repaired is messages else _uncounted(repaired, state)


def _request(state: State, spec: ModelSpec, messages: View, purpose: Purpose) -> ModelRequest:
    load = measure(state).total + _uncounted(messages, state)
    return ModelRequest(
        model=spec.id,
        system=sections_of(state),
        messages=messages,
        tools=state.tools,
        max_output=output_limit(state.thresholds, load),
        load=load,
        reasoning=spec.reasoning,
        purpose=purpose,
    )


def warm_request(state: State, spec: ModelSpec) -> ModelRequest:
    """A request of one output token that has a local server read everything up to the last message ahead."""
    return replace(build_request(state, spec, purpose="warm"), max_output=1)


def _uncounted(messages: View, state: State) -> int:
    """Tokens of what a repair added (a stub result, "Please go on."), which the sums do not hold."""
    raw = sum(state.counter.parts(m.parts) for m in messages if m.tokens == 0)
    return round(raw * state.calibration.k)


def _rules(state: State) -> str:
    record = state.record
    return record.block.rules if record is not None and record.block is not None else ""
