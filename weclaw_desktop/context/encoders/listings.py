"""Listings and search results: what all their lines repeat is written once."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weclaw_desktop.core.text import Language, render, text

LEAST_FILES = 5
"""Fewer lines of a long listing are left alone: its header costs some twenty tokens."""
LEAST_PATHS = 4
_LONG = re.compile(
    r"(?P<mode>[bcdlps-][rwxsStT-]{9}[.+@]? +\d+) +(?P<owner>\S+ +\S+) +(?P<size>\d[\d.]*[KMGT]?) +"
    r"(?P<date>[A-Z][a-z]{2} +\d+ +[\d:]+|\d{4}-\d\d-\d\d \d\d:\d\d) (?P<name>\S.*)"
)
_NO_PATH = re.compile(r"[\s:]")
_NUMBERED = re.compile(r"\d+[:-]")


def long_listing(value: str, language: Language) -> str | None:
    """``ls -l``: owner and date that all files share stand once, mode and links only where they change."""
    lines = value.split("\n")
    found = [_LONG.fullmatch(line) for line in lines]
    files = [match for match in found if match is not None]
    if len(files) < LEAST_FILES or any(_starts_like_a_row(line) for line, m in zip(lines, found, strict=True) if not m):
        return None
    shared = {name for name in ("owner", "date") if len({" ".join(file[name].split()) for file in files}) == 1}
    columns = ", ".join(name for name in ("mode", "owner", "size", "date", "name") if name not in shared)
    same = ", ".join(" ".join(files[0][name].split()) for name in ("owner", "date") if name in shared) or "-"
    out: list[str] = []
    mode = ""
    for line, match in zip(lines, found, strict=True):
        if match is None:
            out.append(line)
            mode = ""
            continue
        if match is files[0]:
            out.append(render(text("context.encode.listing", columns=columns, same=same), language))
        cells = [" ".join(match[name].split()) for name in ("mode", "owner", "size", "date") if name not in shared]
        out.append(" ".join([*(cells if cells[0] != mode else cells[1:]), match["name"]]))
        mode = cells[0]
    return "\n".join(out)


def _starts_like_a_row(line: str) -> bool:
    return bool(re.match(r"[bcdlps-][rwx-]{3}|\d", line))


def paths(value: str, language: Language) -> str | None:
    """Lists of paths: neighbours in one folder stand indented under its name."""
    del language
    if value.count("/") < LEAST_PATHS:
        return None
    lines = value.split("\n")
    found = [_parted(line) for line in lines]
    said = sum(1 for line in lines if line.strip())
    if sum(1 for folder, _ in found if folder) < max(LEAST_PATHS, 0.9 * said) or "\n  " in f"\n{value}":
        return None
    out: list[str] = []
    for folder, names in _folders(found):
        if folder and len(names) > 1:
            out.append(folder)
            out.extend(f"  {name}" for name in names)
        else:
            out.extend(folder + name for name in names)
    return "\n".join(out)


def _parted(line: str) -> tuple[str, str]:
    """Folder and name of a line that is a path; "" and the line of another."""
    folder, slash, name = line.rpartition("/")
    return (folder + slash, name) if name and slash and not _NO_PATH.search(line) else ("", line)


def _folders(found: list[tuple[str, str]]) -> Iterator[tuple[str, list[str]]]:
    """Neighbours with the same folder; lines that are no paths under the folder ""."""
    folder, names = "", list[str]()
    for own, name in found:
        if own != folder and names:
            yield folder, names
            names = []
        folder = own
        names.append(name)
    yield folder, names


def hits(value: str, language: Language) -> str | None:
    """Search results ``path:line:text``: hits in one file stand under its path, as ``line:text``."""
    del language
    lines = value.split("\n")
    found = [_hit(line) for line in lines]
    said = [path for path, _ in found if path]
    if len(said) - len(set(said)) < 2:
        return None
    out: list[str] = []
    path = ""
    for place, (line, (own, rest)) in enumerate(zip(lines, found, strict=True)):
        if own and own == path:
            out.append(rest)
        elif own:
            more = place + 1 < len(lines) and (found[place + 1][0] == own or _context(lines[place + 1], own))
            path = own if more else ""
            out.extend((f"{path}:", rest) if path else (line,))
        elif path and _context(line, path):
            out.append(line[len(path) + 1 :])
        elif _NUMBERED.match(line):
            return None  # it would be read as a hit
        else:
            out.append(line)
            path = "" if line.endswith(":") else path  # it would be read as the path of what follows
    return "\n".join(out)


def _context(line: str, path: str) -> bool:
    """Whether ``line`` is one around a hit in ``path``."""
    return line.startswith(f"{path}-") and _NUMBERED.match(line, len(path) + 1) is not None


def _hit(line: str) -> tuple[str, str]:
    """Path and ``line:text`` of a hit; "" and the line of another."""
    path, colon, rest = line.partition(":")
    sound = colon and ("." in path or "/" in path) and " " not in path and _NUMBERED.match(rest)
    return (path, rest) if sound and rest[: rest.find(":") + 1].rstrip(":").isdigit() else ("", line)
