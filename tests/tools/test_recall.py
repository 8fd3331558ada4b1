"""The recall tool: what it takes as an id, as words, and what it refuses."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.ports import ChatTool
from weclaw_desktop.core.text import Text, render
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.tools.current_time import CurrentTime
from weclaw_desktop.tools.recall import SPEC, RecallTool


class Book:
    """Answers with what it was asked."""

    async def __call__(self, chat_id: str, asked: str, *, bare: bool = False, page: int = 1) -> str | Text:
        return f"{chat_id} {asked} {bare} {page}"


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        ({"query": "blue door"}, "blue door False 1"),
        ({"id": "m12", "query": "ignored"}, "m12 True 1"),
        ({"id": 12}, "12 True 1"),
        ({"id": "", "span": "m3-m9", "page": "2"}, "m3-m9 True 2"),
        ({"query": "12", "page": 3.0}, "12 False 3"),
    ],
)
async def test_what_is_asked(arguments: Mapping[str, object], asked: str) -> None:
    tool = RecallTool(Book())
    assert await tool.run_in("chat", arguments) == f"chat {asked}"
    assert asked.split()[0] in render(tool.describe(arguments))


async def test_nothing_asked_no_chat_and_bad_pages_are_refused() -> None:
    for arguments in ({}, {"query": "  "}, {"query": "x", "page": 0}, {"query": "x", "page": "many"}):
        with pytest.raises(ToolFailed):
            await RecallTool(Book()).run_in("chat", arguments)
    with pytest.raises(ToolFailed):
        await RecallTool().run_in("chat", {"query": "x"})
    with pytest.raises(ToolFailed):
        await RecallTool(Book()).run({"query": "x"})


def test_it_reads_its_chat_only_and_costs_little() -> None:
    assert isinstance(RecallTool(), ChatTool)
    assert not isinstance(CurrentTime(), ChatTool)
    assert SPEC.risk == "low"
    assert counter_for("o200k_base").tools((SPEC,)) <= 90
