"""Bad days over real HTTP: the whole profile as it is opened for a user, against a scripted server on loopback."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.servers.openai_stub import (
    Exchange,
    OpenAIStub,
    Script,
    answer,
    cut,
    delta,
    garbage,
    overflow,
    rate_limited,
    refused_address,
    status,
    words,
)
from weclaw_desktop.core.events import RetryScheduled, StreamDelta
from weclaw_desktop.core.messages import Message
from weclaw_desktop.core.settings import ProviderEntry
from weclaw_desktop.core.text import render
from weclaw_desktop.exchange.markdown import markdown
from weclaw_desktop.services.workshop import Workshop

KEY = "sk-test-0123456789abcdef"


@asynccontextmanager
async def opened(folder: Path, address: str, *, key: str = KEY) -> AsyncGenerator[Workshop]:
    """A profile with the stub as its provider."""
    workshop = await Workshop.open(folder)
    try:
        await workshop.settings.add_provider(
            ProviderEntry(name="stub", kind="compatible", base_url=address, models=("stub-model",))
        )
        if key:
            await asyncio.to_thread(workshop.secrets.set, "stub", key)
        await workshop.settings.change({"general.model": "stub/stub-model", "network.retries": 1})
        yield workshop
    finally:
        await workshop.close()


async def ask(workshop: Workshop, text: str = "hello", chat: str = "") -> tuple[str, Message]:
    chat = chat or (await workshop.dialog.new_chat()).id
    await workshop.dialog.send(chat, text)
    found = await workshop.dialog.wait(chat)
    assert found is not None
    return chat, found


@pytest.mark.parametrize(
    ("script", "kept"),
    [
        (status(401, "Incorrect API key provided"), ""),
        (status(402, "Insufficient Balance"), ""),
        (status(404, "The model does not exist"), ""),
        (status(500, "boom"), ""),
        (cut("half of it"), "half of it"),
        (garbage(), ""),
    ],
)
async def test_a_bad_day_ends_in_one_sentence_and_a_retry(tmp_path: Path, script: Script, kept: str) -> None:
    with OpenAIStub() as stub:
        async with opened(tmp_path, stub.base_url) as workshop:
            stub.default = script
            chat, failed = await ask(workshop)
            assert failed.state == "failed"
            assert failed.text == kept
            assert failed.failure is not None
            for language in ("en", "zh"):
                told = render(failed.failure, language)
                assert told.strip()
                assert KEY not in told
                assert "{" not in told
            stub.default = answer("fine now")
            await workshop.dialog.retry(chat)
            again = await workshop.dialog.wait(chat)
            assert again is not None
            assert again.text == "fine now"
            assert [m.text for m in await workshop.store.messages.path(chat)] == ["hello", "fine now"]


async def test_nobody_answers(tmp_path: Path) -> None:
    async with opened(tmp_path, refused_address()) as workshop:
        _, failed = await ask(workshop)
        assert failed.state == "failed"
        assert failed.failure is not None


async def test_U2_the_log_file_holds_a_line_for_each_call_and_nothing_that_was_said(tmp_path: Path) -> None:
    with OpenAIStub() as stub:
        async with opened(tmp_path, stub.base_url) as workshop:
            cached = {"cached_tokens": 256}
            usage: dict[str, object] = {
                "prompt_tokens": 400,
                "completion_tokens": 7,
                "prompt_tokens_details": cached,
            }
            stub.enqueue(answer("a confidential answer", usage=usage), answer("another answer"))
            chat, first = await ask(workshop, "a confidential question")
            await ask(workshop, "and one more", chat)
            report = await workshop.reporter.report(chat)
    written = (tmp_path / "logs" / "weclaw.log").read_text(encoding="utf-8")
    told = [line for line in written.splitlines() if f"chat={chat}" in line and "purpose=reply" in line]
    assert len(told) == 2
    assert first.usage is not None
    found = dict(pair.split("=", 1) for pair in told[0].split() if "=" in pair)
    assert (found["model"], found["reported"], found["cached"]) == ("stub/stub-model", "400", "256")
    assert float(found["error"]) == pytest.approx(int(found["estimated"]) / 400 - 1, abs=1e-4)
    assert found["cost"] == "unknown"
    found = dict(pair.split("=", 1) for pair in told[1].split() if "=" in pair)
    lines = report.thresholds
    assert (found["tier"], found["threshold"]) == (lines.tier, str(lines.threshold))
    for secret in ("confidential", "one more", "another answer", KEY):
        assert secret not in written


def cited(said: str, pages: list[dict[str, str]]) -> Script:
    """An answer whose every chunk names the pages it rests on, as Perplexity does."""

    async def play(exchange: Exchange) -> None:
        beside = {"citations": [page["url"] for page in pages], "search_results": pages}
        await exchange.open_stream()
        for word in said.split(" "):
            await exchange.event({**delta(content=word + " "), **beside})
        last = {**delta(), **beside, "usage": {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}}
        last["choices"] = [{"index": 0, "delta": {}, "finish_reason": "stop"}]
        await exchange.event(last)
        await exchange.close_stream()

    return play


async def test_the_pages_that_a_provider_names_are_kept_with_the_answer_and_never_sent(tmp_path: Path) -> None:
    pages = [
        {"title": "Otters", "url": "https://zoo.example/otters", "date": "2024-01-01"},
        {"title": "Rivers", "url": "https://maps.example/rivers"},
    ]
    with OpenAIStub() as stub:
        async with opened(tmp_path, stub.base_url) as workshop:
            stub.enqueue(cited("They swim [1] in rivers [2].", pages), answer("yes"))
            chat, found = await ask(workshop)
            named = (("https://zoo.example/otters", "Otters"), ("https://maps.example/rivers", "Rivers"))
            assert found.sources == named
            (_, stored) = await workshop.store.messages.path(chat)
            assert stored.sources == named
            await ask(workshop, "sure?", chat)
            assert "swim [1]" in str(stub.chats[-1].json)
            assert "zoo.example" not in str(stub.chats[-1].json), "a list for people"
            exported = markdown(await workshop.store.chats.get(chat), (stored,), "en")
            assert "1. [Otters](<https://zoo.example/otters>)" in exported


async def test_429_is_tried_again_after_the_wish_of_the_provider(tmp_path: Path) -> None:
    with OpenAIStub() as stub:
        async with opened(tmp_path, stub.base_url) as workshop:
            seen: list[RetryScheduled] = []
            workshop.bus.subscribe(RetryScheduled, seen.append)
            stub.enqueue(rate_limited(0.2), answer("at last"))
            _, found = await ask(workshop)
            assert found.text == "at last"
            assert seen


async def test_L3_an_overflow_over_http_is_learnt_and_survives_a_restart(tmp_path: Path) -> None:
    with OpenAIStub() as stub:
        async with opened(tmp_path, stub.base_url) as workshop:
            before = workshop.models.spec("stub/stub-model").window
            stub.enqueue(overflow("openai"), answer("fits"))
            _, found = await ask(workshop, "word " * 5_000)
            assert found.state == "committed", found.failure and render(found.failure)
            learnt = workshop.models.spec("stub/stub-model")
            assert (learnt.window, learnt.max_input) != (before, 0)
        async with opened(tmp_path, stub.base_url) as workshop:
            again = workshop.models.spec("stub/stub-model")
            assert (again.window, again.max_input) == (learnt.window, learnt.max_input)


async def test_stop_closes_the_connection(tmp_path: Path) -> None:
    with OpenAIStub() as stub:
        async with opened(tmp_path, stub.base_url) as workshop:
            seen = asyncio.Event()
            workshop.bus.subscribe(StreamDelta, lambda _delta: seen.set())
            stub.enqueue(words(20_000, rate=200))
            chat = (await workshop.dialog.new_chat()).id
            await workshop.dialog.send(chat, "go on")
            await asyncio.wait_for(seen.wait(), 30)
            loop = asyncio.get_running_loop()
            started = loop.time()
            await workshop.dialog.stop(chat)
            row = await workshop.dialog.wait(chat)
            assert loop.time() - started < 0.25
            assert row is not None
            assert row.state == "stopped"
            assert row.text.startswith("word")


CHILD = """
import asyncio, sys
from pathlib import Path
from weclaw_desktop.core.settings import ProviderEntry
from weclaw_desktop.services.workshop import Workshop

