"""What the model is told about what it does not see."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from weclaw_desktop.context.notice import Trims, notice
from weclaw_desktop.core.records import ContextBlock, Record, Replacement
from weclaw_desktop.core.text import Language
from weclaw_desktop.llm.tokens import counter_for

DAY = 86_400_000
CUT = Record(
    "adaptive",
    "model",
    "",
    cut_id="id30",
    block=ContextBlock("frame", narrative="story"),
    first_seq=1,
    last_seq=29,
    count=29,
    first_ms=1_750_000_000_000,
    last_ms=1_750_000_000_000 + 2 * DAY,
    shortened=3,
)
NONE = Trims()


def test_days_stand_in_order_when_the_clock_was_set_back() -> None:
    back = replace(CUT, first_ms=CUT.last_ms, last_ms=CUT.first_ms)
    assert notice(back, NONE, "en", recall=True) == notice(CUT, NONE, "en", recall=True)


def test_the_whole_notice_in_both_languages() -> None:
    assert notice(CUT, NONE, "en", recall=True) == (
        "[Context] Messages 1–29 (29, 2025-06-15–2025-06-17) are not shown verbatim; a summary (by a model) stands in. "
        "3 tool results are shortened. To see an original, call recall with its id or words; do not guess."
    )
    assert notice(CUT, NONE, "zh", recall=True) == (
        "【上下文说明】第 1–29 条消息（2025-06-15–2025-06-17，共 29 条）未逐字提供，由摘要代替（模型生成）；"
        "3 条工具结果已缩短。需要原文时用 recall 按编号或关键词查找，不要猜测。"
    )


def test_a_summary_that_the_user_edited_is_not_called_the_models() -> None:
    mine = replace(CUT, block=ContextBlock("frame", narrative="story", edited=True))
    assert "a summary (edited by the user) stands in" in notice(mine, NONE, "en", recall=True)
    assert "由摘要代替（由用户编辑）" in notice(mine, NONE, "zh", recall=True)


def test_parts_appear_only_where_they_apply() -> None:
    assert "1 tool result is shortened." in notice(replace(CUT, shortened=1), NONE, "en", recall=True)
    by_code = replace(CUT, block=ContextBlock("f", digest="d"), shortened=0, last_ms=CUT.first_ms)
    assert notice(by_code, NONE, "en", recall=False) == (
        "[Context] Messages 1–29 (29, 2025-06-15) are not shown verbatim; a summary (by code) stands in. "
        "If you need an original, say that you cannot see it and ask."
    )
    dropped = replace(CUT, block=None, shortened=0)
    assert "are left out; there is no summary." in notice(dropped, NONE, "en", recall=True)
    assert "已省略，没有摘要。需要原文时，请说明看不到并询问用户。" in notice(dropped, NONE, "zh", recall=False)
    only_pins = replace(CUT, block=ContextBlock("f", rules="Pinned"))
    assert "no summary" in notice(only_pins, NONE, "en", recall=True)


def test_arguments_that_the_hard_line_shortened_are_told() -> None:
    """What passes shorten behind the tail is not, so that their commits leave the bytes alone."""
    arguments = (Replacement("m", '{"content": "a…"}', "arguments", "a1", 0),)
    for method in ("slide", "static"):
        cut = replace(CUT, method=method, replacements=arguments)
        assert "3 tool results are shortened. Long arguments of calls are shortened. To" in notice(
            cut, NONE, "en", recall=True
        )
        assert "；较长的调用参数已缩短。" in notice(cut, NONE, "zh", recall=True)
    assert "arguments" not in notice(replace(CUT, replacements=arguments), NONE, "en", recall=True)
    results = (Replacement("m", "a", "head_tail", "a1"),)
    assert "arguments" not in notice(replace(CUT, method="slide", replacements=results), NONE, "en", recall=True)


def test_U5_nothing_is_said_when_nothing_is_left_out() -> None:
    assert notice(None, NONE, "en", recall=True) == ""
    assert notice(replace(CUT, count=0), NONE, "en", recall=True) == ""


def test_P7_a_commit_of_passes_leaves_the_bytes_alone() -> None:
    passes = Record("a", "passes", "", replacements=(Replacement("m", "x", "line", "a1"),), shortened=9)
    assert notice(passes, NONE, "en", recall=True) == ""
    more = replace(CUT, method="passes", tokens_after=5, replacements=passes.replacements)
    assert notice(more, NONE, "en", recall=True) == notice(CUT, NONE, "en", recall=True)


def test_trims_of_the_system_prompt_are_named() -> None:
    trims = Trims(("pdf", "slides"), ("AGENTS.md",), ("memory",))
    assert notice(None, trims, "en", recall=True) == (
        "[Context] Skills by name only: pdf, slides. AGENTS.md shortened. Left out: memory."
    )
    assert notice(None, trims, "zh", recall=True) == (
        "【上下文说明】以下技能仅列名称：pdf、slides。文件 AGENTS.md 已缩短。未提供：记忆。"
    )
    assert not Trims()


def test_many_names_become_a_number() -> None:
    many = Trims(tuple(f"skill number {i}" for i in range(30)))
    assert "skill number 0, skill number 1 and 28 more" in notice(None, many, "en", recall=True)
    long = Trims(("一个名字非常非常长的技能文件夹名称" * 3,))
    assert "…" in notice(None, long, "zh", recall=True)


@pytest.mark.parametrize("at", [-5, 10**18])
def test_impossible_times_do_not_raise(at: int) -> None:
    assert "Messages" in notice(replace(CUT, first_ms=at), NONE, "en", recall=True)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_U5_at_most_120_tokens_without_pressure(language: Language) -> None:
    counter = counter_for("o200k_base")
    record = replace(CUT, first_seq=10_001, last_seq=123_456, count=113_456, shortened=9_999)
    names = tuple(f"项目规范第{i}号 guidelines" for i in range(40))
    trims = Trims(names, names, ("memory", "tools"))
    for block, recall in itertools.product((CUT.block, ContextBlock("f", digest="d"), None), (True, False)):
        said = notice(replace(record, block=block), trims, language, recall=recall)
        assert counter.text(said) <= 120 if counter.exact else said
        assert "running out" not in said
