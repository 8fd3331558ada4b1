"""Protocols of what a profile keeps: chats, messages, records and small facts.

Services reach them without knowing the database. Everything asynchronous may be awaited from any asyncio loop, the
window's included; implementations do their work on threads of their own. All failures are ``core.errors``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from weclaw_desktop.core.chats import Chat, Folder, Occurrence
from weclaw_desktop.core.forks import Fork
from weclaw_desktop.core.messages import Log, Message, MessageState, Part
from weclaw_desktop.core.models import Calibration, Usage
from weclaw_desktop.core.pins import Pin, PinKind, PinState
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.text import Text
from weclaw_desktop.core.usage import Used

Counts = Mapping[str, tuple[int, str, int]]
"""Message id → (revision that was counted, encoder, tokens)."""

Stamp = tuple[object, ...]
"""Values that are compared only with those of another moment."""


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
        typing: bool = False,
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
            typing: The last word may be unfinished: words that begin with it are found behind those that are it.
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

    async def stamp(self, chat_id: str) -> Stamp:
        """Other values than before when anything changed that the chat's requests rest on; () for no such chat."""
        ...

    async def some(self, ids: Sequence[str]) -> list[Chat]:
        """Those of these ids that there are, also from the trash, in their order."""
        ...

    async def all(
        self, *, query: str = "", limit: int = 1_000, trash: bool = False, archived: bool | None = None
    ) -> list[Chat]:
        """Newest first; ``query`` searches titles (words and Chinese). ``archived`` None: whether or not they are."""
        ...

    async def change(self, chat_id: str, *, only_if: Mapping[str, object] | None = None, **fields: object) -> Chat:
        """Set fields of Chat: all but id, head, epoch and times. Nothing is set unless all is as ``only_if`` says."""
        ...

    async def put_back(self, chats: Sequence[Chat]) -> list[Chat]:
        """Give chats the place in the list that these say: folder, tags, pin, archive, unread, trash; as they are now.

        One transaction. Chats that were erased meanwhile are passed over.
        """
        ...

    async def from_source(self, source: str) -> Chat | None:
        """The chat that was made from ``source``, not one in the trash; None when there is none."""
        ...

    async def occurrences(self, chat_id: str, words: str) -> list[Occurrence]:
        """Messages on the path of the chat that say ``words`` (a person's and answers' text), oldest first.

        Case and width of letters make no difference.
        """
        ...

    async def purge(self, *, deleted_before_ms: int = 0, ids: Sequence[str] = ()) -> list[str]:
        """Erase chats of the trash: those that went there before a time, and those named; the ids of all erased."""
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


class Folders(Protocol):
    """Groups of chats that people made."""

    async def all(self) -> list[Folder]:
        """In their order."""
        ...

    async def create(self, name: str) -> Folder:
        """A new one, the last in order."""
        ...

    async def change(self, folder_id: str, **fields: object) -> Folder:
        """Set name, position or collapsed. Raises InputError when there is none."""
        ...

    async def delete(self, folder_id: str) -> list[Chat]:
        """Take the folder away; its chats stay, in none. Returns them as they are now."""
        ...


class Messages(Protocol):
    """The append-only tree of messages."""

    async def append(self, chat_id: str, message: Message, *, draft: str | None = None) -> Message:
        """Commit a message under the chat's head and move the head; returns it with id, seq, parent and time.

        ``draft`` takes the place of the chat's draft in the same step: what was sent is none any more.
        """
        ...

    async def branch(self, chat_id: str, parent_id: str | None, message: Message) -> Message:
        """Commit a message under another one (None: as another beginning) and show its branch, in one step."""
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

    async def extend(self, chat_id: str, messages: Sequence[Message]) -> list[Message]:
        """Append many, in several transactions; a failure leaves those that were committed before."""
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
        """A new revision of the message in its place; its cached counts go."""
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

    async def purge(self, *, deleted_before_ms: int) -> int:
        """Erase what messages deleted before a time said; how many."""
        ...

    async def set_head(self, chat_id: str, message_id: str | None) -> None:
        """Show another branch: the log is the path from the root to ``message_id``."""
        ...

    async def forks(self, chat_id: str, messages: Sequence[Message]) -> Mapping[str, Fork]:
        """Where ``messages``, a piece of the shown branch, have other versions: message id → its fork."""
        ...

    async def newest_below(self, message_id: str) -> Message:
        """The end of the newest branch through a message: itself when nothing follows."""
        ...

    async def next_seq(self, chat_id: str) -> int:
        """The number that the next message of the chat gets, whatever branch it is on."""
        ...

    async def interrupt_unfinished(self) -> int:
        """Turn rows left "generating" by a crash into "interrupted"; returns how many."""
        ...

    async def cache_tokens(self, counts: Counts) -> None:
        """Keep counts of messages whose revision is still the one that was counted."""
        ...


