"""Traps of the libraries below us, so that an upgrade that brings one back is noticed."""

from __future__ import annotations

import importlib.metadata
import site
import sys
from pathlib import Path

from PySide6.QtCore import QObject, Signal

KNOWN_PTH = ("_weclaw_desktop.pth", "_virtualenv.pth", "distutils-precedence.pth", "a1_coverage.pth")
"""Start-up files that come with our own tools. litellm 1.82.8 stole credentials through one of its own."""


class Caller(QObject):
    called = Signal(int)


def test_qt_keeps_references_to_none_and_true() -> None:
    """PySide6 6.12.0 on CPython 3.11 gives away one reference a call, until the interpreter aborts."""
    caller = Caller()
    caller.called.connect(lambda _: None)
    before = sys.getrefcount(True), sys.getrefcount(None)
    for number in range(2_000):
        caller.called.emit(number)
    after = sys.getrefcount(True), sys.getrefcount(None)
    assert all(abs(a - b) < 200 for a, b in zip(after, before, strict=True))


def test_nothing_unexpected_runs_when_python_starts() -> None:
    found = {file.name for folder in site.getsitepackages() for file in Path(folder).glob("*.pth")}
    assert found <= set(KNOWN_PTH)


def test_litellm_is_not_one_of_the_stolen_releases() -> None:
    assert importlib.metadata.version("litellm") not in ("1.82.7", "1.82.8")


def test_no_package_shadows_the_packaging_library() -> None:
    import packaging.version

    assert packaging.version.Version("1.10") > packaging.version.Version("1.9")
