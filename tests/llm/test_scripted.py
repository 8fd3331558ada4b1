"""The scripted model keeps its script, its history and its pace."""

from __future__ import annotations

import time

import pytest

from weclaw_desktop.core.errors import InputError, ServerFault
from weclaw_desktop.core.messages import TextPart
from weclaw_desktop.core.models import ModelSpec, Price, Usage
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.stream import CallDelta, Finished, ModelEvent, ReasoningDelta, TextDelta, UsageReported
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.scripted import Reply, ScriptedModel, ScriptedModels, say
from weclaw_desktop.llm.scripted_text import HEADINGS


def ask(words: str, purpose: str = "reply") -> ModelRequest:
    message = RequestMessage("user", (TextPart(words),), "m1", 1)
    return ModelRequest("demo/scripted", (PromptSection("persona", "Be kind."),), (message,), purpose=purpose)


async def play(model: ScriptedModel, request: ModelRequest) -> list[ModelEvent]:
    return [event async for event in model.stream(request)]


async def test_enqueued_replies_come_first_and_in_order() -> None:
    model = ScriptedModel()
    model.enqueue("one", say("two", ("read_file", {"path": "数据.txt"}), reasoning="hm"), lambda r: r.model)
    first, second, third, fourth = [await play(model, ask("hello")) for _ in range(4)]
    assert "".join(e.text for e in first if isinstance(e, TextDelta)) == "one"
    assert isinstance(second[0], ReasoningDelta)
    calls = [e for e in second if isinstance(e, CallDelta)]
    assert calls[0].name == "read_file"
    assert "".join(c.arguments for c in calls) == '{"path": "数据.txt"}'
    assert second[-1] == Finished("tool_calls")
    assert "".join(e.text for e in third if isinstance(e, TextDelta)) == "demo/scripted"
    assert "hello" in "".join(e.text for e in fourth if isinstance(e, TextDelta))
    assert len(model.history) == 4


async def test_usage_follows_the_request_and_the_factor() -> None:
    price = Price("CNY", 2.0, 8.0)
    spec = ModelSpec("demo", "priced", 32_768, "table", price=price)
    plain, dearer = ScriptedModel(spec), ScriptedModel(usage_factor=1.25)
    usages: list[Usage] = []
    for model in (plain, dearer):
        usages.extend(e.usage for e in await play(model, ask("word " * 400)) if isinstance(e, UsageReported))
    assert usages[0].prompt > 400
    assert usages[1].prompt == pytest.approx(1.25 * usages[0].prompt, abs=1)
    assert usages[0].currency == "CNY"
    assert usages[0].cost == pytest.approx((usages[0].prompt * 2 + usages[0].completion * 8) / 1e6)


async def test_a_failure_may_come_half_way() -> None:
    model = ScriptedModel()
    model.enqueue(say("half of", error=ServerFault(text("llm.server_fault", provider="Demo"))))
    stream = model.stream(ask("x"))
    assert await anext(stream) == TextDelta("half")
    assert await anext(stream) == TextDelta(" of")
    with pytest.raises(ServerFault):
        await anext(stream)


async def test_the_rate_is_kept_and_a_reader_may_leave() -> None:
    model = ScriptedModel(rate=200)
    model.enqueue(say("word" * 40))
    started = time.perf_counter()
    await play(model, ask("x"))
    assert 0.15 < time.perf_counter() - started < 1.5
    model.enqueue(say("word" * 400))
    stream = model.stream(ask("x"))
    await anext(stream)
    assert model.running == 1
    await stream.aclose()
    assert (model.running, model.cancelled) == (0, 1)


async def test_the_summary_is_made_of_the_sources_own_sentences() -> None:
    source = "I want to move to Oslo. My budget is 1,250 EUR. We decided on route 7 because it is short.\n" * 3
    events = await play(ScriptedModel(), ask(source, "summary"))
    summary = "".join(e.text for e in events if isinstance(e, TextDelta))
    assert [line[3:] for line in summary.splitlines() if line.startswith("## ")] == list(HEADINGS["en"])
    assert all(line[2:] in source for line in summary.splitlines() if line.startswith("- "))
    chinese = await play(ScriptedModel(), ask("我想去北京旅行。预算是三千元。", "summary"))
    assert "## 目标\n- 我想去北京旅行。" in "".join(e.text for e in chinese if isinstance(e, TextDelta))
    titles = await play(ScriptedModel(), ask("Plan my trip to Oslo in the coming winter", "title"))
    assert "".join(e.text for e in titles if isinstance(e, TextDelta)) == "Plan my trip to Oslo in"


async def test_models_are_found_by_full_or_unique_name() -> None:
    models = ScriptedModels(
        ScriptedModel(ModelSpec("a", "one")), ScriptedModel(ModelSpec("b", "one")), ScriptedModel(ModelSpec("b", "two"))
    )
    assert models.spec("b/one").id == "b/one"
    assert models.spec("two").id == "b/two"
    with pytest.raises(InputError, match="a/one, b/one"):
        models.spec("one")
    with pytest.raises(InputError, match="provider/name"):
        models.spec("three")
    assert models.learn_limit("two", 4_000, "window").window == 4_000
    assert models.spec("two").window_source == "learnt"
    models.learn_limit("two", 500, "output")
    models.learn_limit("two", 3_000, "input")
    assert (models.spec("two").max_output, models.spec("two").max_input) == (500, 3_000)
    await models.open("two").warm(ask("x"))
    assert len(models.scripted("two").warmed) == 1
    await models.close()
    assert models.closed


async def test_a_reply_may_report_its_own_usage_and_finish() -> None:
    model = ScriptedModel()
    model.enqueue(Reply((TextDelta("cut"),), usage=Usage(prompt=7), finish="length"))
    assert await play(model, ask("x")) == [TextDelta("cut"), UsageReported(Usage(prompt=7)), Finished("length")]
