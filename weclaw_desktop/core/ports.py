"""Protocols by which services reach models, counters, tools, settings and keys without knowing who is behind them.

What the database keeps is in ``core.stores``. Everything asynchronous may be awaited from any asyncio loop, that of the
window included; implementations do their work on threads or loops of their own. All failures are ``core.errors``.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from typing import Literal, Protocol, runtime_checkable

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import Message, Part, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ModelSpec, ToolSpec, Usage
from weclaw_desktop.core.report import BudgetItem
from weclaw_desktop.core.request import ModelRequest, PromptSection
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.stream import ModelEvent
from weclaw_desktop.core.text import Language, Text

Spent = Callable[[ModelRequest, Usage], Awaitable[None]]
"""Takes into account what a call of a model used."""


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
    """Writes the one line that stands for an old result of one tool: what a tool may bring in ``ToolSpec.one_line``.

    It is called in the engine's thread and must be pure; when it raises, the built-in sentence stands in.
    """

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

    def at(self, start: str) -> FolderTool:
        """The same tool with relative paths that begin in the folder ``start``: that of the chat it is called in."""
        ...


@runtime_checkable
class ChatTool(Tool, Protocol):
    """A tool that does nothing but read the chat it is called in: nobody is asked, and it is told which chat."""

    async def run_in(self, chat_id: str, arguments: Mapping[str, object]) -> str | Text:
        """Like ``run``, in a chat. Raises ToolFailed."""
        ...


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


class PromptSource(Protocol):
    """Gives the sections of the system prompt that lie outside the engine (persona, instructions, skills, files)."""

    def sections(self, chat: Chat, language: Language, *, tools: bool = True) -> tuple[PromptSection, ...]:
        """The sections for this chat, stable ones first, without the notice; ``tools``: the model may call some."""
        ...

    def look(self, chat: Chat) -> None:
        """Read what lies on the disk. Blocks for a moment: not in the window's thread."""
        ...

    def sent(self, chat: Chat, *, tools: bool = True) -> None:
        """A request goes out with these sections: what changes on the disk from now on waits. Blocks for a moment."""
        ...

    def notes(self, chat: Chat, *, tools: bool = True) -> tuple[BudgetItem, ...]:
        """What people should know of the chat's skills and files: changed ones, and what is left out."""
        ...
