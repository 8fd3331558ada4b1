"""What happened, one frozen value per kind, published on the bus and shown by whoever cares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.chats import Chat, Folder
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.report import ContextReport
from weclaw_desktop.core.text import Text


@dataclass(frozen=True, slots=True)
class ChatSaved:
    """A chat was created or changed (title, model, strategy, pin, …)."""

    chat: Chat
    created: bool = False


@dataclass(frozen=True, slots=True)
class ChatDeleted:
    """A chat went to the trash; ``restore`` brings it back."""

    chat_id: str


@dataclass(frozen=True, slots=True)
class ChatErased:
    """A chat was erased for good, with its messages."""

    chat_id: str


@dataclass(frozen=True, slots=True)
class ChatSetAside:
    """A chat is one side of a comparison that is under way, so that no list shows it; with ``on`` False it is over."""

    chat_id: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class FoldersChanged:
    """Folders were made, renamed, moved, closed or deleted; these are all of them now."""

    folders: tuple[Folder, ...]


@dataclass(frozen=True, slots=True)
class MessageCommitted:
    """A row was committed: a user message, a response, a tool result."""

    message: Message


@dataclass(frozen=True, slots=True)
class MessageChanged:
    """A stored message changed (revised, excluded, pinned, deleted when ``deleted``)."""

    message: Message
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class BranchShown:
    """The log of a chat is another path of its tree now; it ends at ``head_id`` (None: it is empty)."""

    chat_id: str
    head_id: str | None


@dataclass(frozen=True, slots=True)
class QueueChanged:
    """User messages that were sent while a reply runs wait for the next request; empty when none waits any more."""

    chat_id: str
    message_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StreamStarted:
    """A response began; ``message`` is its row in state "generating"."""

    message: Message


@dataclass(frozen=True, slots=True)
class StreamDelta:
    """New text of a response, appended to what came before; batches of at most 50 ms."""

    chat_id: str
    message_id: str
    text: str = ""
    reasoning: str = ""
    calls: tuple[ToolCallPart, ...] = ()


@dataclass(frozen=True, slots=True)
class StreamEnded:
    """A response was committed: finished, stopped, interrupted or failed (see ``message.state``)."""

    message: Message


@dataclass(frozen=True, slots=True)
class ReadingPrompt:
    """A local model reads the prompt before it answers; ``seconds_left`` is estimated from measured speed."""

    chat_id: str
    read: int
    total: int
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class RetryScheduled:
    """A call failed and will be tried again in ``seconds``."""

    chat_id: str
    seconds: float
    reason: Text


@dataclass(frozen=True, slots=True)
class ApprovalAsked:
    """A tool waits for the user's word; answer with ``DialogManager.approve``.

    ``folder`` is what "always" would be limited to, with all that is below it; "" when the tool knows no folders.
    """

    chat_id: str
    request_id: str
    message_id: str
    call: ToolCallPart
    risk: Literal["low", "medium", "high"]
    summary: Text
    folder: str = ""


@dataclass(frozen=True, slots=True)
class ApprovalAnswered:
    """The user (or a rule of theirs) decided; ``withdrawn``: nobody did, the question went with a Stop."""

    chat_id: str
    request_id: str
    allowed: bool
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """An approved tool runs."""

    chat_id: str
    message_id: str
    call: ToolCallPart


@dataclass(frozen=True, slots=True)
class ContextReported:
    """New numbers about a chat's context."""

    report: ContextReport


@dataclass(frozen=True, slots=True)
class RecordApplied:
    """A compaction took effect."""

    chat_id: str
    record: Record


@dataclass(frozen=True, slots=True)
class RecordUndone:
    """A compaction was undone; ``active`` is the record in force now, None for the full log."""

    chat_id: str
    undone: Record
    active: Record | None


@dataclass(frozen=True, slots=True)
class SettingsSaved:
    """Settings changed; ``keys`` are dotted names."""

    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelsChanged:
    """The list of usable models changed (a key was saved, a server found, a model installed or removed)."""

    models: tuple[ModelSpec, ...]


@dataclass(frozen=True, slots=True)
class DownloadProgress:
    """The embedded model is being fetched, then verified. Bytes; ``finished`` with ``error`` None means installed.

    ``rate`` is in bytes per second. ``cancelled`` means that the user stopped it; what was fetched is kept.
    """

    name: str
    done: int
    total: int
    part: int = 0
    parts: int = 0
    rate: float = 0.0
    finished: bool = False
    error: Text | None = None
    phase: Literal["fetching", "verifying"] = "fetching"
    cancelled: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something people must know that no single message owns; ``action`` names the next step offered, if any."""

    text: Text
    chat_id: str = ""
    action: str = ""
    severity: Literal["info", "warning", "error"] = "error"
