"""A folder as one text, by the rules people keep for git."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workspace.reading.made import put
from weclaw_desktop.core.text import render
from weclaw_desktop.workspace.reading.folders import FILE_BYTES, folder
from weclaw_desktop.workspace.reading.found import Unreadable

MOST = 1_000_000


def test_files_stand_under_their_names_and_what_is_left_out_is_told(tmp_path: Path) -> None:
    top = tmp_path / "project"
    put(top, "README.md", "# Hello")
    put(top, "src/main.py", "print('你好')")
    put(top, "src/big.csv", "1," * FILE_BYTES)
    put(top, "logo.png", b"\x89PNG\r\n\x1a\n\0\0")
    put(top, "node_modules/x/index.js", "no")
    put(top, ".git/config", "no")
    put(top, ".env", "KEY=secret")
    put(top, ".gitignore", "*.log\nout/\n")
    put(top, "run.log", "no")
    put(top, "out/made.txt", "no")
    put(top, "src/.gitignore", "!keep.log\ndraft.py\n")
    put(top, "src/keep.log", "kept")
    put(top, "src/draft.py", "no")
    found = folder(top, MOST)
    for part in ("=== README.md ===\n# Hello", "=== src/main.py ===\nprint('你好')", "=== src/keep.log ===\nkept"):
        assert part in found.text
    assert "KEY=secret" not in found.text
    assert "=== src/draft.py" not in found.text
    for line in (
        "- .env (secret)",
        "- run.log (ignored)",
        "- out (ignored)",
        "- src/big.csv (large)",
        "- logo.png (no text)",
    ):
        assert line in found.text
    assert found.note is not None
    assert render(found.note).startswith("3 files; ")
    assert "1 that may hold secrets" in render(found.note)
    assert "可能含密钥" in render(found.note, "zh")


def test_a_folder_beyond_the_limit_keeps_what_fits(tmp_path: Path) -> None:
    for number in range(10):
        put(tmp_path, f"f{number}.txt", f"{number}" * 1_000)
    found = folder(tmp_path, 3_500)
    assert found.note is not None
    assert render(found.note) == "3 files; 7 left out (7 beyond the limit)"


def test_links_are_not_followed(tmp_path: Path) -> None:
    put(tmp_path, "secret/a.txt", "outside")
    top = tmp_path / "top"
    put(top, "b.txt", "inside")
    (top / "link").symlink_to(tmp_path / "secret")
    assert "outside" not in folder(top, MOST).text


def test_an_empty_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unreadable) as caught:
        folder(tmp_path, MOST)
    assert caught.value.code == "folder_empty"
