"""Which notices requests of a chat really held, from when to when.

Kept with the chat whenever a request holds another one than the request before it, because nothing else knows it: the
switch, the tools and what is trimmed of the system prompt move without a compression, and a compression that no
request followed told nobody anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.records import Record

TOLD = "notices.told"
"""Key of ``Chat.overrides``: what ``told_now`` makes."""
KEPT = 24
"""Changes of the notice that a chat keeps, the newest ones."""


@dataclass(frozen=True, slots=True)
class _Change:
    """From ``at_ms`` on requests held ``text``, "" for none; ``record_id`` was the compression in force."""

    at_ms: int
    text: str
    record_id: str


def told_now(kept: object, text: str, record_id: str, at_ms: int) -> list[list[object]] | None:
    """What a chat keeps after a request that held ``text`` ("" for no notice); None when it keeps that already.

    Args:
        kept: What it keeps so far, or anything else.
        text: The notice in the request.
        record_id: The compression in force, "" for none.
        at_ms: When, Unix milliseconds.
    """
    before = _read(kept)
    last = before[-1] if before else _Change(0, "", "")
    if text == last.text and (not text or record_id == last.record_id):
        return None
    if text == last.text:
        changes = [*before[:-1], _Change(last.at_ms, text, record_id)]
    else:
        changes = [*before, _Change(at_ms, text, record_id)]
    return [[change.at_ms, change.text, change.record_id] for change in changes[-KEPT:]]


def history(kept: object, records: Sequence[Record]) -> tuple[Notice, ...]:
    """The notices that a chat keeps, oldest first; the last one was taken back when its record of ``records`` was."""
    changes = _read(kept)
    undone = {record.id for record in records if record.state == "undone"}
    ends = [*(change.at_ms for change in changes[1:]), 0]
    return tuple(
        Notice(change.text, change.at_ms, until, not until and change.record_id in undone)
        for change, until in zip(changes, ends, strict=False)
        if change.text
    )


def _read(kept: object) -> list[_Change]:
    """What was kept, without what cannot be read."""
    rows = cast("list[object]", kept) if isinstance(kept, list) else []
    return [change for row in rows if (change := _change(row)) is not None]


def _change(row: object) -> _Change | None:
    match row:
        case [int(at_ms), str(text), str(record_id)]:
            return _Change(at_ms, text, record_id)
        case _:
            return None
