"""Tasks are kept, reported and ended."""

from __future__ import annotations

import asyncio
import gc

import pytest

from tests.guards.logs import ExpectLog
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.text import text
from weclaw_desktop.services.supervisor import TaskSupervisor


@pytest.fixture
def problems() -> list[Problem]:
    return []


@pytest.fixture
def supervisor(problems: list[Problem]) -> TaskSupervisor:
    bus = Bus()
    bus.subscribe(Problem, problems.append)
    return TaskSupervisor(bus)


async def test_A8_a_task_nobody_holds_is_not_lost(supervisor: TaskSupervisor) -> None:
    done: list[int] = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.append(1)

    supervisor.start(work(), "work")
    gc.collect()
    assert supervisor.running == ("work",)
    await asyncio.sleep(0.05)
    assert done == [1]
    assert supervisor.running == ()


async def test_a_known_failure_is_told_with_its_own_sentence(
    supervisor: TaskSupervisor, problems: list[Problem]
) -> None:
    async def work() -> None:
        raise InputError(text("services.no_model"))

    await asyncio.wait({supervisor.start(work(), "work", chat_id="c1")})
    await asyncio.sleep(0)
    assert [(p.text.key, p.chat_id) for p in problems] == [("services.no_model", "c1")]


async def test_a_bug_is_logged_and_told(
    supervisor: TaskSupervisor, problems: list[Problem], expect_log: ExpectLog
) -> None:
    expect_log("work failed")

    async def work() -> None:
        raise KeyError("x")

    await asyncio.wait({supervisor.start(work(), "work")})
    await asyncio.sleep(0)
    assert problems[0].action == "report"


async def test_a_quiet_task_leaves_its_failure_to_the_caller(
    supervisor: TaskSupervisor, problems: list[Problem]
) -> None:
    async def work() -> None:
        raise InputError(text("services.no_model"))

    with pytest.raises(InputError):
        await supervisor.start(work(), "work", quiet=True)
    assert problems == []


async def test_a_commit_is_finished_although_its_caller_was_cancelled(supervisor: TaskSupervisor) -> None:
    done: list[int] = []

    async def commit() -> None:
        await asyncio.sleep(0.03)
        done.append(1)

    async def caller() -> None:
        await supervisor.whole(commit(), "commit")
        done.append(2)

    task = supervisor.start(caller(), "caller")
    await asyncio.sleep(0.01)
    task.cancel()
    await asyncio.wait({task})
    assert task.cancelled()
    assert done == [1]


async def test_A8_closing_ends_everything_also_what_is_started_meanwhile(supervisor: TaskSupervisor) -> None:
    ended: list[str] = []

    async def stubborn() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("stubborn")

    async def forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("forever")

    supervisor.start(stubborn(), "a")
    supervisor.start(forever(), "b")
    await asyncio.sleep(0)
    await supervisor.close()
    assert sorted(ended) == ["forever", "stubborn"]
    assert supervisor.running == ()
    with pytest.raises(RuntimeError):
        supervisor.start(forever(), "late")
