"""Requests are legal for every provider, whatever the log holds."""

from __future__ import annotations

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weclaw_desktop.core.messages import (
    AttachmentPart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.llm.dialects import DIALECTS, dialect_for
from weclaw_desktop.llm.wire import arguments_object, fit_id, keeps_thinking, wire_messages, wire_tools

SYSTEM = (PromptSection("persona", "Be kind."), PromptSection("notice", "[Context] …", stable=False))


def user(text: str, **fields: object) -> RequestMessage:
    return RequestMessage("user", (TextPart(text),), "u", **fields)  # type: ignore[arg-type]  # test shorthand


def said(*parts: Part, form: str = "verbatim") -> RequestMessage:
    return RequestMessage("assistant", parts, "a", form=form)  # type: ignore[arg-type]  # test shorthand


def result(call: str, text: str) -> RequestMessage:
    return RequestMessage("tool", (ToolResultPart(call, "f", text),), "t")


def request(*messages: RequestMessage, **fields: object) -> ModelRequest:
    return ModelRequest("p/m", SYSTEM, messages, **fields)  # type: ignore[arg-type]  # test shorthand


def roles(wire: list[dict[str, object]]) -> list[object]:
    return [m["role"] for m in wire]


CALL = ToolCallPart("m3_0", "f", '{"a": 1}')
BLOCK = RequestMessage("user", (TextPart("summary"),), form="block")
NOTED = RequestMessage("assistant", (TextPart("Noted."),), form="ack")


@pytest.mark.parametrize("name", DIALECTS)
def test_K8_a_summary_before_a_function_call_is_legal(name: str) -> None:
    wire = wire_messages(request(BLOCK, NOTED, said(CALL), result("m3_0", "1")), DIALECTS[name])
    assert roles(wire) == ["system", "user", "assistant", "tool"]
    calling = wire[2]
    assert isinstance(calling["tool_calls"], list)
    assert "Noted." in str(calling["content"])


@pytest.mark.parametrize("name", DIALECTS)
def test_K8_no_request_ends_or_opens_on_a_summary(name: str) -> None:
    assert roles(wire_messages(request(BLOCK, NOTED), DIALECTS[name]))[-1] == "user"
    assert roles(wire_messages(request(NOTED, user("hi")), DIALECTS[name]))[:2] == ["system", "user"]
    assert roles(wire_messages(request(), DIALECTS[name])) == ["system", "user"]


@pytest.mark.parametrize("name", [name for name, dialect in DIALECTS.items() if dialect.alternate])
def test_K8_colliding_roles_are_joined_where_roles_must_alternate(name: str) -> None:
    wire = wire_messages(
        request(BLOCK, user("one"), user("two"), said(TextPart("x")), said(TextPart("y")), user("z")), DIALECTS[name]
    )
    assert roles(wire) == ["system", "user", "assistant", "user"]
    assert "summary\n\none\n\ntwo" in json.dumps(wire[1]["content"], ensure_ascii=False).replace("\\n", "\n")


def test_K8_users_stay_apart_where_they_may() -> None:
    wire = wire_messages(request(BLOCK, user("one")), DIALECTS["openai"])
    assert [m["content"] for m in wire[1:]] == ["summary", "one"]


THOUGHT = ReasoningPart("I think", None, "deepseek")
SIGNED = ReasoningPart("I think", "sig", "anthropic")


@pytest.mark.parametrize(
    ("name", "part", "where"),
    [
        ("deepseek", THOUGHT, "reasoning_content"),
        ("zhipu", ReasoningPart("I think", None, "zhipu"), "reasoning_content"),
        ("moonshot", ReasoningPart("I think"), "reasoning_content"),
        ("openrouter", ReasoningPart("I think"), "reasoning"),
        ("minimax", ReasoningPart("I think"), "reasoning_details"),
        ("anthropic", SIGNED, "thinking_blocks"),
    ],
)
def test_K9_thinking_of_the_tool_loop_travels_back(name: str, part: ReasoningPart, where: str) -> None:
    wire = wire_messages(
        request(user("q"), said(part, CALL), result("m3_0", "1")), DIALECTS[name], provider=part.provider or "any"
    )
    assert "I think" in json.dumps(wire[2][where])


@pytest.mark.parametrize("name", ["openai", "qwen", "ollama", "compatible", "local", "siliconflow", "hunyuan"])
def test_K9_thinking_is_stripped_where_it_is_refused(name: str) -> None:
    wire = wire_messages(request(user("q"), said(ReasoningPart("I think"), CALL), result("m3_0", "1")), DIALECTS[name])
    assert "I think" not in json.dumps(wire)


@pytest.mark.parametrize("name", DIALECTS)
def test_K9_thinking_of_finished_answers_never_travels(name: str) -> None:
    parts = (ReasoningPart("I think", "sig", name), TextPart("yes"))
    assert "I think" not in json.dumps(
        wire_messages(request(user("q"), said(*parts), user("r")), DIALECTS[name], provider=name)
    )


def test_K9_thinking_of_earlier_turns_stays_behind_with_deepseek_and_goes_with_kimi() -> None:
    turns = (user("q"), said(ReasoningPart("I think"), CALL), result("m3_0", "1"), said(TextPart("yes")), user("r"))
    assert "I think" not in json.dumps(wire_messages(request(*turns), DIALECTS["deepseek"]))
    assert "I think" in json.dumps(wire_messages(request(*turns), DIALECTS["moonshot"]))


def test_K9_blocks_without_signature_or_of_another_provider_are_stripped() -> None:
    unsigned = request(user("q"), said(ReasoningPart("I think", None, "anthropic"), CALL), result("m3_0", "1"))
    foreign = request(user("q"), said(ReasoningPart("I think", "sig", "gemini"), CALL), result("m3_0", "1"))
    signed = request(user("q"), said(SIGNED, CALL), result("m3_0", "1"))
    for sent in (unsigned, foreign):
        assert "I think" not in json.dumps(wire_messages(sent, DIALECTS["anthropic"], provider="anthropic"))
        assert not keeps_thinking(sent, DIALECTS["anthropic"], "anthropic")
    assert keeps_thinking(signed, DIALECTS["anthropic"], "anthropic")
    assert keeps_thinking(unsigned, DIALECTS["deepseek"], "deepseek")
    assert keeps_thinking(request(user("q")), DIALECTS["anthropic"], "anthropic")


def test_K9_geminis_signature_rides_on_the_call() -> None:
    sent = request(user("q"), said(ReasoningPart("", "c2ln", "g"), CALL), result("m3_0", "1"))
    call = wire_messages(sent, DIALECTS["gemini"], provider="g")[2]["tool_calls"]
    assert isinstance(call, list)
    assert call[0]["provider_specific_fields"] == {"thought_signature": "c2ln"}


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("", {}),
        ("null", {}),
        ("[1]", {"value": [1]}),
        ('"x"', {"value": "x"}),
        ('{"a": ', {"value": '{"a": '}),
        ('{"a": "二"}', {"a": "二"}),
        ("3", {"value": 3}),
    ],
)
def test_K7_arguments_are_always_an_object(raw: str, expected: object) -> None:
    assert json.loads(arguments_object(raw)) == expected


