"""Plays an experiment in at most two processes, so that the window never waits and a cancel ends everything at once.

Processes, not threads: a replay is Python from end to end and would hold up the window. They are started when a run
begins, or before (``LabBench.warm``), one per lane, take the next variant when they are free, and are killed when the
run is cancelled.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import weclaw_desktop
from weclaw_desktop.core.text import render, text
from weclaw_desktop.llm.local.environment import for_server
from weclaw_desktop.services.lab.experiment import Experiment
from weclaw_desktop.services.lab.figures import Row, Variant
from weclaw_desktop.services.lab.pipe import get, put

if TYPE_CHECKING:
    from weclaw_desktop.context.narrative import Prompt

LANES = 2
"""Processes at once."""
_WORKER = "import gc; gc.disable(); from weclaw_desktop.services.lab.worker import main; main()"
"""Looking for garbage while there is none yet makes a tenth of the time of the imports."""
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)
_HEAVY = ("adaptive", "off", "truncate", "pipeline", "layered")
"""Strategies by the time they take: the longest is begun first, so that both lanes end together."""
Ask = Callable[[str, "Prompt", int], str]
"""Has the named model write a summary; called in a thread of the run."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: variants done of all, and the share (0…1) of all messages that were played."""

    done: int
    of: int
    share: float


@dataclass(slots=True)
class _Run:
    experiment: Experiment
    ask: Ask | None
    tell: Callable[[int, Row | None, float], None]
    """Number of a variant, its row when it is done, and the share of it that was played."""
    begin: Callable[[], subprocess.Popen[bytes]]
    waiting: deque[int]
    sized: Callable[[tuple[int, int]], None]
    """Messages and tokens of the transcript."""
    stopped: bool = False
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list[subprocess.Popen[bytes]])
    lock: threading.Lock = field(default_factory=threading.Lock)

    def lane(self) -> None:
        """Play waiting variants in a process until none is left; blocks."""
        process: subprocess.Popen[bytes] | None = None
        try:
            while (number := self._next()) is not None:
                process = process or self._start()
                if process is None:
                    return
                row = self._play(process, number)
                if row is None:
                    if self.stopped:
                        return
                    _end(process)
                    process = None
                    told = render(text("lab.died"), self.experiment.told_in)
                    row = Row(self.experiment.variants[number], failure=told)
                self.tell(number, row, 1.0)
        finally:
            if process is not None:
                _end(process)

    def stop(self) -> None:
        """End every process now."""
        with self.lock:
            self.stopped = True
            for process in self.processes:
                process.kill()

    def _next(self) -> int | None:
        with self.lock:
            return None if self.stopped or not self.waiting else self.waiting.popleft()

    def _start(self) -> subprocess.Popen[bytes] | None:
        with self.lock:
            if self.stopped:
                return None
            process = self.begin()
            self.processes.append(process)
        try:
            put(cast("Any", process.stdin), self.experiment)
        except OSError:
            process.kill()  # its first answer is missed then, and its variant told as one that died
        return process

    def _play(self, process: subprocess.Popen[bytes], number: int) -> Row | None:
        """The row of a variant; None when the process ended instead."""
        source, sink = cast("Any", process.stdout), cast("Any", process.stdin)
        try:
            put(sink, number)
            while True:
                kind, *values = cast("tuple[Any, ...]", get(source))
                if kind == "row":
                    return cast("Row", values[0])
                if kind == "progress":
                    self.tell(number, None, values[0] / max(1, values[1]))
                elif kind == "size":
                    self.sized((values[0], values[1]))
                else:
                    put(sink, self._asked(self.experiment.variants[number], *values))
        except (EOFError, OSError):
            return None

    def _asked(self, variant: Variant, prompt: Prompt, limit: int) -> str:
        return "" if self.ask is None else self.ask(variant.summarizer, prompt, limit)


class LabBench:
    """Runs experiments. ``environ`` is the process's environment, of which workers see nothing secret.

    As a context manager it ends, at the end, the processes that ``warm`` started and no run took.
    """

    def __init__(self, environ: Mapping[str, str] | None = None, *, lanes: int = LANES) -> None:
        root = str(Path(weclaw_desktop.__file__).resolve().parent.parent)
        self._environment = for_server(environ or {}, root)
        self._lanes = max(1, min(lanes, os.cpu_count() or 1))
        self._warm: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def warm(self) -> None:
        """Start the processes of the next run now: they load what they need while its experiment is made."""
        while len(self._warm) < self._lanes:
            self._warm.append(self._started())

    def close(self) -> None:
        """End processes that no run took."""
        while self._warm:
            _end(self._warm.pop())

    def _begin(self) -> subprocess.Popen[bytes]:
        try:
            return self._warm.pop()
        except IndexError:
            return self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            (sys.executable, "-P", "-c", _WORKER),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=self._environment, creationflags=_NO_WINDOW,
        )  # fmt: skip

    async def run(
        self,
        experiment: Experiment,
        on_row: Callable[[int, Row], None] | None = None,
        on_progress: Callable[[Progress], None] | None = None,
        ask: Ask | None = None,
        on_size: Callable[[tuple[int, int]], None] | None = None,
    ) -> tuple[Row, ...]:
        """All rows, in the order of the variants; callbacks are called on the loop, ``ask`` in a thread.

        ``on_size`` is told how many messages the transcript has, and how many tokens.

        Cancelling ends the processes at once and waits for nothing else.
        """
        loop = asyncio.get_running_loop()
        rows: dict[int, Row] = {}
        shares = [0.0] * len(experiment.variants)

        def heard(number: int, row: Row | None, share: float) -> None:
            shares[number] = share
            if row is not None:
                rows[number] = row
                if on_row is not None:
                    on_row(number, row)
            if on_progress is not None:
                on_progress(Progress(len(rows), len(shares), sum(shares) / max(1, len(shares))))

        def tell(number: int, row: Row | None, share: float) -> None:
            if not run.stopped:
                loop.call_soon_threadsafe(heard, number, row, share)

        def sized(size: tuple[int, int]) -> None:
            if on_size is not None and not run.stopped:
                loop.call_soon_threadsafe(on_size, size)

        order = sorted(range(len(shares)), key=lambda n: _weight(experiment.variants[n]))
        run = _Run(experiment, ask, tell, self._begin, deque(order), sized)
        try:
            async with asyncio.TaskGroup() as lanes:
                for _ in range(min(self._lanes, len(shares))):
                    lanes.create_task(_in_thread(run))
        finally:
            run.stop()
        await asyncio.sleep(0)  # what the threads told last
        return tuple(rows[number] for number in range(len(shares)))


async def _in_thread(run: _Run) -> None:
    """One lane. Cancelled, it ends the processes and waits for its thread, which ends with its process."""
    lane = asyncio.get_running_loop().run_in_executor(None, run.lane)
    try:
        await asyncio.shield(lane)
    except asyncio.CancelledError:
        run.stop()
        await asyncio.wait((lane,))
        raise


def _weight(variant: Variant) -> int:
    return _HEAVY.index(variant.strategy) if variant.strategy in _HEAVY else 0


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except OSError:
                continue  # what was not sent to a dead process
