"""Text files of the prompt: versions, and one clear line for what cannot be read."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from weclaw_desktop.core.text import render
from weclaw_desktop.workspace import text_file
from weclaw_desktop.workspace.text_file import TextFiles


def problem(path: Path) -> str:
    found = TextFiles().read(path)
    assert found.problem is not None
    assert found.text == ""
    return render(found.problem)


def test_a_file_is_read_once_per_version(tmp_path: Path) -> None:
    path, files = tmp_path / "a.md", TextFiles()
    path.write_text("one\n")
    first = files.read(path)
    assert first.text == "one"
    assert files.read(path) is first
    path.write_text("two\n")  # of the same size, within the same tick of the clock
    assert files.read(path).text == "two"
    old = time.time() - 60
    os.utime(path, (old, old))
    settled = files.read(path)
    assert settled.changed_ms == int(old * 1_000)
    assert files.read(path) is settled


def test_a_full_memory_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TextFiles, "KEPT", 2)
    files = TextFiles()
    for number in range(4):
        (tmp_path / f"{number}.md").write_text(str(number))
        assert files.read(tmp_path / f"{number}.md").text == str(number)


def test_K14_what_is_no_text_or_too_large_or_gone_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(fault K14)."""
    (tmp_path / "a.bin").write_bytes(b"\0\1\2" * 100)
    assert problem(tmp_path / "a.bin").endswith("a.bin is no text.")
    assert "is no file" in problem(tmp_path)
    assert "not there any more" in problem(tmp_path / "gone.md")
    monkeypatch.setattr(text_file, "MAX_BYTES", 10)
    (tmp_path / "big.md").write_text("x" * 11)
    assert "too large for the prompt: 11 bytes" in problem(tmp_path / "big.md")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_a_folder_in_the_way_is_a_line_too(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    assert "cannot be read" in problem(tmp_path / "file" / "a.md")
