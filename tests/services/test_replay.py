"""Replay plays a transcript as live: calls, compactions, events, prefix, final request."""

from __future__ import annotations

import json

import pytest

from weclaw_desktop.core.errors import CannotFit, InputError
from weclaw_desktop.core.models import ModelSpec, ToolSpec
from weclaw_desktop.core.request import ModelRequest
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.services.replay import ReplayOptions, ReplayResult, Seen, language_of, replay
from weclaw_desktop.services.takes import Takes
from weclaw_desktop.services.transcripts import Transcript, read
from weclaw_desktop.services.wire import to_openai

FILLER = "There is little to say about the weather of this harbour, and yet we say it at length. "


def conversation(turns: int, *, tools: bool = True) -> Transcript:
    """A made-up chat about berths; every turn says something new."""
    messages: list[dict[str, object]] = [{"role": "system", "content": "You run a harbour."}]
    for turn in range(turns):
        messages.append({"role": "user", "content": f"Is berth B{turn} free for boat boat_{turn}? " + FILLER})
        if tools:
            call = {"id": "call_0", "function": {"name": "look_up", "arguments": json.dumps({"berth": f"B{turn}"})}}
            messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
            rows = json.dumps(
                [{"day": d, "berth": f"B{turn}", "price": turn * 7 + d, "note": f"{d} {FILLER}"} for d in range(4)]
            )
            messages.append({"role": "tool", "tool_call_id": "call_0", "content": rows})
        messages.append({"role": "assistant", "content": f"Berth B{turn} is free at {turn * 7} crowns. " + FILLER})
    messages.append({"role": "user", "content": "Which berth did I ask for first?"})
    return read(json.dumps({"messages": messages, "tools": [{"name": "look_up"}]}))[0]


def played(turns: int = 60, **options: object) -> ReplayResult:
    return replay(conversation(turns), ReplayOptions(window=8_192, **options))  # pyright: ignore[reportArgumentType] -- fields of ReplayOptions


def breaks(result: ReplayResult) -> int:
    pairs = zip(result.calls, result.calls[1:], strict=False)
    return sum(now.shared_prefix_tokens < before.tokens for before, now in pairs)


@pytest.mark.parametrize(("strategy", "threshold", "hard"), [("pipeline", 3_456, 5_184), ("layered", 5_530, 6_359)])
def test_W4_a_strategy_with_a_share_of_its_own_acts_at_it(strategy: str, threshold: int, hard: int) -> None:
    for summarizer in ("none", "scripted"):
        result = played(strategy=strategy, summarizer=summarizer)
        assert {(call.threshold, call.hard) for call in result.calls} == {(threshold, hard)}
        assert all(call.tokens <= call.hard for call in result.calls)
        assert len(result.compactions) > 0
        assert breaks(result) <= len(result.compactions)
        methods = {compaction.method for compaction in result.compactions}
        assert ("model" in methods) == (summarizer == "scripted")


@pytest.mark.parametrize("strategy", ["adaptive", "truncate", "off"])
def test_no_request_is_above_its_hard_line_and_prefixes_break_once_a_pass(strategy: str) -> None:
    result = played(strategy=strategy)
    assert len(result.calls) == 120
    assert all(call.tokens <= call.hard == 6_359 for call in result.calls)
    assert all(call.threshold == 5_184 and call.tier == "S" for call in result.calls)
    assert len(result.compactions) > 0
    assert breaks(result) <= len(result.compactions)
    assert result.final_request[0]["role"] == "system"
    assert result.final_request[-1] == {"role": "user", "content": "Which berth did I ask for first?"}


def test_the_document_has_the_keys_of_the_command_line() -> None:
    data = played().to_json()
    assert set(data) >= {"calls", "compactions", "final_request", "notices", "totals"}
    assert json.loads(json.dumps(data))["totals"].keys() == {
        "calls", "tokens_sent", "cached_tokens", "peak_tokens", "compactions", "engine_ms",
    }  # fmt: skip
    assert set(data["calls"][0]) == {"index", "tokens", "shared_prefix_tokens", "tier", "threshold", "hard", "event"}  # pyright: ignore[reportIndexIssue] -- JSON
    assert set(data["compactions"][0]) == {"at_call", "method", "tokens_before", "tokens_after", "ms"}  # pyright: ignore[reportIndexIssue] -- JSON


def test_the_notice_tells_the_model_and_the_facts_stay() -> None:
    result = played()
    assert "a summary (by code) stands in" in result.notices[-1]
    sent = json.dumps(result.final_request)
    assert sum(f"boat_{turn}" in sent for turn in range(60)) >= 50
    assert {None, "apply"} <= {call.event for call in result.calls} <= {None, "apply", "passes"}


def test_a_scripted_summariser_prepares_ahead_and_its_words_stand_in_the_block() -> None:
    result = played(summarizer="scripted")
    assert {"prepare", "apply"} <= {call.event for call in result.calls}
    assert "model" in {compaction.method for compaction in result.compactions}
    assert "Summary by a model:" in json.dumps(result.final_request)
    assert "(by a model)" in result.notices[-1]


def test_L1_a_summariser_that_fails_leaves_the_static_rung() -> None:
    result = played(summarizer="other", summarise=lambda prompt, limit: "Sorry, I cannot do that.")
    assert {compaction.method for compaction in result.compactions} == {"static"}
    assert "static" in {call.event for call in result.calls}