def test_ids_fit_and_stay_the_same() -> None:
    assert fit_id("m3_0", 40) == "m3_0"
    assert fit_id("call_" + "x" * 60, 40) == fit_id("call_" + "x" * 60, 40)
    assert len(fit_id("call_" + "x" * 60, 40)) <= 40
    assert fit_id("a b", 9) != fit_id("a c", 9)
    assert len(fit_id("", 9)) == 9


def test_empty_content_is_named() -> None:
    wire = wire_messages(request(user(""), said(CALL), result("m3_0", "  "), said(), user("x")), DIALECTS["anthropic"])
    assert wire[1]["content"] == "(empty)"
    assert wire[2]["content"] is None
    assert wire[3]["content"] == "(no output)"
    assert wire[4]["content"] == "(empty)"


def test_cache_marks_stand_after_the_stable_system_the_block_and_the_last_message() -> None:
    wire = wire_messages(request(BLOCK, NOTED, user("hi")), DIALECTS["anthropic"])
    marked = [m["role"] for m in wire if "cache_control" in json.dumps(m)]
    assert marked == ["system", "assistant", "user"]
    system = wire[0]["content"]
    assert isinstance(system, list)
    assert ["cache_control" in part for part in system] == [True, False]
    tail = wire_messages(request(user("q"), said(CALL), result("m3_0", "1")), DIALECTS["anthropic"])[-1]
    assert "cache_control" in json.dumps(tail)
    assert "cache_control" not in json.dumps(wire_messages(request(BLOCK, NOTED, user("hi")), DIALECTS["openai"]))


