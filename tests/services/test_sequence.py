"""Requests that are checked where they are new are those that are checked as a whole, and broken ones do not pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.services.test_replay import conversation
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.invariants import Violation
from weclaw_desktop.context.request import build_request
from weclaw_desktop.core.errors import InvariantBroken
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.services import sequence
from weclaw_desktop.services.replay import ReplayOptions, Seen, replay
from weclaw_desktop.services.sequence import Sequence, repeats


def states(window: int = 8_192, strategy: str = "adaptive") -> list[Seen]:
    found: list[Seen] = []
    replay(conversation(60), ReplayOptions(window=window, strategy=strategy), observe=found.append)
    return found


@pytest.mark.parametrize("strategy", ["adaptive", "truncate", "off"])
def test_every_request_is_what_looking_at_all_of_it_gives(strategy: str) -> None:
    options = ReplayOptions(window=8_192)
    for seen in states(strategy=strategy):
        assert replace(build_request(seen.state, options.spec()), max_output=0) == replace(seen.request, max_output=0)


def test_what_repeats_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    real = sequence.violations

    def watched(request: ModelRequest, **more: Any) -> list[Violation]:
        sizes.append(len(request.messages))
        return real(request, **more)

    monkeypatch.setattr(sequence, "violations", watched)
    found = states(window=131_072)
    assert len(sizes) > 100
    assert max(sizes) < 10 < len(found[-1].request.messages)


def test_a_fault_in_what_is_new_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = states(window=131_072)[4:6]
    spec, line = ReplayOptions(window=131_072).spec(), Sequence()
    line.build(first.state, spec)
    low = replace(second.state, thresholds=replace(second.state.thresholds, hard=10))
    with pytest.raises(InvariantBroken):
        line.build(low, spec)
    stray = RequestMessage("assistant", (TextPart("nobody asked"),), source="x", tokens=3)
    with_stray = (*second.request.messages, stray)

    def strayed(state: State) -> tuple[RequestMessage, ...]:
        del state
        return with_stray

    monkeypatch.setattr(sequence, "messages_of", strayed)
    assert line.build(second.state, spec).messages == second.request.messages  # made anew, as a whole


def test_repeats() -> None:
    one, two = (RequestMessage("user", (TextPart(word),)) for word in ("one", "two"))
    assert repeats((one, two), (one,))
    assert repeats((one,), (one,))
    assert not repeats((one,), (one, two))
    assert not repeats((two, one), (one,))
