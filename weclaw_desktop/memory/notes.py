"""Dated notes as Markdown files that people can read and edit: what a chat was about, written when it leaves the view.

One file per chat and day, ``2026-11-30 Title.md``. A small head says which chat it belongs to; every entry has a
heading with its span and ends with a mark, so that the same entry is never written twice. New entries are appended to
what is on disk at that moment: what a person wrote in between stays. Deleting a file is respected; later entries begin
a new one.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

LONGEST = 2_000_000
"""Bytes of a file that are read; a larger one was not written here."""
_TITLE = 60
_UNSAFE = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_HEAD = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_MARK = re.compile(r"<!-- entry (\S+) -->")
_ENTRY = re.compile(r"^## ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to note. ``key`` names it for good (a record's id); ``heading`` and ``body`` are Markdown."""

    key: str
    heading: str
    body: str


@dataclass(frozen=True, slots=True)
class Note:
    """One file as it is now. ``stamp`` changes when the file does; ``entries`` are its parts, headings included."""

    path: Path
    chat: str
    stamp: tuple[int, int]
    entries: tuple[str, ...]
    keys: frozenset[str]

    @property
    def changed_ms(self) -> int:
        """When the file was changed last, Unix time in milliseconds."""
        return self.stamp[0] // 1_000_000


class NoteBook:
    """The notes in one folder. Blocking: call it from a thread. All failures are OSError."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._known: dict[Path, Note] = {}

    def add(self, chat: str, title: str, day: str, entries: Sequence[Entry]) -> Path | None:
        """Append entries that stand in no note of the chat yet; the file written to, None when nothing was new.

        Args:
            chat: The chat's id.
            title: Its title, for the file's name.
            day: The date, as 2026-11-30.
            entries: What to note, oldest first.
        """
        own = [note for note in self.all() if note.chat == chat]
        written = frozenset[str]().union(*(note.keys for note in own))
        new = [entry for entry in entries if entry.key not in written]
        if not new:
            return None
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        known = next((note.path for note in own if note.path.name.startswith(f"{day} ")), None)
        path = known or self._free(day, title)
        text = "".join(f"\n## {entry.heading}\n\n{entry.body.strip()}\n\n<!-- entry {entry.key} -->\n" for entry in new)
        before = path.read_text(encoding="utf-8") if known else f"---\nchat: {chat}\ntitle: {_line(title)}\n---\n"
        _put(path, before + ("" if before.endswith("\n") else "\n") + text)
        return path

    def all(self) -> list[Note]:
        """All notes, oldest name first; a file is read anew only when it changed. Files without a head are no notes."""
        found: dict[Path, Note] = {}
        for path in sorted(self.folder.glob("*.md")) if self.folder.is_dir() else ():
            note = self._note(path)
            if note is not None:
                found[path] = note
        self._known = found
        return [note for note in found.values() if note.chat]

    def forget(self, chat: str) -> int:
        """Remove the notes of a chat that was erased for good; how many."""
        own = [note for note in self.all() if note.chat == chat]
        for note in own:
            note.path.unlink(missing_ok=True)
        return len(own)

    def _note(self, path: Path) -> Note | None:
        try:
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._known.get(path)
            if known is not None and known.stamp == stamp:
                return known
            if status.st_size > LONGEST or not path.is_file():
                return None
            text = path.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            return None
        head = _HEAD.match(text.replace("\r\n", "\n"))
        body = text if head is None else text.replace("\r\n", "\n")[head.end() :]
        return Note(
            path, _field(head[1], "chat") if head else "", stamp, _entries(body), frozenset(_MARK.findall(body))
        )

    def _free(self, day: str, title: str) -> Path:
        """A name that no file has."""
        name = _line(_UNSAFE.sub(" ", title))[:_TITLE].strip(" .") or "Chat"
        path = self.folder / f"{day} {name}.md"
        number = 1
        while path.exists():
            number += 1
            path = self.folder / f"{day} {name} ({number}).md"
        return path


def _line(value: str) -> str:
    return " ".join(value.split())


def _field(head: str, name: str) -> str:
    found = re.search(rf"^{name}:[ \t]*(\S.*)$", head, re.MULTILINE)
    return found[1].strip() if found else ""


def _entries(body: str) -> tuple[str, ...]:
    """The parts of a note: at its headings, without marks; what stands before the first heading is one, too."""
    starts = [0, *(match.start() for match in _ENTRY.finditer(body)), len(body)]
    parts = (_MARK.sub("", body[a:b]).strip() for a, b in pairwise(starts))
    return tuple(part for part in parts if part)


def _put(path: Path, text: str) -> None:
    """Write the whole file or nothing."""
    descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=".note-", suffix=".partial")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(partial).replace(path)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise
