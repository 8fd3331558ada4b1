"""A plain file for words that the profile did not take: the last place for them before they would be lost."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QStandardPaths


def places() -> tuple[Path, ...]:
    """Folders that people look into, on other disks than the profile's where there are any; best first."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    found = [Path(documents)] if documents else []
    found.append(Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.HomeLocation)))
    try:
        found.append(Path(tempfile.gettempdir()))
    except OSError:  # it tries whether it can write there
        return tuple(found)
    return tuple(found)


def write(words: str, folders: Iterable[Path]) -> Path | None:
    """A new file with ``words``, for the user alone, in the first of ``folders`` that takes it; None when none does."""
    name = time.strftime("weclaw-unsent-words-%Y-%m-%d-%H%M%S.txt")
    for folder in folders:
        path = folder / name
        try:
            path.touch(mode=0o600, exist_ok=False)
        except OSError:
            continue
        try:
            path.write_text(words, "utf-8", "surrogatepass")
        except OSError:
            drop(path)
        else:
            return path
    return None


def drop(path: Path) -> None:
    """Take the file away again: its words are kept elsewhere now, or it holds only half of them."""
    try:
        path.unlink()
    except OSError:
        return
