"""Which notices stood in the system prompt from when to when, worked out from the records of a chat.

A notice changes only when a cut is applied or taken back, so the records tell all of it but what was trimmed of the
system prompt, which is told for the present only.
"""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.context.notice import Trims, notice
from weclaw_desktop.core.notices import Notice
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Language


def history(records: Sequence[Record], language: Language, *, recall: bool) -> tuple[Notice, ...]:
    """The notices of ``records``, oldest first; equal ones in a row are one. Pure."""
    applied = sorted((r for r in records if r.state in ("active", "superseded", "undone")), key=lambda r: r.created_ms)
    found: list[Notice] = []
    for place, record in enumerate(applied):
        said = notice(record, Trims(), language, recall=recall)
        until = applied[place + 1].created_ms if place + 1 < len(applied) else 0
        if not said:
            continue
        undone = record.state == "undone"
        last = found[-1] if found else None
        if last is not None and last.text == said and last.until_ms == record.created_ms:
            found[-1] = Notice(said, last.from_ms, until, undone)
        else:
            found.append(Notice(said, record.created_ms, until, undone))
    return tuple(found)
