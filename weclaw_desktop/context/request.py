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
from weclaw_desktop.context.threshold import output_limit
from weclaw_desktop.context.view import View, view
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.request import ModelRequest

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
    hard, pins = state.thresholds.hard, _rules(state)
    if not violations(request, hard=hard, log=state.log, pins=pins):
        return request
    request = _request(state, spec, repair(request.messages, state.language), purpose)
    return validate(request, hard=hard, log=state.log, pins=pins)


def messages_of(state: State) -> View:
    """The view of a state, calibrated, before any repair."""
    return view(state.log, state.record, state.counter, state.language, k=state.calibration.k, memo=state.memo)


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
