"""Promises that hold across parts: no frozen loop, valid requests after crashes, nothing kept of another chat."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.benchmarks.engine import Gap, history
from tests.fakes.bench import bench, spec
from tests.fakes.tools import FakeTool
from tests.services.test_compression import replies, small
from weclaw_desktop.app import SWITCH_S
from weclaw_desktop.core.errors import DiskFull
from weclaw_desktop.core.events import Problem, RecordApplied, StreamEnded
from weclaw_desktop.core.messages import Message, ToolCallPart, ToolResultPart, assistant, tool, user
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.scripted import ScriptedModel, say
from weclaw_desktop.services.sweeping import as_before, only_young
from weclaw_desktop.storage.profile import open_store
from weclaw_desktop.tools.registry import ToolRegistry, built_in


@pytest.fixture
def as_in_the_window() -> Iterator[None]:
    """Threads take turns and garbage is collected as they do while the window is open."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    only_young()
    yield
    as_before()
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("as_in_the_window")
async def test_A5_a_long_chat_is_checked_without_freezing_the_loop(tmp_path: Path) -> None:
    async with bench(tmp_path, ScriptedModel(spec(200_000)), settings={"context.summary_model": "none"}) as b:
        chat = await b.chat()
        await b.workshop.store.messages.extend(chat, history(4_000))  # type: ignore[attr-defined] -- the SQLite store
        await b.workshop.reporter.report(chat)
        gap = Gap()
        gap.start()
        started = time.perf_counter()
        await b.workshop.dialog.send(chat, "What was the limit of module 7?")
        spent = time.perf_counter() - started
        await b.workshop.dialog.wait(chat)
        await b.workshop.worker.settle(chat)
        gap.stop()
        assert spent < 1.0
        assert gap.own < 0.1, f"the loop stood still for {gap.own * 1_000:.0f} ms of work of our own"
        assert b.seen(RecordApplied)
        assert b.model.history[-1].load <= (await b.workshop.reporter.report(chat)).thresholds.hard


async def test_M2_K6_a_call_that_a_crash_ended_gets_a_stub_and_is_not_repeated(tmp_path: Path) -> None:
    store = await open_store(tmp_path)
    chat = (await store.chats.create()).id
    await store.messages.append(chat, user("do it"))
    await store.messages.append(chat, assistant("", ToolCallPart("c1", "work", "{}")))
    await store.messages.append(chat, Message("assistant", (), state="generating"))
    await store.close()
    work = FakeTool()
    async with bench(tmp_path, tools=ToolRegistry([work])) as b:
        await b.workshop.store.messages.interrupt_unfinished()
        b.model.enqueue("It was interrupted.")
        await b.say(chat, "What happened?")
        results = [p for m in b.model.history[0].messages for p in m.parts if isinstance(p, ToolResultPart)]
        assert len(results) == 1
        assert work.calls == []


async def test_A4_two_chats_compress_at_once_without_a_word_of_each_other(tmp_path: Path) -> None:
    async with bench(tmp_path, small()) as b:
        one, two = await b.chat(), await b.chat()

        async def talk(chat: str, mark: str) -> None:
            for turn in range(14):
                await b.say(chat, f"{mark}-{turn}: tell me about batch {turn}, please.")
                await b.workshop.worker.settle(chat)

        await asyncio.gather(talk(one, "ALPHA"), talk(two, "OMEGA"))
        assert {e.chat_id for e in b.seen(RecordApplied)} == {one, two}
        for request in replies(b):
            sent = str(request.messages)
            assert not ("ALPHA" in sent and "OMEGA" in sent)
        for event in b.seen(RecordApplied):
            block = event.record.block.text if event.record.block else ""
            assert ("OMEGA" if event.chat_id == one else "ALPHA") not in block


async def test_D4_a_full_disk_in_an_answer_is_said_and_the_answer_stays_on_the_screen(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()
        messages = b.workshop.store.messages

        async def full(*_arguments: object, **_named: object) -> Message:
            raise DiskFull(text("storage.full", path="weclaw.db"))

        b.model.enqueue(say("An answer that cannot be saved."))
        messages.finish = full  # type: ignore[method-assign] -- the disk is full from here on
        answer = await b.say(chat, "hello")
        assert answer.text == "An answer that cannot be saved."
        assert answer.state == "failed"
        assert [p.action for p in b.seen(Problem)] == ["export"]
        assert b.seen(StreamEnded)[-1].message == answer
        assert (await b.log(chat))[0].text == "hello"
        assert not b.workshop.dialog.running(chat)


async def test_a_read_only_profile_sends_nothing(tmp_path: Path) -> None:
    async with bench(tmp_path) as b:
        chat = await b.chat()

        async def full(*_arguments: object, **_named: object) -> Message:
            raise DiskFull(text("storage.full", path="weclaw.db"))

        b.workshop.store.messages.append = full  # type: ignore[method-assign] -- the disk is full
        try:
            await b.workshop.dialog.send(chat, "hello")
        except DiskFull:
            pass
        else:
            raise AssertionError("nothing may be sent that was not saved")
        assert b.model.history == []
        assert not b.workshop.dialog.running(chat)


@pytest.mark.parametrize(("strategy", "least"), [("adaptive", 20), ("pipeline", 20), ("layered", 1)])
async def test_Q5_every_id_that_a_compressed_request_shows_leads_back(
    tmp_path: Path, strategy: str, least: int
) -> None:
    """Ids of stubs, one-liners, shortened arguments, rules, facts and names alone: recall takes them all."""
    log: list[Message] = [user("Always answer in one line. My budget is $4,200."), assistant("Yes.")]
    for n in range(30):
        rows = json.dumps([{"id": f"R{n}{i}", "price": n * i, "note": "nothing new " * 6} for i in range(12)])
        written = json.dumps({"path": f"src/f{n}.py", "content": "line\n" * 300})
        calls = (ToolCallPart("a", "search", f'{{"q": {n // 2}}}'), ToolCallPart("b", "write_file", written))
        log += [user(f"Order ORD{n}77 please."), assistant("", *calls), tool("a", "search", rows)]
        log += [tool("b", "write_file", f"Error: disk {n} is full"), assistant(f"Ticket TK{n}.")]
    settings: dict[str, object] = {"context.strategy": strategy, "context.summary_model": "none"}
    async with bench(tmp_path, ScriptedModel(spec(16_384)), tools=built_in(tmp_path, []), settings=settings) as b:
        chat = await b.chat()
        await b.workshop.store.messages.extend(chat, log)  # type: ignore[attr-defined] -- the SQLite store
        await b.say(chat, "Go on.")
        assert b.seen(RecordApplied)
        shown = str(b.model.history[-1].messages)
        ids = set(re.findall(r"(?:\[|\(|, | )([am]\d+|c\d+_\d+)(?=[\]),;: ⟧])", shown))
        assert len(ids) >= least
        for name in ids:
            answer = await b.workshop.recall.answer(chat, name)
            assert isinstance(answer, str), f"{name}: {answer}"
            assert re.match(rf"\[[am]{name[1:].split('_')[0]} ", answer)
