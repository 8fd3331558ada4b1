"""Builds the requests of a chat one after another, each checked where it differs from the one before.

A request mostly repeats the one before and adds to its end. What was checked there need not be checked again: the
rules of ``context.invariants`` are about neighbours, so that a list is sound when its checked beginning is, and when
what begins with the last ask of that beginning is. A replay of a few thousand messages would else spend nine tenths of
its time on looking at the same messages again. Whatever else changed is checked as a whole.
"""

from __future__ import annotations

from dataclasses import replace

from weclaw_desktop.context.engine import State
from weclaw_desktop.context.invariants import violations
from weclaw_desktop.context.load import measure, sections_of
from weclaw_desktop.context.log import newest_ask
from weclaw_desktop.context.request import build_request, messages_of
from weclaw_desktop.context.threshold import output_limit
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.request import ModelRequest, RequestMessage


class Sequence:
    """The requests of one chat, in order."""

    def __init__(self) -> None:
        self._last: ModelRequest | None = None

    def build(self, state: State, spec: ModelSpec) -> ModelRequest:
        """What ``build_request`` gives. Raises InvariantBroken as that does."""
        found = self._continued(state, spec) or build_request(state, spec)
        self._last = found
        return found

    def _continued(self, state: State, spec: ModelSpec) -> ModelRequest | None:
        """The request, if it repeats the last one and what is new in it is sound; None when all must be looked at."""
        last = self._last
        if last is None:
            return None
        messages = messages_of(state)
        if not repeats(messages, last.messages) or not all(message.tokens for message in messages[-8:]):
            return None
        start = _last_ask(last.messages)
        ask = newest_ask(state.log)
        if start is None or ask is None:
            return None
        load = measure(state).total
        made = ModelRequest(
            model=spec.id,
            system=sections_of(state),
            messages=messages,
            tools=state.tools,
            max_output=output_limit(state.thresholds, load),
            load=load,
            reasoning=spec.reasoning,
        )
        new = replace(made, messages=messages[start:])
        return None if violations(new, hard=state.thresholds.hard, log=state.log[ask:]) else made


def repeats(now: tuple[RequestMessage, ...], before: tuple[RequestMessage, ...]) -> bool:
    """Whether ``now`` begins with all of ``before``."""
    return len(now) >= len(before) and now[: len(before)] == before


def _last_ask(messages: tuple[RequestMessage, ...]) -> int | None:
    """Where the last message of the user stands that is not the context block."""
    places = range(len(messages) - 1, -1, -1)
    return next((n for n in places if messages[n].role == "user" and messages[n].source), None)
