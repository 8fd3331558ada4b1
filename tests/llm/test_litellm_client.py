"""The client against a real HTTP server on loopback: good days and every bad one.

All tests that need litellm are here, because importing it costs seconds once.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field, replace

import pytest

from tests.servers import openai_stub as stub
from tests.servers.openai_stub import OpenAIStub, Script, answer
from weclaw_desktop.core import errors as e
from weclaw_desktop.core.messages import Part, ReasoningPart, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ModelSpec, Price, ToolSpec, Usage
from weclaw_desktop.core.redact import MASK
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.settings import Network, ProviderEntry, Settings
from weclaw_desktop.core.stream import (
    CallDelta,
    Finished,
    ModelEvent,
    ReasoningDelta,
    Retrying,
    TextDelta,
    UsageReported,
)
from weclaw_desktop.llm import library
from weclaw_desktop.llm.catalog import Catalog
from weclaw_desktop.llm.client import LoopThread
from weclaw_desktop.llm.litellm_client import Endpoint, LitellmModel, Wiring
from weclaw_desktop.llm.providers import is_loopback, kind_of
from weclaw_desktop.llm.sessions import Sessions
from weclaw_desktop.llm.warmup import warm_up

KEY = "sk-test-abcdef1234567890"


@dataclass
class Bench:
    """A server and a thread to reach it with."""

    server: OpenAIStub
    thread: LoopThread
    network: Network = field(default_factory=lambda: Network(timeout_s=5, retries=2))
    key: str | None = KEY
    accepted: list[tuple[str, Usage]] = field(default_factory=list)

    def model(self, kind: str = "compatible", *, address: str = "", **fields: object) -> LitellmModel:
        spec = replace(ModelSpec(kind, "stub-model", 32_768, "table"), **fields)  # type: ignore[arg-type]  # test shorthand
        found = address or self.server.base_url
        endpoint = Endpoint(kind, kind_of(kind), found, False, "", is_loopback(found))
        wiring = Wiring(
            self.thread,
            Sessions(),
            lambda _name: self.key,
            lambda: self.network,
            lambda _sha: None,
            lambda name, usage: self.accepted.append((name, usage)),
        )
        self.thread.at_close(wiring.sessions.close)
        return LitellmModel(lambda: spec, endpoint, wiring)


@pytest.fixture
def server() -> Iterator[OpenAIStub]:
    with OpenAIStub() as running:
        yield running


@pytest.fixture
async def bench(server: OpenAIStub) -> AsyncIterator[Bench]:
    thread = LoopThread()
    yield Bench(server, thread)
    await thread.close()


def ask(text: str = "hello", **fields: object) -> ModelRequest:
    message = RequestMessage("user", (TextPart(text),), "m1", 1)
    return ModelRequest("p/stub-model", (PromptSection("persona", "Be kind."),), (message,), load=12, **fields)  # type: ignore[arg-type]  # test shorthand


async def play(model: LitellmModel, request: ModelRequest | None = None) -> list[ModelEvent]:
    return [event async for event in model.stream(request or ask())]


def text_of(events: list[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def usage_of(events: list[ModelEvent]) -> Usage:
    return next(event.usage for event in events if isinstance(event, UsageReported))


async def test_an_answer_with_thinking_text_calls_and_usage(bench: Bench) -> None:
    bench.server.enqueue(
        answer(
            "你好, **a** **b**",
            ("read_file", '{"path": "a.txt"}'),
            ("now", "{}"),
            reasoning="let me see",
            prompt_tokens=40,
        )
    )
    events = await play(
        bench.model(price=Price("CNY", 2.0, 8.0)), ask(tools=(ToolSpec("now", "Time.", {"type": "object"}),))
    )
    assert text_of(events) == "你好, **a** **b**"
    assert "".join(event.text for event in events if isinstance(event, ReasoningDelta)) == "let me see"
    arguments: dict[int, str] = {}
    for event in events:
        if isinstance(event, CallDelta):
            arguments[event.index] = arguments.get(event.index, "") + event.arguments
    assert arguments == {0: '{"path": "a.txt"}', 1: "{}"}
    assert [event.name for event in events if isinstance(event, CallDelta) and event.name] == ["read_file", "now"]
    usage = usage_of(events)
    assert (usage.prompt, usage.completion, usage.estimated) == (40, 7, False)
    assert usage.cost == pytest.approx((40 * 2 + 7 * 8) / 1e6)
    assert 0 < usage.first_token_ms <= usage.total_ms
    assert events[-1] == Finished("tool_calls")
    assert bench.accepted[0][0] == "compatible/stub-model"
    sent = bench.server.chats[0].json
    assert sent["model"] == "stub-model"
    assert sent["messages"][0] == {"role": "system", "content": "Be kind."}
    assert sent["tools"][0]["function"]["name"] == "now"
    assert bench.server.chats[0].headers["authorization"] == f"Bearer {KEY}"


async def test_O3_a_local_model_that_ignores_tools_chooses_by_a_schema(bench: Bench) -> None:
    tools = (ToolSpec("now", "Time.", {"type": "object", "properties": {}}),)
    bench.server.enqueue(answer('{"tool": "now", "arguments": {}}'), answer('{"tool": "none", "answer": "Noon."}'))
    model = bench.model(local=True, written_calls=True)
    events = await play(model, ask(tools=tools))
    assert text_of(events) == ""
    assert CallDelta(0, "call_0", "now", "{}") in events
    assert events[-1] == Finished("tool_calls")
    assert text_of(await play(model, ask(tools=tools))) == "Noon."
    sent = bench.server.chats[0].json
    assert "tools" not in sent
    assert "- now(): Time." in sent["messages"][0]["content"]
    assert sent["response_format"]["json_schema"]["schema"]["anyOf"]


async def test_O3_a_local_model_may_write_a_call_in_a_fence(bench: Bench) -> None:
    bench.server.enqueue(answer('```json\n{"name": "now", "arguments": {}}\n```'))
    events = await play(bench.model(local=True), ask(tools=(ToolSpec("now", "Time.", {"type": "object"}),)))
    assert CallDelta(0, "call_0", "now", "{}") in events
    assert bench.server.chats[0].json["tools"][0]["function"]["name"] == "now"


async def test_R3_what_is_stored_is_the_chunks_joined(bench: Bench) -> None:
    text = "**a** **b**\n" + "<div class='x'>文</div>\n" * 500 + "0,0,0,0,0,0,0,0\n" * 60
    bench.server.enqueue(answer(text, size=7))
    assert text_of(await play(bench.model())) == text


async def test_R3_a_hundred_equal_chunks_are_no_error(bench: Bench) -> None:
    bench.server.enqueue(answer("ha " * 400, size=3))
    assert text_of(await play(bench.model())) == "ha " * 400


async def test_R3_thinking_tags_become_thinking(bench: Bench) -> None:
    bench.server.enqueue(answer("<think>hm\nyes</think>\n\nThe answer: 1 < 2.", size=3))
    events = await play(bench.model())
    assert text_of(events) == "The answer: 1 < 2."
    assert "".join(event.text for event in events if isinstance(event, ReasoningDelta)) == "hm\nyes"


async def test_R3_half_a_tag_is_kept_when_the_stream_breaks(bench: Bench) -> None:
    bench.server.enqueue(stub.cut("<thi"))
    stream = bench.model().stream(ask())
    assert await anext(stream) == TextDelta("<thi")
    with pytest.raises(e.StreamBroken):
        await anext(stream)


async def test_a_server_without_usage_gives_a_marked_estimate(bench: Bench) -> None:
    last = {**stub.delta(), "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    bench.server.enqueue(stub.events(stub.delta(content="hello world"), last))
    usage = usage_of(await play(bench.model()))
    assert usage == replace(usage, prompt=12, completion=2, estimated=True)
    assert bench.accepted == []


async def test_C6_cached_tokens_are_read(bench: Bench) -> None:
    bench.server.enqueue(answer(usage=stub.tokens(1_000, 5, 900)))
    usage = usage_of(await play(bench.model(price=Price("USD", 1.0, 2.0, cache_read=0.1))))
    assert (usage.prompt, usage.cached) == (1_000, 900)
    assert usage.cost == pytest.approx((100 * 1.0 + 900 * 0.1 + 5 * 2.0) / 1e6)


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": "many", "completion_tokens": None},
        {"prompt_tokens": float("nan"), "completion_tokens": float("inf")},
        {"prompt_tokens": -5, "completion_tokens": -3, "total_tokens": -8},
        {"prompt_tokens": 10**9, "completion_tokens": 9, "prompt_tokens_details": {"cached_tokens": 5 * 10**9}},
    ],
)
async def test_C6_impossible_usage_costs_the_answer_nothing_and_is_estimated(
    bench: Bench, usage: dict[str, object]
) -> None:
    bench.server.enqueue(answer("hello world", usage=usage))
    events = await play(bench.model())
    assert text_of(events) == "hello world"
    assert events[-1] == Finished("stop")
    told = usage_of(events)
    assert (told.prompt, told.completion, told.cached, told.estimated) == (12, 2, 0, True)
    assert bench.accepted == []


@pytest.mark.parametrize("finish", ["length", "content_filter"])
async def test_how_an_answer_ended_is_told(bench: Bench, finish: str) -> None:
    bench.server.enqueue(answer("x", finish=finish))
    assert (await play(bench.model()))[-1] == Finished({"length": "length", "content_filter": "filtered"}[finish])  # type: ignore[arg-type]  # a literal


BAD_DAYS: dict[str, tuple[Script, type[e.ModelError]]] = {
    "wrong key": (stub.status(401, "Incorrect API key provided"), e.BadKey),
    "forbidden": (stub.status(403), e.BadKey),
    "no credit": (stub.status(402, "Insufficient Balance"), e.PaymentRequired),
    "model gone": (stub.status(404, "The model does not exist"), e.ModelGone),
    "too many bytes": (stub.status(413), e.BodyTooLarge),
    "odd request": (stub.status(400, "unknown field"), e.BadRequest),
    "web page": (stub.page(), e.StreamBroken),
}


@pytest.mark.parametrize("name", BAD_DAYS)
async def test_bad_days_that_no_retry_mends(bench: Bench, name: str) -> None:
    script, kind = BAD_DAYS[name]
    bench.server.default = script
    bench.network = Network(timeout_s=5, retries=0)
    with pytest.raises(e.ModelError) as raised:
        await play(bench.model())
    assert type(raised.value) is kind
    assert len(bench.server.chats) == 1
    assert len(str(raised.value)) > 30


async def test_no_key_is_said_before_anything_is_sent(bench: Bench) -> None:
    bench.key = None
    with pytest.raises(e.MissingKey, match="Settings"):
        await play(bench.model("openai"))
    assert bench.server.requests == []
    await play(bench.model("compatible"))
    assert bench.server.chats[0].headers["authorization"] == "Bearer none"
    bench.server.key = "wanted after all"
    with pytest.raises(e.MissingKey, match="No key is stored"):
        await play(bench.model("compatible"))


async def test_a_refused_connection(bench: Bench) -> None:
    bench.network = Network(timeout_s=5, retries=0)
    with pytest.raises(e.Unreachable, match="127"):
        await play(bench.model(address=stub.refused_address()))


@pytest.mark.parametrize("provider", stub.OVERFLOWS)
async def test_L3_an_overflow_is_recognised_with_its_limit(bench: Bench, provider: str) -> None:
    bench.server.enqueue(stub.overflow(provider))
    with pytest.raises(e.ContextOverflow) as raised:
        await play(bench.model())
    assert raised.value.limit == stub.OVERFLOWS[provider][2]
    assert len(bench.server.chats) == 1


@pytest.mark.parametrize("as_date", [False, True])
async def test_a_429_waits_as_long_as_it_was_asked_to(bench: Bench, as_date: bool) -> None:
    bench.server.enqueue(stub.rate_limited(2 if as_date else 0.3, as_date=as_date), answer("now"))
    started = time.monotonic()
    events = await play(bench.model())
    assert text_of(events) == "now"
    waits = [event.seconds for event in events if isinstance(event, Retrying)]
    assert len(waits) == 1
    assert waits[0] == pytest.approx(0.3) or (as_date and 0.5 < waits[0] <= 2)
    assert time.monotonic() - started >= waits[0]
    assert len(bench.server.chats) == 2


async def test_a_429_that_asks_for_too_long_is_told_at_once(bench: Bench) -> None:
    bench.server.enqueue(stub.rate_limited(3_600))
    with pytest.raises(e.RateLimited, match="3600 s") as raised:
        await play(bench.model())
    assert raised.value.retry_after == 3_600


async def test_errors_before_the_answer_are_retried_with_growing_waits(bench: Bench) -> None:
    bench.server.enqueue(stub.status(503), stub.rate_limited(0.1), answer("now"))
    events = await play(bench.model())
    assert text_of(events) == "now"
    assert [event.seconds for event in events if isinstance(event, Retrying)] == [1.0, 0.1]


async def test_retries_end(bench: Bench) -> None:
    bench.server.default = stub.rate_limited(0.05)
    with pytest.raises(e.RateLimited):
        await play(bench.model())
    assert len(bench.server.chats) == 3


@pytest.mark.parametrize("purpose", ["summary", "title", "test"])
async def test_L2_a_summary_is_asked_for_once(bench: Bench, purpose: str) -> None:
    bench.server.default = stub.rate_limited(0.05)
    with pytest.raises(e.RateLimited):
        await play(bench.model(), ask(purpose=purpose))
    assert len(bench.server.chats) == 1


@pytest.mark.parametrize("script", [stub.cut("half of it"), stub.garbage("half of it")], ids=["cut", "garbage"])
async def test_a_stream_that_breaks_keeps_what_came_and_is_not_retried(bench: Bench, script: Script) -> None:
    bench.server.enqueue(script)
    seen: list[ModelEvent] = []

    async def read() -> None:
        async for event in bench.model().stream(ask()):
            seen.append(event)

    with pytest.raises(e.StreamBroken):
        await read()
    assert text_of(seen) == "half of it"
    assert len(bench.server.chats) == 1


async def test_a_stream_that_breaks_before_the_answer_is_retried(bench: Bench) -> None:
    bench.server.enqueue(stub.cut(""), answer("whole"))
    assert text_of(await play(bench.model())) == "whole"


@pytest.mark.parametrize("text", ["", "half"])
async def test_a_silent_server_is_left_after_the_limit(bench: Bench, text: str) -> None:
    bench.network = Network.model_construct(timeout_s=1, retries=2, proxy="none", proxy_url="")
    bench.server.enqueue(stub.hang(text))
    started = time.monotonic()
    with pytest.raises(e.TimedOut, match="1 s"):
        await play(bench.model())
    assert 0.9 < time.monotonic() - started < 3
    assert bench.server.chats[0].closed.wait(2)
    assert len(bench.server.chats) == 1


async def test_a_slow_answer_is_no_timeout(bench: Bench) -> None:
    bench.network = Network.model_construct(timeout_s=1, retries=0, proxy="none", proxy_url="")
    bench.server.enqueue(answer("one two three four five", rate=4))
    assert text_of(await play(bench.model())) == "one two three four five"


async def test_closing_the_stream_closes_the_socket(bench: Bench) -> None:
    bench.server.enqueue(stub.words(20_000, rate=200))
    stream = bench.model().stream(ask())
    assert await anext(stream)
    started = time.monotonic()
    await stream.aclose()
    assert bench.server.chats[0].closed.wait(1)
    assert time.monotonic() - started < 0.2


async def test_cancelling_the_reader_closes_the_socket(bench: Bench) -> None:
    bench.server.enqueue(stub.hang("half"))
    began = asyncio.Event()

    async def read() -> None:
        async with aclosing(bench.model().stream(ask())) as events:
            async for _ in events:
                began.set()

    async with asyncio.TaskGroup() as group:
        task = group.create_task(read())
        await asyncio.wait_for(began.wait(), 5)
        task.cancel()
    assert bench.server.chats[0].closed.wait(1)


async def test_closing_the_program_ends_streams(bench: Bench) -> None:
    bench.server.enqueue(stub.hang("half"))
    stream = bench.model().stream(ask())
    await anext(stream)
    await bench.thread.close()
    with pytest.raises(e.Cancelled):
        async for _ in stream:
            pass
    assert bench.server.chats[0].closed.wait(1)
    with pytest.raises(e.Cancelled, match="closing"):
        await play(bench.model())


@pytest.mark.parametrize("nasty", ["<|endoftext|>", "a\0b", "\ud800 alone", "\ud83d\ude00"])
async def test_hostile_characters_can_be_sent(bench: Bench, nasty: str) -> None:
    await play(bench.model(), ask(nasty))
    body = bench.server.chats[0].body.decode("utf-8")
    assert "\\u0000" not in body
    sent = json.loads(body)["messages"][-1]["content"]
    sent.encode("utf-8")
    if nasty.startswith("<"):
        assert sent == nasty


async def test_X1_a_refused_key_is_in_no_error_and_no_log(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.server.key = "another"
    with caplog.at_level(logging.DEBUG), pytest.raises(e.BadKey) as raised:
        await play(bench.model())
    found: BaseException | None = raised.value
    while found is not None:
        assert KEY not in f"{found!r} {found} {vars(found)}"
        found = found.__cause__ or found.__context__
    assert KEY not in caplog.text
    assert MASK in raised.value.detail


async def test_X4_text_goes_only_to_the_address_chosen(bench: Bench) -> None:
    with OpenAIStub() as other:
        await play(bench.model(address=other.base_url), ask(purpose="summary"))
        assert len(other.chats) == 1
    assert bench.server.requests == []


async def test_K9_thinking_goes_back_in_the_loop(bench: Bench) -> None:
    parts: tuple[Part, ...] = (ReasoningPart("I think"), ToolCallPart("m2_0", "now", "{}"))
    turn = (
        RequestMessage("user", (TextPart("time?"),), "u"),
        RequestMessage("assistant", parts, "a"),
        RequestMessage("tool", (ToolResultPart("m2_0", "now", "12:00"),), "t"),
    )
    request = ModelRequest("p/m", (), turn, load=20, reasoning=True)
    await play(bench.model("deepseek", reasoning=True), request)
    sent = bench.server.chats[0].json
    assert sent["messages"][1]["reasoning_content"] == "I think"
    assert sent["thinking"] == {"type": "enabled"}
    await play(bench.model("qwen", reasoning=True), replace(request, reasoning=False))
    again = bench.server.chats[1].json
    assert "I think" not in json.dumps(again)
    assert again["enable_thinking"] is False


async def test_limits_and_schemas_are_asked_for_in_the_providers_words(bench: Bench) -> None:
    schema: dict[str, object] = {"type": "object", "properties": {"a": {"type": "string"}}}
    request = ask(max_output=77, temperature=0.2, response_schema=schema)
    await play(bench.model("compatible"), request)
    sent = bench.server.chats[0].json
    assert (sent["max_tokens"], sent["temperature"]) == (77, 0.2)
    assert sent["response_format"]["json_schema"]["schema"]["properties"] == {"a": {"type": "string"}}
    await play(bench.model("openai"), ask(max_output=77))
    assert bench.server.chats[1].json["max_completion_tokens"] == 77
    await play(bench.model("deepseek"), request)
    assert bench.server.chats[2].json["response_format"] == {"type": "json_object"}


async def test_parameters_go_where_the_provider_takes_them(bench: Bench) -> None:
    request = ask(temperature=0.2, top_p=0.9, effort="high", reasoning=True)
    await play(bench.model("compatible"), request)
    sent = bench.server.chats[0].json
    assert (sent["temperature"], sent["top_p"]) == (0.2, 0.9)
    await play(bench.model("openai", reasoning=True), request)
    thinking = bench.server.chats[1].json
    assert thinking["reasoning_effort"] == "high"
    assert not {"temperature", "top_p"} & set(thinking)
    await play(bench.model("openai", reasoning=True), replace(request, reasoning=False))
    assert bench.server.chats[2].json["temperature"] == 0.2
    await play(bench.model("openrouter", reasoning=True), request)
    assert bench.server.chats[3].json["reasoning"] == {"effort": "high"}
    await play(bench.model("openrouter", reasoning=True), replace(request, effort=""))
    assert bench.server.chats[4].json["reasoning"] == {"enabled": True}


async def test_O1_ollama_is_given_its_window(bench: Bench) -> None:
    lines = [
        {"model": "stub-model", "message": {"role": "assistant", "content": "hi "}, "done": False},
        {"model": "stub-model", "message": {"role": "assistant", "content": "there"}, "done": False},
        {"model": "stub-model", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop",
         "prompt_eval_count": 9, "eval_count": 2},
    ]  # fmt: skip
    bench.server.routes["/api/chat"] = "\n".join(json.dumps(line) for line in lines).encode()
    events = await play(bench.model("ollama", local=True), ask(max_output=50))
    sent = next(request for request in bench.server.requests if request.path == "/api/chat").json
    assert sent["options"]["num_ctx"] == 32_768
    assert sent["options"]["num_predict"] == 50
    assert text_of(events) == "hi there"
    assert usage_of(events).prompt == 9


async def test_a_server_here_reads_ahead_and_others_do_not(bench: Bench) -> None:
    await bench.model("lmstudio").warm(ask())
    assert bench.server.chats[0].json["max_tokens"] == 1
    endpoint = Endpoint("openai", kind_of("openai"), "https://api.openai.com/v1", True, "", False)
    far = LitellmModel(lambda: ModelSpec("openai", "gpt-5"), endpoint, bench.model()._wiring)
    await far.warm(ask())
    assert len(bench.server.chats) == 1


async def test_a_proxy_never_catches_this_computer(bench: Bench) -> None:
    bench.network = Network(timeout_s=5, retries=0, proxy="custom", proxy_url=stub.refused_address())
    assert text_of(await play(bench.model())) == "hello"


async def test_a_proxy_that_cannot_be_used_is_said(bench: Bench) -> None:
    bench.network = Network(timeout_s=5, retries=0, proxy="custom", proxy_url="ftp://nowhere:1")
    with pytest.raises(e.Unreachable, match="configured proxy cannot be used"):
        await play(bench.model())


async def test_a_thousand_tokens_a_second_leave_the_callers_loop_free(bench: Bench) -> None:
    await bench.thread.run(warm_up(bench.model()._wiring.sessions, bench.network))
    bench.server.enqueue(stub.words(1_500, rate=1_000))
    gaps: list[float] = []

    async def tick() -> None:
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.005)
            now = time.perf_counter()
            gaps.append(now - last - 0.005)
            last = now

    async with asyncio.TaskGroup() as group:
        ticker = group.create_task(tick())
        batches = [event async for event in bench.model().stream(ask())]
        ticker.cancel()
    assert text_of(batches) == "word " * 1_500
    assert sorted(gaps)[int(len(gaps) * 0.95)] < 0.1
    assert len(batches) < 200


async def test_two_streams_run_side_by_side(bench: Bench) -> None:
    bench.server.enqueue(answer("one " * 50, rate=100), answer("two " * 50, rate=100))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(play(bench.model())) for _ in range(2)]
    assert sorted({text_of(task.result())[:4] for task in tasks}) == ["one ", "two "]


CLAUDE = (
    {
        "type": "message_start",
        "message": {
            "id": "m",
            "type": "message",
            "role": "assistant",
            "content": [],
            "model": "claude-sonnet-4-5",
            "stop_reason": None,
            "usage": {
                "input_tokens": 100,
                "cache_read_input_tokens": 800,
                "cache_creation_input_tokens": 100,
                "output_tokens": 1,
            },
        },
    },
    {"type": "content_block_start", "index": 0, "content_block": {"type": "thinking", "thinking": "", "signature": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "signature_delta", "signature": "SIG"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "hello"}},
    {"type": "content_block_stop", "index": 1},
    {
        "type": "content_block_start",
        "index": 2,
        "content_block": {"type": "tool_use", "id": "t1", "name": "now", "input": {}},
    },
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": '{"a":'}},
    {"type": "content_block_delta", "index": 2, "delta": {"type": "input_json_delta", "partial_json": "1}"}},
    {"type": "content_block_stop", "index": 2},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use", "stop_sequence": None},
        "usage": {"output_tokens": 30},
    },
    {"type": "message_stop"},
)

NOW = ToolSpec("now", "Time.", {"type": "object", "properties": {}})


def looped(*thought: Part) -> ModelRequest:
    """A request in the middle of a tool loop."""
    turn = (
        RequestMessage("user", (TextPart("time?"),), "u"),
        RequestMessage("assistant", (*thought, ToolCallPart("m2_0", "now", "{}")), "a"),
        RequestMessage("tool", (ToolResultPart("m2_0", "now", "12:00"),), "t"),
    )
    system = (PromptSection("persona", "Be kind."), PromptSection("notice", "[Context]", stable=False))
    return ModelRequest("p/m", system, turn, (NOW,), load=20, reasoning=True, max_output=8_000)


async def test_C6_claude_streams_with_thinking_calls_and_cached_tokens_apart(bench: Bench) -> None:
    bench.server.routes["/v1/messages"] = stub.named_events(*CLAUDE)
    model = bench.model("anthropic", address=bench.server.root, name="claude-sonnet-4-5", reasoning=True)
    events = await play(model, looped(ReasoningPart("I think", "SIG0", "anthropic")))
    thought = [event for event in events if isinstance(event, ReasoningDelta)]
    assert ("".join(t.text for t in thought), "".join(t.signature or "" for t in thought)) == ("hm", "SIG")
    assert text_of(events) == "hello"
    call = [event for event in events if isinstance(event, CallDelta)]  # one or more, as batches fall
    assert {event.index for event in call} == {0}
    assert (call[0].id, call[0].name, "".join(event.arguments for event in call)) == ("t1", "now", '{"a":1}')
    usage = usage_of(events)
    assert (usage.prompt, usage.cached, usage.cache_written, usage.completion) == (1_000, 800, 100, 30)
    sent = bench.server.requests[-1].json
    assert sent["messages"][1]["content"][0] == {"type": "thinking", "thinking": "I think", "signature": "SIG0"}
    assert sent["thinking"]["type"] in ("enabled", "adaptive")
    assert [("cache_control" in part) for part in sent["system"]] == [True, False]
    assert "cache_control" in json.dumps(sent["messages"][-1])


async def test_K9_claude_does_not_think_when_a_signature_was_lost(bench: Bench) -> None:
    bench.server.routes["/v1/messages"] = stub.named_events(*CLAUDE)
    model = bench.model("anthropic", address=bench.server.root, name="claude-sonnet-4-5", reasoning=True)
    await play(model, looped(ReasoningPart("I think", None, "anthropic")))
    sent = bench.server.requests[-1].json
    assert "thinking" not in sent
    assert "I think" not in json.dumps(sent)


async def test_gemini_streams_with_thoughts_and_its_signature_on_the_call(bench: Bench) -> None:
    bench.server.routes["/models/gemini-2.5-pro:streamGenerateContent"] = stub.events(
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "hmm", "thought": True}]}}]},
        {
            "candidates": [
                {
                    "content": {
                        "role": "model",
                        "parts": [
                            {"text": "hello"},
                            {"functionCall": {"name": "now", "args": {"a": 1}}, "thoughtSignature": "c2ln"},
                        ],
                    },
                    "finishReason": "STOP",
                }
            ],
            "usageMetadata": {
                "promptTokenCount": 50,
                "candidatesTokenCount": 7,
                "totalTokenCount": 57,
                "cachedContentTokenCount": 20,
            },
        },
    )
    model = bench.model("gemini", address=bench.server.root, name="gemini-2.5-pro", reasoning=True)
    events = await play(model, looped(ReasoningPart("", "b2xk", "gemini")))
    assert text_of(events) == "hello"
    assert ReasoningDelta("", "c2ln") in events
    assert events[-1] == Finished("tool_calls")
    usage = usage_of(events)
    assert (usage.prompt, usage.cached, usage.completion) == (50, 20, 7)
    sent = bench.server.requests[-1].json
    assert "Be kind." in json.dumps(sent["system_instruction"])
    assert sent["contents"][1]["parts"][0]["thoughtSignature"] == "b2xk"


@pytest.mark.parametrize("kind", ["anthropic", "gemini", "ollama"])
@pytest.mark.parametrize(("code", "error"), [(401, e.BadKey), (429, e.RateLimited), (500, e.ServerFault)])
async def test_other_routes_fail_as_clearly(bench: Bench, kind: str, code: int, error: type[e.ModelError]) -> None:
    bench.network = Network(timeout_s=5, retries=0)
    script = stub.status(code, headers={"retry-after": "7"})
    for path in ("/v1/messages", "/models/stub-model:streamGenerateContent", "/api/chat"):
        bench.server.routes[path] = script
    with pytest.raises(e.ModelError) as raised:
        await play(bench.model(kind, address=bench.server.root))
    assert type(raised.value) is error
    assert raised.value.status == code
    if code == 429:
        assert raised.value.retry_after == 7


@pytest.mark.parametrize("kind", ["anthropic", "gemini", "ollama"])
async def test_other_routes_reach_nobody_as_clearly(bench: Bench, kind: str) -> None:
    bench.network = Network(timeout_s=5, retries=0)
    with pytest.raises(e.Unreachable):
        await play(bench.model(kind, address=stub.refused_address().removesuffix("/v1")))


async def test_the_settings_button_tests_a_model_and_closing_leaves_nothing(server: OpenAIStub) -> None:
    entry = ProviderEntry(name="mine", kind="compatible", base_url=server.base_url, models=("stub-model",))
    catalog = Catalog(lambda: Settings(providers=(entry,)), lambda _name: KEY)
    await catalog.preload()
    assert library.loaded()
    assert gc.isenabled()
    await catalog.test("stub-model")
    server.enqueue(stub.status(401))
    with pytest.raises(e.BadKey):
        await catalog.test("mine/stub-model")
    assert server.chats[0].json["max_tokens"] == 16
    await catalog.close()