def test_S5_a_repair_is_asked_for_once() -> None:
    asked: list[str] = []

    def reply(prompt: object, limit: int) -> str:
        asked.append(str(prompt))
        return "" if len(asked) % 2 else "The user asks whether berth B1 is free."

    result = played(30, summarizer="other", summarise=reply)
    assert "model" in {compaction.method for compaction in result.compactions}
    assert "These notes cannot be used: the model wrote nothing." in asked[1]


def test_passes_alone_are_told_as_such() -> None:
    rows = "nothing of note in this long line of output\n" * 60
    steps = [{"role": "user", "content": "Look at all of it."}]
    for number in range(16):
        call = {"id": f"c{number}", "function": {"name": "bash", "arguments": json.dumps({"command": f"ls {number}"})}}
        steps.append({"role": "assistant", "tool_calls": [call]})  # pyright: ignore[reportArgumentType] -- JSON
        steps.append({"role": "tool", "tool_call_id": f"c{number}", "content": f"{number}\n{rows}"})
    result = replay(read(json.dumps(steps))[0], ReplayOptions(window=8_192))
    assert "passes" in {call.event for call in result.calls} or not result.compactions


def test_no_call_before_the_user_spoke_and_consecutive_answers_are_one() -> None:
    messages = [("assistant", "welcome"), ("user", "hi"), ("assistant", "a"), ("assistant", "b"), ("user", "bye")]
    result = replay(read(json.dumps([{"role": r, "content": c} for r, c in messages]))[0])
    assert len(result.calls) == 1
    assert "welcome" in json.dumps(result.final_request)


def test_a_request_that_cannot_fit_is_refused() -> None:
    big = json.dumps([{"role": "system", "content": FILLER * 900}, {"role": "user", "content": "hi"}])
    with pytest.raises(CannotFit):
        replay(read(big)[0], ReplayOptions(window=8_192))


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(InputError):
        replay(conversation(1), ReplayOptions(strategy="magic"))


def test_the_language_and_the_model_are_taken_from_what_is_given() -> None:
    chinese = read(json.dumps([{"role": "user", "content": "请问泊位还有空吗？"}]))[0]
    assert language_of(chinese) == "zh"
    assert language_of(conversation(1)) == "en"
    spec = ModelSpec("p", "m", window=50_000, encoder="cl100k_base")
    assert ReplayOptions(model=spec).spec() == spec
    assert ReplayOptions(model=spec, window=9_000).spec().window == 9_000


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    replay(conversation(2), None, lambda done, total: heard.append((done, total)))
    assert heard[-1] == (10, 10)


def with_tools(count: int) -> Transcript:
    """The chat above with many tools, the last of which it calls."""
    spoken = conversation(12)
    many = tuple(
        ToolSpec(f"tool{n}", "It does something that takes a few words to say. " * 3, {}) for n in range(count)
    )
    return Transcript(spoken.messages, (*many, *spoken.tools))


@pytest.mark.parametrize("window", [8_192, 32_768])
def test_M3_schemas_too_large_for_the_window_are_withdrawn_and_what_is_called_is_on_offer(window: int) -> None:
    requests: list[ModelRequest] = []
    result = replay(with_tools(2_000), ReplayOptions(window=window), observe=lambda seen: requests.append(seen.request))
    assert len(result.calls) == 24
    counter = counter_for("o200k_base")
    for request in requests:
        heads = sum(section.tokens for section in request.system)
        assert heads + counter.tools(request.tools) <= 0.35 * result.thresholds.threshold
    for call, request in zip(result.calls, requests, strict=False):
        calls = call.index % 2 == 0
        assert not calls or "look_up" in [tool.name for tool in request.tools]
    assert result.to_json()["tools"] == {"given": 2_001, "withdrawn": result.withdrawn}
    assert result.withdrawn > 1_900
    assert breaks(result) <= len(result.compactions)


def test_tools_that_fit_are_all_offered() -> None:
    assert played().to_json()["tools"] == {"given": 1, "withdrawn": 0}


def test_an_observer_sees_every_request_in_full() -> None:
    seen: list[Seen] = []
    result = replay(conversation(60), ReplayOptions(window=8_192), observe=seen.append)
    assert [look.call for look in seen] == [*result.calls, None]
    assert [look.request.load for look in seen[:-1]] == [call.tokens for call in result.calls]
    assert all(look.request.messages[-1].source == look.state.log[-1].id for look in seen)
    assert to_openai(seen[-1].request) == result.final_request


@pytest.mark.parametrize("strategy", ["adaptive", "pipeline", "layered", "truncate", "off"])
def test_replays_that_share_their_takes_send_what_lone_ones_send(strategy: str) -> None:
    takes, transcript = Takes(), conversation(60)
    replay(transcript, ReplayOptions(window=16_384, strategy="pipeline"), takes=takes)
    for window in (8_192, 32_768):
        options = ReplayOptions(window=window, strategy=strategy)
        alone, shared = replay(transcript, options), replay(transcript, options, takes=takes)
        assert shared.calls == alone.calls
        assert shared.final_request == alone.final_request
        assert [record.block for record in shared.records] == [record.block for record in alone.records]
