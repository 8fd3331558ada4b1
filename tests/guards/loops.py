"""Runs asynchronous tests that use Qt on the loop the window uses, and all others on plain asyncio.

pytest-qt handles Qt's events between set-up, test and tear-down. In an asynchronous test the loop stands still then: a
task that is stepped finds no running loop and fails, now and then. So there events wait until the loop runs again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Mapping

import pytest
from pytestqt import plugin as pytest_qt

from tests.guards.kinds import uses_async

LoopFactory = Callable[[], asyncio.AbstractEventLoop]
_APPLICATIONS: list[object] = []
_between_phases = pytest_qt._process_events  # the plug-in has no other name for it


def qt_loop() -> asyncio.AbstractEventLoop:
    """A qasync loop on the one QApplication of this process, which is made if there is none yet."""
    from PySide6.QtWidgets import QApplication

    from weclaw_desktop.ui.loop import WindowLoop

    if QApplication.instance() is None:
        _APPLICATIONS.append(QApplication(["weclaw-desktop-tests"]))
    return WindowLoop(QApplication.instance())


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> Mapping[str, LoopFactory]:
    """The loop for one test, by the fixtures it asks for."""
    if {"qtbot", "qapp"} & set(getattr(item, "fixturenames", ())):
        return {"qt": qt_loop}
    return {"asyncio": asyncio.new_event_loop}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Before anything of a test: who handles events between its phases."""

    def between_phases() -> None:
        if not uses_async(item):  # asked late: only a test that is set up knows its loop
            _between_phases()

    pytest_qt._process_events = between_phases
    return (yield)
