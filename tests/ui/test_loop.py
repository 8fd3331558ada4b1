"""The window's loop steps tasks only while it runs."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtWidgets import QApplication

from weclaw_desktop.ui.loop import WindowLoop


async def _steps(count: int, seen: list[asyncio.AbstractEventLoop]) -> None:
    for _ in range(count):
        await asyncio.sleep(0)
        seen.append(asyncio.get_running_loop())


async def _start(count: int, seen: list[asyncio.AbstractEventLoop], kept: list[asyncio.Task[None]]) -> int:
    kept.append(asyncio.get_running_loop().create_task(_steps(count, seen)))
    return 7


def test_A8_a_task_due_at_the_end_of_a_run_waits_for_the_next(qapp: QApplication) -> None:
    seen: list[asyncio.AbstractEventLoop] = []
    kept: list[asyncio.Task[None]] = []
    loop = WindowLoop(qapp)
    try:
        assert loop.run_until_complete(_start(20, seen, kept)) == 7
        assert not kept[0].done()
        loop.run_until_complete(kept[0])
        assert seen == [loop] * 20
    finally:
        loop.close()


def test_a_run_that_is_stopped_says_so(qapp: QApplication) -> None:
    loop = WindowLoop(qapp)
    never = loop.create_future()
    try:
        loop.call_soon(loop.stop)
        with pytest.raises(RuntimeError, match="stopped before"):
            loop.run_until_complete(never)
    finally:
        loop.close()
