"""What tests of the window share: an application in a fixed look, and a window on a profile in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
import pytest_asyncio
from pytestqt.qtbot import QtBot

from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.chat.code_view import pool
from weclaw_desktop.ui.chat.formula_images import images
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.theme import current
from weclaw_desktop.ui.window_parts import build, installed
from weclaw_desktop.ui.window_state import WindowState

Settle = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest.fixture(autouse=True)
def english(qapp: object) -> Iterator[None]:
    """English and the light theme, whatever a test before it chose."""
    i18n.use("en")
    current().apply("light", 100)
    yield
    pool().waitForDone(5_000)
    images().pool.waitForDone(5_000)
    i18n.use("en")


@pytest.fixture
def settle() -> Settle:
    """Wait until something holds, at most five seconds."""

    async def wait(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not holds():  # noqa: ASYNC110 - what it waits for has no event
                await asyncio.sleep(0.01)

    return wait


@pytest.fixture
def bench() -> FakeBench:
    """An empty profile in memory."""
    return FakeBench()


@pytest_asyncio.fixture
async def window(bench: FakeBench, qtbot: QtBot) -> AsyncIterator[MainWindow]:
    """A shown window on ``bench``."""
    made = MainWindow(WindowState(), "/profile")
    made.fix_look("en", "light")
    made.resize(1_280, 820)
    conductor = Conductor(bench)
    made.attach(build(conductor, installed()))
    made.show()
    await asyncio.sleep(0)
    yield made
    conductor.close()
    await bench.supervisor.close()
    made.let_go()
    made.deleteLater()
    await asyncio.sleep(0)
