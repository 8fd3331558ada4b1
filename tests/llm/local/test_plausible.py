"""A small model may choose a tool only where the user's words point at one (fault O3)."""

from __future__ import annotations

import pytest

from weclaw_desktop.core.messages import TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.llm.local.plausible import plausible
from weclaw_desktop.tools.current_time import SPEC as TIME
from weclaw_desktop.tools.list_folder import SPEC as LIST
from weclaw_desktop.tools.read_file import SPEC as READ
from weclaw_desktop.tools.recall import SPEC as RECALL

TOOLS = (READ, LIST, TIME, RECALL)
FILES = ("read_file", "list_folder")


def said(text: str) -> RequestMessage:
    return RequestMessage("user", (TextPart(text),), source="m1")


def chosen(*messages: RequestMessage, tools: tuple[ToolSpec, ...] = TOOLS) -> tuple[str, ...]:
    return plausible(ModelRequest("local/x", (), messages, tools))


@pytest.mark.parametrize(
    "ask",
    [
        "Name two rivers in France, in one sentence.", "用一句话说出法国的两条河流。", "hello", "你好",
        "Which is larger, 3/4 or 2/3?", "What is 2+2?", "写一首关于秋天的短诗", "Who wrote Hamlet?",
        "How do I list files in Linux?", "推荐三本科幻小说", "什么是机器学习？", "A yes and/or no will do.",
        "It costs 4.7 or so.",
    ],
)  # fmt: skip
def test_O3_what_needs_no_tool_gets_none(ask: str) -> None:
    assert chosen(said(ask)) == ()


@pytest.mark.parametrize(
    ("ask", "tools"),
    [
        ("What time is it?", ("current_time",)),
        ("现在几点了？", ("current_time",)),
        ("今天是几月几号？", ("current_time",)),
        ("Read /srv/notes.txt and tell me what it says.", FILES),
        ("请读取 /srv/报告.txt 的内容", FILES),
        ("Open ~/todo.md", FILES),
        (r"What is in C:\Users\li\docs?", FILES),
        ("List the files in my downloads", FILES),
        ("列出这个文件夹里的内容", FILES),
        ("打开我的日志", FILES),
        ("What did I say earlier?", ("recall",)),
        ("我之前提到的地址是什么？", ("recall",)),
    ],
)
def test_O3_words_that_ask_for_a_tool_open_it(ask: str, tools: tuple[str, ...]) -> None:
    assert chosen(said(ask)) == tools


def test_a_turn_goes_on_with_the_tools_it_used_and_the_ask_before_it_counts() -> None:
    call = RequestMessage("assistant", (ToolCallPart("c", "list_folder", "{}"),), "m2")
    result = RequestMessage("tool", (ToolResultPart("c", "list_folder", "a.txt"),), "m3")
    assert chosen(said("hm"), call, result) == ("list_folder",)
    assert chosen(said("Read /srv/a.txt"), said("And the other one?")) == FILES
    assert chosen(said("Read /srv/a.txt"), said("thanks"), said("hello")) == ()


def test_recall_makes_sense_wherever_messages_are_hidden_and_tools_without_cues_always() -> None:
    block = RequestMessage("user", (TextPart("Read /srv/old.txt earlier"),))
    assert chosen(block, said("hello")) == ("recall",)
    stranger = ToolSpec("mcp__weather", "Tells the weather.", {})
    assert chosen(said("hello"), tools=(stranger, READ)) == ("mcp__weather",)
    assert chosen() == ()
