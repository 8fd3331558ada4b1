"""A tool brings the line that stands for its old results."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from tests.fakes.bench import bench, spec
from tests.fakes.tools import FakeTool
from weclaw_desktop.core.messages import ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import Language
from weclaw_desktop.llm.scripted import ScriptedModel, say
from weclaw_desktop.tools.policy import Policy
from weclaw_desktop.tools.registry import ToolRegistry


def sounded(call: ToolCallPart, result: ToolResultPart, language: Language) -> str:
    """What a stranger's tool says of its results."""
    return f"sounded {call.arguments} in {language}: {len(result.text.splitlines())} depths"


class Sounding(FakeTool):
    """A tool of somebody else with a line of its own."""

    @property
    def spec(self) -> ToolSpec:
        """The same with the line."""
        return dataclasses.replace(super().spec, one_line=sounded)


async def test_an_old_result_is_told_in_the_words_of_its_tool(tmp_path: Path) -> None:
    lines = "\n".join(f"the water at pole {n} is about as deep as it was before" for n in range(400))
    tool = Sounding(lambda _arguments: lines, name="sound", risk="low")
    model = ScriptedModel(spec(16_384))
    async with bench(tmp_path, model, tools=ToolRegistry([tool])) as b:
        b.workshop.policy = Policy(frozenset({"sound"}))
        model.enqueue(say("", *(("sound", {"berth": n}) for n in range(6))), "Deep enough.", "Yes.")
        chat = await b.chat()
        await b.say(chat, "How deep are the berths?")
        await b.say(chat, "Are you sure? " + "I would like to know for certain. " * 400)
        record = await b.workshop.worker.compress_now(chat)
        assert isinstance(record, Record)
        assert [replacement.kind for replacement in record.replacements] == ["line"] * 6
        assert record.replacements[4].text.startswith('[a7] sounded {"berth": 4} in en: 400 depths')
