"""Random chats through every strategy, each request checked by an account of the rules that the engine does not share.

    python -m tests.benchmarks.soak [--seed N] [--logs 1000] [--strategies adaptive …] [--processes 2] [--progress FILE]

A seed is one random log, played with the strategy whose turn it is (seed modulo five), or with each that is named;
with every strategy it is a log of its own. A violation is printed with the seed that plays it again
(``--logs 1 --seed N``). ``--progress`` keeps counts and violations in a file, so that a long run goes on where it was
ended. ``random_chat`` says what happens in a chat and how large it is, ``truths`` what must be true.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tests.benchmarks.random_chat import STRATEGIES, Outcome, RandomChat

REPORTED = 100
"""Logs between two lines of progress."""


def play(strategies: Sequence[str], seed: int) -> Outcome:
    """The random log of one seed, with the strategy whose turn it is or with each of ``strategies``."""
    whole = Outcome()
    for name in strategies or (STRATEGIES[seed % len(STRATEGIES)],):
        outcome = RandomChat(seed, name).play()
        whole.counts += outcome.counts
        whole.faults += outcome.faults
    return whole


@dataclass(slots=True)
class Run:
    """A range of seeds with what came of them so far; ``next`` is the first seed that was not played."""

    first: int
    next: int
    seconds: float = 0.0
    whole: Outcome = field(default_factory=Outcome)

    @classmethod
    def resumed(cls, first: int, progress: Path | None) -> Run:
        """The run that ``progress`` tells of, or a new one."""
        run = cls(first, first)
        if progress is None or not progress.exists():
            return run
        told = json.loads(progress.read_text(encoding="utf-8"))
        if told["first"] != first:
            raise SystemExit(f"{progress} tells of seeds from {told['first']}")
        run.next, run.seconds = told["next"], told["seconds"]
        run.whole.counts.update(told["counts"])
        run.whole.faults.extend(told["violations"])
        return run

    def take(self, outcome: Outcome) -> None:
        """The outcome of the next seed."""
        self.next += 1
        self.whole.counts += outcome.counts
        self.whole.faults += outcome.faults
        for fault in outcome.faults:
            print(fault, flush=True)

    def told(self) -> str:
        """One line: how far, how many violations, how long."""
        logs = self.next - self.first
        each = self.seconds / max(1, logs) * 1_000
        return f"{logs} logs, {len(self.whole.faults)} violations, {self.seconds:.0f} s ({each:.0f} ms each)"

    def keep(self, progress: Path | None) -> None:
        """Write what came of it so far, whole or not at all."""
        if progress is None:
            return
        told = {
            "first": self.first,
            "next": self.next,
            "seconds": round(self.seconds, 1),
            "violations": self.whole.faults,
            "counts": dict(sorted(self.whole.counts.items())),
        }
        fresh = progress.with_suffix(".new")
        fresh.write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8")
        fresh.replace(progress)


def main() -> int:
    """Play, print counts and every violation; 1 when there was one."""
    parser = argparse.ArgumentParser(description="Random chats through every strategy, each request checked.")
    parser.add_argument("--logs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strategies", nargs="+", choices=STRATEGIES, default=[])
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--progress", type=Path, help="a file that keeps how far the run came")
    given = parser.parse_args()
    run = Run.resumed(given.seed, given.progress)
    seeds = range(run.next, given.seed + given.logs)
    before, started = run.seconds, time.monotonic()
    one = partial(play, given.strategies)
    pool = ProcessPoolExecutor(given.processes) if given.processes > 1 else None
    played: Iterable[Outcome] = map(one, seeds) if pool is None else pool.map(one, seeds, chunksize=8)
    for outcome in played:
        run.take(outcome)
        run.seconds = before + time.monotonic() - started
        if (run.next - run.first) % REPORTED == 0:
            print(f"… {run.told()}", flush=True)
            run.keep(given.progress)
    run.keep(given.progress)
    print(f"{run.told()}; strategies: {', '.join(given.strategies) or 'in turn'}")
    print(", ".join(f"{count:,} {what}" for what, count in sorted(run.whole.counts.items())))
    return 1 if run.whole.faults else 0


if __name__ == "__main__":
    sys.exit(main())
