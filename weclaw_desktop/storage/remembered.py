"""Small facts about models and calls in the database."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, case, func, insert, select, update

from weclaw_desktop.core.models import Calibration, Usage
from weclaw_desktop.core.stores import CallTotals
from weclaw_desktop.core.usage import QUARTER_MS, Used
from weclaw_desktop.storage.codec import clean
from weclaw_desktop.storage.database import Database
from weclaw_desktop.storage.tables import CalibrationRow, CallRow, LimitRow

SAMPLES = 200
"""System-prompt sizes that ``call_totals`` returns at most."""


class SqlRemembered:
    """Implements ``core.stores.Remembered``."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock

    async def calibration(self, model: str, chat_id: str) -> Calibration:
        """For (model, chat), else the model's own, else uncalibrated."""
        statement = (
            select(CalibrationRow.k, CalibrationRow.samples, CalibrationRow.error)
            .where(CalibrationRow.model == model, CalibrationRow.chat_id.in_((chat_id, "")))
            .order_by(CalibrationRow.chat_id.desc())
            .limit(1)
        )
        row = await self._database.read(lambda connection: connection.execute(statement).one_or_none())
        return Calibration() if row is None else Calibration(*row)

    async def save_calibration(self, model: str, chat_id: str, value: Calibration) -> None:
        """Keep it for the chat and as the model's own, which seeds the next chat."""
        values = {"k": value.k, "samples": value.samples, "error": value.error}

        def work(connection: Connection) -> None:
            for chat in {chat_id, ""}:
                _put(connection, CalibrationRow, {"model": model, "chat_id": chat}, values)

        await self._database.write(work)

    async def limits(self) -> Mapping[tuple[str, str], Mapping[str, int]]:
        """Learnt limits: (endpoint, model) → {kind: tokens}."""
        statement = select(LimitRow.endpoint, LimitRow.model, LimitRow.kind, LimitRow.tokens)
        found: dict[tuple[str, str], dict[str, int]] = {}
        for endpoint, model, kind, tokens in await self._database.read(lambda c: c.execute(statement).all()):
            found.setdefault((endpoint, model), {})[kind] = tokens
        return found

    async def save_limit(self, endpoint: str, model: str, kind: str, tokens: int) -> None:
        """Keep a limit in tokens in place of an older one of its kind."""
        name = {"endpoint": endpoint, "model": model, "kind": kind}
        values = {"tokens": tokens, "learnt_ms": self._clock()}
        await self._database.write(lambda connection: _put(connection, LimitRow, name, values))

    async def log_call(self, chat_id: str, model: str, purpose: str, usage: Usage, system_tokens: int) -> None:
        """One row per model call."""
        kept = (name for name in Usage.__slots__ if name in CallRow.__table__.columns)
        values: dict[str, Any] = {name: getattr(usage, name) for name in kept}
        values |= {"chat_id": chat_id, "model": clean(model), "purpose": purpose, "system_tokens": system_tokens}
        await self._database.write(lambda c: c.execute(insert(CallRow).values(**values, created_ms=self._clock())))

    async def usage(self, since_ms: int) -> list[Used]:
        """What calls since a time used, oldest first."""
        return await self._database.read(lambda connection: _usage(connection, since_ms))

    async def call_totals(self, chat_id: str) -> CallTotals:
        """Sums over all calls of the chat; sizes of the system prompt are those of replies only.

        The cost is in the currency of the newest priced call; calls in another one are left out of it.
        """
        return await self._database.read(lambda connection: _totals(connection, chat_id))


def _put(
    connection: Connection, table: type[CalibrationRow | LimitRow], name: dict[str, str], values: dict[str, Any]
) -> None:
    place = [getattr(table, column) == value for column, value in name.items()]
    if not connection.execute(update(table).where(*place).values(**values)).rowcount:
        connection.execute(insert(table).values(**name, **values))


def _usage(connection: Connection, since_ms: int) -> list[Used]:
    quarter = (CallRow.created_ms // QUARTER_MS).label("quarter")
    priced = case((CallRow.cost.is_not(None), CallRow.currency), else_="").label("priced")
    known = case((CallRow.cost.is_not(None), 1), else_=0).label("known")
    by = (quarter, CallRow.chat_id, CallRow.model, CallRow.purpose, priced, known)
    sums = (func.count(), func.sum(CallRow.prompt), func.sum(CallRow.completion), func.sum(CallRow.cached))
    guessed = func.sum(case((CallRow.estimated, 1), else_=0))
    statement = select(*by, *sums, func.sum(CallRow.cost), guessed).where(CallRow.created_ms >= since_ms)
    found: list[Used] = []
    for row in connection.execute(statement.group_by(*by).order_by(quarter, CallRow.chat_id, CallRow.model)):
        at, chat, model, purpose, currency, _, calls, prompt, completion, cached, cost, estimated = row
        used = Used(int(at), chat, model, purpose, currency, calls, int(prompt), int(completion), int(cached))
        found.append(replace(used, cost=cost, estimated=int(estimated)))
    return found


def _totals(connection: Connection, chat_id: str) -> CallTotals:
    here = CallRow.chat_id == chat_id
    sums = select(func.count(), func.sum(CallRow.prompt), func.sum(CallRow.completion), func.sum(CallRow.cached))
    calls, prompt, completion, cached = connection.execute(sums.where(here)).one()
    priced = select(CallRow.currency).where(here, CallRow.cost.is_not(None)).order_by(CallRow.key.desc()).limit(1)
    currency = connection.scalar(priced)
    cost, priced_calls = None, 0
    if currency is not None:
        of = (here, CallRow.cost.is_not(None), CallRow.currency == currency)
        cost, priced_calls = connection.execute(select(func.sum(CallRow.cost), func.count()).where(*of)).one()
    sizes = select(CallRow.system_tokens).where(here, CallRow.purpose == "reply").order_by(CallRow.key.desc())
    samples = tuple(reversed(connection.scalars(sizes.limit(SAMPLES)).all()))
    told = select(func.sum(CallRow.prompt + CallRow.completion)).where(here, CallRow.purpose == "summary")
    paid = select(func.sum(CallRow.cost)).where(here, CallRow.purpose == "summary", CallRow.currency == currency)
    return CallTotals(
        calls,
        int(prompt or 0),
        int(completion or 0),
        int(cached or 0),
        cost,
        currency or "",
        samples,
        int(connection.scalar(told) or 0),
        connection.scalar(paid),
        calls - priced_calls,
    )
