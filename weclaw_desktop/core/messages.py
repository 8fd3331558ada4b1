"""The values a conversation is made of: frozen messages with typed parts.

Values are pure and compare by content; ids and sequence numbers are given by storage. Nothing here knows a provider's
wire format (see ``llm.dialects``) or decides what a model sees (see ``context.view``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.text import Text

Role = Literal["system", "user", "assistant", "tool"]
MessageState = Literal["committed", "generating", "stopped", "interrupted", "failed"]


@dataclass(frozen=True, slots=True)
class TextPart:
    """Plain text as the author wrote it (raw Markdown for assistants)."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningPart:
    """A model's thinking. ``signature`` is the provider's opaque proof that must travel back with it, if any.

    ``provider`` names who produced it: a dialect passes it back or strips it by that provider's rule.
    """

    text: str
    signature: str | None = None
    provider: str = ""


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """One call asked for by an assistant message.

    ``id`` is the provider's own (not unique, not trusted: requests rewrite ids from the sequence number);
    ``arguments`` is the raw JSON text as received, possibly broken.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class ToolResultPart:
    """The full, original output of one call. A tool message holds exactly one of these."""

    call_id: str
    name: str
    text: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class AttachmentPart:
    """A file or image the user attached. Bytes live in storage under ``sha256``; ``text`` is what was extracted.

    ``size`` is in bytes; ``width`` and ``height`` are in pixels, 0 when not an image. ``shown`` is what requests hold
    instead of ``text`` when the user chose to send it shortened, "" for all of it.
    """

    kind: Literal["image", "file"]
    name: str
    media_type: str
    size: int
    sha256: str
    width: int = 0
    height: int = 0
    text: str = ""
    shown: str = ""

    @property
    def sent(self) -> AttachmentPart:
        """The attachment as a request holds it."""
        return replace(self, text=self.shown, shown="") if self.shown else self


@dataclass(frozen=True, slots=True)
class SourcesPart:
    """Web pages that the provider says an answer rests on: (address, title), in the order of its numbers.

    People see and find them; no request holds them. ``name`` and ``text`` are what searches read of any part.
    """

    pages: tuple[tuple[str, str], ...]

    name: ClassVar[str] = ""

    @property
    def text(self) -> str:
        """The numbered pages, one a line."""
        lines = (f"[{n}] {title} {address}" for n, (address, title) in enumerate(self.pages, 1))
        return "\n".join(" ".join(line.split()) for line in lines)


Part = TextPart | ReasoningPart | ToolCallPart | ToolResultPart | AttachmentPart | SourcesPart


@dataclass(frozen=True, slots=True)
class Intake:
    """What views show of a message instead of its raw text, decided once when the revision is committed.

    ``text`` replaces the tool result (or an over-long user text); None means that the raw text is shown.
    ``capped`` says that head and tail were kept and the middle is only in the artifact; it is state, never a marker to
    be searched for in content. ``encodings`` names the lossless steps taken ("json", "table", "ansi", "runs", …).
    """

    text: str | None = None
    capped: bool = False
    encodings: tuple[str, ...] = ()
    version: int = 1


def _no_counts() -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Message:
    """One row of the log.

    ``seq`` is unique per chat and never reused: people and models refer to the message as ``m{seq}`` and to its full
    text as the artifact ``a{seq}``. ``created_ms`` is Unix time in milliseconds. ``tokens`` caches uncalibrated counts
    of the shown text per encoder name and takes no part in equality.
    """

    role: Role
    parts: tuple[Part, ...]
    id: str = ""
    chat_id: str = ""
    parent_id: str | None = None
    seq: int = 0
    revision: int = 0
    created_ms: int = 0
    state: MessageState = "committed"
    excluded: bool = False
    pinned: bool = False
    model: str = ""
    usage: Usage | None = None
    failure: Text | None = None
    intake: Intake | None = None
    tokens: Mapping[str, int] = field(default_factory=_no_counts, compare=False, hash=False)

    @property
    def text(self) -> str:
        """All text parts joined by blank lines: what the author said, without reasoning, calls or results."""
        return "\n\n".join([p.text for p in self.parts if isinstance(p, TextPart)])

    @property
    def reasoning(self) -> str:
        """All reasoning parts joined by blank lines."""
        return "\n\n".join(p.text for p in self.parts if isinstance(p, ReasoningPart))

    @property
    def calls(self) -> tuple[ToolCallPart, ...]:
        """The tool calls this message asks for, in order."""
        return tuple([p for p in self.parts if isinstance(p, ToolCallPart)])

    @property
    def result(self) -> ToolResultPart | None:
        """The tool result that a tool message carries, else None."""
        for part in self.parts:  # a generator takes three times as long, and this is asked many times for every message
            if isinstance(part, ToolResultPart):
                return part
        return None

    @property
    def attachments(self) -> tuple[AttachmentPart, ...]:
        """The attachments of a user message, in order."""
        return tuple([p for p in self.parts if isinstance(p, AttachmentPart)])

    @property
    def sources(self) -> tuple[tuple[str, str], ...]:
        """Address and title of the web pages that an answer rests on, as far as the provider told."""
        return next((p.pages for p in self.parts if isinstance(p, SourcesPart)), ())

    @property
    def artifact(self) -> str:
        """Stable id of the full original text, as shown to people and accepted by the recall tool."""
        return f"a{self.seq}"

    def taken(self, intake: Intake | None, tokens: Mapping[str, int]) -> Message:
        """The same message as intake left it: what views show of it, and its counts.

        Written out, because every message of a chat passes here and ``replace`` takes twice as long.
        """
        return Message(
            self.role,
            self.parts,
            self.id,
            self.chat_id,
            self.parent_id,
            self.seq,
            self.revision,
            self.created_ms,
            self.state,
            self.excluded,
            self.pinned,
            self.model,
            self.usage,
            self.failure,
            intake,
            tokens,
        )

    def with_text(self, text: str) -> Message:
        """The same message with its text parts replaced by one (other parts stay, in place after the text)."""
        others = tuple(p for p in self.parts if not isinstance(p, TextPart))
        return replace(self, parts=(TextPart(text), *others))


Log = tuple[Message, ...]
"""All messages on the path from root to head, oldest first, deleted ones left out; excluded ones are in it."""


def user(text: str, **fields: object) -> Message:
    """Shorthand for a user message holding one text part."""
    return replace(Message("user", (TextPart(text),)), **fields)  # pyright: ignore[reportArgumentType] -- fields are checked by dataclass replace at run time


def assistant(text: str = "", *calls: ToolCallPart, **fields: object) -> Message:
    """Shorthand for an assistant message with optional text and tool calls."""
    parts: tuple[Part, ...] = ((TextPart(text),) if text else ()) + calls
    return replace(Message("assistant", parts), **fields)  # pyright: ignore[reportArgumentType] -- fields are checked by dataclass replace at run time


def tool(call_id: str, name: str, text: str, *, is_error: bool = False, **fields: object) -> Message:
    """Shorthand for a tool message holding one result."""
    return replace(Message("tool", (ToolResultPart(call_id, name, text, is_error),)), **fields)  # pyright: ignore[reportArgumentType] -- fields are checked by dataclass replace at run time
