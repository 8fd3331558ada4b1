"""What intake encoding and the three passes do alone, without cut, ledger and digest.

    python -m tests.benchmarks.shortening [--data DIR] [--window N] [--curve] [--losses]

At ten places of a session everything older than the tail is passed over as if nothing had been before. Measured are the
share of tokens that this takes off the messages as they were said, and what the result still holds of the names that
are needed up to the next place, and of the values of JSON results (probes of ``retention``, which are frozen).

tools   Share of the session's tokens that are tool results. From ``HEAVY`` on a session is tool-heavy.
bound   What would be cut if nothing at all were left of the results before the tail: what people and models say, the
        arguments of calls under 500 characters and the tail are never touched.
needed  Without numbers that everything said before holds as numbers of source lines only: no name is lost with them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.benchmarks import sessions
from tests.benchmarks.names import held, places, text_of
from tests.benchmarks.probes import Conversation, Need
from tests.benchmarks.scores import Probes
from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.passes import lines, tokens_saved
from weclaw_desktop.context.request import messages_of
from weclaw_desktop.context.survey import survey, tail
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.services.replay import ReplayOptions, Seen, replay
from weclaw_desktop.services.transcripts import read
from weclaw_desktop.services.wire import to_openai

PLACES = 10
HEAVY = 0.75
"""Share of tool results from which on a session counts as tool-heavy."""
LENGTH = 65_000
"""Tokens to which tool-heavy dialogues are joined."""
KNOB = (0.0, 0.05, 0.08, 0.12, 0.15, 0.20, 0.30)
"""Values of ``lines.DENSE`` for ``--curve``."""
_NUMBER_OF_LINE = re.compile(r"\d+[\t:→|]")


@dataclass
class Figures:
    """One session, pooled over its runs; counts, and tokens as they were said."""

    tokens: int = 0
    results: int = 0
    cut: float = 0.0
    bound: float = 0.0
    kept: int = 0
    count: int = 0
    values: int = 0
    keyed: int = 0
    asked: int = 0
    lost: list[str] = field(default_factory=list[str])

    def row(self, name: str) -> str:
        """One line of the table."""
        share = 100 * self.kept / self.count if self.count else 100.0
        told = f"{self.values / self.asked:4.0%} /{self.keyed / self.asked:4.0%}" if self.asked else "    –"
        shares = "  ".join(f"{part / self.tokens:6.1%}" for part in (self.results, self.bound, self.cut))
        return f"{name:24} {self.tokens:8,}  {shares}  {self.kept:5}/{self.count:4} {share:5.1f} %  {told}"


class Shortening:
    """Watches one replay; its strategy does not matter."""

    def __init__(self, probes: Probes) -> None:
        self._probes = probes
        length = len(probes.talk.messages)
        self._places = [length * n // PLACES for n in range(2, PLACES)]
        self.found = Figures()

    @property
    def cut(self) -> float:
        """Share of tokens cut at the end."""
        return self.found.cut / max(1, self.found.tokens)

    @property
    def kept(self) -> int:
        """Needed names that were held."""
        return self.found.kept

    @property
    def count(self) -> int:
        """Needed names."""
        return self.found.count

    def see(self, seen: Seen) -> None:
        """Measure at the first request behind each place."""
        talk, found = self._probes.talk, self.found
        played = len(seen.state.log)
        if seen.call is None:
            found.tokens = talk.starts[played]
            found.results = sum(s for s, m in zip(talk.tokens, talk.messages, strict=True) if m["role"] == "tool")
            found.cut, found.bound, _ = self._passed(seen.state)
        elif self._places and played >= self._places[0]:
            self._places.pop(0)
            text = self._passed(seen.state)[2]
            until = self._places[0] if self._places else len(talk.messages)
            for use in range(played, until):
                for need in self._probes.needs.get(use, ()):
                    if need.said < played and not only_numbers_lines(need, talk):
                        self._needed(need, text)
            for fact in self._probes.facts:
                if fact.said < played:
                    value, keyed = fact.score(text)
                    found.values, found.keyed, found.asked = found.values + value, found.keyed + keyed, found.asked + 1

    def _needed(self, need: Need, text: str) -> None:
        self.found.count += 1
        if held(need.name, text):
            self.found.kept += 1
        else:
            self.found.lost.append(f"{need.name[:40]!r} said {need.said} used {need.use}: {need.around[:70]!r}")

    def _passed(self, state: State) -> tuple[float, float, str]:
        """Tokens cut, tokens that could be cut at most, and everything that would be shown."""
        cache = state.memo.slot("engine", EngineCache)
        memo = Memo()
        memo.slot("engine", lambda: cache)
        state = replace(state, record=None, memo=memo)
        found = survey(state)
        end = tail(found, found.raw(state.thresholds.budgets.tail)).keep
        passed = found.passes(0, end)
        after = found.size(0) - tokens_saved(found.span(0, end), passed.replacements)
        talk = self._probes.talk
        before = talk.starts[len(state.log)]
        bound = sum(talk.tokens[n] for n in range(end) if state.log[n].role == "tool")
        record = Record("", "passes", "", replacements=passed.replacements)
        view = messages_of(replace(state, record=record, memo=Memo()))
        text = "\n".join(text_of(message) for message in to_openai(ModelRequest("", (), view)))
        return before - after, bound, text


def only_numbers_lines(need: Need, talk: Conversation) -> bool:
    """Whether everything before the use holds a number only where source lines are numbered."""
    if not need.name.isdigit():
        return False
    return all(
        _NUMBER_OF_LINE.match(text, at) and not text[text.rfind("\n", 0, at) + 1 : at].strip()
        for text in talk.texts[: need.use]
        for at in places(need.name, text)
    )


def measure(runs: Sequence[Probes], options: ReplayOptions) -> Figures:
    """The passes alone over all runs of a session."""
    total = Figures()
    for probes in runs:
        watcher = Shortening(probes)
        replay(read(probes.session.document(), probes.session.name)[0], options, observe=watcher.see)
        for name, value in vars(watcher.found).items():
            setattr(total, name, getattr(total, name) + value)
    return total


def heavy(folder: Path, file: str, size: sessions.Size, least: float = HEAVY) -> list[sessions.Session]:
    """The dialogues of a file with at least this share of tool results, joined to long sessions."""
    parts: list[list[sessions.Dialogue]] = [[]]
    used = 0
    for dialogue in sessions.load(folder, file):
        sizes = [(m["role"], size(m)) for m in dialogue.messages if m["role"] != "system"]
        own = sum(tokens for _, tokens in sizes)
        if sum(tokens for role, tokens in sizes if role == "tool") < least * own:
            continue
        if used and used + own > LENGTH * 1.2:
            parts.append([])
            used = 0
        parts[-1].append(dialogue)
        used += own
    return [sessions.joined(f"{file} ≥ {least:.0%}", part) for part in parts if part]


@contextmanager
def dense(value: float) -> Generator[None]:
    """Passes whose rows must have so much new per token."""
    given = lines.DENSE
    lines.DENSE = value
    try:
        yield
    finally:
        lines.DENSE = given


def main() -> int:
    """Measure, print a table; 0 whatever the figures are."""
    from tests.benchmarks.retention import machine, probes_of, runs_of, size

    parser = argparse.ArgumentParser(description="What intake encoding and the three passes do alone.")
    parser.add_argument("--data", type=Path, help="folder with transcripts (default: made-up ones)")
    parser.add_argument("--window", type=int, default=32_768)
    parser.add_argument("--curve", action="store_true", help="vary how much new a row must have per token")
    parser.add_argument("--losses", action="store_true", help="name what was lost")
    given = parser.parse_args()
    print(f"{machine()}; window {given.window:,}, no model")
    found = {name: runs_of(name, given.data) for name in sessions.NAMES}
    if given.data is not None:
        for file, least in (("tau_airline", 0.60), ("tau_airline", HEAVY), ("openhands", 0), ("sweagent_demos", HEAVY)):
            made = heavy(given.data, file, size, least)
            found[f"{file} ≥ {least:.0%}"] = [probes_of(session) for session in made]
    print("session                    tokens   tools   bound     cut       needed          kv /+key")
    for name, runs in found.items():
        for value in KNOB if given.curve else (lines.DENSE,):
            with dense(value):
                figures = measure(runs, ReplayOptions(strategy="adaptive", window=given.window))
            print(figures.row(name) + (f"  at {value:.2f}" if given.curve else ""), flush=True)
            for line in figures.lost if given.losses else ():
                print(f"   {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
