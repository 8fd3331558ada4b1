"""Counts of what came without them are saved once, and only of what was counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench
from weclaw_desktop.core.messages import TextPart, assistant, user
from weclaw_desktop.services import counting


async def imported(b: Bench, count: int = 250) -> str:
    """A chat whose messages were put into the database without counts."""
    chat = await b.chat()
    for n in range(count):
        row = user(f"question {n}") if n % 2 == 0 else assistant(f"answer {n}")
        await b.workshop.store.messages.append(chat, row)
    await b.workshop.desks.renew(chat)
    return chat


async def quiet(b: Bench) -> None:
    """Wait until all counts are saved."""
    await b.until(lambda: not any(name.startswith("counts") for name in b.workshop.supervisor.running))


async def test_counts_made_for_a_report_are_there_at_the_next_start(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await imported(b)
        assert not any(message.tokens for message in await b.log(chat))
        first = await b.workshop.reporter.report(chat)
        await quiet(b)
        log = await b.log(chat)
        assert all(message.tokens for message in log)
        counter = (await b.workshop.desks.of(chat)).counter()
        assert counting.missing(log, counter) == {}
    async with bench(tmp_path) as b:
        assert (await b.workshop.reporter.report(chat)).load == first.load
        await quiet(b)


async def test_they_wait_for_a_reply_and_an_edit_takes_the_place_of_what_was_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "BUSY_S", 0.01)
    async with bench(tmp_path) as b:
        chat = await imported(b, 4)
        b.workshop.worker.began(chat)
        await b.workshop.reporter.report(chat)
        row = (await b.log(chat))[0]
        await b.until(lambda: any(name.startswith("counts") for name in b.workshop.supervisor.running))
        await b.workshop.store.messages.revise(row.id, (TextPart("something else " * 50),))
        assert not any(message.tokens for message in await b.log(chat))
        b.workshop.worker.ended(chat)
        await quiet(b)
        edited, *others = await b.log(chat)
        assert edited.tokens == {}
        assert all(message.tokens for message in others)
