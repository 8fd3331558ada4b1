"""Taking skills in: from folders and archives, names that are taken, and archives that mean harm."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from tests.workspace.test_skills import BODY, put
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import render
from weclaw_desktop.workspace import skill_package, skills
from weclaw_desktop.workspace.skill_package import Brought, bring, take_back
from weclaw_desktop.workspace.text_file import TextFiles


def packed(path: Path, **files: str | bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def names(folder: Path) -> list[str]:
    return [skill.name for skill in skills.read(folder, TextFiles()) if skill.problem is None]


def refused(source: Path, folder: Path) -> str:
    with pytest.raises(InputError) as raised:
        bring(source, folder)
    assert [path.name for path in folder.iterdir()] == []
    return render(raised.value.text)


def test_a_folder_is_copied_with_the_files_beside_it(tmp_path: Path) -> None:
    source, mine = put(tmp_path / "from", "pdf"), tmp_path / "mine"
    (source / "inner").mkdir()
    (source / "inner" / "forms.md").write_text("all forms")
    (source / ".git").mkdir()
    (source / "link").symlink_to(tmp_path)
    assert bring(source, mine) == Brought(("pdf",))
    assert names(mine) == ["pdf"]
    assert (mine / "pdf" / "inner" / "forms.md").read_text() == "all forms"
    assert sorted(path.name for path in (mine / "pdf").iterdir()) == ["SKILL.md", "inner"]
    assert source.is_dir()


def test_an_archive_may_hold_one_skill_or_several(tmp_path: Path) -> None:
    one = skills.written("one", "l", BODY)
    two = skills.written("two", "l", BODY)
    flat = packed(tmp_path / "flat.zip", **{"SKILL.md": one, "a/b.txt": "beside"})
    many = packed(tmp_path / "many.zip", **{"repo/skills/": "", "repo/skills/two/SKILL.md": two, "repo/x.md": "x"})
    mine = tmp_path / "mine"
    assert bring(flat, mine).ids == ("flat",)
    assert (mine / "flat" / "a" / "b.txt").read_text() == "beside"
    assert bring(many, mine).ids == ("two",)
    assert names(mine) == ["one", "two"]


def test_a_name_that_is_taken_is_asked_about_and_every_answer_can_be_undone(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    old = put(mine, "mine", "pdf", body="my own")
    source = put(tmp_path / "from", "pdf")
    assert bring(source, mine) == Brought(clashing=("pdf",))
    assert names(mine) == ["pdf"]
    both = bring(source, mine, "both")
    assert names(mine) == ["pdf", "pdf-2"]
    take_back(mine, both)
    assert names(mine) == ["pdf"]
    replaced = bring(source, mine, "replace")
    assert (old / "SKILL.md").read_text().strip().endswith(BODY)
    take_back(mine, replaced)
    assert (old / "SKILL.md").read_text().strip().endswith("my own")
    assert names(mine) == ["pdf"]


def test_two_of_one_name_in_one_archive_are_both_kept_apart(tmp_path: Path) -> None:
    head = skills.written("pdf", "l", BODY)
    source = packed(tmp_path / "twice.zip", **{"a/SKILL.md": head, "b/SKILL.md": head})
    assert len(bring(source, tmp_path / "mine", "both").ids) == 2
    assert names(tmp_path / "mine") == ["pdf", "pdf-2"]


@pytest.mark.parametrize(
    "name", ["../evil.md", "/etc/evil.md", "a/../../evil.md", "C:/evil.md", "..\\evil.md", "a\nb.md"]
)
def test_E5_an_entry_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    """(fault E5) Nothing of the archive is left behind, inside or outside."""
    source = packed(tmp_path / "bad.zip", **{"SKILL.md": skills.written("a", "l", BODY), name: "evil"})
    assert "leads out of the folder" in refused(source, tmp_path / "mine")
    assert not list(tmp_path.rglob("evil.md"))


def test_E5_a_link_in_an_archive_is_refused(tmp_path: Path) -> None:
    """(fault E5)."""
    source = tmp_path / "link.zip"
    with zipfile.ZipFile(source, "w") as archive:
        entry = zipfile.ZipInfo("SKILL.md")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    assert "is a link" in refused(source, tmp_path / "mine")


def test_E5_too_much_is_refused_whatever_sizes_were_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """(fault E5) A small archive that unpacks to very much."""
    monkeypatch.setattr(skill_package, "MOST_BYTES", 1_000_000)
    head = skills.written("a", "l", BODY)
    bomb = packed(tmp_path / "bomb.zip", **{"SKILL.md": head, "zeros": b"\0" * 5_000_000})
    assert bomb.stat().st_size < 50_000
    assert "more than" in refused(bomb, tmp_path / "mine")
    monkeypatch.setattr(skill_package, "MOST_FILES", 3)
    many = packed(tmp_path / "many.zip", **{"SKILL.md": head, **{str(n): "x" for n in range(5)}})
    assert "3 files" in refused(many, tmp_path / "mine")


def test_E5_what_is_damaged_foreign_or_without_a_skill_is_one_clear_sentence(tmp_path: Path) -> None:
    """(fault E5)."""
    mine = tmp_path / "mine"
    whole = packed(tmp_path / "whole.zip", **{"SKILL.md": skills.written("a", "l", BODY * 400)}).read_bytes()
    (tmp_path / "broken.zip").write_bytes(whole[:60] + b"\xff" * 40 + whole[100:])
    assert "damaged" in refused(tmp_path / "broken.zip", mine)
    (tmp_path / "no.zip").write_text("not a zip")
    assert "neither a folder nor a zip" in refused(tmp_path / "no.zip", mine)
    assert "no SKILL.md" in refused(packed(tmp_path / "empty.zip", **{"a.md": "x"}), mine)
    crossed = packed(tmp_path / "crossed.zip", **{"a": "x", "a/SKILL.md": "y"})
    assert "damaged" in refused(crossed, mine)
    odd = packed(tmp_path / "odd.zip", **{"pdf/SKILL.md": "no head"})
    assert refused(odd, mine).startswith("SKILL.md of pdf: It has to begin with a head")
    binary = packed(tmp_path / "binary.zip", **{"pdf/SKILL.md": b"\0\1\2"})
    assert "is no text" in refused(binary, mine)
