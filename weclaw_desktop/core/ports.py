"""Protocols by which services reach models, counters, storage, tools and secrets without knowing who is behind them.

Everything asynchronous may be awaited from any asyncio loop, the window's included; implementations do their work on
threads or loops of their own. All failures are ``core.errors``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import Log, Message, MessageState, Part, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import Calibration, ModelSpec, ToolSpec, Usage
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import ModelRequest, PromptSection
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.stream import ModelEvent
from weclaw_desktop.core.text import Language, Text


class ChatModel(Protocol):
    """One model that answers requests."""

    @property
    def spec(self) -> ModelSpec:
        """What is known of the model."""
        ...

    def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Send ``request`` and yield events until ``Finished``. Closing the generator closes the connection.

        Raises ModelError (one of its kinds). Retries before the first output happen inside, told as ``Retrying``.
        """
        ...

    async def warm(self, request: ModelRequest) -> None:
        """Have a local server read the head of the prompt ahead; does nothing elsewhere. Cancel freely."""
        ...


class Models(Protocol):
    """All models the user can choose."""

    def known(self) -> tuple[ModelSpec, ...]:
        """Usable models now: configured providers' and installed ones, in the order pickers show."""
        ...

    def spec(self, name: str) -> ModelSpec:
        """The model ``provider/name``, or a bare name if unique. Raises InputError that says what to type."""
        ...

    def open(self, name: str) -> ChatModel:
        """A client for the model. Cheap; connects on the first stream."""
        ...

    def learn_limit(self, model: str, limit: int, kind: Literal["window", "input", "output"]) -> ModelSpec:
        """Remember a limit that an error told and return the spec as it is now."""
        ...

    async def close(self) -> None:
        """Close connections and the embedded model's process."""
        ...


Counts = Mapping[str, tuple[int, str, int]]
"""Message id → (revision that was counted, encoder, tokens)."""


class Counter(Protocol):
    """Counts tokens for one model family, offline, uncalibrated. Never raises, never returns 0 for non-empty text."""

    @property
    def encoder(self) -> str:
        """Name under which counts are cached on messages."""
        ...

    @property
    def exact(self) -> bool:
        """False when counts are estimates (no tokenizer for the family could be loaded)."""
        ...

    def text(self, value: str) -> int:
        """Tokens of plain text; special tokens are counted as the literal text they are."""
        ...

    def message(self, message: Message) -> int:
        """Tokens of a log message as a view shows it unshortened, cached per (id, revision).

        Intake text, calls with arguments, attachments and framing are in it.
        """
        ...

    def parts(self, parts: Sequence[Part]) -> int:
        """Tokens of arbitrary parts with one message's framing."""
        ...

    def tools(self, tools: Sequence[ToolSpec]) -> int:
        """Tokens of tool schemas as sent."""
        ...


class OneLiner(Protocol):
    """Writes the one line that stands for an old result of one tool."""

    def __call__(self, call: ToolCallPart, result: ToolResultPart, language: Language) -> str:
        """What was asked, outcome, size; at most 200 characters, no id (the pass adds it)."""
        ...


class Tool(Protocol):
    """A tool the model may call, after the user's approval."""

    @property
    def spec(self) -> ToolSpec:
        """Name, description, schema, risk."""
        ...

    def describe(self, arguments: Mapping[str, object]) -> Text:
        """One sentence that tells the user what this call would do."""
        ...

    async def run(self, arguments: Mapping[str, object]) -> str | Text:
        """Do it. What the tool itself says is a Text. Raises ToolFailed with a sentence for the model and the card."""
        ...


@runtime_checkable
class FolderTool(Tool, Protocol):
    """A tool that works in one folder at a time: allowing it for good holds for that folder and what is below it."""

    def folder(self, arguments: Mapping[str, object]) -> str:
        """The folder of a call, links resolved; "" when there is none. Blocks for a moment; never raises."""
        ...


@runtime_checkable
class ChatTool(Tool, Protocol):
    """A tool that does nothing but read the chat it is called in: nobody is asked, and it is told which chat."""

    async def run_in(self, chat_id: str, arguments: Mapping[str, object]) -> str | Text:
        """Like ``run``, in a chat. Raises ToolFailed."""
        ...


