"""What the panel says for each state, in both languages: the table of the mock-ups, derived from reports alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.ui.context_panel.states import CALM, NEWEST, NORMAL, NOTICE, OLDER, REPORTS
from weclaw_desktop.context.threshold import thresholds
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.report import BudgetLine, ContextReport, ReportPart, Status
from weclaw_desktop.core.spending import NextSend, Saved
from weclaw_desktop.core.text import Text, compact
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel.panel_model import PanelView, describe, number
from weclaw_desktop.ui.context_panel.words import money


@pytest.fixture
def chinese(qapp: object) -> Iterator[None]:
    i18n.use("zh")
    yield
    i18n.use("en")


def view(name: str) -> PanelView:
    report = REPORTS[name]
    assert report is not None
    return describe(report)


def status_line(name: str) -> str:
    """The state as one line: sentence · actions."""
    status = view(name).status
    return " · ".join((status.sentence, *(label for _, label in status.actions)))


TABLE = {
    # state: English, Chinese
    "empty": ("Nothing sent yet · 1.1K ready", "尚未发送 · 已备 1.1K"),
    "preparing": ("Preparing in background · 40 % · Cancel", "后台压缩中 · 40 % · 取消"),
    "prepared": ("Ready; applied with your next message · Cancel", "已备好，下条消息时生效 · 取消"),
    "waiting": ("Shortening before sending, ≤ 20 s · Use quick version", "发送前压缩中，≤ 20 秒 · 用快速版本"),
    "undone": (
        "Compression undone; full history until the limit · Compress again",
        "已撤销压缩，到上限前保留全文 · 重新压缩",
    ),
    "too_small": (
        "Model too small to compress; oldest turns slide out · Set",
        "窗口太小，无法压缩；最早的对话将移出 · 设置",
    ),
    "read_only": ("Disk full: nothing new is saved · Export", "磁盘已满：新内容无法保存 · 导出"),
}


@pytest.mark.parametrize("state", TABLE)
def test_each_state_in_english(state: str) -> None:
    assert status_line(state) == TABLE[state][0]


@pytest.mark.parametrize("state", TABLE)
def test_each_state_in_chinese(state: str, chinese: None) -> None:
    assert status_line(state) == TABLE[state][1]


@pytest.mark.parametrize(
    ("state", "english", "chinese_"),
    [
        ("paused", ("paused", "4%, 6%", "+16K", "5 turns", "Resume"), ("已暂停", "4%, 6%", "16K", "5 轮", "立即恢复")),
        (
            "cannot_help",
            ("12K", "9K", "the threshold is 105.8K", "See", "Trim"),
            ("12K", "9K", "压缩阈值为 105.8K", "查看", "调整"),
        ),
        (
            "degraded",
            ("Summary by code", "qwen-flash", "7 s", "Compress again"),
            ("程序提取的摘要", "qwen-flash", "7 秒"),
        ),
        ("asking", ("Apply now", "Later", "Cancel"), ("立即应用", "稍后", "取消")),
    ],
)
def test_T4_what_pauses_or_fails_says_why_and_what_can_be_done(
    state: str, english: tuple[str, ...], chinese_: tuple[str, ...], qapp: object
) -> None:
    said = status_line(state)
    assert all(word in said for word in english), said
    i18n.use("zh")
    said = status_line(state)
    i18n.use("en")
    assert all(word in said for word in chinese_), said


def test_the_other_rows_of_the_table(qapp: object) -> None:
    assert (view("guessed").window, view("guessed").guessed) == ("window 8.2K (guessed)", True)
    assert (view("estimated").number, view("estimated").flag) == ("~49K", "estimated, not yet confirmed")
    assert view("over_budget").over_budget == ("Files over budget, 3.4K of 3K: notes.md shortened",)
    assert view("local").cost == "no cost · reads 44, writes 10 tokens/s"
    i18n.use("zh")
    assert view("guessed").window == "窗口 8.2K（猜测）"
    assert (view("estimated").number, view("estimated").flag) == ("~49K", "估算，待确认")
    assert view("over_budget").over_budget == ("文件超预算 3.4K / 3K：notes.md 已缩短",)
    assert view("local").cost == "无费用 · 读 44、写 10 词元/秒"
    i18n.use("en")


@pytest.mark.parametrize("phase", ["preparing", "paused", "no_model", "degraded", "cannot_help", "undone", "waiting"])
def test_a_state_without_a_sentence_of_its_own_still_says_what_it_is(phase: str) -> None:
    assert describe(replace(CALM, status=Status(phase))).status.sentence  # type: ignore[arg-type]  -- a phase


def test_U1_an_estimate_is_marked_and_a_measurement_tells_its_error() -> None:
    assert describe(NORMAL).flag == "measured, ±1.4 %"
    assert describe(NORMAL).number == "49.1K"
    assert describe(replace(NORMAL, error=None)).flag == "measured"
    assert describe(replace(NORMAL, error=-0.0004)).flag == "measured"
    assert number(49_100, exact=False) == "~49K"
    assert number(1_140, exact=False) == "~1.1K"
    assert number(640, exact=False) == "~640"


def test_U2_after_a_compression_the_number_is_updating_and_one_source_adds_up() -> None:
    assert view("updating").flag == "updating, not yet confirmed"
    assert view("updating").number.startswith("~")
    shown = describe(NORMAL)
    assert sum(part.share for part in shown.parts) * NORMAL.thresholds.usable == pytest.approx(
        NORMAL.load + NORMAL.draft
    )


def test_U2_over_100_percent_is_shown_as_over() -> None:
    assert view("paused").over == "114 % of the threshold"
    assert view("paused").number_tone == "warning"
    over = view("over")
    share = round(100 * REPORTS["over"].share)
    assert over.over == f"{share} % of the threshold and over the hard line: shortened before it is sent"
    assert over.number_tone == "danger"
    assert sum(part.share for part in over.parts) > 1
    hard = describe(replace(CALM, load=160_000))
    assert hard.over == "152 % of the threshold and over the hard line: shortened before it is sent"
    assert describe(CALM).over == ""


def test_U2_with_off_the_share_is_of_the_hard_line_as_in_the_ring() -> None:
    off = replace(CALM, strategy="off", load=CALM.thresholds.hard * 2, draft=0)
    assert off.share == 2.0
    assert describe(off).over == "200 % of the hard line: shortened before it is sent"


def test_W4_U3_why_it_compresses_there_is_spelt_out() -> None:
    lines = thresholds(ModelSpec("p", "m", window=131_072, window_source="table", max_output=16_384))
    shown = describe(replace(CALM, thresholds=lines))
    assert shown.compresses == "Compresses at 72K of 112.1K usable"
    said = "\n".join(shown.reasons)
    for figure in ("131,072", "16,384", "2,622", "0.75 × 64,000", "72,033", "soft line"):
        assert figure in said
    assert shown.tier == "Medium tier"
    huge = thresholds(ModelSpec("p", "m", window=1_000_000, window_source="table", max_output=16_384))
    assert describe(replace(CALM, thresholds=huge)).tier == "Large tier, capped"
    assert "160,000" in "\n".join(describe(replace(CALM, thresholds=huge)).reasons)


def test_U6_a_budget_row_counts_what_is_sent_and_says_what_is_wanted() -> None:
    line = BudgetLine("files", 5_500, 1_748, 3_000, "red", wanted=69_551)
    seen = describe(replace(NORMAL, budgets=(line,)))
    assert seen.budgets[0].numbers == "5.5K of 1.7K (wants 69.6K)"
    told = describe(replace(NORMAL, budgets=(replace(line, wanted=5_500),))).budgets[0].numbers
    assert told == "5.5K of 1.7K"


def test_the_mark_stands_where_the_strategy_acts() -> None:
    lines = NORMAL.thresholds
    assert describe(NORMAL).mark == pytest.approx(lines.threshold / lines.usable)
    off = describe(replace(NORMAL, strategy="off"))
    assert off.mark == pytest.approx(lines.hard / lines.usable)
    assert "Off" in off.compresses
    assert off.ticks == ()
    truncate = describe(replace(NORMAL, strategy="truncate"))
    assert "oldest turns" in truncate.compresses
    assert len(truncate.ticks) == 1
    small = REPORTS["too_small"]
    assert small is not None
    assert f"slide out at {compact(small.thresholds.threshold)} of" in describe(small).compresses
    assert len(describe(small).ticks) == 1, "no summary is prepared"
    assert "Off" in describe(replace(small, strategy="off")).compresses
    assert [round(place, 3) for place, _ in describe(NORMAL).ticks] == [
        round(lines.soft / lines.usable, 3),
        round(lines.hard / lines.usable, 3),
    ]


def test_U5_notices_are_shown_as_the_model_sees_them() -> None:
    assert describe(NORMAL).notices == (NOTICE,)
    assert describe(CALM).notices == ()


def costs_of(report: ContextReport) -> dict[str, str]:
    """What the panel says of costs; each with a sentence of its own."""
    found = describe(report).costs
    assert len({view.explained for view in found}) == len(found)
    return {view.label: view.value for view in found}


def test_U6_cost_and_cache_share_claim_only_what_was_reported() -> None:
    assert costs_of(NORMAL) == {"This chat": "¥0.31", "Next send": "~¥0.09", "From cache": "78 %", "Saved": "1.2M",
                                "Summaries": "¥0.02"}  # fmt: skip
    nothing = replace(NORMAL, cached_share=None, cost=None, next_send=NextSend(49_100), saved=None)
    assert costs_of(nothing) == {}
    assert costs_of(replace(nothing, cached_share=0.0, cost=0.31)) == {"This chat": "¥0.31"}
    assert costs_of(replace(nothing, cached_share=0.05)) == {"From cache": "5 %"}
    assert costs_of(replace(nothing, saved=Saved(9_000, 2))) == {"Saved": "9K"}
    assert costs_of(replace(nothing, saved=Saved(9_000, 2, 1_100))) == {"Saved": "9K", "Summaries": "1.1K"}
    assert describe(replace(nothing, model="local/qwen2.5-1.5b")).cost == "no cost"
    assert (money(0.0012, "USD"), money(3.5, "CHF"), money(0, "")) == ("$0.0012", "CHF 3.50", "0.00")


def test_U6_nothing_can_be_compressed_while_that_is_so() -> None:
    assert describe(NORMAL).can_compress
    for name in ("empty", "preparing", "waiting", "read_only"):
        assert not view(name).can_compress, name


def test_records_newest_first_with_what_can_be_done() -> None:
    newest, older = describe(NORMAL).records
    assert newest.line == "106.1K → 41.9K · facts by code, summary by qwen-flash · 4.2\u00a0s · ¥0.02"
    assert newest.when == "10:42"
    assert [name for name, _ in newest.actions] == ["changed", "edit", "undo", "again"]
    assert older.line == "105.9K → 58.3K · by code, no model · replaced by a newer one"
    assert [name for name, _ in older.actions] == ["changed", "restore"]
    undone = view("undone").records
    assert [name for name, _ in undone[0].actions] == ["changed", "redo"]
    by_code = replace(NEWEST, block=None, method="passes", summary_model="")
    assert [name for name, _ in describe(replace(NORMAL, records=(by_code,))).records[0].actions] == [
        "changed",
        "undo",
        "again",
    ]


def test_an_undone_record_under_a_newer_one_is_not_brought_back() -> None:
    later = replace(NEWEST, id="r3", created_ms=NEWEST.created_ms + 1)
    shown = describe(replace(NORMAL, records=(OLDER, replace(NEWEST, state="undone"), later))).records
    assert [name for name, _ in shown[1].actions] == ["changed", "restore"]


def test_budgets_say_their_state_in_words_and_fold_only_while_green() -> None:
    shown = describe(NORMAL)
    assert [line.numbers for line in shown.budgets] == ["10.2K of 26.5K (full size 40K)", "3.1K of 8K", "2.6K of 3K"]
    assert [line.state for line in shown.budgets] == ["green", "green", "amber"]
    assert "above 80 % of the budget" in shown.budgets[2].spoken
    assert not shown.budgets_folded
    assert describe(CALM).budgets_folded
    assert describe(CALM).budgets_line == "10.2K of 26.5K"


def test_inflation_is_told_in_words_too() -> None:
    assert describe(NORMAL).samples_told == "System prompt over 8 calls: 10.2K tokens now, +1.2K since the first"
    assert len(describe(NORMAL).alarms) == 1
    assert describe(replace(NORMAL, samples=(5,))).samples_told == ""
    assert "−" in describe(replace(NORMAL, samples=(900, 500))).samples_told


def test_parts_of_no_tokens_are_left_out_and_unknown_methods_never_occur(qapp: object) -> None:
    shown = describe(replace(NORMAL, parts=(*NORMAL.parts, ReportPart("memory", 0))))
    assert "memory" not in [part.key for part in shown.parts]
    assert [part.tokens for part in shown.parts][-1] == "~600"
    for method in ("passes", "digest", "model", "static", "slide", "truncate"):
        record = replace(NEWEST, method=method, summary_model="")  # type: ignore[arg-type]  -- a method
        assert describe(replace(NORMAL, records=(record,))).records[0].line


def test_an_alien_sentence_is_shown_rather_than_lost() -> None:
    shown = describe(replace(CALM, status=Status("paused", Text("plugin.said"), None, ("dance",))))
    assert shown.status.sentence == "plugin.said"
    assert shown.status.actions == (("dance", "dance"),)


def test_every_report_can_be_shown_in_both_languages(qapp: object) -> None:
    for language in ("en", "zh"):
        i18n.use(language)  # type: ignore[arg-type]  -- one of the two
        for report in REPORTS.values():
            assert report is None or isinstance(describe(report), PanelView)
    i18n.use("en")
    assert isinstance(NORMAL, ContextReport)