class Blobs(Protocol):
    """Bytes of attachments, once per content."""

    async def put(self, data: bytes, media_type: str) -> str:
        """Keep ``data``; returns its SHA-256 in hexadecimal. Raises StorageError."""
        ...

    async def get(self, sha256: str) -> bytes:
        """The bytes. Raises InputError when there are none under that name."""
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

    async def aside(self, chat_id: str) -> list[Record]:
        """The stale ones, the one that was put aside last at the end."""
        ...

    async def revive(self, chat_id: str, record_id: str, *, epoch: int) -> Record | None:
        """Put a stale record in force again, and the present one aside; None when it is not stale or the epoch moved.

        The caller has checked that its prefix hash holds.
        """
        ...

    async def edit(
        self, chat_id: str, record_id: str, block: ContextBlock, tokens_after: int, *, epoch: int
    ) -> Record | None:
        """A new record like ``record_id`` with another block, made active."""
        ...


class Pins(Protocol):
    """What people keep of chats. Every change raises the chat's epoch, so that work prepared before is dropped."""

    async def all(self, chat_id: str) -> list[Pin]:
        """All of a chat, oldest first."""
        ...

    async def add(
        self,
        chat_id: str,
        text: str,
        *,
        kind: PinKind = "pin",
        state: PinState = "active",
        source_id: str = "",
        seq: int = 0,
    ) -> Pin:
        """Keep words. Raises InputError for no such chat."""
        ...

    async def change(self, pin_id: str, *, text: str | None = None, state: PinState | None = None) -> Pin:
        """Other words or another state; None leaves it as it is. Raises InputError when there is no such pin."""
        ...

    async def delete(self, pin_id: str) -> Pin:
        """Take it away; what it was, for ``restore``. Raises InputError when there is no such pin."""
        ...

    async def restore(self, pin: Pin) -> Pin:
        """Put a pin back that was taken away."""
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

    async def usage(self, since_ms: int) -> list[Used]:
        """What calls since a time used, summed by quarter of an hour, chat, model, purpose and currency."""
        ...

    async def call_totals(self, chat_id: str) -> CallTotals:
        """Sums over the logged calls of the chat."""
        ...


@dataclass(frozen=True, slots=True)
class CallTotals:
    """Sums over the calls of one chat; ``system_samples`` are system-prompt sizes, oldest first, at most 200.

    ``summary_tokens`` are the prompts and answers of those for summaries, ``summary_cost`` what they cost. ``cost`` is
    in the currency of the newest priced call; ``unpriced`` calls have no price in it.
    """

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    cost: float | None = None
    currency: str = ""
    system_samples: tuple[int, ...] = ()
    summary_tokens: int = 0
    summary_cost: float | None = None
    unpriced: int = 0


class Store(Protocol):
    """Everything a profile keeps in its database."""

    async def strangers(self) -> int:
        """Another number than before when another program wrote to the profile since. Raises StorageError."""
        ...

    @property
    def chats(self) -> Chats:
        """The stored chats."""
        ...

    @property
    def folders(self) -> Folders:
        """Groups of chats."""
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
    def pins(self) -> Pins:
        """What people keep of all chats."""
        ...

    @property
    def blobs(self) -> Blobs:
        """Bytes of attachments."""
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
