"""Each guard fires: small test files that make a mess are run under the guards and must fail."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

CONFTEST = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
pytest_plugins = (
    "tests.guards.home",
    "tests.guards.logs",
    "tests.guards.audit",
    "tests.guards.leftovers",
    "tests.guards.loops",
)
"""

MESS = {
    "warning": (
        "import logging\ndef test_it(): logging.getLogger('x').warning('lost %d', 3)",
        "*unexpected log record WARNING x: lost 3*",
    ),
    "expected_but_silent": (
        "def test_it(expect_log): expect_log('never said')",
        "*expected log record never came: 'never said'*",
    ),
    "task": (
        """
        import asyncio
        async def test_it():
            keep = asyncio.get_running_loop().create_task(asyncio.sleep(60), name="forgotten")
            await asyncio.sleep(0)
        """,
        "*task left running: forgotten*",
    ),
    "thread": (
        """
        import threading
        def test_it(): threading.Thread(target=threading.Event().wait, name="forgotten", daemon=True).start()
        """,
        "*thread left running: forgotten*",
    ),
    "timer": (
        """
        from PySide6.QtCore import QTimer
        KEPT = []
        def test_it(qtbot):
            KEPT.append(QTimer())
            KEPT[0].start(10_000)
        """,
        "*timer left behind*",
    ),
    "window": (
        """
        from PySide6.QtWidgets import QLabel
        KEPT = []
        def test_it(qtbot): KEPT.append(QLabel("forgotten"))
        """,
        "*window left behind*",
    ),
    "connection": (
        """
        import socket
        def test_it():
            try:
                socket.create_connection(("192.0.2.1", 9), timeout=0.1)
            except OSError:
                pass
        """,
        "*tried to look up 192.0.2.1*",
    ),
    "raw_connection": (
        """
        import socket
        def test_it():
            with socket.socket() as plug:
                try:
                    plug.connect(("192.0.2.1", 9))
                except OSError:
                    pass
        """,
        "*tried to connect to 192.0.2.1*",
    ),
    "listening": (
        """
        import socket
        def test_it():
            with socket.socket() as plug:
                try:
                    plug.bind(("", 0))
                except OSError:
                    pass
        """,
        "*tried to listen on every network*",
    ),
    "write": (
        f"""
        from pathlib import Path
        def test_it():
            try:
                Path({str(ROOT / "stray.txt")!r}).write_text("x")
            except OSError:
                pass
        """,
        "*tried to write *stray.txt*",
    ),
    "database": (
        f"""
        import sqlite3
        def test_it():
            try:
                sqlite3.connect({str(ROOT / "stray.db")!r}).close()
            except OSError:
                pass
        """,
        "*tried to write *stray.db*",
    ),
    "folder": (
        f"""
        import os
        def test_it():
            try:
                os.mkdir({str(ROOT / "stray")!r})
            except OSError:
                pass
        """,
        "*tried to write *stray*",
    ),
    "python_warning": (
        "import warnings\ndef test_it(): warnings.warn('old', DeprecationWarning)",
        "*DeprecationWarning: old*",
    ),
    "qt_warning": (
        "from PySide6.QtCore import qWarning\ndef test_it(qtbot): qWarning('torn')",
        "*torn*",
    ),
}

TIDY = """
import asyncio, logging, os, socket, threading
from pathlib import Path
import keyring
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel

def test_expected_warning(expect_log):
    expect_log("disk is .* full")
    logging.getLogger("x").warning("disk is %s full", "nearly")

def test_loopback():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()

def test_ended_thread():
    threading.Thread(target=lambda: None).start()

def test_own_folders(tmp_path, own_home):
    (tmp_path / "a.txt").write_text("x")
    (Path.home() / "b.txt").write_text("x")
    assert Path.home() == own_home
    assert os.environ["APPDATA"].startswith(str(own_home))

def test_keys_in_memory():
    keyring.set_password("service", "name", "secret")
    assert keyring.get_password("service", "name") == "secret"

def test_keys_are_gone():
    assert keyring.get_password("service", "name") is None

async def test_plain_loop():
    assert type(asyncio.get_running_loop()).__name__ != "WindowLoop"
    await asyncio.create_task(asyncio.sleep(0))

async def test_qt_loop(qtbot):
    assert type(asyncio.get_running_loop()).__name__ == "WindowLoop"
    label = QLabel("closed by the fixture")
    qtbot.addWidget(label)
    timer = QTimer(label)
    timer.start(5)
    await asyncio.sleep(0.02)
"""


def run(pytester: pytest.Pytester, sources: dict[str, str]) -> pytest.RunResult:
    """Run test files under the guards in a process of its own."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(**{f"test_{name}": source for name, source in sources.items()})
    pytester.makeini(
        "[pytest]\nasyncio_mode=auto\nqt_api=pyside6\nqt_log_level_fail=WARNING\nfilterwarnings=error\n"
        "asyncio_default_fixture_loop_scope=function\n"
    )
    return pytester.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", timeout=60)


def test_every_guard_fires(pytester: pytest.Pytester) -> None:
    result = run(pytester, {name: source for name, (source, _) in MESS.items()})
    summary = result.stdout.str().partition("short test summary")[2]
    for name, (_, complaint) in MESS.items():
        result.stdout.fnmatch_lines_random([complaint])
        assert f"test_{name}.py::" in summary
    assert not list(ROOT.glob("stray*"))


def test_tidy_tests_pass(pytester: pytest.Pytester) -> None:
    result = run(pytester, {"tidy": TIDY})
    result.assert_outcomes(passed=8)
