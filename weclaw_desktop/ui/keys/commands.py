"""The commands of the window, declared once: id, group, usual keys, label. Palette, key list and settings show these.

Keys are in Qt's portable notation; on macOS Qt itself reads Ctrl as Command, so that each is where people expect it.
Those that macOS keeps for itself as Command have others there.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication

GROUPS = ("chats", "message", "view", "context", "program")


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that can be done. ``keys`` may be several; the first is shown. ``hidden``: not in the palette."""

    id: str
    group: str
    keys: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def label(self) -> str:
        """What it does, in the language of the window."""
        return _labels()[self.id]


_DECLARED: tuple[Command, ...] = (
    Command("chat.new", "chats", ("Ctrl+N",)),
    Command("chat.search", "chats", ("Ctrl+K",)),
    Command("chat.find", "chats", ("Ctrl+F",)),
    Command("chat.next", "chats", ("Ctrl+Tab",)),
    Command("chat.previous", "chats", ("Ctrl+Shift+Tab",)),
    *(Command(f"chat.go_{number}", "chats", (f"Ctrl+{number}",), hidden=True) for number in range(1, 10)),
    Command("chat.window", "chats", ("Ctrl+Shift+N",)),
    Command("chat.rename", "chats", ("F2",)),
    Command("chat.delete", "chats"),
    Command("chat.export", "chats"),
    Command("message.write", "message", ("Ctrl+L",)),
    Command("message.stop", "message"),
    Command("message.regenerate", "message", ("Ctrl+R",)),
    Command("message.attach", "message", ("Ctrl+U",)),
    Command("message.read_aloud", "message"),
    Command("model.choose", "message", ("Ctrl+M",)),
    Command("model.persona", "message"),
    Command("model.parameters", "message"),
    Command("model.compare", "message"),
    Command("view.sidebar", "view", ("Ctrl+B",)),
    Command("view.context", "view", ("Ctrl+Shift+B",)),
    Command("view.larger", "view", ("Ctrl++", "Ctrl+=")),
    Command("view.smaller", "view", ("Ctrl+-",)),
    Command("view.normal", "view", ("Ctrl+0",)),
    Command("view.theme", "view"),
    Command("context.compress", "context"),
    Command("context.compress_with", "context"),
    Command("context.undo", "context"),
    Command("context.folder", "context"),
    Command("context.pin_file", "context"),
    Command("context.skills", "context"),
    Command("context.lab", "context"),
    Command("context.xray", "context", ("Ctrl+Shift+X",)),
    Command("context.own", "context"),
    Command("context.pin_words", "context"),
    Command("context.keep_rule", "context", ("Ctrl+Shift+K",)),
    Command("context.dismiss_rule", "context", ("Ctrl+Shift+D",)),
    Command("program.palette", "program", ("Ctrl+Shift+P",), hidden=True),
    Command("program.settings", "program", ("Ctrl+,",)),
    Command("program.keys", "program", ("Ctrl+/",)),
    Command("program.quit", "program", ("Ctrl+Q",)),
)
_ON_MACOS = {
    "Ctrl+Tab": "Meta+Tab",  # Command with Tab goes to another program
    "Ctrl+Shift+Tab": "Meta+Shift+Tab",
    "Ctrl+M": "Ctrl+Shift+M",  # Command with M makes a window small
}


def on(system: str) -> tuple[Command, ...]:
    """The commands with the keys that are usual on a system, by Python's name of it."""
    if system != "darwin":
        return _DECLARED
    return tuple(replace(one, keys=tuple(_ON_MACOS.get(keys, keys) for keys in one.keys)) for one in _DECLARED)


COMMANDS = on(sys.platform)
_BY_ID = {known.id: known for known in COMMANDS}


def command(name: str) -> Command:
    """The command of an id. Raises KeyError."""
    return _BY_ID[name]


def group_label(group: str) -> str:
    """A group's name in the language of the window."""
    translate = QCoreApplication.translate
    return {
        "chats": translate("Commands", "Chats"),
        "message": translate("Commands", "Messages and models"),
        "view": translate("Commands", "View"),
        "context": translate("Commands", "Context"),
        "program": translate("Commands", "Program"),
    }[group]


def _labels() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "chat.new": translate("Commands", "New chat"),
        "chat.search": translate("Commands", "Search all chats"),
        "chat.find": translate("Commands", "Find in this chat"),
        "chat.next": translate("Commands", "Next chat"),
        "chat.previous": translate("Commands", "Previous chat"),
        **{f"chat.go_{number}": translate("Commands", "Go to chat {0}").format(number) for number in range(1, 10)},
        "chat.window": translate("Commands", "Open in a new window"),
        "chat.rename": translate("Commands", "Rename chat"),
        "chat.delete": translate("Commands", "Delete chat"),
        "chat.export": translate("Commands", "Save chat as Markdown…"),
        "message.write": translate("Commands", "Write a message"),
        "message.stop": translate("Commands", "Stop the answer"),
        "message.regenerate": translate("Commands", "Answer again"),
        "message.attach": translate("Commands", "Attach files"),
        "message.read_aloud": translate("Commands", "Read the last answer aloud"),
        "model.choose": translate("Commands", "Choose a model"),
        "model.persona": translate("Commands", "Who answers"),
        "model.parameters": translate("Commands", "Parameters of this chat"),
        "model.compare": translate("Commands", "Compare two models"),
        "view.sidebar": translate("Commands", "Show or hide chats"),
        "view.context": translate("Commands", "Show or hide the context panel"),
        "view.larger": translate("Commands", "Larger text"),
        "view.smaller": translate("Commands", "Smaller text"),
        "view.normal": translate("Commands", "Normal text size"),
        "view.theme": translate("Commands", "Light or dark"),
        "context.compress": translate("Commands", "Compress now"),
        "context.compress_with": translate("Commands", "Compress with a focus…"),
        "context.undo": translate("Commands", "Undo compression"),
        "context.folder": translate("Commands", "Folder of this chat"),
        "context.pin_file": translate("Commands", "Pin a file to the prompt"),
        "context.skills": translate("Commands", "Skills and pinned files"),
        "context.lab": translate("Commands", "Lab: compare strategies on this chat"),
        "context.xray": translate("Commands", "X-ray: what will be sent"),
        "context.own": translate("Commands", "Context of this chat…"),
        "context.pin_words": translate("Commands", "Pin words of your own…"),
        "context.keep_rule": translate("Commands", "Keep the rule that was found"),
        "context.dismiss_rule": translate("Commands", "Dismiss the rule that was found"),
        "program.palette": translate("Commands", "All commands"),
        "program.settings": translate("Commands", "Settings"),
        "program.keys": translate("Commands", "List of keys"),
        "program.quit": translate("Commands", "Quit"),
    }
