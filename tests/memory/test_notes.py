"""Notes on disk: appended, never overwritten, read anew when a person changed them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from weclaw_desktop.memory.notes import Entry, NoteBook

DAY = "2026-11-30"


def entry(number: int, body: str = "We spoke of kestrels.") -> Entry:
    return Entry(f"r{number}", f"m{number}–m{number + 9}", body)


def test_a_note_has_a_head_a_heading_and_a_name_that_every_system_takes(tmp_path: Path) -> None:
    book = NoteBook(tmp_path / "notes")
    path = book.add("c1", '行程: "北京/上海"?  \n plan.', DAY, [entry(1)])
    assert path is not None
    assert path.name == "2026-11-30 行程 北京 上海 plan.md"
    text = path.read_text(encoding="utf-8")
    assert text.startswith('---\nchat: c1\ntitle: 行程: "北京/上海"? plan.\n---\n')
    assert "## m1–m10\n\nWe spoke of kestrels.\n\n<!-- entry r1 -->\n" in text
    assert [note.entries for note in book.all()] == [("## m1–m10\n\nWe spoke of kestrels.",)]
    assert list(path.parent.glob(".note-*")) == []


def test_what_a_person_wrote_stays_and_an_entry_is_written_once(tmp_path: Path) -> None:
    book = NoteBook(tmp_path)
    path = book.add("c1", "Birds", DAY, [entry(1)])
    assert path is not None
    path.write_text(path.read_text(encoding="utf-8").replace("kestrels", "ospreys") + "My own line", encoding="utf-8")
    assert book.add("c1", "Another title by now", DAY, [entry(1)]) is None
    assert book.add("c1", "Another title by now", DAY, [entry(1), entry(2, "Then of owls.")]) == path
    text = path.read_text(encoding="utf-8")
    assert "ospreys" in text
    assert "kestrels" not in text
    assert text.index("My own line") < text.index("Then of owls.")
    assert text.count("<!-- entry r1 -->") == 1


def test_days_and_chats_have_files_of_their_own(tmp_path: Path) -> None:
    book = NoteBook(tmp_path)
    paths = [
        book.add(chat, "...", day, [entry(n)])
        for n, (chat, day) in enumerate([("c1", DAY), ("c2", DAY), ("c1", "2026-12-01")])
    ]
    assert [path.name for path in paths if path] == [
        "2026-11-30 Chat.md", "2026-11-30 Chat (2).md", "2026-12-01 Chat.md",
    ]  # fmt: skip
    assert book.forget("c1") == 2
    assert [note.chat for note in book.all()] == ["c2"]
    assert book.forget("c1") == 0


def test_a_changed_file_is_read_anew_and_an_unchanged_one_is_not(tmp_path: Path) -> None:
    book = NoteBook(tmp_path)
    path = book.add("c1", "Birds", DAY, [entry(1)])
    assert path is not None
    first = book.all()[0]
    assert book.all()[0] is first
    path.write_bytes(b"---\r\nchat: c1\r\n---\r\nIntro\r\n## One\r\nfalcons\r\n")
    os.utime(path, (1, 1))
    again = book.all()[0]
    assert again.entries == ("Intro", "## One\nfalcons")
    assert again.changed_ms == 1_000


def test_files_that_are_no_notes_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "readme.md").write_text("# Mine\n")
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "huge.md").write_text("---\nchat: c9\n---\n" + "x" * 200)
    monkeypatch.setattr("weclaw_desktop.memory.notes.LONGEST", 100)
    book = NoteBook(tmp_path)
    assert book.all() == []
    assert NoteBook(tmp_path / "none").all() == []
    assert book.forget("") == 0
    assert (tmp_path / "readme.md").exists()


def test_a_failed_write_leaves_the_note_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = NoteBook(tmp_path)
    path = book.add("c1", "Birds", DAY, [entry(1)])
    assert path is not None
    before = path.read_text(encoding="utf-8")

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        book.add("c1", "Birds", DAY, [entry(2)])
    assert path.read_text(encoding="utf-8") == before
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
