"""Which files of a project count as instructions for assistants, and which do not."""

from __future__ import annotations

from pathlib import Path

from weclaw_desktop.core.text import render
from weclaw_desktop.workspace.instructions import abbreviated, find, skill_folders


def test_files_are_found_up_to_the_root_of_the_repository_the_outermost_first(tmp_path: Path) -> None:
    repo, inner = tmp_path / "repo", tmp_path / "repo" / "pkg" / "inner"
    inner.mkdir(parents=True)
    (repo / ".git").mkdir()
    (repo / ".github").mkdir()
    (tmp_path / "AGENTS.md").write_text("outside")
    for path in ("AGENTS.md", ".github/copilot-instructions.md", "pkg/CLAUDE.md", "pkg/inner/.cursorrules"):
        (repo / path).write_text(path)
    (repo / "README.md").write_text("a readme is for people")
    assert [item.shown for item in find(inner)] == [
        "../../AGENTS.md",
        "../../.github/copilot-instructions.md",
        "../CLAUDE.md",
        ".cursorrules",
    ]


def test_outside_of_a_repository_only_the_folder_itself_counts(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (tmp_path / "AGENTS.md").write_text("parent")
    (inner / "AGENTS.md").write_text("own")
    (inner / "CLAUDE.md").mkdir()
    assert [item.path for item in find(inner)] == [inner.resolve() / "AGENTS.md"]
    assert find(tmp_path / "missing") == []


def test_a_link_is_followed_within_the_root_and_read_once(tmp_path: Path) -> None:
    home, repo = tmp_path / "home", tmp_path / "repo"
    home.mkdir()
    repo.mkdir()
    (home / "id_rsa").write_text("secret")
    (repo / "AGENTS.md").write_text("rules")
    (repo / "CLAUDE.md").symlink_to("AGENTS.md")
    (repo / "GEMINI.md").symlink_to(home / "id_rsa")
    found = find(repo)
    assert [item.shown for item in found] == ["AGENTS.md", "GEMINI.md"]
    assert found[1].problem is not None
    assert "leads out of its folder" in render(found[1].problem)


def test_skills_of_a_folder_lie_in_known_places(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    place = tmp_path / "place"
    (place / ".skills").mkdir(parents=True)
    (place / "skills").symlink_to(tmp_path / "out")
    assert skill_folders(place) == [place.resolve() / ".skills"]
    assert skill_folders(tmp_path / "missing") == []


def test_paths_are_shown_from_the_home_folder() -> None:
    assert abbreviated(Path.home() / "notes" / "a.md") == "~/notes/a.md"
    assert abbreviated(Path("/elsewhere/a.md")).endswith("a.md")
