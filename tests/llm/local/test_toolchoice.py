"""A choice of tool by constrained output: what is asked, what is read."""

from __future__ import annotations

import itertools
import json

import jsonschema
import pytest

from weclaw_desktop.core.messages import (
    Message,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    assistant,
    tool,
    user,
)
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.llm.local.toolchoice import (
    STEADY,
    Choice,
    answer_so_far,
    grammar,
    instruction,
    read_choice,
    response_format,
    written,
)

TOOLS = [
    {"type": "function", "function": {
        "name": "read_file", "description": "Reads a file.",
        "parameters": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]},
    }},
    {"type": "function", "function": {"name": "current_time", "description": "Tells the time."}},
]  # fmt: skip

FITTING = [
    {"tool": "read_file", "arguments": {"path": "a.txt"}},
    {"tool": "current_time", "arguments": {}},
    {"tool": "none", "answer": "你好"},
]


def test_the_instruction_names_every_tool_with_its_parameters() -> None:
    said = instruction(TOOLS)
    assert "- read_file(path): Reads a file." in said
    assert "- current_time(): Tells the time." in said
    assert said == instruction(list(TOOLS))


@pytest.mark.parametrize("step", FITTING)
def test_the_schema_admits_each_tool_and_an_answer(step: dict[str, object]) -> None:
    jsonschema.validate(step, response_format(TOOLS)["json_schema"]["schema"])


@pytest.mark.parametrize(
    "step",
    [
        {"tool": "rm", "arguments": {}},
        {"tool": "read_file", "arguments": {}},
        {"answer": "x", "tool": "read_file"},
        {"answer": "x"},
    ],
)
def test_the_schema_admits_nothing_else(step: dict[str, object]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(step, response_format(TOOLS)["json_schema"]["schema"])


def test_a_tool_can_be_demanded() -> None:
    schema = response_format(TOOLS, must=True)["json_schema"]["schema"]
    jsonschema.validate(FITTING[0], schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(FITTING[2], schema)
    alone = response_format(TOOLS[:1], must=True)["json_schema"]["schema"]
    assert alone["properties"]["tool"] == {"const": "read_file"}


def test_a_choice_is_read_back() -> None:
    found = read_choice(json.dumps(FITTING[0]), TOOLS)
    assert (found.name, json.loads(found.arguments), found.answer) == ("read_file", {"path": "a.txt"}, "")
    assert read_choice(json.dumps(FITTING[2]), TOOLS) == Choice(answer="你好")


@pytest.mark.parametrize(
    "reply",
    [
        '{"tool": "read_file", "argum',
        "Just words.",
        "5",
        "[]",
        '{"tool": "rm", "arguments": {}}',
        '{"tool": "read_file", "arguments": 5}',
    ],
)
def test_K7_a_reply_that_does_not_fit_is_an_answer_as_it_stands(reply: str) -> None:
    assert read_choice(reply, TOOLS) == Choice(answer=reply)


def test_an_answer_is_shown_as_it_grows() -> None:
    whole = json.dumps({"tool": "none", "answer": 'Say "你好" 😀\n\\ end'}, ensure_ascii=True)
    shown = [answer_so_far(whole[:length]) for length in range(len(whole) + 1)]
    assert shown[-1] == 'Say "你好" 😀\n\\ end'
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(shown))
    assert len(set(shown)) > 15
    assert answer_so_far('{\n  "tool": "none",\n  "answer": "line one\nand') == "line one\nand"


@pytest.mark.parametrize(
    "reply", ["", '{"tool": "read_file", "arguments": {"answer": "x"}}', "words", '{"tool": "none"']
)
def test_a_choice_of_tool_shows_nothing(reply: str) -> None:
    assert answer_so_far(reply) == ""


def shown(message: Message, number: int) -> RequestMessage:
    return RequestMessage(message.role, message.parts, f"m{number}", number)


def texts(request: ModelRequest) -> list[tuple[str, str]]:
    return [(m.role, "|".join(p.text for p in m.parts if isinstance(p, TextPart))) for m in request.messages]


def test_O3_a_request_is_written_as_the_model_reads_and_writes() -> None:
    log = (
        user("What is in a.txt?"),
        assistant("Let me see.", ToolCallPart("c", "read_file", '{"path": "a.txt"}')),
        tool("c", "read_file", "three {} words"),
        Message("assistant", (ReasoningPart("hm"), TextPart("Three words."))),
        user("现在几点？"),
        assistant("", ToolCallPart("d", "current_time", "broken")),
        tool("d", "current_time", "noon"),
    )
    system = (PromptSection("persona", "Be kind."), PromptSection("notice", "Cut.", stable=False))
    request = ModelRequest("local/m", system, tuple(shown(m, n) for n, m in enumerate(log)))
    made = written(request, TOOLS, "free")
    assert [section.key for section in made.system] == ["persona", "tools", "notice"]
    assert made.tools == ()
    assert made.temperature == STEADY
    assert texts(made) == [
        ("user", "What is in a.txt?"),
        ("assistant", 'Let me see.|{"tool": "read_file", "arguments": {"path": "a.txt"}}'),
        ("user", "<tool_response>\nthree {} words\n</tool_response>\nAnswer my question with this result."),
        ("assistant", '{"tool": "none"}\nThree words.'),
        ("user", "现在几点？"),
        ("assistant", '{"tool": "current_time", "arguments": {"value": "broken"}}'),
        ("user", "<tool_response>\nnoon\n</tool_response>\n请根据这个结果用中文回答我的问题。"),
    ]
    assert not any(isinstance(p, ToolCallPart | ToolResultPart) for m in made.messages for p in m.parts)
    other = written(request, TOOLS, "schema")
    assert texts(other)[3][1] == '{"tool": "none", "answer": "Three words."}'


def test_the_head_of_a_written_request_is_the_same_at_every_call() -> None:
    request = ModelRequest("local/m", (PromptSection("persona", "Be kind."),), (shown(user("hi"), 1),), temperature=0.7)
    later = written(request, TOOLS, "free")
    assert later.system == written(ModelRequest("local/m", request.system, ()), TOOLS, "free").system
    assert later.temperature == 0.7


def test_the_grammar_names_the_tools() -> None:
    assert 'name ::= "read_file" | "current_time"' in grammar(TOOLS)


def test_O3_without_a_plausible_tool_the_grammar_leaves_only_an_answer() -> None:
    assert grammar([]).startswith("root ::= none\nnone ::= ")
    assert "call" not in grammar([])
