"""A switch of strategy or model and back: what the user wrote in place of the older messages stays."""

from __future__ import annotations

from pathlib import Path

from tests.fakes.bench import Bench, bench
from tests.services.test_compression import fill, grow, replies, small
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import render

WORDS = "Ms Adler is the sister of the crate's owner."


async def edited(b: Bench, chat: str) -> Record:
    """A record in force whose summary is in the user's words."""
    worker = b.workshop.worker
    record = await b.workshop.store.records.active(chat)
    assert record is not None
    made = await worker.edit(chat, record.id, WORDS)
    assert isinstance(made, Record)
    return made


async def test_another_strategy_and_back_leaves_the_users_own_summary_in_force(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await grow(b, chat)
        await fill(b, chat, 3, first=50)
        await b.workshop.worker.settle(chat)
        mine = await edited(b, chat)
        for strategy in ("pipeline", "adaptive", "layered", "adaptive"):
            await b.workshop.dialog.choose_strategy(chat, strategy)
            active = await b.workshop.store.records.active(chat)
            assert active is not None
            assert active.id == mine.id
        assert not b.seen(Problem)
        await b.say(chat, "Who is she?")
        assert WORDS in str(replies(b)[-1].messages[0].parts)
        told = [render(part.reason) for part in (await b.workshop.xrays.look(chat)).parts if part.key == "summary"]
        assert told == ["The summary of older messages that you edited, as you wrote it."]


async def test_a_summary_of_the_users_gives_way_to_the_chat_itself_only_and_is_said_to_and_comes_back(
    tmp_path: Path,
) -> None:
    async with bench(tmp_path, small()) as b:
        chat = await b.chat()
        await fill(b, chat, 9)
        assert isinstance(await b.workshop.worker.compress_now(chat), Record)
        mine = await edited(b, chat)
        await b.workshop.dialog.choose_strategy(chat, "off")
        assert await b.workshop.store.records.active(chat) is None, "not the model's words for the same messages"
        assert [problem.text.key for problem in b.seen(Problem)] == ["services.edit_set_aside"]
        await b.workshop.dialog.choose_strategy(chat, "adaptive")
        active = await b.workshop.store.records.active(chat)
        assert active is not None
        assert active.id == mine.id
        await b.say(chat, "Who is she?")
        assert WORDS in str(replies(b)[-1].messages[0].parts)
