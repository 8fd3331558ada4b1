"""The embedded model speaks through the same port, shows how far it has read, and needs no litellm."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from weclaw_desktop.core.errors import LocalModelError
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec, ToolSpec
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.stream import CallDelta, Finished, ModelEvent, Reading, TextDelta, UsageReported
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.client import LoopThread
from weclaw_desktop.llm.local.model import LocalModel
from weclaw_desktop.llm.local.readings import Speeds
from weclaw_desktop.llm.local_client import EmbeddedModel

SPEC = ModelSpec("local", "tiny", 8_192, "server", max_output=8_192, tools=False, local=True, encoder="qwen")
ASK = ModelRequest(
    "local/tiny",
    (PromptSection("persona", "Be kind."),),
    (RequestMessage("user", (TextPart("hi"),), "m1"),),
    load=12,
    max_output=50,
    temperature=0.3,
    response_schema={"type": "object"},
)


class Runner:
    """Stands where the embedded model's runner stands."""

    def __init__(self, *chunks: dict[str, Any], error: LocalModelError | None = None) -> None:
        self.chunks = chunks
        self.error = error
        self.speeds = Speeds(prompt=50.0)
        self.bodies: list[Mapping[str, Any]] = []
        self.warmed: list[Sequence[Mapping[str, Any]]] = []
        self.closed = False

    async def stream(
        self, name: str, body: Mapping[str, Any], on_reading: Callable[..., None] = lambda _: None
    ) -> AsyncGenerator[dict[str, Any], None]:
        assert name == "tiny"
        self.bodies.append(body)
        try:
            for chunk in self.chunks:
                yield chunk
            if self.error is not None:
                raise self.error
        finally:
            self.closed = True

    async def warm(self, name: str, messages: Sequence[Mapping[str, Any]]) -> bool:
        assert name == "tiny"
        self.warmed.append(messages)
        return True


@pytest.fixture
async def thread() -> AsyncIterator[LoopThread]:
    made = LoopThread()
    yield made
    await made.close()


def model(runner: Runner, thread: LoopThread) -> EmbeddedModel:
    return EmbeddedModel(lambda: SPEC, cast("LocalModel", runner), thread)


async def play(embedded: EmbeddedModel) -> list[ModelEvent]:
    return [event async for event in embedded.stream(ASK)]


def delta(content: str, finish: str | None = None) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}]}


async def test_reading_is_shown_before_the_answer(thread: LoopThread) -> None:
    progress = {"total": 756, "cache": 10, "processed": 410, "time_ms": 8_000}
    usage = {"choices": [], "usage": {"prompt_tokens": 756, "completion_tokens": 2}}
    runner = Runner({"choices": [], "prompt_progress": progress}, delta("hel"), delta("lo", "stop"), usage)
    events = await play(model(runner, thread))
    assert events[0] == Reading(410, 756, 7.0)
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "hello"
    reported = next(event.usage for event in events if isinstance(event, UsageReported))
    assert (reported.prompt, reported.completion, reported.cost, reported.estimated) == (756, 2, None, False)
    assert events[-1] == Finished("stop")
    body = runner.bodies[0]
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert (body["max_tokens"], body["temperature"]) == (50, 0.3)
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert runner.closed


async def test_O3_tools_are_told_in_words_and_a_call_comes_back_as_a_call(thread: LoopThread) -> None:
    tools = (ToolSpec("current_time", "Tells the time.", {}),)
    runner = Runner(delta('{"tool": "current'), delta('_time", "arguments": {}}', "stop"))
    embedded = model(runner, thread)
    events = [event async for event in embedded.stream(replace(ASK, tools=tools, response_schema=None))]
    assert [event for event in events if isinstance(event, TextDelta)] == []
    assert CallDelta(0, "call_0", "current_time", "{}") in events
    assert events[-1] == Finished("tool_calls")
    body = runner.bodies[0]
    assert "- current_time(): Tells the time." in body["messages"][0]["content"]
    assert "current_time" in body["grammar"]
    assert "tools" not in body
    await embedded.warm(ModelRequest("local/tiny", ASK.system, (), tools))
    assert runner.warmed[0][0] == body["messages"][0]


async def test_O3_a_plain_answer_is_shown_without_the_choice(thread: LoopThread) -> None:
    runner = Runner(delta('{"tool": "none"}\n'), delta("2 + 2 "), delta("is 4.", "stop"))
    request = replace(ASK, tools=(ToolSpec("current_time", "", {}),), response_schema=None)
    events = [event async for event in model(runner, thread).stream(request)]
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "2 + 2 is 4."
    assert events[-1] == Finished("stop")


async def test_a_runner_without_usage_gives_a_marked_estimate(thread: LoopThread) -> None:
    events = await play(model(Runner(delta("hello world", "length")), thread))
    reported = next(event.usage for event in events if isinstance(event, UsageReported))
    assert (reported.prompt, reported.estimated) == (12, True)
    assert events[-1] == Finished("length")


async def test_what_goes_wrong_is_told_as_it_is(thread: LoopThread) -> None:
    error = LocalModelError(text("local.out_of_memory", model="tiny"))
    with pytest.raises(LocalModelError, match="memory"):
        await play(model(Runner(error=error), thread))


async def test_leaving_ends_the_request(thread: LoopThread) -> None:
    runner = Runner(*[delta("word ")] * 5)
    stream = model(runner, thread).stream(ASK)
    await anext(stream)
    await stream.aclose()
    assert runner.closed


async def test_the_head_is_read_ahead_and_no_more(thread: LoopThread) -> None:
    runner = Runner()
    await model(runner, thread).warm(ModelRequest("local/tiny", ASK.system, ()))
    assert runner.warmed == [[{"role": "system", "content": "Be kind."}]]
    await model(runner, thread).warm(ModelRequest("local/tiny", (), ()))
    assert len(runner.warmed) == 1
