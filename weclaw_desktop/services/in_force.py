"""Which version of a skill or file a chat's prompt holds, when the disk has another one meanwhile.

A changed head makes a provider or a local model read everything again, so a file that changes under a chat waits: it
takes effect at the next compression, which breaks the prefix anyway, or when the user says so. What somebody decides in
the program (turn on, pin, leave out) is such a word and counts at once. Pure: reading is done elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Literal, cast

from weclaw_desktop.core.report import BudgetItem, Change
from weclaw_desktop.core.text import Text, text

Section = Literal["skills", "files"]
Key = tuple[Section, str]


@dataclass(frozen=True, slots=True)
class Held:
    """One version of a skill or file. ``line`` is a skill in one line, ``text`` its body or the file's text.

    ``pinned`` files stand there by the user's word and go with it.
    """

    section: Section
    source: str
    name: str
    text: str
    line: str = ""
    changed_ms: int = 0
    pinned: bool = False

    @property
    def key(self) -> Key:
        """What choices know it by."""
        return self.section, self.source


@dataclass(frozen=True, slots=True)
class Found:
    """A skill or file as it is now. ``held`` is None when it cannot be read, ``problem`` says why.

    ``out`` says why it is not wanted; ``decided``: the user asked for it in this chat; ``short``: only its beginning.
    """

    section: Section
    source: str
    name: str
    held: Held | None = None
    problem: Text | None = None
    out: Text | None = None
    decided: bool = False
    short: bool = False

    @property
    def key(self) -> Key:
        """What choices know it by."""
        return self.section, self.source


@dataclass(frozen=True, slots=True)
class Kept:
    """What was in force at the chat's last request: versions by key, and everything that was known then."""

    workdir: str = ""
    held: tuple[Held, ...] = ()
    known: frozenset[Key] = field(default_factory=frozenset[Key])

    def to_json(self) -> str:
        """The shape that ``read_kept`` reads."""
        return json.dumps(
            {"workdir": self.workdir, "held": [asdict(h) for h in self.held], "known": sorted(self.known)},
            ensure_ascii=False,
            indent=1,
        )


@dataclass(frozen=True, slots=True)
class Settled:
    """What stands in the prompt, and what people should know about it.

    ``notes`` say which of it changed on the disk, and what is left out and why. ``short`` are keys of which only the
    beginning stands there.
    """

    held: tuple[Held, ...] = ()
    notes: tuple[BudgetItem, ...] = ()
    short: frozenset[Key] = field(default_factory=frozenset[Key])

    @property
    def waits(self) -> bool:
        """Whether the disk has something that is not in force yet."""
        return any(note.change for note in self.notes)


def settle(found: Sequence[Found], kept: Kept | None, *, lines_only: bool) -> Settled:
    """What is in force.

    Args:
        found: What there is now, in the order of the prompt.
        kept: What was sent last; None for a chat that sent nothing yet, and to take everything as it is now.
        lines_only: Of skills only name and line stand in the prompt, so that another body changes nothing there.
    """
    before = {} if kept is None else {held.key: held for held in kept.held}
    held: list[Held] = []
    notes: list[BudgetItem] = []
    for item in found:
        old = before.pop(item.key, None)
        if item.out is not None:
            notes.append(_note(item, state="out", note=item.problem or item.out))
            continue
        pending = kept is not None and old is None and item.key not in kept.known and not item.decided
        now, change = _version(item, old, pending=pending, lines_only=lines_only)
        if now is not None:
            held.append(now)
        short = text("workspace.short_here") if item.short else None
        if now is None or change or item.problem is not None or short is not None:
            state = "out" if now is None else "shortened" if item.short else "whole"
            empty = text("workspace.empty") if item.held is None and now is None else None
            notes.append(_note(item, state=state, change=change, note=item.problem or empty or short))
    for old in before.values():
        if not old.pinned:
            held.append(old)
            notes.append(BudgetItem(old.section, old.name, old.source, change="gone"))
    return Settled(tuple(held), tuple(notes), frozenset(item.key for item in found if item.short))


def to_keep(found: Sequence[Found], settled: Settled, workdir: str) -> Kept:
    """What to remember of a request that is being sent."""
    waiting = {(note.section, note.source) for note in settled.notes if note.change == "new"}
    known = frozenset(item.key for item in found if item.key not in waiting)
    return Kept(workdir, settled.held, known)


def read_kept(written: str) -> Kept | None:
    """What ``Kept.to_json`` wrote; None when it is not that."""
    try:
        data = cast("dict[str, object]", json.loads(written))
        held = cast("list[dict[str, object]]", data["held"])
        known = cast("list[tuple[Section, str]]", data["known"])
        return Kept(
            str(data["workdir"]),
            tuple(Held(**row) for row in held),  # pyright: ignore[reportArgumentType] -- written by ourselves; TypeError otherwise
            frozenset((section, source) for section, source in known),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _version(item: Found, old: Held | None, *, pending: bool, lines_only: bool) -> tuple[Held | None, Change]:
    """The version in force and how the disk differs from it."""
    if old is None:
        return (None, "new") if pending and item.held is not None else (item.held, "")
    if item.held is None:
        return old, _without_text(item)
    if item.section == "skills" and lines_only:
        old = replace(old, text=item.held.text, changed_ms=item.held.changed_ms)
    same = (old.text, old.line, old.name) == (item.held.text, item.held.line, item.held.name)
    return (replace(old, pinned=item.held.pinned), "") if same else (old, "changed")


def _without_text(item: Found) -> Change:
    """What became of a file that had a text."""
    if item.problem is None:
        return "empty"
    return "gone" if item.problem.key == "workspace.gone" else "unreadable"


def _note(item: Found, *, state: str, change: str = "", note: Text | None = None) -> BudgetItem:
    return BudgetItem(item.section, item.name, item.source, state=state, change=change, note=note)  # pyright: ignore[reportArgumentType] -- both are literals of ``settle``