class Search(Protocol):
    """Finds stored messages by words."""

    @property
    def indexed(self) -> bool:
        """Whether there is an index; without one nothing is found."""
        ...

    async def find(
        self,
        query: str,
        *,
        chat: str = "",
        before: int = 0,
        also: frozenset[int] = frozenset(),
        within: frozenset[str] | None = None,
        limit: int = 10,
        room: int = 420,
    ) -> list[Hit]:
        """The best messages for words, exact phrases first, secrets masked. Raises StorageError.

        Args:
            query: What somebody typed; signs in it mean nothing and never fail.
            chat: Only this chat; "" searches all that are not in the trash.
            before: Only messages with a smaller number (0: all) …
            also: … and those with these numbers.
            within: Only messages with these ids.
            limit: Most hits.
            room: Estimated tokens of one hit's text with what stands beside it.
        """
        ...


class Chats(Protocol):
    """Stored chats."""

    async def create(self, *, model: str = "", strategy: str = "", language: str = "") -> Chat:
        """A new, empty chat."""
        ...

    async def get(self, chat_id: str) -> Chat:
        """Raises InputError when there is none."""
        ...

    async def all(self, *, query: str = "", limit: int = 1_000, trash: bool = False) -> list[Chat]:
        """Newest first; ``query`` searches titles (words and Chinese)."""
        ...

    async def change(self, chat_id: str, **fields: object) -> Chat:
        """Set fields of Chat.

        These are title, title_by, model, strategy, profile, language, pinned, archived, draft, held_until, overrides.
        """
        ...

    async def bump_epoch(self, chat_id: str) -> int:
        """Raise the chat's epoch: a pending job is stale now. Returns the new one."""
        ...

    async def delete(self, chat_id: str) -> None:
        """Move the chat to the trash."""
        ...

    async def restore(self, chat_id: str) -> Chat:
        """Bring the chat back from the trash."""
        ...


class Messages(Protocol):
    """The append-only tree of messages."""

    async def append(self, chat_id: str, message: Message) -> Message:
        """Commit a message under the chat's head and move the head; returns it with id, seq, parent and time."""
        ...

    async def checkpoint(self, message_id: str, parts: Sequence[Part]) -> None:
        """Save a growing response; it stays "generating"."""
        ...

    async def finish(
        self,
        message_id: str,
        parts: Sequence[Part],
        state: MessageState,
        *,
        usage: Usage | None = None,
        failure: Text | None = None,
        tokens: Mapping[str, int] | None = None,
    ) -> Message:
        """Commit a growing response with its final parts, state, usage and counts."""
        ...

    async def path(self, chat_id: str) -> Log:
        """The whole log of the chat, root to head."""
        ...

    async def page(self, chat_id: str, *, before_seq: int = 0, limit: int = 100) -> Log:
        """The newest ``limit`` messages of the log before ``before_seq`` (0: from the head), oldest first."""
        ...

    async def get(self, message_id: str) -> Message:
        """Raises InputError when there is none."""
        ...

    async def revise(self, message_id: str, parts: Sequence[Part]) -> Message:
        """A new revision of the message in its place."""
        ...

    async def flag(self, message_id: str, *, excluded: bool | None = None, pinned: bool | None = None) -> Message:
        """Set marks; None leaves a mark as it is."""
        ...

    async def delete(self, message_id: str) -> None:
        """Leave a tombstone; ``restore`` takes it away."""
        ...

    async def restore(self, message_id: str) -> Message:
        """Undo ``delete``."""
        ...

    async def set_head(self, chat_id: str, message_id: str | None) -> None:
        """Show another branch: the log is the path from the root to ``message_id``."""
        ...

    async def interrupt_unfinished(self) -> int:
        """Turn rows left "generating" by a crash into "interrupted"; returns how many."""
        ...

    async def cache_tokens(self, counts: Counts) -> None:
        """Keep counts of messages whose revision is still the one that was counted."""
        ...


