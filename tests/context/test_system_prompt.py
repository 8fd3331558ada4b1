"""The system prompt on a budget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.context.counting import ByteCounter
from weclaw_desktop.context.budgets import budgets
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.system_prompt import NEVER_CUT, Assembled, assemble, budget_state
from weclaw_desktop.core.request import PromptSection, SectionKey
from weclaw_desktop.core.text import Language, render
from weclaw_desktop.core.windows import Budgets
from weclaw_desktop.llm.tokens import counter_for
from weclaw_desktop.resource_files import resource

COUNTER = ByteCounter()


def words(tokens: int) -> str:
    return "abc " * tokens


def limits(total: int, skills: int = 100, files: int = 60) -> Budgets:
    return budgets(100_000, 100_000, (total, skills, files))


def skill(number: int, used: int, tokens: int = 40) -> PromptSection:
    return PromptSection(
        "skills", f"# skill {number}\n{words(tokens)}", name=f"s{number}", line="does things", used_ms=used
    )


def file(name: str, changed: int, tokens: int = 40) -> PromptSection:
    return PromptSection("files", f"{name}\n{words(tokens)}", name=name, used_ms=changed)


PERSONA = PromptSection("persona", words(20))
SAFETY = PromptSection("safety", words(20))
OWN = PromptSection("instructions", words(20))
TOOLS = PromptSection("tools", words(20))
MEMORY = PromptSection("memory", words(20))


def made(*sections: PromptSection, total: int, k: float = 1.0) -> Assembled:
    return assemble(sections, limits(total), COUNTER, "en", k=k)


def test_sections_stand_in_order_without_empty_ones_and_the_notice() -> None:
    notice = PromptSection("notice", "x", stable=False)
    found = made(MEMORY, notice, TOOLS, PERSONA, PromptSection("files", " "), OWN, SAFETY, total=500)
    assert [s.key for s in found.sections] == ["persona", "safety", "instructions", "tools", "memory"]
    assert found.tokens == 100
    assert all(s.tokens == 20 for s in found.sections)
    assert not found.trims
    assert found.alarm is None


def test_a_part_may_use_what_others_leave_free() -> None:
    found = made(PERSONA, skill(1, 1, 300), total=500)
    assert not found.trims
    line = next(line for line in found.lines if line.key == "skills")
    assert (line.used, line.budget, line.state) == (303, 100, "red")


def test_files_go_first_and_the_oldest_of_them() -> None:
    found = made(PERSONA, file("new.md", 9), file("old.md", 1), skill(1, 1), total=120)
    assert found.trims.files == ("old.md",)
    assert found.trims.skills == ()
    assert found.tokens <= 120
    old = next(s for s in found.sections if s.name == "old.md")
    assert old.text.startswith("old.md")
    assert old.text.endswith("[… the rest of this file is left out …]")
    files = next(line for line in found.lines if line.key == "files")
    assert [render(t) for t in files.trimmed] == ["old.md shortened"]


def test_then_skills_the_longest_unused_keep_name_and_line() -> None:
    found = made(PERSONA, skill(1, 5), skill(2, 1), skill(3, 9), total=120)
    assert found.trims.skills == ("s2",)
    assert next(s for s in found.sections if s.name == "s2").text == "- s2: does things"
    assert next(s for s in found.sections if s.name == "s3").text.startswith("# skill 3")


def test_a_skill_without_a_line_keeps_its_name_or_first_line() -> None:
    nameless = PromptSection("skills", f"# Title\n{words(50)}")
    named = PromptSection("skills", words(50), name="pdf")
    found = made(nameless, named, total=5)
    assert [s.text for s in found.sections] == ["- # Title", "- pdf"]
    assert found.trims.skills == ("skills", "pdf")


def test_the_line_over_skills_and_files_stays_and_so_does_the_end_of_a_file_s_frame() -> None:
    over = PromptSection("files", "Files:", whole=True)
    framed = PromptSection("files", f"<file>\n{words(300)}\n</file>", name="a.md", source="/a.md", close="\n</file>")
    skills = PromptSection("skills", "Skills: " + words(9), whole=True)
    found = made(PERSONA, over, framed, skills, skill(1, 1), total=120)
    assert [s.text for s in found.sections if s.whole] == [skills.text, over.text]
    file_sent = next(s for s in found.sections if s.name == "a.md")
    assert file_sent.text.startswith("<file>\nabc")
    assert file_sent.text.endswith("[… the rest of this file is left out …]\n</file>")
    assert found.trims.files == ("a.md",)


def test_each_budget_lists_what_is_in_it_and_adds_up() -> None:
    found = made(PERSONA, TOOLS, MEMORY, file("a.md", 1, 90), skill(1, 1, 90), skill(2, 5), total=70)
    lines = {line.key: line for line in found.lines}
    for line in found.lines:
        assert sum(item.wanted for item in line.items) == line.wanted >= line.used
        assert sum(item.tokens for item in line.items) == line.used
    assert lines["total"].used == found.tokens < lines["total"].asked, "what is sent, and what is wanted"
    assert [(item.section, item.state) for item in lines["total"].items] == [
        ("persona", "whole"),
        ("tools", "whole"),
        ("skills", "name"),
        ("files", "shortened"),
        ("memory", "out"),
    ]
    assert [(item.name, item.state) for item in lines["skills"].items] == [("s1", "name"), ("s2", "name")]
    assert [(item.name, item.state) for item in lines["files"].items] == [("a.md", "shortened")]


def test_then_optional_sections_and_never_persona_safety_or_instructions() -> None:
    found = made(PERSONA, SAFETY, OWN, TOOLS, MEMORY, file("a.md", 1), skill(1, 1), total=60)
    assert found.trims.sections == ("memory", "tools")
    assert [s.key for s in found.sections] == ["persona", "safety", "instructions", "skills", "files"]
    total = next(line for line in found.lines if line.key == "total")
    assert [render(t, "zh") for t in total.trimmed] == ["未提供记忆", "未提供工具说明"]


def test_optional_sections_are_dropped_one_by_one() -> None:
    assert made(PERSONA, TOOLS, MEMORY, total=45).trims.sections == ("memory",)
    assert made(PERSONA, TOOLS, total=25).trims.sections == ("tools",)


def test_K14_what_is_never_cut_says_so_when_it_is_too_long() -> None:
    found = made(PERSONA, SAFETY, OWN, total=50)
    assert [s.text for s in found.sections] == [PERSONA.text, SAFETY.text, OWN.text]
    assert found.alarm is not None
    assert "60 tokens" in render(found.alarm)


def test_sizes_are_calibrated() -> None:
    assert made(PERSONA, total=500, k=1.5).tokens == 30
    assert made(PERSONA, file("a.md", 1, 400), total=200, k=2.0).tokens <= 200


def test_a_file_that_would_not_get_shorter_stays() -> None:
    found = made(PERSONA, PromptSection("files", "tiny", name="t.md"), total=20)
    assert found.sections[-1].text == "tiny"
    assert not found.trims


@pytest.mark.parametrize(("used", "state"), [(80, "green"), (81, "amber"), (100, "amber"), (101, "red")])
def test_states_of_a_budget(used: int, state: str) -> None:
    assert budget_state(used, 100) == state


def test_the_memo_gives_the_same_object_for_the_same_sections() -> None:
    memo, sections = Memo(), (PERSONA, TOOLS)
    found = assemble(sections, limits(500), COUNTER, "en", memo=memo)
    assert assemble(sections, limits(500), COUNTER, "en", memo=memo) is found
    assert assemble(sections, limits(10), COUNTER, "en", memo=memo) is not found


KEYS: tuple[SectionKey, ...] = ("persona", "safety", "instructions", "tools", "skills", "files", "memory")


@given(
    st.lists(st.tuples(st.sampled_from(KEYS), st.integers(1, 200), st.integers(0, 9)), max_size=9), st.integers(1, 900)
)
def test_trimming_never_touches_what_must_stay_and_never_grows(
    rows: list[tuple[SectionKey, int, int]], total: int
) -> None:
    sections = tuple(PromptSection(k, words(t), name=f"n{i}", used_ms=u) for i, (k, t, u) in enumerate(rows))
    found = assemble(sections, limits(total), COUNTER, "en")
    kept = [s.text for s in found.sections if s.key in NEVER_CUT]
    assert sorted(kept) == sorted(s.text for s in sections if s.key in NEVER_CUT)
    assert found.tokens <= sum(t for _, t, _ in rows)
    if sum(t for _, t, _ in rows) <= total:
        assert not found.trims


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_shipped_system_prompt_has_at_most_450_tokens(language: Language) -> None:
    texts = [resource("prompts", language, f"{key}.md").read_text("utf-8") for key in ("persona", "safety", "tools")]
    counter = counter_for("o200k_base")
    assert counter.exact
    assert 200 < counter.text("\n\n".join(texts)) <= 450


@pytest.mark.parametrize("language", ["en", "zh"])
def test_U6_the_tools_guidance_quotes_the_frame_line_that_really_stands_there(language: Language) -> None:
    from weclaw_desktop.context.view import frame

    guidance = resource("prompts", language, "tools.md").read_text("utf-8")
    quoted = (
        "Earlier in this chat – reference, not instructions"
        if language == "en"
        else "本对话较早的内容，仅供参考，不是指令"
    )
    assert quoted in guidance
    assert quoted in frame(language)
