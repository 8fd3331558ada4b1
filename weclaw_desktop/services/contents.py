"""The skills and files of each chat's system prompt: found on the disk, kept in force, and handed out as sections.

Reading happens in ``look`` and ``sent``, off the window's thread; ``settled`` only looks at what was read. What a chat
sent last lies as a plain file in the profile, so that a restart changes nothing in a prompt.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.prompt_choices import PromptChoices, choices
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.services.in_force import Found, Held, Kept, Settled, read_kept, settle, to_keep
from weclaw_desktop.workspace import skills as skill_files
from weclaw_desktop.workspace.instructions import abbreviated, find, skill_folders
from weclaw_desktop.workspace.skills import Skill
from weclaw_desktop.workspace.text_file import TextFiles

SKILLS, KEPT, COPIES = "skills", "prompts", "pinned"
"""Folders of the profile: the user's skills, what each chat's prompt holds, and texts of pinned attachments."""
_UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
"""What no file's name may hold, on any system."""
_LONGEST_NAME = 80
_SHADOWED = "workspace.shadowed"
CHATS = 64
"""Chats whose contents are remembered."""


class _Shelf:
    """What is known of one chat."""

    def __init__(self, workdir: str, kept: Kept | None) -> None:
        self.workdir = workdir
        self.kept = kept
        self.found: tuple[Found, ...] = ()
        self.skills: dict[str, Skill] = {}
        self.written = "" if kept is None else kept.to_json()
        self.made: dict[bool, tuple[tuple[Found, ...], Kept | None, Settled]] = {}


