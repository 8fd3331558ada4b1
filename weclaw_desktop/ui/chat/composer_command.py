"""What a message that begins with a slash means: a command, an unknown one, or plain text.

``//`` or a space in front makes it text; so does everything that only looks like a command, a path for instance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

_WRITTEN = re.compile(r"[/／]([A-Za-z]+)(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Command:
    """``known`` says whether there is one of that name; ``argument`` is what follows it."""

    name: str
    argument: str
    known: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """A line in the list of commands: its name, what may follow, and what it does."""

    name: str
    argument: str
    does: str


def offers() -> list[Offer]:
    """All commands, in the language of the window."""
    translate = QCoreApplication.translate
    return [
        Offer("compact", translate("Commands", "[focus]"), translate("Commands", "Compress this chat now")),
        Offer("clear", "", translate("Commands", "Begin a new chat; this one stays in the list")),
        Offer("export", "", translate("Commands", "Save this chat as a Markdown file")),
        Offer("pin", translate("Commands", "[m12 | words]"), translate("Commands", "Keep an answer or words verbatim")),
        Offer("model", translate("Commands", "[name]"), translate("Commands", "Choose the model of this chat")),
        Offer("strategy", translate("Commands", "[name]"), translate("Commands", "Choose how this chat is compressed")),
        Offer("context", "", translate("Commands", "Show what the model sees")),
        Offer("help", "", translate("Commands", "List commands and keys")),
    ]  # fmt: skip


NAMES = ("compact", "clear", "export", "pin", "model", "strategy", "context", "help")


def read(written: str) -> Command | str:
    """The command that was written, or the text to send."""
    if written.startswith(("//", "／／")):
        return written[1:]
    found = _WRITTEN.fullmatch(written.rstrip())
    if found is None:
        return written
    name = found[1].lower()
    return Command(name, (found[2] or "").strip(), name in NAMES)


def begun(before: str, after: str) -> str | None:
    """What is typed of a command's name, None when the caret is not in one."""
    found = re.fullmatch(r"[/／]([A-Za-z]*)", before)
    return None if found is None or after.strip() else found[1].lower()


_FILE = re.compile(r"(?:^|[^A-Za-z0-9._/\\-])[@＠]([^@＠\n]{0,200})$")


def file_begun(before: str) -> str | None:
    """What is typed behind an at sign, None when there is none; an address (``me@here``) is no file.

    Blanks belong to it as long as it is a path; words end at the first blank.
    """
    found = _FILE.search(before)
    if found is None:
        return None
    typed = found[1]
    is_path = typed.startswith(("/", "~", ".")) or typed[1:3] in (":\\", ":/")
    return typed if is_path or not re.search(r"\s", typed) else None
