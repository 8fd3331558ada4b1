"""Shipped files are found, and a missing one is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from weclaw_desktop import resource_files
from weclaw_desktop.resource_files import resource, resource_path


def test_a_file_of_the_checkout_is_read() -> None:
    assert resource("README.md").read_text(encoding="utf-8").startswith("# Resources")
    assert resource_path("README.md").is_file()


def test_a_folder_is_found() -> None:
    assert resource_path().is_dir()


def test_a_missing_file_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"resources/icons/none\.svg"):
        resource("icons", "none.svg")


def test_the_packed_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources" / "README.md").write_text("packed")
    monkeypatch.setattr(resource_files, "files", lambda package: tmp_path)
    assert resource("README.md").read_text() == "packed"
