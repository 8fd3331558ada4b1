"""Recall in a chat: everything that a view does not show can be read again, by id, span and words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.fakes.bench import Bench, bench, spec
from weclaw_desktop.core.errors import StorageError
from weclaw_desktop.core.events import ApprovalAsked, RecordApplied
from weclaw_desktop.core.messages import Message, ToolCallPart, ToolResultPart, assistant, tool, user
from weclaw_desktop.core.recall import RECALL
from weclaw_desktop.core.text import Text, render, text
from weclaw_desktop.llm.scripted import ScriptedModel, say
from weclaw_desktop.services.recall_page import hidden
from weclaw_desktop.storage.store import SqlStore
from weclaw_desktop.tools.recall import RecallTool
from weclaw_desktop.tools.registry import ToolRegistry, built_in

FILLER = "Then we spoke about the weather and about nothing that matters at all. " * 12


def tools() -> ToolRegistry:
    return ToolRegistry([RecallTool()])


def told(answer: str | Text) -> str:
    return render(answer, "en") if isinstance(answer, Text) else answer


async def filled(b: Bench, turns: int = 40) -> str:
    """A chat whose third message says where the key is, long enough to be compressed."""
    chat = await b.chat()
    log: list[Message] = [
        user("Let us begin."),
        assistant("Gladly."),
        user("The key of locker 4711 lies under the blue flowerpot. Its password: hunter22secret"),
        assistant("", ToolCallPart("x", "search", '{"name": "Orange Hotel"}')),
        tool("x", "search", '{"name": "Orange Hotel", "phone": "010-8427"}'),
        assistant("Noted."),
    ]
    for n in range(turns):
        log += [user(f"Story {n}. {FILLER}"), assistant(f"Answer {n}. {FILLER}")]
    await put(b, chat, log)
    return chat


async def put(b: Bench, chat: str, log: Sequence[Message]) -> None:
    assert isinstance(b.workshop.store, SqlStore)
    await b.workshop.store.messages.extend(chat, log)


def result_of(b: Bench) -> str:
    return [p.text for m in b.model.history[-1].messages for p in m.parts if isinstance(p, ToolResultPart)][-1]


async def test_a_model_reads_again_what_was_compressed_away_and_nobody_is_asked(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(16_384)), tools=built_in(tmp_path, [])) as b:
        chat = await filled(b)
        b.model.enqueue("Fine.")
        await b.say(chat, "Go on.")
        assert b.seen(RecordApplied)
        request = b.model.history[-1]
        assert "call recall with its id or words" in request.system_text
        b.model.enqueue(say("", ("recall", {"query": "where is the key of the locker?"})), "Under the flowerpot.")
        await b.say(chat, "Where is the key?")
        assert b.seen(ApprovalAsked) == []
        assert "blue flowerpot" in result_of(b)
        assert result_of(b).startswith("[m3 user ")
        assert "hunter22secret" not in result_of(b)


async def test_Q2_recall_again_finds_the_source_once(tmp_path: Path) -> None:
    """(fault Q2): what recall gave stands in the chat, and is not what recall finds."""
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 3)
        for _ in range(2):
            b.model.enqueue(say("", ("recall", {"query": "blue flowerpot"})), "There.")
            await b.say(chat, "Where?")
            assert result_of(b).count("blue flowerpot") == 1
            assert result_of(b).startswith("[m3 user ")


async def test_ids_spans_calls_and_pages(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 12)
        recall = b.workshop.recall
        assert "under the blue flowerpot" in told(await recall.answer(chat, "m3"))
        assert await recall.answer(chat, "a3") == await recall.answer(chat, "3", bare=True)
        call = told(await recall.answer(chat, "c4_0"))
        assert 'search {"name": "Orange Hotel"}' in call
        assert "010-8427" in call
        span = told(await recall.answer(chat, "m1-m3"))
        assert span.index("[m1 user") < span.index("[m2 assistant") < span.index("[m3 user")
        pages = [told(await recall.answer(chat, "m1-m30", page=n)) for n in (1, 2)]
        assert pages[0].endswith("[page 1; more: page 2]")
        desk = await b.workshop.desks.of(chat)
        budget = desk.thresholds().budgets.tool_result
        assert all(100 < desk.counter().text(page) <= budget for page in pages)
        assert "Story 0" in pages[0]
        assert "Story 0" not in pages[1]


async def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 1)
        recall = b.workshop.recall
        assert "newest is m8" in told(await recall.answer(chat, "m99"))
        assert "no message c4_7" in told(await recall.answer(chat, "c4_7"))
        assert "only 1 page" in told(await recall.answer(chat, "m3", page=2))
        assert "Nothing in this chat" in told(await recall.answer(chat, "zeppelin"))
        log = await b.log(chat)
        await b.workshop.dialog.exclude(log[2].id, True)
        await b.workshop.dialog.delete_message(log[5].id)
        assert "no message m3" in told(await recall.answer(chat, "m3"))
        assert "no message m6" in told(await recall.answer(chat, "m6"))
        assert "Nothing in this chat" in told(await recall.answer(chat, "flowerpot"))


async def test_a_list_of_ids_is_one_page_of_each_message_once(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 3)
        recall = b.workshop.recall
        both = told(await recall.answer(chat, "m4, m3, c4_0, m3"))
        assert [line.split()[0] for line in both.split("\n") if line.startswith("[m")] == ["[m3", "[m4", "[m5"]
        assert "blue flowerpot" in both
        assert [hit.id for hit in await recall.find("m3, m4", chat=chat)] == ["m3", "m4"]
        assert "no message m98, m99" in told(await recall.answer(chat, "m98, m99"))


async def test_a_page_behind_the_last_says_how_many_there_are(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 60)
        recall = b.workshop.recall
        desk = await b.workshop.desks.of(chat)
        for page in (2, 999):
            assert told(await recall.answer(chat, "flowerpot", page=page)) == "“flowerpot” has only 1 page(s)."
        assert "Nothing in this chat" in told(await recall.answer(chat, "zeppelin", page=999))
        await b.workshop.worker.compress_now(chat)
        desk = await b.workshop.desks.of(chat)
        assert desk.record is not None
        newest = desk.log[-1].text.split(".")[0]  # stands in the view, so that the whole chat is searched
        assert (await recall.page(desk, newest)).hits
        assert "only" in told(await recall.answer(chat, newest, page=20))
        assert "flowerpot” has only 1 page" in told(await recall.answer(chat, "flowerpot", page=7))


async def test_a_long_question_is_quoted_shortly(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 1)
        for asked in ("zeppelin " * 600, ",".join(["m999"] * 900)):
            answer = told(await b.workshop.recall.answer(chat, asked))
            assert len(answer) < 200
            assert f"{asked[:20]}" in answer


async def test_words_come_in_pages_of_hits_that_fit(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 60)
        desk = await b.workshop.desks.of(chat)
        first, second = [await b.workshop.recall.page(desk, "story weather", n) for n in (1, 2)]
        assert (first.number, first.next, second.number) == (1, 2, 2)
        assert len(first.hits) == 5
        assert not {hit.id for hit in first.hits} & {hit.id for hit in second.hits}
        page = told(await b.workshop.recall.answer(chat, "story weather"))
        assert desk.counter().text(page) <= desk.thresholds().budgets.tool_result
        assert "more: page 2" in page


async def test_a_page_names_what_stands_beside_its_hits_and_nowhere_else(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(16_384)), tools=tools()) as b:
        chat = await b.chat()
        methods = " ".join(f"card_{n * 7919}" for n in range(1_200))
        log: list[Message] = [
            user("Which payment methods do I have?"),
            tool("x", "methods", f"{FILLER * 4} password: hunter22secret {methods}"),
            assistant("The blue flowerpot shop takes all of them."),
            tool("y", RECALL, "only_recalled_1"),
        ]
        for n in range(30):
            log += [user(f"Story {n}. {FILLER}"), assistant(f"Answer {n}. {FILLER}")]
        await put(b, chat, log)
        desk = await b.workshop.desks.of(chat)
        await b.workshop.worker.compress_now(chat)
        assert desk.record is not None
        page = await b.workshop.recall.page(desk, "flowerpot shop")
        said = told(await b.workshop.recall.answer(chat, "flowerpot shop"))
        assert [hit.id for hit in page.hits] == ["m3"]
        assert page.names.startswith("[m2] card_")
        assert said.endswith(f"\n\nAlso named there:\n{page.names}")
        assert "only_recalled_1" not in said
        assert "hunter22" not in said
        assert desk.counter().text(said) <= desk.thresholds().budgets.tool_result


async def test_hidden_messages_come_before_what_is_in_view(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(16_384)), tools=tools()) as b:
        chat = await filled(b)
        b.model.enqueue("Fine.")
        await b.say(chat, "The flowerpot is broken.")
        desk = await b.workshop.desks.of(chat)
        assert desk.record is not None
        where = hidden(desk.log, desk.record)
        assert 3 < where.before <= desk.newest_seq
        found = await b.workshop.recall.page(desk, "flowerpot")
        assert [hit.id for hit in found.hits] == ["m3"]
        shown = await b.workshop.recall.page(desk, "Fine")  # in view, or nowhere: only what came before the newest ask
        assert all(hit.seq < desk.newest_seq for hit in shown.hits)


async def test_W8_the_setting_decides_whether_the_tool_is_offered_and_the_notice_speaks_of_it(tmp_path: Path) -> None:
    """(fault W8): on, it is offered from the first request on, so that no compression changes the list of tools."""
    async with bench(tmp_path, ScriptedModel(spec(16_384)), tools=built_in(tmp_path, [])) as b:
        chat = await filled(b, 1)
        await b.say(chat, "First.")
        before = b.model.history[-1].tools
        assert before[-1].name == RECALL
        await put(b, chat, (await b.log(chat))[:2])
        await b.workshop.settings.change({"context.recall": False})
        b.model.enqueue(say("", ("recall", {"query": "key"})), "No.")
        await b.say(chat, "Second.")
        assert RECALL not in [spec.name for spec in b.model.history[-1].tools]
        assert "no tool" in result_of(b).lower()


async def test_off_offers_nothing_to_recall_with(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools(), settings={"context.strategy": "off"}) as b:
        await b.say(await b.chat(), "Hello")
        assert b.model.history[-1].tools == ()


async def test_the_list_of_tools_is_the_same_before_and_after_a_compression(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(16_384)), tools=built_in(tmp_path, [])) as b:
        chat = await filled(b, 2)
        await b.say(chat, "One.")
        log = [m for n in range(40) for m in (user(f"Tale {n}. {FILLER}"), assistant(f"Reply {n}. {FILLER}"))]
        await put(b, chat, log)
        await b.workshop.desks.renew(chat)
        await b.say(chat, "Two.")
        assert b.seen(RecordApplied)
        assert b.model.history[0].tools == b.model.history[-1].tools


async def test_Q3_a_broken_index_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """(fault Q3): the chat's own log is searched instead."""
    async with bench(tmp_path, tools=tools()) as b:
        chat = await filled(b, 2)
        store = b.workshop.store
        assert isinstance(store, SqlStore)

        async def broken(*_args: object, **_kwargs: object) -> None:
            raise StorageError(text("storage.busy"))

        monkeypatch.setattr(store.search, "find", broken)
        assert "blue flowerpot" in told(await b.workshop.recall.answer(chat, "flowerpot"))
        store.search.indexed = False
        hits = await b.workshop.recall.find("flowerpot", chat=chat)
        assert [(hit.id, hit.chat) for hit in hits] == [("m3", chat)]


async def test_people_search_one_chat_or_all(tmp_path: Path) -> None:
    async with bench(tmp_path, tools=tools()) as b:
        chat, other = await filled(b, 1), await filled(b, 1)
        recall = b.workshop.recall
        assert {hit.chat for hit in await recall.find("flowerpot")} == {chat, other}
        assert [hit.chat for hit in await recall.find("flowerpot", chat=chat)] == [chat]
        assert [hit.id for hit in await recall.find("m2-m4", chat=chat)] == ["m2", "m3", "m4"]
        assert "hunter22secret" not in str(await recall.find("m3", chat=chat))