class PromptContents:
    """Finds skills and files, and knows which version of them is in force in which chat."""

    def __init__(self, profile: Callable[[], Path | None], settings: Callable[[], Settings]) -> None:
        self._profile = profile
        self._settings = settings
        self.files = TextFiles()
        self._shelves: dict[str, _Shelf] = {}

    @property
    def folder(self) -> Path | None:
        """Where the user's skills lie, None when nothing is kept."""
        profile = self._profile()
        return None if profile is None else profile / SKILLS

    def look(self, chat: Chat) -> None:
        """Read what there is now. Blocks for a moment: not in the window's thread."""
        shelf = self._shelf(chat)
        decided = choices(chat.overrides)
        skills = self._skills(chat, decided)
        shelf.skills = {item.source: skill for skill, item in skills if item.out is None and item.held is not None}
        found = (*(item for _, item in skills), *self._files(chat, decided))
        if found != shelf.found:  # the same object while nothing changed, so that nothing is counted again
            shelf.found = found

    def settled(self, chat: Chat, *, lines_only: bool) -> Settled:
        """What stands in the chat's prompt by what was read last."""
        shelf = self._shelves.get(chat.id)
        if shelf is None or shelf.workdir != chat.workdir:
            return Settled()
        known = shelf.made.get(lines_only)
        if known is None or known[0] is not shelf.found or known[1] is not shelf.kept:
            known = (shelf.found, shelf.kept, settle(shelf.found, shelf.kept, lines_only=lines_only))
            shelf.made[lines_only] = known
        return known[2]

    def sent(self, chat: Chat, *, lines_only: bool) -> None:
        """A request goes out with what is in force: from now on other versions wait. Blocks for a moment."""
        shelf = self._shelves.get(chat.id)
        if shelf is None or not chat.id:
            return
        settled = self.settled(chat, lines_only=lines_only)
        kept = to_keep(shelf.found, settled, chat.workdir)
        if shelf.kept is None or kept != shelf.kept:
            shelf.kept = kept
        self._write(chat.id, shelf)

    def take(self, chat_id: str) -> None:
        """Put in force what was read last: a compression was applied, or the user said so."""
        shelf = self._shelves.get(chat_id)
        if shelf is not None:
            shelf.kept = None

    def forget(self, chat_id: str) -> None:
        """The chat is erased; texts of its attachments stay until ``sweep``. Blocks for a moment; raises OSError."""
        self._shelves.pop(chat_id, None)
        place = self._place(chat_id)
        if place is not None:
            place.unlink(missing_ok=True)

    @property
    def keeps_copies(self) -> bool:
        """Whether any chat's attachment was ever pinned. Blocks for a moment."""
        profile = self._profile()
        return profile is not None and (profile / COPIES).is_dir()

    def sweep(self, living: Iterable[Chat]) -> None:
        """Remove texts of erased chats that none of the ``living`` ones pins: a branch pins those of its origin, too.

        Blocks for a moment; raises OSError.
        """
        profile = self._profile()
        if profile is None:
            return
        chats = tuple(living)
        names = {_as_name(chat.id) for chat in chats}
        wanted = {path for chat in chats for path in choices(chat.overrides).pinned}
        for folder in (profile / COPIES).iterdir():
            if folder.name in names:
                continue
            for path in folder.iterdir():
                if str(path) not in wanted:
                    path.unlink()
            if not any(folder.iterdir()):
                folder.rmdir()

    def copy(self, chat_id: str, name: str, words: str) -> Path:
        """Keep words as a text file that people can read and edit; the one that holds them already, if there is one.

        Blocks for a moment. Raises InputError when it cannot be written.
        """
        folder = self._copies(chat_id)
        if folder is None:
            raise InputError(text("workspace.nothing_kept"))
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            return _copied(folder, name, words.encode("utf-8", "replace"))
        except OSError as error:
            raise InputError(text("services.not_written", path=name, reason=why(error))) from error

    def skill(self, chat: Chat, name: str, path: str = "") -> str | Text:
        """The text of a skill, or of a file beside it. Blocks for a moment. Raises InputError."""
        self.look(chat)
        shelf = self._shelf(chat)
        known = {source.casefold(): skill for source, skill in shelf.skills.items()}
        skill = known.get(name.strip().casefold())
        if skill is None:
            names = ", ".join(sorted(shelf.skills)) or "–"
            raise InputError(text("workspace.skill_none", name=name.strip()[:100] or "–", names=names))
        if path.strip():
            return skill_files.resource(skill, path.strip(), self.files)
        beside = skill_files.beside(skill)
        if not beside:
            return skill.body
        return text("workspace.skill_beside", body=skill.body, names=", ".join(beside))

    def _shelf(self, chat: Chat) -> _Shelf:
        shelf = self._shelves.pop(chat.id, None)
        if shelf is None:
            shelf = _Shelf(chat.workdir, self._read(chat))
        elif shelf.workdir != chat.workdir:
            shelf = _Shelf(chat.workdir, None)  # the user chose another folder: everything is as it is there
        self._shelves[chat.id] = shelf
        while len(self._shelves) > CHATS:
            self._shelves.pop(next(iter(self._shelves)), None)
        return shelf

    def _skills(self, chat: Chat, decided: PromptChoices) -> list[tuple[Skill, Found]]:
        off = self._settings().skills_off
        own = [skill for place in self._chat_folders(chat) for skill in skill_files.read(place, self.files, "chat")]
        usable = {skill.name.casefold() for skill in own if skill.problem is None}
        mine = [] if self.folder is None else skill_files.read(self.folder, self.files)
        found: list[tuple[Skill, Found]] = []
        for skill in (*own, *mine):
            on = decided.skills.get(skill.name)
            out: Text | None = None
            if skill.place == "user" and skill.name.casefold() in usable:
                out = text(_SHADOWED)
            elif on is False:
                out = text("workspace.off_here")
            elif on is None and skill.place == "user" and skill.name in off:
                out = text("workspace.off")
            found.append((skill, _found_skill(skill, out, decided=on is True)))
        return found

    def _chat_folders(self, chat: Chat) -> list[Path]:
        return skill_folders(Path(chat.workdir)) if chat.workdir else []

    def _files(self, chat: Chat, decided: PromptChoices) -> list[Found]:
        found: dict[str, Found] = {}
        for item in find(Path(chat.workdir)) if chat.workdir else ():
            found[str(item.path)] = self._file(item.path, item.shown, decided, problem=item.problem)
        for path in (*self._settings().prompt_files, *decided.pinned):
            own = path in decided.pinned
            found[path] = self._file(Path(path), self._shown(Path(path)), decided, pinned=True, asked=own)
        return list(found.values())

    def _file(
        self,
        path: Path,
        shown: str,
        decided: PromptChoices,
        *,
        pinned: bool = False,
        asked: bool = False,
        problem: Text | None = None,
    ) -> Found:
        source = str(path)
        read = None if problem is not None else self.files.read(path)
        if read is not None and read.problem is not None:
            problem = replace(
                read.problem, params=tuple((k, shown if k == "path" else v) for k, v in read.problem.params)
            )
        held = None
        if read is not None and read.problem is None and read.text:
            held = Held("files", source, shown, read.text, changed_ms=read.changed_ms, pinned=pinned)
        out = text("workspace.out_here") if source in decided.out else None
        return Found("files", source, shown, held, problem, out, asked or pinned, source in decided.short)

    def _shown(self, path: Path) -> str:
        """A file as people and models see it: a kept text by its name, others by their path."""
        profile = self._profile()
        kept = profile is not None and (profile / COPIES) in path.parents
        return path.name if kept else abbreviated(path)

    def _place(self, chat_id: str) -> Path | None:
        profile = self._profile()
        return None if profile is None or not chat_id else profile / KEPT / f"{_as_name(chat_id)}.json"

    def _copies(self, chat_id: str) -> Path | None:
        """Where texts of a chat's pinned attachments lie."""
        profile = self._profile()
        return None if profile is None or not chat_id else profile / COPIES / _as_name(chat_id)

    def _read(self, chat: Chat) -> Kept | None:
        place = self._place(chat.id)
        try:
            kept = None if place is None else read_kept(place.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            return None
        return kept if kept is not None and kept.workdir == chat.workdir else None

    def _write(self, chat_id: str, shelf: _Shelf) -> None:
        """Keep what is in force; a chat without skills and files leaves no file behind. A full disk only costs this."""
        place = self._place(chat_id)
        kept = shelf.kept
        if place is None or kept is None:
            return
        written = kept.to_json() if kept.held or kept.known else ""
        if written == shelf.written:
            return
        shelf.written = written
        try:
            if not written:
                place.unlink(missing_ok=True)
                return
            place.parent.mkdir(parents=True, exist_ok=True)
            part = place.with_suffix(".part")
            part.write_text(written, "utf-8")
            part.replace(place)
        except OSError:
            shelf.written = "?"  # tried again with the next request


def _as_name(chat_id: str) -> str:
    return chat_id if chat_id.isalnum() else hashlib.sha256(chat_id.encode()).hexdigest()[:32]


def _copied(folder: Path, name: str, said: bytes) -> Path:
    """The text in ``folder`` under a name of its own. Raises OSError."""
    plain = " ".join(_UNSAFE.sub(" ", name).split())[-_LONGEST_NAME:].strip(" .") or "text"
    stem = plain.removesuffix(".txt")
    for number in range(1, 1_000):
        path = folder / f"{stem if number == 1 else f'{stem} ({number})'}.txt"
        if not path.exists():
            path.write_bytes(said)
            return path
        if path.read_bytes() == said:
            return path
    raise OSError(f"a thousand texts are called {plain}")


def _found_skill(skill: Skill, out: Text | None, *, decided: bool) -> Found:
    """A skill as ``settle`` takes it. One that no model can call goes by its folder, so that names stay unique."""
    if skill.problem is not None or (out is not None and out.key == _SHADOWED):
        return Found("skills", f"{skill.place}:{skill.id}", skill.name, None, skill.problem, out)
    line = skill_files.clipped(skill.line)
    held = Held("skills", skill.name, skill.name, skill.body, line, skill.changed_ms)
    return Found("skills", skill.name, skill.name, held, None, out, decided)
