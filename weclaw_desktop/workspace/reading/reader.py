"""Reads one file or folder, in the caller's thread, until it is done, stopped or out of time."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import weclaw_desktop
from weclaw_desktop.core.errors import Cancelled, InputError
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.workspace.reading.found import MOST_CHARACTERS, Extracted, Picture, Unreadable, clipped
from weclaw_desktop.workspace.reading.kinds import Kind, kind_of, media_type

TIME_S = 60.0
"""Seconds that reading a document or a folder may take."""
MOST_BYTES = 200_000_000
"""Bytes of a document that is read."""
MOST_TEXT = 40_000_000
"""Bytes of a text file that are read; its beginning is taken of a longer one."""
_NO_WINDOW = getattr(subprocess, "CREATE_NO_WINDOW", 0)


@dataclass(frozen=True, slots=True)
class Read:
    """What a file or folder gave. ``data`` is the file as it lies on the disk, None for a folder or a huge file."""

    name: str
    media_type: str
    size: int
    content: Extracted | Picture
    data: bytes | None = None


@dataclass(slots=True)
class Reading:
    """One file or folder to read. ``run`` blocks; ``stop`` may be called from any thread.

    ``longest`` is in pixels. ``environment`` is that of the reading process: it must hold no keys.
    """

    path: Path
    longest: int = 2_048
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    time_s: float = TIME_S
    kept: int = 20_000_000
    _stop: threading.Event = field(default_factory=threading.Event)
    _process: subprocess.Popen[bytes] | None = None

    def run(self) -> Read:
        """What the file holds.

        Raises:
            InputError: It holds nothing that can be read; the text says why, with its name.
            Cancelled: ``stop`` was called.
        """
        name = self.path.name or str(self.path)
        try:
            return self._read(name)
        except Unreadable as error:
            raise InputError(text(f"reading.{error.code}", name=name)) from error
        except OSError as error:
            code = "denied" if isinstance(error, PermissionError) else "no_file"
            raise InputError(text(f"reading.{code}", name=name)) from error

    def stop(self) -> None:
        """End the reading as soon as possible."""
        self._stop.set()
        process = self._process
        if process is not None:
            process.kill()

    def _read(self, name: str) -> Read:
        facts = self.path.stat()
        if stat.S_ISDIR(facts.st_mode):
            found = self._by_child("folder", name)
            return Read(name, "text/x-folder", len(found.text.encode("utf-8", "replace")), found)
        if not stat.S_ISREG(facts.st_mode):
            raise Unreadable("special")
        if not facts.st_size:
            raise Unreadable("empty")
        with self.path.open("rb") as file:
            kind = kind_of(name, file.read(16))
        if kind == "other":
            raise Unreadable("unsupported")
        if facts.st_size > MOST_BYTES and kind != "text":
            raise Unreadable("too_large")
        return self._of_kind(kind, name, facts.st_size)

    def _of_kind(self, kind: Kind, name: str, size: int) -> Read:
        if kind == "picture":
            picture = fitted(self.path.read_bytes(), self.longest)
            return Read(name, picture.media_type, len(picture.data), picture, picture.data)
        if kind == "text":
            with self.path.open("rb") as file:
                data = file.read(MOST_TEXT)
            found = plain_text(data, whole=size <= MOST_TEXT)
            return Read(name, media_type(name), size, found, data if size <= self.kept else None)
        found = self._by_child(kind, name)
        data = self.path.read_bytes() if size <= self.kept else None
        return Read(name, media_type(name), size, found, data)

    def _by_child(self, kind: str, name: str) -> Extracted:
        module = "weclaw_desktop.workspace.reading.child"
        command = (sys.executable, "-P", "-m", module, kind, str(self.path), str(MOST_CHARACTERS))
        root = str(Path(weclaw_desktop.__file__).resolve().parent.parent)
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**self.environment, "PYTHONPATH": root, "PYTHONUTF8": "1"}, creationflags=_NO_WINDOW,
        )  # fmt: skip
        self._process = process
        with process:
            if self._stop.is_set():
                process.kill()
            try:
                answer, _ = process.communicate(timeout=self.time_s)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                raise Unreadable("too_slow") from None
        if self._stop.is_set():
            raise Cancelled(text("reading.stopped", name=name))
        return _answered(answer)


def plain_text(data: bytes, *, whole: bool = True) -> Extracted:
    """Text of a file. Raises Unreadable when it is none."""
    from weclaw_desktop.workspace.reading.texts import decode

    said = decode(data)
    if said is None:
        raise Unreadable("unsupported")
    if not said.strip():
        raise Unreadable("empty")
    kept, cut = clipped(said)
    if not cut and whole:
        return Extracted(kept)
    return Extracted(kept, text("reading.clipped", characters=len(kept), of=max(len(said), len(kept))))


def fitted(data: bytes, longest: int) -> Picture:
    """See ``pictures.fitted``; its library is loaded now. Raises Unreadable."""
    from weclaw_desktop.workspace.reading import pictures

    return pictures.fitted(data, longest)


def _answered(answer: bytes) -> Extracted:
    """What the child said; one that died without a word met a file that broke its library."""
    try:
        told = cast("dict[str, Any]", json.loads(answer))
    except ValueError:
        raise Unreadable("broken") from None
    if "error" in told:
        raise Unreadable(str(told["error"]))
    note = told.get("note")
    return Extracted(str(told["text"]), Text.from_json(cast("dict[str, object]", note)) if note else None)


def home_relative(path: Path, home: Path) -> str:
    """A path as people write it: from the home folder with ``~``."""
    try:
        return str(Path("~") / path.relative_to(home))
    except ValueError:
        return os.fspath(path)
