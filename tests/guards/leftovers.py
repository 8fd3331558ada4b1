"""Fails a test that leaves a task, a thread, a timer or a window behind.

A fixture shared by several tests may keep a thread alive when the thread's name begins with ``shared-``.
"""

from __future__ import annotations

import asyncio
import asyncio.runners
import gc
import sys
import threading
import time
from collections.abc import Generator, Iterator

import pytest

from tests.guards.kinds import uses_async, uses_qt
from tests.guards.verdict import VERDICT

GRACE_S = 2.0
"""How long a thread that was told to stop may take to end, in seconds."""


THREADS = pytest.StashKey[set[threading.Thread]]()
QT_OBJECTS = pytest.StashKey[set[int]]()
AFTER_QT = pytest.StashKey[bool]()


def pytest_configure(config: pytest.Config) -> None:
    """Look at the tasks of each loop of the main thread just before its runner cancels them."""
    cancel = asyncio.runners._cancel_all_tasks

    def watched(loop: asyncio.AbstractEventLoop) -> None:
        if VERDICT.running and threading.current_thread() is threading.main_thread():
            for task in asyncio.all_tasks(loop):
                VERDICT.complain(f"task left running: {task.get_name()} {task.get_coro()}")
        cancel(loop)

    asyncio.runners._cancel_all_tasks = watched


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Remember what was there before the test."""
    item.stash[THREADS] = set(threading.enumerate())
    if item.config.stash.get(AFTER_QT, False) and not uses_qt(item):
        gc.collect()  # what pytest still held of the last test's loop of Qt, before a thread of this test collects it
    item.config.stash[AFTER_QT] = uses_qt(item)
    if uses_qt(item):
        # What is there before the test is none of its own: left out of every walk, a test costs what it makes itself.
        gc.freeze()
    item.stash[QT_OBJECTS] = {id(thing) for thing, _ in qt_objects()} if uses_qt(item) else set()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """Complain about what the test added and did not take away."""
    try:
        result = yield
    finally:
        if uses_async(item) or uses_qt(item):
            # Brings out "exception was never retrieved"; and a loop of Qt's holds timers, which must not be collected
            # later in some thread of another test's.
            gc.collect(2 if uses_qt(item) else 1)
        if THREADS in item.stash:
            _judge_threads(item.stash[THREADS])
            if uses_qt(item):
                _judge_qt(item.stash[QT_OBJECTS])
    return result


def _judge_threads(before: set[threading.Thread]) -> None:
    deadline = time.monotonic() + GRACE_S
    for thread in threading.enumerate():
        if thread in before or thread.name.startswith("shared-"):
            continue
        if isinstance(thread, threading._DummyThread):
            continue  # a thread of Qt or C that once called Python; it has no end that Python could see
        thread.join(max(0.0, deadline - time.monotonic()))
        if thread.is_alive():
            VERDICT.complain(f"thread left running: {thread.name}")


def _judge_qt(before: set[int]) -> None:
    from PySide6.QtCore import QCoreApplication, QEvent

    application = QCoreApplication.instance()
    if application is None:
        return
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    left = [(thing, kind) for thing, kind in qt_objects() if id(thing) not in before]
    for thing, kind in left:
        owner = thing.parent() if kind == "timer" else None  # type: ignore[attr-defined]  # a QTimer
        VERDICT.complain(f"{kind} left behind: {thing!r}" + (f" of {owner!r}" if owner is not None else ""))
    for thing, kind in left:
        _put_away(thing, kind)


def qt_objects() -> Iterator[tuple[object, str]]:
    """Running timers, running threads and top-level windows, each with a word for what it is."""
    core = sys.modules.get("PySide6.QtCore")
    if core is None:
        return
    from PySide6.QtCore import QThread, QTimer
    from shiboken6 import isValid

    for thing in gc.get_objects():
        kind = type(thing)
        if issubclass(kind, QTimer):
            if isValid(thing) and thing.isActive():
                yield thing, "timer"
        elif issubclass(kind, QThread) and isValid(thing) and thing.isRunning():
            yield thing, "Qt thread"
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is not None and isinstance(widgets.QApplication.instance(), widgets.QApplication):
        for widget in widgets.QApplication.topLevelWidgets():
            yield widget, "window"


def _put_away(thing: object, kind: str) -> None:
    """End what was left, so that the next test does not meet it."""
    if kind == "timer":
        thing.stop()  # type: ignore[attr-defined]  # a QTimer
    elif kind == "window":
        from shiboken6 import delete, isValid

        if isValid(thing):
            delete(thing)
