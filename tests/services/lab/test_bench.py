"""Runs in processes: all rows in order, progress, a cancel that ends everything, a worker that dies, real summaries."""

from __future__ import annotations

import asyncio
import io
import itertools
import os
from typing import Any, cast

import pytest

from tests.services.lab.test_trials import asked_again
from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.services.lab import bench
from weclaw_desktop.services.lab.bench import LabBench, Progress
from weclaw_desktop.services.lab.experiment import Experiment, variants
from weclaw_desktop.services.lab.figures import Row, Variant
from weclaw_desktop.services.lab.intake import size
from weclaw_desktop.services.lab.labs import Labs
from weclaw_desktop.services.lab.pipe import get, put
from weclaw_desktop.services.lab.worker import serve


async def test_all_variants_are_played_in_order_with_progress() -> None:
    told: list[Progress] = []
    rows: dict[int, Row] = {}
    experiment = Experiment(asked_again(20), variants(("adaptive", "truncate", "magic"), (8_192,)))
    found = await LabBench(os.environ).run(experiment, rows.__setitem__, told.append)
    assert [row.variant for row in found] == list(experiment.variants)
    assert tuple(rows[n] for n in range(3)) == found
    assert found[0].facts is not None
    assert "magic" in found[2].failure
    assert told[-1] == Progress(3, 3, 1.0)
    assert all(early.share <= late.share for early, late in itertools.pairwise(told))


async def test_processes_that_were_started_before_are_taken_and_tell_the_size() -> None:
    sizes: list[tuple[int, int]] = []
    experiment = Experiment(asked_again(6), variants(("off",), (8_192,)))
    with LabBench(os.environ) as ready:
        ready.warm()
        ready.warm()
        started = list(ready._warm)  # pyright: ignore[reportPrivateUsage] -- to see what becomes of them
        assert 1 <= len(started) <= bench.LANES
        rows = await ready.run(experiment, on_size=sizes.append)
    assert rows[0].calls == 12
    assert sizes == [size(experiment.transcript, None)]
    assert all(process.poll() is not None for process in started)


async def test_a_lab_that_is_looked_at_has_its_processes_ready_before_and_after_a_run() -> None:
    labs = Labs(cast(Any, None), cast(Any, None), cast(Any, None), os.environ)
    waiting = labs._bench._warm  # pyright: ignore[reportPrivateUsage] -- to see what becomes of them
    experiment = Experiment(asked_again(6), variants(("off",), (8_192,)))
    try:
        await labs.run(experiment)
        assert waiting == [], "nobody looks"
        await labs.ready()
        await labs.ready()
        before = list(waiting)
        assert len(before) == min(bench.LANES, os.cpu_count() or 1)
        await labs.run(experiment)
        assert len(waiting) == len(before)
        assert waiting != before, "one was taken and another waits"
        after = list(waiting)
    finally:
        labs.rest()
    assert waiting == []
    assert all(process.poll() is not None for process in after)
    await asyncio.to_thread(labs._warm)  # pyright: ignore[reportPrivateUsage] -- a start that comes too late
    assert waiting == []


async def test_a_cancel_ends_every_process_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    real = bench._Run._start  # pyright: ignore[reportPrivateUsage] -- to see what was started

    def watched(self: bench._Run) -> object:  # pyright: ignore[reportPrivateUsage] -- as above
        process = real(self)
        started.append(process)
        return process

    monkeypatch.setattr(bench._Run, "_start", watched)  # pyright: ignore[reportPrivateUsage] -- as above
    experiment = Experiment(asked_again(400), variants(("adaptive", "pipeline"), (8_192,)))
    played = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        run = group.create_task(LabBench(os.environ).run(experiment, on_progress=lambda _progress: played.set()))
        await played.wait()
        run.cancel()
    assert run.cancelled()
    assert started
    assert all(process.poll() is not None for process in started)  # type: ignore[attr-defined]  # Popen


async def test_a_worker_that_dies_costs_its_own_row_only(monkeypatch: pytest.MonkeyPatch) -> None:
    real = bench.put

    def killing(stream: object, value: object) -> None:
        real(stream, 99 if value == 0 else value)  # type: ignore[arg-type]  # a variant that is not there ends it

    monkeypatch.setattr(bench, "put", killing)
    experiment = Experiment(asked_again(6), variants(("off", "truncate"), (8_192,)))
    rows = await LabBench(os.environ, lanes=1).run(experiment)
    assert rows[0].failure == "The process that played it ended unexpectedly."
    assert rows[1].calls == 12


async def test_a_model_is_asked_for_summaries_by_whoever_runs_it() -> None:
    asked: list[str] = []

    def ask(name: str, prompt: Prompt, limit: int) -> str:
        asked.append(name)
        assert prompt.user
        assert limit > 0
        return ""

    experiment = Experiment(asked_again(40), (Variant("pipeline", 8_192, summarizer="demo/one"),))
    rows = await LabBench(os.environ, lanes=1).run(experiment, ask=ask)
    assert set(asked) == {"demo/one"}
    assert rows[0].valid


def test_a_worker_answers_until_its_input_ends() -> None:
    source, sink = io.BytesIO(), io.BytesIO()
    experiment = Experiment(asked_again(4), (Variant("off", 8_192),))
    for value in (experiment, 0):
        put(source, value)
    source.seek(0)
    serve(source, sink)
    sink.seek(0)
    kinds: list[str] = []
    while True:
        try:
            kinds.append(cast("tuple[str, object]", get(sink))[0])
        except EOFError:
            break
    assert kinds[-1] == "row"
    assert kinds[0] == "size"
    assert set(kinds[1:-1]) == {"progress"}
