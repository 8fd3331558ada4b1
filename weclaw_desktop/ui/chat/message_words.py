"""What can be done with a message: the acts by name, with the key that does each and what people call it.

A key counts while the message has the focus, so plain letters are free. Menu, bar and keyboard all read this list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, Qt

from weclaw_desktop.core.messages import Message

ActName = Literal[
    "copy",
    "copy_text",
    "quote",
    "edit",
    "regenerate",
    "pin",
    "exclude",
    "compress",
    "branch",
    "delete",
    "details",
    "before",
    "after",
    "menu",
    "settings",
]


@dataclass(frozen=True, slots=True)
class Act:
    """One act. ``shift`` says that the key counts with Shift held; ``shown`` is how menus write the key."""

    name: ActName
    key: Qt.Key
    shown: str
    icon: str = ""
    shift: bool = False


ACTS: tuple[Act, ...] = (
    Act("copy", Qt.Key.Key_C, "C", "copy"),
    Act("copy_text", Qt.Key.Key_C, "Shift+C", shift=True),
    Act("quote", Qt.Key.Key_Q, "Q", "quote"),
    Act("edit", Qt.Key.Key_E, "E", "edit"),
    Act("regenerate", Qt.Key.Key_R, "R", "retry"),
    Act("pin", Qt.Key.Key_P, "P", "pin"),
    Act("exclude", Qt.Key.Key_X, "X", "exclude"),
    Act("compress", Qt.Key.Key_U, "U"),
    Act("branch", Qt.Key.Key_B, "B", "branch"),
    Act("details", Qt.Key.Key_D, "D", "info"),
    Act("delete", Qt.Key.Key_Delete, "Del", "trash"),
    Act("before", Qt.Key.Key_Left, "←", "chevron-left"),
    Act("after", Qt.Key.Key_Right, "→", "chevron-right"),
    Act("menu", Qt.Key.Key_M, "M", "more"),
)
_BY_NAME = {act.name: act for act in ACTS}


def act(name: ActName) -> Act:
    """The act of a name."""
    return _BY_NAME[name]


def named(key: int, *, shift: bool) -> ActName | None:
    """The act that a key does, None when it does none."""
    if key == Qt.Key.Key_Backspace:
        key = Qt.Key.Key_Delete  # keyboards of laptops have no other
    return next((known.name for known in ACTS if known.key == key and known.shift == shift), None)


def label(name: ActName, message: Message, *, selected: bool = False) -> str:
    """What an act is called for a message as it is now; ``selected`` when it would act on selected text."""
    translate = QCoreApplication.translate
    if selected and name == "pin":
        return translate("Message", "Pin selection")
    if selected and name in ("copy", "quote"):
        copying = name == "copy"
        return translate("Message", "Copy selection") if copying else translate("Message", "Quote selection")
    asked = message.role == "user"
    return {
        "copy": translate("Message", "Copy message"),
        "copy_text": translate("Message", "Copy as plain text"),
        "quote": translate("Message", "Quote"),
        "edit": translate("Message", "Edit and send again") if asked else translate("Message", "Edit"),
        "regenerate": translate("Message", "Answer again"),
        "pin": translate("Message", "Unpin") if message.pinned else translate("Message", "Pin"),
        "exclude": translate("Message", "Bring back into context")
        if message.excluded
        else translate("Message", "Exclude from context"),
        "compress": translate("Message", "Compress up to here…"),
        "branch": translate("Message", "Branch into a new chat"),
        "details": translate("Message", "Details"),
        "delete": translate("Message", "Delete"),
        "before": translate("Message", "Previous version"),
        "after": translate("Message", "Next version"),
        "menu": translate("Message", "More actions"),
        "settings": translate("Message", "Open settings"),
    }[name]


def possible(message: Message, name: ActName, *, growing: bool = False) -> bool:
    """Whether an act makes sense for a message; ``growing`` while it is being written."""
    if name in ("copy", "copy_text", "quote"):
        return bool(message.text.strip())
    if growing or message.state == "generating":
        return False
    if name == "edit":
        return message.role == "user" or bool(message.text.strip())
    return True


def says(message: Message, words: str) -> bool:
    """Whether words that were selected on the screen are this message's, whatever marks stand between its own."""
    wanted = _letters(words)
    return bool(wanted) and wanted in _letters(message.text if message.result is None else message.result.text)


def _letters(words: str) -> str:
    return "".join(character for character in words if character.isalnum())
