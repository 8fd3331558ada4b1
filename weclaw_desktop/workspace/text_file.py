"""Text files that stand in the system prompt: read once per version, with one clear line for what cannot be read.

A version is told by its time, size and inode. A file that was written within the last moments is read again, since two
writes within one tick of the disk's clock look the same.
"""

from __future__ import annotations

import stat
import time
from dataclasses import dataclass
from pathlib import Path

from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.workspace.reading.texts import decode

MAX_BYTES = 1_000_000
"""Larger files are not read: no budget holds them, and counting them would take seconds."""
LONGEST = 200_000
"""Characters of a file that are used."""
FRESH_NS = 3_000_000_000
"""Age in nanoseconds below which a file may change again without another time."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """One version of a file: its text, or why there is none. ``changed_ms`` is in Unix milliseconds."""

    path: Path
    text: str = ""
    changed_ms: int = 0
    problem: Text | None = None


class TextFiles:
    """Reads files and remembers what they said. Safe to use from several threads."""

    KEPT = 500

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, int, int], TextFile]] = {}

    def read(self, path: Path) -> TextFile:
        """The file as it is now. Never raises."""
        try:
            found = path.stat()
            if not stat.S_ISREG(found.st_mode):
                return TextFile(path, problem=text("workspace.no_file", path=str(path)))
            version = (found.st_mtime_ns, found.st_size, found.st_ino)
            known = self._known.get(path)
            if known is not None and known[0] == version and time.time_ns() - found.st_mtime_ns > FRESH_NS:
                return known[1]
            made = _read(path, found.st_size, found.st_mtime_ns // 1_000_000)
        except FileNotFoundError:
            return TextFile(path, problem=text("workspace.gone", path=str(path)))
        except OSError as error:
            return TextFile(path, problem=text("workspace.unreadable", path=str(path), reason=why(error)))
        if known is not None and known[1] == made:
            made = known[1]  # the same object: it is not counted again
        if len(self._known) >= self.KEPT:
            self._known.clear()
        self._known[path] = (version, made)
        return made


def _read(path: Path, size: int, changed_ms: int) -> TextFile:
    if size > MAX_BYTES:
        return TextFile(path, problem=text("workspace.too_large", path=str(path), size=size, limit=MAX_BYTES))
    with path.open("rb") as file:
        said = decode(file.read(MAX_BYTES + 1))
    if said is None:
        return TextFile(path, problem=text("workspace.binary", path=str(path)))
    return TextFile(path, said[:LONGEST].strip(), changed_ms)
