"""The embedded model as the app uses it: started once, shared by loops, read ahead, switched, counted."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from tests.llm.local.test_server import COMMAND, ENVIRONMENT, gone
from tests.llm.local.test_store import tiny
from weclaw_desktop.core.errors import ContextOverflow, LocalModelError, ModelError
from weclaw_desktop.core.text import render
from weclaw_desktop.llm.local.errors import NotInstalled, OutOfMemory, failed
from weclaw_desktop.llm.local.model import LocalModel, Settings, Status
from weclaw_desktop.llm.local.readings import PromptProgress
from weclaw_desktop.llm.local.store import Store

SYSTEM = {"role": "system", "content": " ".join(f"rule{n}" for n in range(45))}
HELLO = {"role": "user", "content": "hello there"}


@pytest.fixture
async def local(tmp_path: Path) -> AsyncIterator[LocalModel]:
    store = Store(tmp_path / "models", (tiny(b"fine"), replace(tiny(b"fine"), name="other")))
    store.root.mkdir()
    for weights in store.catalogue:
        store.partial(weights).write_bytes(b"fine")
        store.adopt(weights)
    model = LocalModel(
        store, log=tmp_path / "model.log", environment=ENVIRONMENT, settings=Settings(n_ctx=500, command=COMMAND)
    )
    yield model
    await model.stop()


async def until(condition: Callable[[], bool]) -> None:
    for _ in range(1_000):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("waited ten seconds in vain")


async def words(
    model: LocalModel,
    name: str,
    *messages: dict[str, str],
    on_reading: Callable[[PromptProgress], None] = lambda _progress: None,
) -> str:
    said = ""
    async for chunk in model.stream(name, {"messages": list(messages), "max_tokens": 5}, on_reading):
        for choice in chunk.get("choices", ()):
            said += choice["delta"].get("content", "")
    return said


async def test_it_starts_on_first_use_and_once_for_everybody(local: LocalModel) -> None:
    assert local.status == Status()
    assert local.endpoint is None
    first, second = await asyncio.gather(local.start("local/tiny"), local.start("tiny"))
    assert first == second == local.endpoint
    assert (local.status.state, local.status.name, local.status.pid) == ("ready", "tiny", first.pid)
    assert await local.healthy()


async def test_it_answers_and_tells_how_far_it_has_read(local: LocalModel) -> None:
    told: list[PromptProgress] = []
    assert await words(local, "tiny", SYSTEM, HELLO, on_reading=told.append) == "Hello world"
    assert (told[0].done, told[0].total) == (0, 47)
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert told[-1].done == 47
    assert (local.speeds.prompt, local.speeds.generated) == (100.0, 7.5)


async def test_what_was_read_ahead_is_not_read_again(local: LocalModel) -> None:
    assert await local.warm("tiny", [SYSTEM]) is True
    told: list[PromptProgress] = []
    await words(local, "tiny", SYSTEM, HELLO, on_reading=told.append)
    assert told[0].cached == 45


async def test_a_send_ends_reading_ahead_at_once_and_keeps_what_was_read(local: LocalModel) -> None:
    await local.start("tiny")
    long = {"role": "system", "content": " ".join(f"rule{n}" for n in range(400))}
    begun = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        ahead = group.create_task(local.warm("tiny", [long], lambda p: begun.set() if p.done >= 20 else None))
        await begun.wait()
        async with local.lease("tiny"):
            async with asyncio.timeout(1):
                assert await ahead is False
            assert await local.warm("tiny", [long]) is False
    told: list[PromptProgress] = []
    await words(local, "tiny", long, HELLO, on_reading=told.append)
    assert told[0].cached >= 20


async def test_a_newer_reading_ahead_takes_over(local: LocalModel) -> None:
    begun = asyncio.Event()
    long = {"role": "system", "content": " ".join(f"rule{n}" for n in range(300))}
    async with asyncio.TaskGroup() as group:
        older = group.create_task(local.warm("tiny", [long], lambda _p: begun.set()))
        await begun.wait()
        assert await local.warm("tiny", [SYSTEM]) is True
    assert older.result() is False
    local.cancel_warm()


async def test_a_cancelled_reading_ahead_is_cancelled_as_usual(local: LocalModel) -> None:
    begun = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        ahead = group.create_task(local.warm("tiny", [SYSTEM], lambda _p: begun.set()))
        await begun.wait()
        ahead.cancel()
    assert ahead.cancelled()


async def test_exact_counts_while_it_runs_and_none_before(local: LocalModel) -> None:
    assert await local.count("a b c") is None
    assert await local.healthy() is False
    await local.start("tiny")
    assert await local.count("a b c") == 3
    assert await local.count_messages([SYSTEM, HELLO]) == 47


async def test_switching_ends_the_other_model(local: LocalModel) -> None:
    first = await local.start("tiny")
    second = await local.start("other")
    assert gone(first.pid, 0.1)
    assert (local.status.name, second.name) == ("other", "other")


async def test_a_request_for_another_model_waits_for_those_that_run(local: LocalModel) -> None:
    order: list[str] = []

    async def later() -> None:
        async with local.lease("other") as endpoint:
            order.append(endpoint.name)

    async with asyncio.TaskGroup() as group, local.lease("tiny") as endpoint, local.lease("tiny"):
        group.create_task(later())
        given_up = group.create_task(later())
        await asyncio.sleep(0.05)
        given_up.cancel()
        async with httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(f"{endpoint.root}/health")).status_code == 200
        order.append("tiny")
    assert order == ["tiny", "other"]


async def test_it_starts_again_after_a_stop_and_after_a_crash(local: LocalModel) -> None:
    first = await local.start("tiny")
    await local.stop()
    assert (local.status.state, local.endpoint) == ("off", None)
    second = await local.start("tiny")
    with pytest.raises(ModelError):
        await words(local, "tiny", {"role": "user", "content": "explode"})
    await until(lambda: local.endpoint is None)
    assert isinstance(local.status.error, LocalModelError)
    third = await local.start("tiny")
    assert len({first.pid, second.pid, third.pid}) == 3


async def test_two_loops_in_two_threads_share_one_process(local: LocalModel) -> None:
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(asyncio.run(local.start("tiny")).pid))
    thread.start()
    found.append((await local.start("tiny")).pid)
    await until(lambda: not thread.is_alive())
    assert found[0] == found[1]


async def test_reading_ahead_gives_way_to_a_send_from_another_loop(local: LocalModel) -> None:
    long = {"role": "system", "content": " ".join(f"rule{n}" for n in range(400))}
    said: list[str] = []
    begun = asyncio.Event()
    thread = threading.Thread(target=lambda: said.append(asyncio.run(words(local, "tiny", HELLO))))
    async with asyncio.TaskGroup() as group:
        ahead = group.create_task(local.warm("tiny", [long], lambda _p: begun.set()))
        await begun.wait()
        thread.start()
        assert await ahead is False
    await until(lambda: not thread.is_alive())
    assert said == ["Hello world"]


async def test_closing_a_stream_gives_the_lease_back(local: LocalModel) -> None:
    stream = local.stream("tiny", {"messages": [SYSTEM], "max_tokens": 5})
    async for _chunk in stream:
        break
    await stream.aclose()
    async with asyncio.timeout(5), local.lease("other"):
        pass


async def test_L3_a_prompt_over_the_window_is_an_overflow_with_its_limit(local: LocalModel) -> None:
    with pytest.raises(ContextOverflow) as caught:
        await words(local, "tiny", {"role": "user", "content": "word " * 501})
    assert (caught.value.limit, caught.value.kind, caught.value.status) == (500, "window", 400)


async def test_a_model_that_is_not_here_is_said(local: LocalModel) -> None:
    with pytest.raises(NotInstalled):
        await local.start("gpt-9")


async def test_after_a_failed_start_the_next_model_still_starts(local: LocalModel) -> None:
    local.store.get("other").path.write_bytes(b"mute")  # ends without a word
    with pytest.raises(LocalModelError):
        await local.start("other")
    assert (await local.start("tiny")).name == "tiny"


async def test_the_memory_that_must_be_had_leaves_out_the_file(
    local: LocalModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    needed = tiny(b"fine").memory - 4 + (500 - 1_024) * 10
    monkeypatch.setattr("weclaw_desktop.llm.local.hardware.free_memory", lambda: needed - 1)
    with pytest.raises(OutOfMemory):
        await local.start("tiny")
    monkeypatch.setattr("weclaw_desktop.llm.local.hardware.free_memory", lambda: needed)
    assert (await local.start("tiny")).name == "tiny"


def test_waiting_and_failing_have_words() -> None:
    waiting = Status("loading", "tiny", 0.456).text
    assert waiting is not None
    assert render(waiting) == "Loading tiny · 45 %"
    error = failed("memory", "tiny")
    assert Status("failed", "tiny", 1.0, error).text == error.text
    assert Status("ready", "tiny", 1.0).text is None


async def test_the_window_never_exceeds_what_the_model_was_trained_for(local: LocalModel) -> None:
    local.settings = replace(local.settings, n_ctx=1_000_000)
    assert (await local.start("tiny")).n_ctx == 2_048


async def test_states_are_told_from_load_to_end(tmp_path: Path, local: LocalModel) -> None:
    seen: list[tuple[str, float]] = []
    told = LocalModel(
        local.store, log=tmp_path / "log", environment=dict(os.environ), settings=Settings(command=COMMAND),
        on_status=lambda status: seen.append((status.state, status.loaded)),
    )  # fmt: skip
    await told.start("tiny")
    told.stop_now()
    assert seen == [("loading", 1.0), ("ready", 1.0), ("stopping", 1.0), ("off", 1.0)]


async def test_a_client_library_hears_progress_through_the_transport(local: LocalModel) -> None:
    told: list[PromptProgress] = []
    endpoint = await local.start("tiny")
    body = {"messages": [SYSTEM, HELLO], "max_tokens": 5, "stream": True, "return_progress": True}
    async with httpx.AsyncClient(transport=local.transport(told.append)) as client:
        headers = {"Authorization": f"Bearer {endpoint.api_key}"}
        response = await client.post(f"{endpoint.base_url}/chat/completions", json=body, headers=headers)
    assert "Hello" in response.text
    assert told[-1].done == 47
    assert local.speeds.generated == 7.5


async def test_it_works_on_the_loop_of_the_window(local: LocalModel, qapp: object) -> None:
    assert type(asyncio.get_running_loop()).__name__ == "WindowLoop"
    assert await local.warm("tiny", [SYSTEM]) is True
    told: list[PromptProgress] = []
    assert await words(local, "tiny", SYSTEM, HELLO, on_reading=told.append) == "Hello world"
    assert told[0].cached == 45
