"""``recall QUERY``: find messages by words in all chats, or in one; there also by id and span."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime

from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.core.errors import UsageError
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.text import text

SHOWN = 300
"""Characters of a hit that a line shows."""


async def run(arguments: Namespace, shell: Shell) -> int:
    """Print what was found, best first. Raises InputError for no such chat, UsageError for nothing to look for."""
    if not arguments.query.strip():
        raise UsageError(text("cli.recall.empty"))
    async with workshop_of(arguments, shell) as workshop:
        found = await workshop.recall.find(arguments.query, chat=arguments.chat, limit=arguments.limit)
    shell.output.document([document(hit) for hit in found])
    for hit in found:
        shown = " ".join(hit.text.split())
        shell.output.line(f"{hit.chat}  {hit.id}  {_moment(hit):%Y-%m-%d %H:%M}  {hit.role}  {hit.score:.2f}")
        shell.output.line(f"  {shown if len(shown) <= SHOWN else shown[:SHOWN] + '…'}")
    if not found:
        shell.output.line(text("cli.recall.nothing", query=arguments.query))
    return 0


def document(hit: Hit) -> dict[str, object]:
    """One hit as JSON data; ``when`` is the moment in UTC after ISO 8601."""
    return {
        "id": hit.id,
        "chat": hit.chat,
        "when": _moment(hit).isoformat(timespec="seconds"),
        "role": hit.role,
        "text": hit.text,
        "score": hit.score,
        "whole": hit.whole,
    }


def _moment(hit: Hit) -> datetime:
    """The time of a message; broken ones of imports become the nearest that calendars hold."""
    return datetime.fromtimestamp(min(max(hit.when // 1_000, 0), 253_402_300_799), tz=UTC)
