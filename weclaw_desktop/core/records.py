"""Compaction records: what stands for older messages, stored once and never recomputed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.text import Text

ENGINE_VERSION = 1
Method = Literal["passes", "digest", "model", "static", "slide", "truncate"]
RecordState = Literal["prepared", "active", "superseded", "undone", "stale"]


@dataclass(frozen=True, slots=True)
class Replacement:
    """What the view shows instead of one message's shown text (or of one call's arguments).

    ``call`` is the index of the tool call whose arguments are replaced, -1 for the message's text or result.
    The original stays under ``artifact`` (``a{seq}``).
    """

    message_id: str
    text: str
    kind: Literal["stub", "line", "arguments", "head_tail"]
    artifact: str
    call: int = -1


@dataclass(frozen=True, slots=True)
class ContextBlock:
    """The rendered parts of the synthetic user message that opens a compacted view.

    Each part is final text in the chat's language, empty when absent: ``rules`` (pins and live rules, verbatim),
    ``ledger`` (facts by code), ``narrative`` (by a model), ``digest`` (passages chosen by code), ``lead`` (a leading
    assistant message of the log, or the static rung's lines). ``removed`` are sentences that verification took out of
    the narrative; they are kept to be shown and never sent. ``edited``: the narrative is in the user's own words.
    """

    frame: str
    rules: str = ""
    ledger: str = ""
    narrative: str = ""
    digest: str = ""
    lead: str = ""
    removed: tuple[str, ...] = ()
    edited: bool = False

    @property
    def text(self) -> str:
        """The block as the model reads it."""
        parts = (self.frame, self.lead, self.rules, self.ledger, self.narrative, self.digest)
        return "\n\n".join(p for p in parts if p)


@dataclass(frozen=True, slots=True)
class Record:
    """One compaction of one chat.

    ``cut_id`` is the first log message that is shown after the block (None: nothing is cut, only replacements);
    ``first_seq``/``last_seq``/``count`` describe the messages not shown; ``narrative_up_to`` is the id of the last
    message the narrative covers. ``prefix_hash`` is SHA-256 over the path up to the cut. Tokens are whole loads,
    calibrated; ``duration_ms`` is engine and model time; ``cost`` is what the summary cost.
    """

    strategy: str
    method: Method
    prefix_hash: str
    cut_id: str | None = None
    block: ContextBlock | None = None
    replacements: tuple[Replacement, ...] = ()
    narrative_up_to: str | None = None
    first_seq: int = 0
    last_seq: int = 0
    count: int = 0
    first_ms: int = 0
    last_ms: int = 0
    shortened: int = 0
    tokens_before: int = 0
    tokens_after: int = 0
    duration_ms: int = 0
    cost: float | None = None
    currency: str = ""
    summary_model: str = ""
    degraded: Text | None = None
    engine_version: int = ENGINE_VERSION
    state: RecordState = "prepared"
    id: str = ""
    chat_id: str = ""
    previous_id: str | None = None
    created_ms: int = 0

    @property
    def saved(self) -> float:
        """Share of the load that it took away, 0…1."""
        return 0.0 if self.tokens_before <= 0 else 1 - self.tokens_after / self.tokens_before
