"""What a path in an answer means: a file or folder inside the chat's folder, or the reason why it is none.

A model writes the address, so it is judged after all links are resolved: nothing outside the folder is ever named as
found, whatever the disk holds there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

Kind = Literal["file", "folder", "missing", "outside", "no_folder"]
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
"""A scheme has two letters at least: one letter is a drive."""
_PLACE = re.compile(r":\d+(?:[:-]\d+)?$")
"""Line and column, as programs write them behind a file's name."""


@dataclass(frozen=True, slots=True)
class Linked:
    """``shown`` is the path as it was meant; ``path`` is there for a file or folder that lies inside."""

    kind: Kind
    shown: str
    path: Path | None = None


def is_local(address: str) -> bool:
    """Whether an address is a path: it names no scheme, no host and no place in the answer itself."""
    bare = _PLACE.sub("", address)
    named = bare if "." in bare or "/" in bare else address  # "a.md:12" is a line of a file, "tel:12" none
    return bool(address) and not address.startswith(("#", "?", "//", "\\\\")) and _SCHEME.match(named) is None


def linked(address: str, folder: str) -> Linked:
    """What ``address`` (a path, maybe percent-encoded) means in ``folder``, "" for none.

    Looks at the disk: not in the window's thread.
    """
    readings = list(dict.fromkeys(_readings(address)))
    shown = readings[-1]
    if not folder:
        return Linked("no_folder", shown)
    outside = False
    try:
        root = Path(folder).resolve()
        for reading in readings:
            for path in _meant(root, reading):
                if not path.is_relative_to(root):
                    outside = True
                elif path.is_dir() or path.exists():
                    return Linked("folder" if path.is_dir() else "file", reading, path)
    except (OSError, RuntimeError, ValueError):  # a loop of links, or what no path may hold
        return Linked("missing", shown)
    return Linked("outside" if outside else "missing", shown)


def _readings(address: str) -> Iterator[str]:
    """The path as it is written, without percent signs, and without what leads to a place inside the file."""
    yield address
    yield unquote(address)
    bare = unquote(urlsplit(address).path if address[1:2] != ":" else address)
    yield bare
    yield _PLACE.sub("", bare)


def _meant(root: Path, written: str) -> Iterator[Path]:
    """Where it may lie: along the path, and below the root for one that begins with a slash, as web pages mean it."""
    yield (root / Path(written).expanduser()).resolve()
    if written.startswith("/"):
        yield (root / written.lstrip("/")).resolve()
