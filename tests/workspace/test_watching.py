"""What is watched on the disk for a chat's prompt."""

from __future__ import annotations

from pathlib import Path

from weclaw_desktop.workspace.watching import watched


def test_files_the_folder_and_skills_are_watched_as_far_as_they_are_there(tmp_path: Path) -> None:
    folder, own = tmp_path / "work", tmp_path / "profile" / "skills"
    for place in (folder / "skills" / "pdf", own / "ocr", own / "empty"):
        place.mkdir(parents=True)
    for file in (folder / "AGENTS.md", folder / "skills" / "pdf" / "SKILL.md", own / "ocr" / "SKILL.md"):
        file.write_text("x", encoding="utf-8")
    rules = str(folder / "AGENTS.md")
    found = watched(str(folder), [rules, rules, str(tmp_path / "gone.md")], own)
    assert found == [
        rules,
        str(folder),
        str(own),
        str(own / "ocr" / "SKILL.md"),
        str(folder / "skills"),
        str(folder / "skills" / "pdf" / "SKILL.md"),
    ]
    assert watched("", [], None) == []
    assert watched(str(tmp_path / "nowhere"), ["\0"], tmp_path / "none") == []
