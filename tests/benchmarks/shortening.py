"""What intake encoding and the three passes do alone, without cut, ledger and digest.

At ten places of a session everything older than the tail is passed over as if nothing had been before. Measured are the
share of tokens that this takes off the messages as they were said, and how many of the names that are needed up to the
next place the result still holds.
"""

from __future__ import annotations

from dataclasses import replace

from tests.benchmarks.names import held, text_of
from tests.benchmarks.scores import Probes
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.passes import tokens_saved
from weclaw_desktop.context.request import messages_of
from weclaw_desktop.context.survey import survey, tail
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.services.replay import Seen
from weclaw_desktop.services.wire import to_openai

PLACES = 10


class Shortening:
    """Watches one replay; its strategy does not matter."""

    def __init__(self, probes: Probes) -> None:
        self._probes = probes
        length = len(probes.talk.messages)
        self._places = [length * n // PLACES for n in range(2, PLACES)]
        self.cut = 0.0
        self.kept = 0
        self.count = 0

    def see(self, seen: Seen) -> None:
        """Measure at the first request behind each place."""
        played = len(seen.state.log)
        if seen.call is None:
            self.cut = self._passed(seen.state)[0]
        elif self._places and played >= self._places[0]:
            self._places.pop(0)
            text = self._passed(seen.state)[1]
            until = self._places[0] if self._places else len(self._probes.talk.messages)
            for use in range(played, until):
                for need in self._probes.needs.get(use, ()):
                    if need.said < played:
                        self.count += 1
                        self.kept += held(need.name, text)

    def _passed(self, state: State) -> tuple[float, str]:
        """The share of tokens cut, and everything that would be shown."""
        cache = state.memo.slot("engine", EngineCache)
        memo = Memo()
        memo.slot("engine", lambda: cache)
        state = replace(state, record=None, memo=memo)
        found = survey(state)
        end = tail(found, found.raw(state.thresholds.budgets.tail)).keep
        passed = found.passes(0, end)
        after = found.size(0) - tokens_saved(found.span(0, end), passed.replacements)
        before = self._probes.talk.starts[len(state.log)]
        record = Record("", "passes", "", replacements=passed.replacements)
        view = messages_of(replace(state, record=record, memo=Memo()))
        text = "\n".join(text_of(message) for message in to_openai(ModelRequest("", (), view)))
        return 1 - after / max(1, before), text