async def main():
    workshop = await Workshop.open(Path(sys.argv[1]))
    await workshop.settings.add_provider(
        ProviderEntry(name="stub", kind="compatible", base_url=sys.argv[2], models=("stub-model",)))
    await workshop.settings.change({"general.model": "stub/stub-model"})
    chat = (await workshop.dialog.new_chat()).id
    for n in range(3):
        await workshop.dialog.send(chat, f"turn {n}")
        await workshop.dialog.wait(chat)
    await workshop.dialog.send(chat, "long")
    print(chat, flush=True)
    await workshop.dialog.wait(chat)

asyncio.run(main())
"""


async def test_D3_kill_9_in_a_stream_loses_at_most_a_second(tmp_path: Path) -> None:
    with OpenAIStub() as stub:
        stub.enqueue(answer("one"), answer("two"), answer("three"), words(20_000, rate=100))
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-c", CHILD, str(tmp_path), stub.base_url,
            stdout=subprocess.PIPE, cwd=Path(__file__).parent.parent.parent,
        )  # fmt: skip
        assert child.stdout is not None
        chat = (await asyncio.wait_for(child.stdout.readline(), 60)).decode().strip()
        await asyncio.sleep(3.0)
        child.kill()
        await child.wait()
        async with opened(tmp_path, stub.base_url) as workshop:
            log = await workshop.store.messages.path(chat)
            assert [m.text for m in log[:6]] == ["turn 0", "one", "turn 1", "two", "turn 2", "three"]
            assert log[6].text == "long"
            assert log[7].state == "interrupted"
            assert log[7].text.count("word") >= 60
            stub.enqueue(answer("whole"))
            await workshop.dialog.retry(chat)
            found = await workshop.dialog.wait(chat)
            assert found is not None
            assert found.text == "whole"
