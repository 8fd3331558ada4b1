"""Runs asynchronous tests that use Qt on the loop the window uses, and all others on plain asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest

LoopFactory = Callable[[], asyncio.AbstractEventLoop]
_APPLICATIONS: list[object] = []


def qt_loop() -> asyncio.AbstractEventLoop:
    """A qasync loop on the one QApplication of this process, which is made if there is none yet."""
    from PySide6.QtWidgets import QApplication
    from qasync import QEventLoop

    if QApplication.instance() is None:
        _APPLICATIONS.append(QApplication(["weclaw-desktop-tests"]))
    return QEventLoop(QApplication.instance())


def pytest_asyncio_loop_factories(config: pytest.Config, item: pytest.Item) -> Mapping[str, LoopFactory]:
    """The loop for one test, by the fixtures it asks for."""
    if {"qtbot", "qapp"} & set(getattr(item, "fixturenames", ())):
        return {"qt": qt_loop}
    return {"asyncio": asyncio.new_event_loop}
