"""The book of what calls used: sums for people, a file for tables, and a word when a day's budget is nearly used up."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.models import Usage
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.core.usage import Grouping, UsageLine, Used, added, lines, total

NEAR = 0.8
"""Share of a day's budget from which a word is said."""
COLUMNS = (
    "day", "chat", "title", "model", "purpose", "calls", "tokens_in", "tokens_out", "cached", "cost", "currency",
    "estimated",
)  # fmt: skip


class UsageBook:
    """Reads what was logged; nothing here changes it. Erased chats stay in the sums under their id."""

    def __init__(
        self, store: Store, bus: Bus, settings: Callable[[], Settings], now: Callable[[], float] = time.time
    ) -> None:
        """``now`` gives Unix seconds."""
        self._store = store
        self._bus = bus
        self._settings = settings
        self._now = now
        self._known: dict[str, tuple[int, float, float]] = {}
        """By "tokens" or currency: the day (its midnight), the limit and what was used when it was last looked at."""

    async def rows(self, days: int = 0) -> list[Used]:
        """Everything used today and on the ``days`` - 1 days before; 0: since the beginning."""
        since = 0 if days <= 0 else self._midnight(days - 1)
        return await self._store.remembered.usage(since)

    async def lines(self, by: Grouping, days: int = 0) -> list[UsageLine]:
        """Sums by day, model or chat."""
        return lines(await self.rows(days), by)

    async def titles(self) -> Mapping[str, str]:
        """Chat id → title, those in the trash too."""
        chats = self._store.chats
        found = [*await chats.all(limit=100_000), *await chats.all(limit=100_000, trash=True)]
        return {chat.id: chat.title for chat in found}

    async def table(self, days: int = 0) -> str:
        """Everything as CSV with a header: one line per day, chat, model and purpose. Tokens; money as priced."""
        titles = await self.titles()
        return written(await self.rows(days), titles)

    async def save(self, path: Path, days: int = 0) -> None:
        """The table as a file that spreadsheets read with Chinese titles whole. Raises InputError, StorageError."""
        content = await self.table(days)
        try:
            await asyncio.to_thread(path.write_text, "\ufeff" + content, encoding="utf-8", newline="")
        except OSError as error:
            raise InputError(text("services.not_written", path=str(path), reason=why(error))) from error

    async def used(self, chat_id: str, usage: Usage) -> None:
        """A call was logged: say so when it took the day over four fifths of its budget, or over all of it."""
        await self._look(chat_id, usage)

    async def budget_set(self) -> None:
        """Another budget was set: say so when it is nearly used up already."""
        self._known.clear()
        await self._look("", None)

    async def _look(self, chat_id: str, newest: Usage | None) -> None:
        limits, day = self._settings().usage, self._midnight(0)
        if not limits.day_tokens and not limits.day_cost:
            return
        today = total(await self._store.remembered.usage(day))
        now = 0 if newest is None else newest.prompt + newest.completion
        before = self._before("tokens", day, limits.day_tokens, today.tokens, None if newest is None else now)
        told = [_crossed("tokens", before, today.tokens, limits.day_tokens, "")]
        for currency, spent in today.costs.items():
            paid = None if newest is None else (newest.cost or 0.0) if newest.currency == currency else 0.0
            before = self._before(currency, day, limits.day_cost, spent, paid)
            told.append(_crossed("cost", before, spent, limits.day_cost, currency))
        for word in told:
            if word is not None:
                self._bus.publish(Problem(word, chat_id, action="usage", severity="warning"))

    def _before(self, key: str, day: int, limit: float, spent: float, now: float | None) -> float:
        """What was used when it was last looked at for this limit, so that each line is spoken of once.

        ``now`` is what the newest call used, None when it was the limit that changed. Of what was used before the
        first call since the start, what there was to say was said.
        """
        known, self._known[key] = self._known.get(key), (day, limit, spent)
        if now is None or (known is not None and known[:2] == (day, limit)):
            return 0.0 if known is None else known[2]
        return 0.0 if known is not None and known[1] != limit else spent - now

    def _midnight(self, days_ago: int) -> int:
        """The local midnight that began that day, Unix milliseconds."""
        now = datetime.fromtimestamp(self._now()).astimezone()
        day = (now - timedelta(days=days_ago)).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
        return round(day.timestamp() * 1_000)


def written(rows: Sequence[Used], titles: Mapping[str, str]) -> str:
    """The rows as CSV, added up by day, chat, model, purpose and currency."""
    sums: dict[tuple[str, str, str, str, str], UsageLine] = {}
    for row in rows:
        key = (row.day(), row.chat_id, row.model, row.purpose, row.currency)
        sums[key] = added(sums.get(key, UsageLine("")), row)
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for (day, chat, model, purpose, currency), line in sorted(sums.items()):
        cost = line.costs.get(currency)
        table.writerow((
            day, chat, _plain(titles.get(chat, "")), _plain(model), purpose, line.calls, line.prompt, line.completion,
            line.cached, "" if cost is None else f"{cost:.6f}", currency if cost is not None else "", line.estimated,
        ))  # fmt: skip
    return out.getvalue()


def _plain(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell


def _crossed(kind: Literal["tokens", "cost"], before: float, spent: float, limit: float, currency: str) -> Text | None:
    """What to say when a line of the budget was crossed, the higher line first."""
    words = {
        "tokens": ("services.usage_over_tokens", "services.usage_near_tokens"),
        "cost": ("services.usage_over_cost", "services.usage_near_cost"),
    }[kind]
    for share, word in zip((1.0, NEAR), words, strict=True):
        if limit and before < share * limit <= spent:
            return text(word, spent=spent, limit=limit, currency=currency)
    return None
