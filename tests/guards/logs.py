"""Fails a test that logs a warning or worse, unless the test says that it expects it."""

from __future__ import annotations

import logging
import re
from collections.abc import Generator
from typing import Protocol

import pytest

from tests.guards.verdict import VERDICT


class ExpectLog(Protocol):
    """Declares a log record that the test provokes."""

    def __call__(self, pattern: str, *, level: int = logging.WARNING) -> None:
        """Expect at least one record of at least ``level`` whose message matches the regular expression."""
        ...


class Watcher(logging.Handler):
    """Keeps the serious records of the running test."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []
        self.expected: list[tuple[str, int]] = []

    def emit(self, record: logging.LogRecord) -> None:
        if VERDICT.running:
            self.records.append(record)

    def judge(self) -> None:
        """Complain about records that were not expected, and about expected ones that never came."""
        for pattern, level in self.expected:
            if not any(_matches(r, pattern, level) for r in self.records):
                VERDICT.complain(f"expected log record never came: {pattern!r}")
        for record in self.records:
            if not any(_matches(record, pattern, level) for pattern, level in self.expected):
                text = f"unexpected log record {record.levelname} {record.name}: {record.getMessage()}"
                if record.exc_info:
                    text += "\n" + logging.Formatter().formatException(record.exc_info)
                VERDICT.complain(text)


WATCHER = Watcher()


def _matches(record: logging.LogRecord, pattern: str, level: int) -> bool:
    return record.levelno >= level and re.search(pattern, record.getMessage()) is not None


def pytest_configure(config: pytest.Config) -> None:
    """Watch the root logger for the whole run."""
    logging.getLogger().addHandler(WATCHER)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop watching."""
    logging.getLogger().removeHandler(WATCHER)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    """Start each test with an empty list."""
    VERDICT.begin()
    WATCHER.records = []
    WATCHER.expected = []
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """Judge once every fixture is gone. This wrapper is the outermost, so all guards have spoken by then."""
    try:
        result = yield
    finally:
        WATCHER.judge()
        failed = VERDICT.complaints
        VERDICT.running = False
    if failed:
        VERDICT.end()
    return result


@pytest.fixture
def expect_log() -> ExpectLog:
    """Call it with a pattern before provoking a warning; the test fails if the warning does not come."""

    def expect(pattern: str, *, level: int = logging.WARNING) -> None:
        WATCHER.expected.append((pattern, level))

    return expect