class Records(Protocol):
    """Stored compactions; every change is one transaction with compare-and-swap on the chat's epoch."""

    async def all(self, chat_id: str) -> list[Record]:
        """Oldest first, without stale ones."""
        ...

    async def active(self, chat_id: str) -> Record | None:
        """The record in force, None for the full log."""
        ...

    async def apply(self, chat_id: str, record: Record, *, epoch: int) -> Record | None:
        """Make ``record`` active if the epoch still is ``epoch``; raises the epoch. None when it moved."""
        ...

    async def undo(self, chat_id: str, *, epoch: int) -> tuple[Record, Record | None] | None:
        """Activate the previous record (or none): (undone, active).

        None when there is nothing to undo or the epoch moved.
        """
        ...

    async def redo(self, chat_id: str, *, epoch: int) -> Record | None:
        """Activate the record undone last; None when there is none, its hash fails, or the epoch moved."""
        ...

    async def mark_stale(self, chat_id: str, record_ids: Sequence[str], *, epoch: int) -> bool:
        """Take records out of use whose messages changed; raises the epoch. False when it moved."""
        ...

    async def edit(
        self, chat_id: str, record_id: str, block: ContextBlock, tokens_after: int, *, epoch: int
    ) -> Record | None:
        """A new record like ``record_id`` with another block, made active."""
        ...


class Remembered(Protocol):
    """Small facts about models and calls that survive restarts."""

    async def calibration(self, model: str, chat_id: str) -> Calibration:
        """For (model, chat), else the model's own, else uncalibrated."""
        ...

    async def save_calibration(self, model: str, chat_id: str, value: Calibration) -> None:
        """Keep a factor for (model, chat) and for the model."""
        ...

    async def limits(self) -> Mapping[tuple[str, str], Mapping[str, int]]:
        """Learnt limits: (endpoint, model) → {"window" | "input" | "output": tokens}."""
        ...

    async def save_limit(self, endpoint: str, model: str, kind: str, tokens: int) -> None:
        """Keep one learnt limit, replacing an older one of its kind."""
        ...

    async def log_call(self, chat_id: str, model: str, purpose: str, usage: Usage, system_tokens: int) -> None:
        """One row per model call: feeds cost, cache share and the inflation sparkline."""
        ...

    async def call_totals(self, chat_id: str) -> CallTotals:
        """Sums over the logged calls of the chat."""
        ...


@dataclass(frozen=True, slots=True)
class CallTotals:
    """Sums over the calls of one chat; ``system_samples`` are system-prompt sizes, oldest first, at most 200."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    cost: float | None = None
    currency: str = ""
    system_samples: tuple[int, ...] = ()


class SettingsStore(Protocol):
    """The profile's settings file."""

    problem: Text | None
    """What the last ``load`` could not use, for the user; None when all was well."""

    def load(self) -> Settings:
        """Read the file, or give defaults when there is none yet. Raises StorageError."""
        ...

    def save(self, settings: Settings) -> None:
        """Write atomically; keys of newer versions are kept. Raises StorageError."""
        ...


class Secrets(Protocol):
    """Keys by provider name. Blocking calls: use a thread."""

    def get(self, name: str) -> str | None:
        """The key stored under the name, None when there is none. Raises SecretsError."""
        ...

    def set(self, name: str, value: str) -> None:
        """Store or replace a key. Raises SecretsError."""
        ...

    def delete(self, name: str) -> None:
        """Forget a key; a missing one is no error. Raises SecretsError."""
        ...

    def where(self) -> Text:
        """Where keys are kept now, for settings and ``doctor``."""
        ...


class Store(Protocol):
    """Everything a profile keeps in its database."""

    @property
    def chats(self) -> Chats:
        """The stored chats."""
        ...

    @property
    def messages(self) -> Messages:
        """The messages of all chats."""
        ...

    @property
    def records(self) -> Records:
        """The compactions of all chats."""
        ...

    @property
    def remembered(self) -> Remembered:
        """Small facts about models and calls."""
        ...

    @property
    def search(self) -> Search:
        """Search by words over the messages of all chats."""
        ...

    @property
    def read_only(self) -> Text | None:
        """Why nothing can be saved now, or None."""
        ...

    def close(self) -> Awaitable[None]:
        """Finish pending writes and close."""
        ...


class PromptSource(Protocol):
    """Gives the sections of the system prompt that lie outside the engine (persona, instructions, skills, files)."""

    def sections(self, chat: Chat, language: Language) -> tuple[PromptSection, ...]:
        """The sections for this chat, stable ones first, without the notice."""
        ...
