"""A chat, its line in the list, and the folders that people sort chats into."""

from __future__ import annotations

from dataclasses import dataclass, field

CONFIRMED = "usage.epoch"
"""Key of ``Chat.overrides``: ``Chat.epoch`` of the last request whose usage a provider reported."""


@dataclass(frozen=True, slots=True)
class Chat:
    """One conversation with its own choices; empty strings mean "as the settings say".

    ``head_id`` is the newest message of the shown branch; ``epoch`` counts changes to the context;
    ``overrides`` are per-chat settings by key. Times are Unix milliseconds.

    ``folder`` is the id of a ``Folder``, "" for none; ``unread`` says that an answer came which nobody has seen.
    ``workdir`` is the folder of the disk that tools and instruction files start from, ``persona`` the name of the
    persona that speaks, ``parameters`` what is asked of the model (temperature, …). ``source`` says where a chat that
    was not begun here comes from (``import:openai:…``), so that the same thing is not taken in twice.
    """

    id: str
    title: str = ""
    title_by: str = "auto"
    model: str = ""
    strategy: str = ""
    profile: str = ""
    language: str = ""
    head_id: str | None = None
    epoch: int = 0
    pinned: bool = False
    archived: bool = False
    created_ms: int = 0
    updated_ms: int = 0
    deleted_ms: int | None = None
    draft: str = ""
    held_until: int = 0
    overrides: dict[str, object] = field(default_factory=dict[str, object], compare=False, hash=False)
    folder: str = ""
    tags: tuple[str, ...] = ()
    unread: bool = False
    workdir: str = ""
    persona: str = ""
    parameters: dict[str, object] = field(default_factory=dict[str, object], compare=False, hash=False)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Folder:
    """A group of the chat list that a person made. ``position`` orders groups; ``collapsed`` hides its chats."""

    id: str
    name: str
    position: int = 0
    collapsed: bool = False


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A message of a chat in which words stand, and how often."""

    message_id: str
    seq: int
    count: int


def as_tag(written: str) -> str:
    """What somebody wrote as a tag: one line without its sign, at most 40 characters; "" when nothing is left."""
    return " ".join(written.replace(",", " ").split()).lstrip("#＃ ")[:40].rstrip()
