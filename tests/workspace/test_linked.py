"""Paths in answers: what they mean in a chat's folder, and what they never lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from weclaw_desktop.workspace.linked import is_local, linked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with a file outside of it."""
    root = tmp_path / "project"
    (root / "docs").mkdir(parents=True)
    (root / "docs" / "a.md").write_text("A", encoding="utf-8")
    (root / "docs" / "计划 1.md").write_text("B", encoding="utf-8")
    (root / "100%.txt").write_text("C", encoding="utf-8")
    (tmp_path / "secret.md").write_text("S", encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("docs/a.md", "a.md"),
        ("./docs/a.md", "a.md"),
        ("docs/../docs/a.md", "a.md"),
        ("/docs/a.md", "a.md"),
        ("docs/a.md#L12", "a.md"),
        ("docs/a.md:12", "a.md"),
        ("docs/a.md:12:3", "a.md"),
        ("docs/a.md?plain=1", "a.md"),
        ("docs/%E8%AE%A1%E5%88%92%201.md", "计划 1.md"),
        ("100%.txt", "100%.txt"),
    ],
)
def test_a_path_is_found_in_the_chats_folder(folder: Path, address: str, name: str) -> None:
    found = linked(address, str(folder))
    assert found.kind == "file"
    assert found.path is not None
    assert found.path.name == name


def test_a_whole_path_is_found_when_it_lies_inside(folder: Path) -> None:
    assert linked(str(folder / "docs" / "a.md"), str(folder)).kind == "file"
    assert linked("docs/", str(folder)).kind == "folder"


def test_what_is_not_there_is_said_without_its_encoding(folder: Path) -> None:
    found = linked("docs/%E8%AE%A1%E5%88%92.md#x", str(folder))
    assert (found.kind, found.shown, found.path) == ("missing", "docs/计划.md", None)


@pytest.mark.parametrize("address", ["../secret.md", "docs/../../secret.md", "..%2Fsecret.md", "~/secret.md"])
def test_R4_nothing_outside_the_folder_is_found(folder: Path, address: str) -> None:
    found = linked(address, str(folder))
    assert (found.kind, found.path) == ("outside", None)


def test_R4_a_link_of_the_disk_leads_nowhere_outside(folder: Path) -> None:
    (folder / "inside.md").symlink_to(folder.parent / "secret.md")
    assert linked("inside.md", str(folder)).kind == "outside"


def test_R4_a_whole_path_outside_is_not_found(folder: Path) -> None:
    assert linked(str(folder.parent / "secret.md"), str(folder)).kind == "outside"


def test_without_a_folder_nothing_is_looked_for() -> None:
    assert linked("docs/a.md#x", "").kind == "no_folder"
    assert linked("docs/a.md#x", "").shown == "docs/a.md"


@pytest.mark.parametrize("address", ["a\0b.md", "x" * 5_000, "~nobody-of-this-name/x.md"])
def test_what_no_disk_can_hold_is_missing(folder: Path, address: str) -> None:
    assert linked(address, str(folder)).kind == "missing"


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("docs/a.md", True),
        ("a.md:12", True),
        ("tel:12", False),
        ("./a.md:12", True),
        ("C:\\x\\a.md", True),
        ("/a.md", True),
        ("https://x.example", False),
        ("mailto:a@b.example", False),
        ("math:i:eA==", False),
        ("ms-settings:", False),
        ("//host/share", False),
        ("\\\\host\\share", False),
        ("#heading", False),
        ("", False),
    ],
)
def test_what_counts_as_a_path(address: str, local: bool) -> None:
    assert is_local(address) is local
