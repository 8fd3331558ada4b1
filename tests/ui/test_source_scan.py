"""PySide's import hook answers as before, and the source text of imported modules does not stay in memory."""

from __future__ import annotations

import importlib
import json
import linecache
import math
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6 import QtCore

from weclaw_desktop.ui.source_scan import keep_no_sources, names_pyside

PROBE = """
import importlib, json, linecache, sys
sys.path.insert(0, sys.argv[1])
from PySide6 import QtCore
from weclaw_desktop.ui.source_scan import keep_no_sources
from shibokensupport import feature
if sys.argv[2] == "ours":
    assert keep_no_sources()
import plain_module, window_module
names = ("plain_module", "window_module", "json", "QtCore")
kept = [file for file in linecache.cache if file.endswith("_module.py")]
print(json.dumps([{name: feature.pyside_feature_dict.get(name) for name in names}, len(kept)]))
"""


def test_the_hook_answers_as_before_and_nothing_stays(tmp_path: Path) -> None:
    """If PySide renames its search, "theirs" keeps the sources and "ours" is refused: both would fail here."""
    (tmp_path / "plain_module.py").write_text("value = 1\n")
    (tmp_path / "window_module.py").write_text("from PySide6.QtCore import QObject\n")
    found = {}
    for whose in ("theirs", "ours"):
        command = [sys.executable, "-c", PROBE, str(tmp_path), whose]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        found[whose] = json.loads(done.stdout)
    assert found["theirs"][0] == found["ours"][0]
    assert found["ours"][0]["plain_module"] == -1
    assert found["ours"][0]["window_module"] == 0
    assert found["theirs"][1] == 2
    assert found["ours"][1] == 0


def test_sources_kept_so_far_are_dropped() -> None:
    linecache.getlines(__file__)
    assert __file__ in linecache.cache
    assert keep_no_sources()
    assert __file__ not in linecache.cache


def test_tracebacks_still_show_lines() -> None:
    keep_no_sources()
    assert linecache.getline(__file__, 1).startswith('"""PySide')


def test_modules_without_a_source_name_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not names_pyside(sys)
    assert not names_pyside(math)
    assert not names_pyside(QtCore)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    source = tmp_path / "gone_module.py"
    source.write_text('"""Says PySide6."""\n')
    module = importlib.import_module("gone_module")
    assert names_pyside(module)
    source.unlink()
    assert not names_pyside(module)


def test_a_pyside_without_the_search_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "shibokensupport.feature")
    assert not keep_no_sources()
