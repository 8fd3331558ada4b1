"""The tool that reads skills: what it says of a call, and what it refuses."""

from __future__ import annotations

import re

import pytest

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.text import render
from weclaw_desktop.tools.skill import SPEC, SkillTool, cued


async def read(chat_id: str, name: str, path: str) -> str:
    return f"{chat_id} {name} {path}"


async def test_it_reads_a_skill_or_a_file_beside_it_in_its_chat() -> None:
    tool = SkillTool(read)
    assert await tool.run_in("c1", {"name": " pdf "}) == "c1 pdf "
    assert await tool.run_in("c1", {"name": "pdf", "path": "forms.md"}) == "c1 pdf forms.md"
    assert render(tool.describe({"name": "pdf"})) == "Read the skill pdf"
    assert render(tool.describe({"name": "pdf", "path": "forms.md"})) == "Read forms.md of the skill pdf"


@pytest.mark.parametrize(
    ("said", "asked"),
    [("Fill my PDF, please.", True), ("请按发票规定填写", True), ("use a skill", True), ("What is 2+2?", False)],
)
def test_small_models_may_read_a_skill_when_its_name_or_a_word_of_it_is_said(said: str, asked: bool) -> None:
    spec = cued(SPEC, ("pdf-forms", "发票", "x"))
    assert (re.search(spec.cues, said, re.IGNORECASE) is not None) is asked
    assert cued(SPEC, ()) == SPEC


@pytest.mark.parametrize("arguments", [{}, {"name": ""}, {"name": 3}])
async def test_a_call_without_a_name_is_refused(arguments: dict[str, object]) -> None:
    with pytest.raises(ToolFailed, match="Say which skill"):
        await SkillTool(read).run_in("c1", arguments)


async def test_there_are_no_skills_outside_of_a_chat() -> None:
    for call in (SkillTool(read).run({"name": "pdf"}), SkillTool().run_in("c1", {"name": "pdf"})):
        with pytest.raises(ToolFailed, match="only be read in a chat"):
            await call
