"""A chat and its line in the list."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Chat:
    """One conversation with its own choices; empty strings mean "as the settings say".

    ``head_id`` is the newest message of the shown branch; ``epoch`` counts changes to the context;
    ``overrides`` are per-chat settings by key. Times are Unix milliseconds.
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