def test_pictures_and_files() -> None:
    picture = AttachmentPart("image", "p.png", "image/png", 3, "aa", 10, 10)
    paper = AttachmentPart("file", "n.txt", "text/plain", 5, "bb", text="hello")
    message = RequestMessage("user", (TextPart("look"), picture, paper), "u")
    content = wire_messages(request(message), DIALECTS["openai"], read=lambda _: b"abc")[1]["content"]
    assert isinstance(content, list)
    assert content[0] == {"type": "text", "text": "look\n\n[n.txt]\nhello"}
    assert content[1]["image_url"]["url"] == "data:image/png;base64,YWJj"
    gone = wire_messages(request(message), DIALECTS["anthropic"], read=lambda _: None)[1]["content"]
    assert "[p.png]" in json.dumps(gone)


def test_C3_base64_in_a_result_is_not_sent_again_as_text() -> None:
    import base64
    import random

    blob = base64.b64encode(random.Random(4).randbytes(30_000)).decode()
    wire = wire_messages(request(user("q"), said(CALL), result("m3_0", f"png: {blob}")), DIALECTS["openai"])
    assert len(json.dumps(wire)) < 1_000
    assert "30,000 bytes" in json.dumps(wire)


def test_tools_in_openai_shape() -> None:
    spec = ToolSpec("f", "Does.", {"type": "object", "properties": {}})
    assert wire_tools(request(tools=(spec,)))[0]["function"] == {
        "name": "f",
        "description": "Does.",
        "parameters": {"type": "object", "properties": {}},
    }
    assert dialect_for("nobody") is DIALECTS["compatible"]


TEXTS = st.text(st.characters(), max_size=20)


@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant"]), TEXTS), max_size=8), st.sampled_from(sorted(DIALECTS))
)
def test_any_text_can_be_sent(turns: list[tuple[str, str]], name: str) -> None:
    messages = [RequestMessage(role, (TextPart(text),), "x") for role, text in turns]  # type: ignore[arg-type]  # drawn
    wire = wire_messages(request(*messages), DIALECTS[name])
    encoded = json.dumps(wire, ensure_ascii=False).encode("utf-8")
    assert b"\\u0000" not in encoded
    assert wire[1]["role"] == "user"
    assert wire[-1]["role"] == "user"
    if DIALECTS[name].alternate:
        assert all(a["role"] != b["role"] for a, b in itertools.pairwise(wire))


@pytest.mark.parametrize("nasty", ["<|endoftext|>", "a\0b", "\ud800", "x\udc00y", "\ud83d\ude00"])
def test_hostile_characters_are_made_sendable(nasty: str) -> None:
    call = ToolCallPart("c", "f", json.dumps({"a": nasty}, ensure_ascii=False))
    wire = wire_messages(request(user(nasty), said(call), result("c", nasty)), DIALECTS["openai"])
    encoded = json.dumps(wire, ensure_ascii=False).encode("utf-8")
    assert b"\0" not in encoded
    if nasty.startswith("<"):
        assert nasty.encode() in encoded
