"""A whole folder as one text: its tree, then file after file; what was left out is told with the reason.

Rules of ``.gitignore`` files hold, also those of folders below. Hidden files, files that hold secrets by their name,
what is no text, and what is too large are left out.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from dulwich.ignore import IgnoreFilter

from weclaw_desktop.core.text import Text, text
from weclaw_desktop.workspace.reading.found import Extracted, Unreadable
from weclaw_desktop.workspace.reading.kinds import kind_of
from weclaw_desktop.workspace.reading.texts import decode

FILE_BYTES = 400_000
"""Bytes above which a file of a folder is left out: data, not something to read."""
MOST_FILES = 2_000
MOST_SEEN = 100_000
"""Entries after which a walk ends: somebody attached a whole disk."""
MOST_NAMED = 200
"""Files that are named among those left out."""
_PASSED = frozenset(("node_modules", "__pycache__", "venv", "site-packages", "target", "dist", "build"))
"""Folders of what programs make, left out where no rule says so."""
_SECRET = (
    ".env*", "*.pem", "*.key", "*.p12", "*.pfx", "*.kdbx", "id_rsa*", "id_ed25519*", ".netrc", ".npmrc", ".pypirc"
)  # fmt: skip

Rules = tuple[tuple[Path, IgnoreFilter], ...]


@dataclass(slots=True)
class _Gathered:
    taken: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    left: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    seen: int = 0
    room: int = 0


def folder(path: Path, most: int) -> Extracted:
    """The text files below ``path`` within ``most`` characters. Raises Unreadable when there is none."""
    found = _Gathered(room=most)
    for file, reason in _walk(path, path, (), found):
        name = file.relative_to(path).as_posix()
        said = None
        if not reason:
            said, reason = _read(file, found)
        if said is None:
            found.left.append((name, reason))
            continue
        found.taken.append((name, said))
        found.room -= len(said)
    if not found.taken:
        raise Unreadable("folder_empty")
    return Extracted(_written(path.name or str(path), found), _note(found))


def _walk(top: Path, here: Path, rules: Rules, found: _Gathered) -> Iterator[tuple[Path, str]]:
    """Files in the order of their names with the reason why one is left out, "" for none; links are not followed."""
    rules = _with_own(here, rules)
    try:
        entries = sorted(os.scandir(here), key=lambda entry: (entry.is_dir(follow_symlinks=False), entry.name))
    except OSError:
        return
    for entry in entries:
        found.seen += 1
        path = Path(entry.path)
        if found.seen > MOST_SEEN or entry.is_symlink():
            continue
        if entry.is_dir(follow_symlinks=False):
            if entry.name.startswith(".") or entry.name in _PASSED or _ignored(path, rules, folder=True):
                yield path, "ignored"
            else:
                yield from _walk(top, path, rules, found)
        elif entry.is_file(follow_symlinks=False):
            yield path, _reason(entry, path, rules)


def _reason(entry: os.DirEntry[str], path: Path, rules: Rules) -> str:
    if any(fnmatchcase(entry.name, pattern) for pattern in _SECRET):
        return "secret"
    if entry.name.startswith(".") or _ignored(path, rules):
        return "ignored"
    return "large" if entry.stat().st_size > FILE_BYTES else ""


def _with_own(here: Path, rules: Rules) -> Rules:
    try:
        own = (here / ".gitignore").read_bytes()
        patterns = [line for line in map(bytes.rstrip, own.splitlines()) if line and not line.startswith(b"#")]
        return (*rules, (here, IgnoreFilter(patterns)))
    except (OSError, ValueError):
        return rules


def _ignored(path: Path, rules: Rules, *, folder: bool = False) -> bool:
    """Whether rules leave it out; those of the nearest folder that say something win."""
    for base, spec in reversed(rules):
        answer = spec.is_ignored(path.relative_to(base).as_posix() + ("/" if folder else ""))
        if answer is not None:
            return answer
    return False


def _read(file: Path, found: _Gathered) -> tuple[str | None, str]:
    if len(found.taken) >= MOST_FILES or found.room <= 0:
        return None, "full"
    try:
        data = file.read_bytes()
    except OSError:
        return None, "unreadable"
    said = decode(data) if kind_of(file.name, data[:16]) == "text" else None
    if said is None:
        return None, "no_text"
    return (said, "") if len(said) <= found.room else (None, "full")


def _written(name: str, found: _Gathered) -> str:
    tree = "\n".join(file for file, _ in found.taken)
    files = "\n\n".join(f"=== {file} ===\n{said.rstrip()}" for file, said in found.taken)
    left = "".join(f"\n- {file} ({reason.replace('_', ' ')})" for file, reason in found.left[:MOST_NAMED])
    more = len(found.left) - MOST_NAMED
    tail = f"\n- … {more}" if more > 0 else ""
    return f"{name}/\n{tree}\n\n{files}" + (f"\n\nNot included:{left}{tail}" if left else "")


def _note(found: _Gathered) -> Text | None:
    if not found.left:
        return text("reading.folder", files=len(found.taken))
    counts = Counter(reason for _, reason in found.left)
    reasons = [text(f"reading.left.{reason}", count=count) for reason, count in counts.most_common()]
    return text("reading.folder_left", files=len(found.taken), left=len(found.left), reasons=_joined(reasons))


def _joined(reasons: Sequence[Text]) -> Text:
    made = reasons[0]
    for reason in reasons[1:]:
        made = text("reading.left.both", first=made, second=reason)
    return made
