"""Skills as files: what is understood, what is refused in one sentence, and that nothing outside is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import render
from weclaw_desktop.workspace import skills
from weclaw_desktop.workspace.skills import Skill
from weclaw_desktop.workspace.text_file import TextFiles

BODY = "Fill every field."


def put(folder: Path, skill_id: str, name: str = "", line: str = "fills forms", body: str = BODY) -> Path:
    (folder / skill_id).mkdir(parents=True)
    (folder / skill_id / "SKILL.md").write_text(skills.written(name or skill_id, line, body), "utf-8")
    return folder / skill_id


def read(folder: Path) -> list[Skill]:
    return skills.read(folder, TextFiles())


def said(skill: Skill) -> str:
    assert skill.problem is not None
    return render(skill.problem)


def test_skills_are_read_by_name(tmp_path: Path) -> None:
    put(tmp_path, "b", "Zebra")
    put(tmp_path, "a", "表格")
    put(tmp_path, ".hidden")
    (tmp_path / "empty").mkdir()
    (tmp_path / "loose.md").write_text("x")
    found = read(tmp_path)
    assert [(skill.id, skill.name, skill.line, skill.body) for skill in found] == [
        ("b", "Zebra", "fills forms", BODY),
        ("a", "表格", "fills forms", BODY),
    ]
    assert read(tmp_path / "missing") == []


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("just text", "begin with a head"),
        ("---\n: [\n---\ntext", "head cannot be read"),
        ("---\nname: a\n---\ntext", "lacks description"),
        ("---\ndescription: a\n---\ntext", "lacks name"),
        ("---\nname: a/b\ndescription: c\n---\ntext", "cannot be the name"),
        (f"---\nname: {'n' * 65}\ndescription: c\n---\ntext", "cannot be the name"),
        ("---\nname: a\ndescription: c\n---\n \n", "Nothing stands under its head"),
    ],
)
def test_a_head_that_is_not_right_is_one_clear_sentence(tmp_path: Path, written: str, problem: str) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "SKILL.md").write_text(written)
    found = read(tmp_path)
    assert [skill.name for skill in found] == ["odd"]
    assert said(found[0]).startswith("SKILL.md of odd:")
    assert problem in said(found[0])


def test_of_two_skills_with_one_name_the_second_says_so(tmp_path: Path) -> None:
    put(tmp_path, "a", "pdf")
    put(tmp_path, "b", "PDF")
    first, second = read(tmp_path)
    assert first.problem is None
    assert "Give this one another name" in said(second)


def test_X1_a_skill_reads_nothing_outside_of_its_folder(tmp_path: Path) -> None:
    """(fault X1) A skill from somewhere must not be a way to the user's keys."""
    (tmp_path / "key.txt").write_text("secret")
    place = put(tmp_path / "skills", "pdf")
    (place / "inner").mkdir()
    (place / "inner" / "forms.md").write_text("all forms")
    (place / "link.md").symlink_to(tmp_path / "key.txt")
    (place / "data.bin").write_bytes(b"\0\0")
    skill = read(tmp_path / "skills")[0]
    files = TextFiles()
    assert list(skills.beside(skill)) == ["data.bin", "inner/forms.md"]
    assert skills.resource(skill, "inner/forms.md", files) == "all forms"
    for path in ("../../key.txt", str(tmp_path / "key.txt"), "link.md", ".", "\0"):
        with pytest.raises(InputError, match="does not lie in the folder"):
            skills.resource(skill, path, files)
    for path in ("missing.md", "data.bin", "inner"):
        with pytest.raises(InputError, match="has no text file"):
            skills.resource(skill, path, files)


def test_links_that_lead_out_are_no_skills(tmp_path: Path) -> None:
    outside = put(tmp_path / "elsewhere", "pdf")
    own = put(tmp_path / "skills", "own")
    (tmp_path / "skills" / "led").symlink_to(outside)
    (own / "SKILL.md").unlink()
    (own / "SKILL.md").symlink_to(outside / "SKILL.md")
    found = read(tmp_path / "skills")
    assert [skill.id for skill in found] == ["own"]
    assert "leads out" in said(found[0])


def test_a_skill_with_very_many_files_names_some_of_them(tmp_path: Path) -> None:
    place = put(tmp_path, "many")
    for number in range(60):
        (place / f"{number:02}.md").write_text("x")
    assert len(skills.beside(read(tmp_path)[0])) == skills.LISTED


def test_writing_removing_and_bringing_back(tmp_path: Path) -> None:
    skills.save(tmp_path, "pdf", skills.written("pdf", "fills forms", BODY))
    assert [skill.name for skill in read(tmp_path)] == ["pdf"]
    with pytest.raises(InputError, match="begin with a head"):
        skills.save(tmp_path, "pdf", "no head")
    with pytest.raises(InputError, match="longer than"):
        skills.save(tmp_path, "pdf", skills.written("pdf", "l", "x" * 200_001))
    trashed = skills.remove(tmp_path, "pdf")
    assert read(tmp_path) == []
    put(tmp_path, "pdf", "another")
    assert skills.put_back(tmp_path, trashed, "pdf") == "pdf-2"
    assert {skill.name for skill in read(tmp_path)} == {"another", "pdf"}
    assert read(tmp_path)[1].body == BODY


def test_a_long_description_is_clipped_in_the_prompt() -> None:
    assert skills.clipped("short") == "short"
    assert len(skills.clipped("x" * 1_000)) == skills.LONGEST_LINE
