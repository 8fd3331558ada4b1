"""Files that fit what is typed."""

from __future__ import annotations

from pathlib import Path

from tests.workspace.reading.made import put
from weclaw_desktop.workspace.reading.listing import along, below, is_path


def tree(top: Path) -> Path:
    for name in ("README.md", "src/main.py", "src/app/window.py", "docs/设计.md", ".hidden/x.txt", "node_modules/x.js"):
        put(top, name, "x")
    return top


def test_words_find_files_below_a_folder(tmp_path: Path) -> None:
    tree(tmp_path)
    assert [one.shown for one in below(tmp_path, "")][:3] == ["docs/", "README.md", "src/"]
    assert [one.shown for one in below(tmp_path, "win")] == ["src/app/window.py"]
    assert [one.shown for one in below(tmp_path, "设计")] == ["docs/设计.md"]
    assert [one.shown for one in below(tmp_path, "smpy")] == ["src/main.py"]
    assert below(tmp_path, "x.js") == []
    assert below(tmp_path / "nowhere", "") == []


def test_a_typed_path_is_continued(tmp_path: Path) -> None:
    tree(tmp_path)
    assert [one.shown for one in along("~/", tmp_path, tmp_path)] == [
        "~/docs/",
        "~/node_modules/",
        "~/src/",
        "~/README.md",
    ]
    assert along("~", tmp_path, tmp_path)[0].shown == "~/docs/"
    assert [one.shown for one in along("~/.h", tmp_path, tmp_path)] == ["~/.hidden/"]
    assert [one.shown for one in along(f"{tmp_path}/src/ma", tmp_path, tmp_path)] == [f"{tmp_path}/src/main.py"]
    assert [one.path for one in along("./src/", tmp_path, tmp_path)] == [tmp_path / "src/app", tmp_path / "src/main.py"]
    assert along("~/nowhere/", tmp_path, tmp_path) == []


def test_what_looks_like_a_path() -> None:
    assert all(map(is_path, ("/etc", "~", "~/x", "./a", "../b", "C:\\x", "c:/x")))
    assert not any(map(is_path, ("readme", "设计", "a/b", "")))
