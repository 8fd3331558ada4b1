"""The book of what was used: sums, a file of it, and a word when a day's budget is nearly used up."""

from __future__ import annotations

import asyncio
import csv
import io
import time
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.models import Price, Usage
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.core.text import Text
from weclaw_desktop.llm.scripted import ScriptedModel
from weclaw_desktop.services.lab.summaries import asking
from weclaw_desktop.services.usage import COLUMNS

SPENT = Usage(prompt=700, completion=100, cached=300, cost=0.5, currency="USD")


async def logged(b: Bench, usage: Usage = SPENT, chat: str = "c", model: str = "p/m") -> None:
    await b.workshop.store.remembered.log_call(chat, model, "reply", usage, 0)
    await b.workshop.usage.used(chat, usage)


def told(b: Bench) -> list[Text]:
    return [event.text for event in b.seen(Problem) if event.action == "usage"]


async def test_every_reply_stands_in_the_book(tmp_path: Path) -> None:
    model = ScriptedModel(spec(8_192))
    model.change_spec(price=Price("CNY", 1.0, 4.0))
    async with bench(tmp_path, model) as b:
        chat = await b.chat()
        await b.say(chat, "Hello.")
        found = await b.workshop.usage.lines("chat", 7)
        assert [line.key for line in found] == [chat]
        assert found[0].prompt > 0
        assert found[0].tokens > found[0].prompt
        by_model = await b.workshop.usage.lines("model")
        assert {line.key for line in by_model} == {"demo/scripted"}
        assert len(await b.workshop.usage.lines("day", 1)) == 1


async def test_what_is_older_than_the_days_asked_for_is_left_out(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        await logged(b)
        b.workshop.usage._now = lambda: time.time() + 3 * 86_400  # pyright: ignore[reportPrivateUsage] -- three days on
        assert await b.workshop.usage.rows(2) == []
        assert len(await b.workshop.usage.rows(4)) == 1
        assert len(await b.workshop.usage.rows()) == 1


async def test_the_table_opens_in_a_spreadsheet(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        await b.workshop.dialog.rename(chat, "=1+1 机票")
        await logged(b, chat=chat)
        await logged(b, Usage(prompt=5), chat="erased")
        out = tmp_path / "用量.csv"
        await b.workshop.usage.save(out)
        raw = out.read_bytes()
        assert raw.startswith(b"\xef\xbb\xbf")
        rows = list(csv.reader(io.StringIO(raw.decode("utf-8-sig"))))
        assert tuple(rows[0]) == COLUMNS
        titles = {row[1]: row[2] for row in rows[1:]}
        assert titles == {chat: "'=1+1 机票", "erased": ""}
        mine = next(row for row in rows[1:] if row[1] == chat)
        assert mine[5:11] == ["1", "700", "100", "300", "0.500000", "USD"]
        with pytest.raises(InputError):
            await b.workshop.usage.save(tmp_path / "no" / "where.csv")


async def test_a_word_is_said_once_near_the_budget_and_once_over_it(tmp_path: Path) -> None:
    async with bench(tmp_path, settings={"usage.day_tokens": 2_000}) as b:
        await logged(b)
        assert not told(b)
        await logged(b)
        assert [word.key for word in told(b)] == ["services.usage_near_tokens"]
        await logged(b)
        await logged(b)
        assert [word.key for word in told(b)] == ["services.usage_near_tokens", "services.usage_over_tokens"]


async def test_money_is_compared_in_the_currency_of_the_call(tmp_path: Path) -> None:
    async with bench(tmp_path, settings={"usage.day_cost": 1.0}) as b:
        await logged(b)
        await logged(b, Usage(prompt=1, cost=0.4, currency="CNY"))
        assert not told(b)
        await logged(b)
        assert [word.key for word in told(b)] == ["services.usage_over_cost"]
        await logged(b, Usage(prompt=1))
        assert len(told(b)) == 1


async def test_the_budget_is_watched_while_one_talks(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(8_192)), settings={"usage.day_tokens": 1_000}) as b:
        chat = await b.chat()
        await b.say(chat, "Hello. " * 600)
        assert "services.usage_over_tokens" in {word.key for word in told(b)}
        assert b.seen(Problem)[-1].severity == "warning"


async def test_a_budget_below_what_is_spent_is_told_when_it_is_set(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        await logged(b)
        await logged(b)
        await b.workshop.settings.change({"usage.day_tokens": 1_000})
        await b.until(lambda: told(b))
        assert [word.key for word in told(b)] == ["services.usage_over_tokens"]
        await logged(b)
        assert len(told(b)) == 1
        await b.workshop.settings.change({"usage.day_tokens": 2_900})
        await b.until(lambda: len(told(b)) == 2)
        assert told(b)[-1].key == "services.usage_near_tokens"


async def test_two_calls_that_end_together_cannot_slip_over_the_line(tmp_path: Path) -> None:
    async with bench(tmp_path, settings={"usage.day_tokens": 2_000}) as b:
        await logged(b, Usage(prompt=100))
        for _ in range(2):
            await b.workshop.store.remembered.log_call("c", "p/m", "reply", Usage(prompt=1_000), 0)
        await b.workshop.usage.used("c", Usage(prompt=1_000))
        await b.workshop.usage.used("c", Usage(prompt=1_000))
        assert [word.key for word in told(b)] == ["services.usage_over_tokens"]


async def test_calls_outside_chats_are_in_the_book(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        request = ModelRequest("p/m", (), (), purpose="test")
        await b.workshop.accounting.outside(request, SPENT)
        ask = asking(b.workshop.models, b.model.spec.id, b.workshop.accounting.outside)
        await asyncio.to_thread(ask, Prompt("Summarise.", "Much was said."), 100)
        found = {(row.chat_id, row.purpose) for row in await b.workshop.usage.rows()}
        assert found == {("", "test"), ("", "summary")}
