"""How chats stand in the list: pinned ones, folders, days, then the archive and the trash. No Qt in here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from weclaw_desktop.core.chats import Chat, Folder
from weclaw_desktop.ui.sidebar.days import DAYS, Days

Kind = Literal["pinned", "folder", "today", "yesterday", "week", "older", "archived", "trash"]
CLOSABLE: tuple[Kind, ...] = ("folder", "archived", "trash")
APART: tuple[Kind, ...] = ("archived", "trash")
"""Groups that are closed until somebody opens them and that quick switching passes over."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The line over a group. ``name`` is a folder's; ``open`` tells whether its ``count`` chats are listed."""

    kind: Kind
    key: str
    count: int
    open: bool = True
    name: str = ""

    @property
    def folder_id(self) -> str:
        """Id of the folder it stands for, "" for other groups."""
        return self.key.removeprefix("folder:") if self.kind == "folder" else ""


Row = Heading | Chat


@dataclass
class Listing:
    """What is listed and how: ``tag`` shows only chats that have it; ``opened`` are groups apart that are open.

    ``aside`` are chats that are left out for now.
    """

    chats: dict[str, Chat] = field(default_factory=dict[str, Chat])
    trash: dict[str, Chat] = field(default_factory=dict[str, Chat])
    folders: tuple[Folder, ...] = ()
    tag: str = ""
    searching: bool = False
    opened: set[str] = field(default_factory=set[str])
    aside: set[str] = field(default_factory=set[str])

    def rows(self, now: datetime) -> list[Row]:
        """Headings and chats from top to bottom."""
        narrowed = bool(self.tag) or self.searching
        groups = self._groups(now)
        rows: list[Row] = []
        for kind, key, name, opened in self._order():
            found = groups.get(key, ())
            if not found and (kind != "folder" or narrowed):
                continue
            shown = opened or (narrowed and kind != "trash")
            rows.append(Heading(kind, key, len(found), shown, name))
            if shown:
                rows += found
        return rows

    def tags(self) -> list[str]:
        """All tags of chats that are not in the trash, the most used first."""
        used = Counter(tag for chat in self.chats.values() for tag in chat.tags)
        return sorted(used, key=lambda tag: (-used[tag], tag.casefold()))

    def _order(self) -> Iterable[tuple[Kind, str, str, bool]]:
        yield "pinned", "pinned", "", True
        for folder in self.folders:
            yield "folder", f"folder:{folder.id}", folder.name, not folder.collapsed
        for day in DAYS:
            yield day, day, "", True
        yield "archived", "archived", "", "archived" in self.opened
        yield "trash", "trash", "", "trash" in self.opened

    def _groups(self, now: datetime) -> dict[str, list[Chat]]:
        days, known = Days(now), {folder.id for folder in self.folders}
        groups: dict[str, list[Chat]] = {}
        for chat in self._newest_first(self.chats.values()):
            if chat.archived:
                key = "archived"
            elif chat.pinned:
                key = "pinned"
            elif chat.folder in known:
                key = f"folder:{chat.folder}"
            else:
                key = days.of(chat.updated_ms)
            groups.setdefault(key, []).append(chat)
        trash = self._newest_first(self.trash.values())
        if trash:
            groups["trash"] = sorted(trash, key=lambda chat: -(chat.deleted_ms or 0))
        return groups

    def _newest_first(self, chats: Iterable[Chat]) -> Sequence[Chat]:
        tagged = (chat for chat in chats if not self.tag or self.tag in chat.tags)
        listed = (chat for chat in tagged if chat.id not in self.aside)
        return sorted(listed, key=lambda chat: -chat.updated_ms)
