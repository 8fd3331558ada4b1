"""Takes skills in from a folder or a ``.zip``: everything is copied aside and checked before anything is put in place.

An archive may come from anywhere. Paths that lead out, links, too many or too large files, and sizes that lie are
refused with one clear sentence, and nothing is left behind.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Literal

from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text
from weclaw_desktop.workspace.skills import FILE, free, put_back, read, remove, save, understood, written
from weclaw_desktop.workspace.text_file import TextFiles

MOST_FILES = 2_000
MOST_BYTES = 50_000_000
"""Bytes of all files together, unpacked."""
DEEPEST = 4
"""Folders above a skill in what is taken in."""
Clash = Literal["ask", "replace", "both"]
_CROSSED = (FileExistsError, NotADirectoryError, IsADirectoryError)
"""What entries of an archive that stand in one another's way raise."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of it: ids of the skills taken in, or names that are taken (then nothing was put in place).

    ``replaced`` are skills that made place, each with where it lies in the trash.
    """

    ids: tuple[str, ...] = ()
    clashing: tuple[str, ...] = ()
    replaced: tuple[tuple[str, Path], ...] = ()


def bring(source: Path, folder: Path, clash: Clash = "ask") -> Brought:
    """Take skills from ``source`` into ``folder``.

    Args:
        source: A folder with a ``SKILL.md`` in it or below it, or a ``.zip`` of one.
        folder: Where the user's skills lie.
        clash: What to do when a name is taken: ask first, put the old one into the trash, or keep both.

    Raises:
        InputError: Nothing usable is in it, or it is not safe to unpack; nothing was changed.
        OSError: The disk.
    """
    with _aside(folder) as staged:
        if source.is_dir():
            _copy(source, staged / source.name)
        elif zipfile.is_zipfile(source):
            _unpack(source, staged / (source.stem or "skill"))
        else:
            raise InputError(text("workspace.package_unknown", name=source.name))
        return _placed(_roots(staged, source), folder, clash)


def take_back(folder: Path, brought: Brought) -> None:
    """Undo: what was taken in goes to the trash, what had made place comes back. Raises OSError."""
    for skill_id in brought.ids:
        if (folder / skill_id).is_dir():
            remove(folder, skill_id)
    for skill_id, trashed in brought.replaced:
        put_back(folder, trashed, skill_id)


@contextmanager
def _aside(folder: Path) -> Generator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(prefix=".incoming-", dir=folder))
    try:
        yield staged
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _roots(staged: Path, source: Path) -> dict[Path, tuple[str, str, str]]:
    """Folders that hold a skill, with what it says. Raises InputError for none, or one that is not understood."""
    found: dict[Path, tuple[str, str, str]] = {}
    files = TextFiles()
    for at, inner, names in os.walk(staged):
        place = Path(at)
        if FILE in names:
            file = files.read(place / FILE)
            if file.problem is not None:
                raise InputError(file.problem)
            try:
                found[place] = understood(file.text)
            except InputError as error:
                raise InputError(text("workspace.skill_unusable", id=place.name, reason=error.text)) from error
        if FILE in names or len(place.relative_to(staged).parts) > DEEPEST:
            inner.clear()
        inner[:] = sorted(name for name in inner if not name.startswith(".") and name != "__MACOSX")
    if not found:
        raise InputError(text("workspace.package_empty", name=source.name))
    return found


def _placed(roots: dict[Path, tuple[str, str, str]], folder: Path, clash: Clash) -> Brought:
    known = _known(folder)
    clashing = tuple(name for name, _, _ in roots.values() if name.casefold() in known)
    if clashing and clash == "ask":
        return Brought(clashing=clashing)
    ids: list[str] = []
    replaced: list[tuple[str, Path]] = []
    for root, (name, line, body) in roots.items():
        old = known.get(name.casefold())
        if old is not None and clash == "replace":
            replaced.append((old, remove(folder, old)))
        elif old is not None:
            name = _free_name(name, known)
            save(root.parent, root.name, written(name, line, body))
        place = free(folder, old if old is not None and clash == "replace" else root.name)
        root.rename(place)
        known[name.casefold()] = place.name
        ids.append(place.name)
    return Brought(tuple(ids), replaced=tuple(replaced))


def _known(folder: Path) -> dict[str, str]:
    """Ids of the skills in place by their names in small letters; unusable ones by their folder's name."""
    return {skill.name.casefold(): skill.id for skill in read(folder, TextFiles())}


def _free_name(name: str, known: dict[str, str]) -> str:
    number = 2
    while f"{name}-{number}".casefold() in known:
        number += 1
    return f"{name}-{number}"


def _copy(source: Path, target: Path) -> None:
    """Copy the plain files of a folder; links and hidden folders are left out."""
    room = _Room(source.name)
    for at, inner, names in os.walk(source):
        inner[:] = [name for name in inner if not name.startswith(".") and not Path(at, name).is_symlink()]
        place = target / Path(at).relative_to(source)
        place.mkdir(parents=True, exist_ok=True)
        for name in names:
            path = Path(at, name)
            if path.is_symlink() or not path.is_file():
                continue
            with path.open("rb") as file:
                room.write(file, place / name)


def _unpack(archive: Path, target: Path) -> None:
    room = _Room(archive.name)
    try:
        with zipfile.ZipFile(archive) as packed:
            for entry in packed.infolist():
                parts = _safe(entry, archive.name)
                place = target.joinpath(*parts)
                if entry.is_dir():
                    place.mkdir(parents=True, exist_ok=True)
                    continue
                place.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(entry) as file:
                    room.write(file, place)
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, *_CROSSED) as error:
        raise InputError(text("workspace.package_broken", name=archive.name)) from error


def _safe(entry: zipfile.ZipInfo, name: str) -> tuple[str, ...]:
    """The parts of an entry's path. Raises InputError for one that leads out or is a link."""
    said = entry.filename.replace("\\", "/")
    path = PurePosixPath(said)
    link = stat.S_ISLNK(entry.external_attr >> 16)
    bad = path.is_absolute() or ".." in path.parts or ":" in said or any(sign < " " for sign in said)
    if link or bad:
        raise InputError(text("workspace.package_unsafe", name=name, path=said[:100]))
    return path.parts


class _Room:
    """Counts what is written, whatever sizes were declared."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._files = self._bytes = 0

    def write(self, file: IO[bytes], target: Path) -> None:
        """Copy one file. Raises InputError when it becomes too much."""
        self._files += 1
        with target.open("xb") as out:
            while piece := file.read(1 << 16):
                self._bytes += len(piece)
                if self._files > MOST_FILES or self._bytes > MOST_BYTES:
                    most = {"files": MOST_FILES, "megabytes": MOST_BYTES // 1_000_000}
                    raise InputError(text("workspace.package_large", name=self._name, **most))
                out.write(piece)
