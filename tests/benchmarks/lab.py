"""How long the Lab takes: ``python -m tests.benchmarks.lab [FILE] [--data DIR] [--tokens N] [--window N] [--runs N]``.

Plays one session under the five built-in strategies, without a model. *window* is what somebody waits for who presses
*Run* in the Lab: from there until all rows have come, with the processes started when the Lab was opened. *command* is
what the command line takes: from starting ``weclaw-desktop lab`` until all figures are printed, with the processes that
it starts, and the processor time of all of them. Then the same work is done once more inside this process, step by
step, in seconds of processor time: what a worker imports, the questions, and of each strategy the taking in of
messages, the engine, the questions asked of its requests, and recall. Figures change with nothing but the code:
``--json`` holds them for comparing two versions.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from tests.benchmarks import made
from tests.benchmarks.sessions import Dialogue, joined, load, taken
from weclaw_desktop.context.strategies import BUILT_IN
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.lab.bench import LabBench
from weclaw_desktop.services.lab.experiment import Experiment, variants
from weclaw_desktop.services.lab.figures import Row
from weclaw_desktop.services.lab.intake import of_file
from weclaw_desktop.services.lab.trials import Trials
from weclaw_desktop.services.lab.watch import Watch
from weclaw_desktop.services.lab.worker import calm
from weclaw_desktop.services.takes import Takes
from weclaw_desktop.services.transcripts import read

LIMIT_S = 5.0
"""Of a run in the window, for a session of 150,000 tokens on two cores."""
READY_S = 4.0
"""How long people look at the Lab before they press the button, at the least."""
STEPS = {"take in": (Takes, "row"), "questions": (Watch, "see"), "recall": (Watch, "found_again")}


def session(folder: Path | None, tokens: int) -> str:
    """Airline dialogues one after the other, else made-up ones, as the document of one chat."""
    counter = counter_for("o200k_base")

    def size(message: dict[str, object]) -> int:
        return counter.parts(read(json.dumps([message]))[0].messages[0].parts)

    dialogues: list[Dialogue] = load(folder, "tau_airline") if folder else [made.parts_desk(n) for n in range(2_000)]
    return joined("airline", taken(dialogues, tokens, size)).document()


def command(file: Path, window: int) -> tuple[float, float, dict[str, Any]]:
    """Wall time and processor time in seconds of one run of the command, and what it printed."""
    before, begun = os.times(), time.perf_counter()
    done = subprocess.run(
        (sys.executable, "-m", "weclaw_desktop.cli", "lab", str(file), "--window", str(window), "--json"),
        check=True,
        stdout=subprocess.PIPE,
    )
    wall, after = time.perf_counter() - begun, os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, spent, json.loads(done.stdout)


def pressed(document: str, window: int) -> float:
    """Wall time in seconds of one run of a Lab that has been open for a while."""
    experiment = Experiment(of_file(document, "lab.json"), variants(list(BUILT_IN), (window,)))
    with LabBench(os.environ) as bench:
        bench.warm()
        time.sleep(READY_S)
        begun = time.perf_counter()
        asyncio.run(bench.run(experiment))
        return time.perf_counter() - begun


def importing() -> float:
    """Processor time in seconds of a worker that is started and finds nothing to do."""
    before = os.times()
    subprocess.run((sys.executable, "-m", "weclaw_desktop.services.lab.worker"), check=True, stdin=subprocess.DEVNULL)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


@contextmanager
def clocks(spent: dict[str, float]) -> Generator[None]:
    """Adds the processor time of each of ``STEPS`` to ``spent``."""
    with ExitStack() as patched:
        for name, (owner, verb) in STEPS.items():
            patched.enter_context(mock.patch.object(owner, verb, _clocked(getattr(owner, verb), name, spent)))
        yield


def _clocked(work: Callable[..., Any], name: str, spent: dict[str, float]) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        begun = time.process_time()
        try:
            return work(*given, **named)
        finally:
            spent[name] = spent.get(name, 0.0) + time.process_time() - begun

    return timed


def inside(document: str, window: int) -> dict[str, dict[str, float]]:
    """Processor time of each step of each strategy, in the order of a single lane."""
    found: dict[str, dict[str, float]] = {"worker": {"start": importing()}}
    calm()
    experiment = Experiment(of_file(document, "lab.json"), variants(list(BUILT_IN), (window,)))
    begun = time.process_time()
    trials = Trials(experiment)
    found["worker"]["prepare"] = time.process_time() - begun
    for variant in experiment.variants:
        spent: dict[str, float] = {}
        begun = time.process_time()
        with clocks(spent):
            row: Row = trials.run(variant)
        assert not row.failure, row.failure
        spent["engine"] = time.process_time() - begun - sum(spent.values())
        found[variant.strategy] = spent
    return found


def main() -> int:
    """Measure, print a table or JSON; 1 when the limit is missed."""
    parser = argparse.ArgumentParser(description="How long the Lab takes.")
    parser.add_argument("file", type=Path, nargs="?", help="a transcript, in place of a session made here")
    parser.add_argument("--data", type=Path, help="folder with transcripts (default: made-up ones)")
    parser.add_argument("--tokens", type=int, default=150_000)
    parser.add_argument("--window", type=int, default=32_768)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    document = given.file.read_text("utf-8") if given.file else session(given.data, given.tokens)
    with tempfile.TemporaryDirectory() as folder:
        file = given.file or Path(folder) / "lab.json"
        if not given.file:
            file.write_text(document, "utf-8")
        runs = [command(file, given.window) for _ in range(given.runs)]
    pressings = [pressed(document, given.window) for _ in range(given.runs)]
    wall, spent = min(run[0] for run in runs), min(run[1] for run in runs)
    steps = inside(document, given.window)
    if given.json:
        figures = {"window_s": min(pressings), "wall_s": wall, "cpu_s": spent}
        print(json.dumps({**figures, "steps": steps, "lab": runs[0][2]}))
        return int(min(pressings) > LIMIT_S)
    print(f"window: {', '.join(f'{run:.2f}' for run in pressings)} s; limit {LIMIT_S:g} s")
    print(f"command: {', '.join(f'{run[0]:.2f}' for run in runs)} s; processor time {spent:.2f} s")
    for name, row in steps.items():
        print(f"{name:9} " + "  ".join(f"{step} {seconds:.2f}" for step, seconds in row.items()))
    print(f"all of one lane {sum(sum(row.values()) for row in steps.values()):.2f} s of processor time")
    return int(min(pressings) > LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
