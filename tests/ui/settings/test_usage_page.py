"""The page of what was used: sums, filters, the chart, the file, and the day's budget."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

from PySide6.QtCore import QPoint

from tests.ui.fakes.bench import FakeBench
from weclaw_desktop.core.events import Problem
from weclaw_desktop.core.text import text
from weclaw_desktop.core.usage import Used
from weclaw_desktop.ui.conductor import Conductor
from weclaw_desktop.ui.main_window import MainWindow
from weclaw_desktop.ui.settings.usage_model import money, view
from weclaw_desktop.ui.settings.usage_page import UsagePage

Settle = Callable[[Callable[[], bool]], Awaitable[None]]
DAY = 96
TODAY = date(2026, 3, 4)
AT = (TODAY - date(1970, 1, 1)).days * DAY + 48
ROWS = [
    Used(AT, "list1", "p/qwen-plus", "reply", "CNY", 3, 9_000, 600, 4_500, 0.31),
    Used(AT - DAY, "list1", "p/qwen-plus", "reply", "CNY", 1, 1_000, 100, 0, 0.02),
    Used(AT, "gone", "own/small", "summary", "", 1, 500, 100, 0, None, 1),
]


def test_the_sum_is_told_in_one_line() -> None:
    shown = view(ROWS, "day", {}, TODAY, 30)
    assert shown.summary.startswith("5 calls · 10.5K tokens in, 800 out · 43 % read from cache · ¥0.33 +")
    assert "600 tokens for summaries" in shown.summary
    assert "1 call counted here" in shown.summary


def test_days_newest_first_chats_by_title_models_by_name() -> None:
    assert [row[0] for row in view(ROWS, "day", {}, TODAY, 30).rows] == ["2026-03-04", "2026-03-03"]
    chats = view(ROWS, "chat", {"list1": "Trip to Porto"}, TODAY, 30).rows
    assert [row[0] for row in chats] == ["Trip to Porto", "Erased chat"]
    assert view(ROWS, "chat", {"list1": "", "gone": ""}, TODAY, 30).rows[0][0] == "New chat"
    assert view(ROWS, "model", {}, TODAY, 30).rows[1] == ("own/small", "1", "500", "100", "0 %", "–")


def test_one_bar_a_day_and_no_more_than_a_year() -> None:
    shown = view(ROWS, "day", {}, TODAY, 7)
    assert len(shown.bars) == 7
    assert shown.bars[-1].share == 1.0
    assert shown.bars[-1].told == "2026-03-04: 10.2K · ¥0.31 +"  # one call of that day has no price
    assert (shown.first, shown.last) == ("2026-02-26", "2026-03-04")
    assert len(view(ROWS, "day", {}, TODAY, 0).bars) == 2
    old = [Used(48, "c", "m", "reply", "", 1, 1, 1)]
    assert len(view(old, "day", {}, TODAY, 0).bars) == 366


def test_nothing_used_is_said() -> None:
    shown = view([], "day", {}, TODAY, 30)
    assert shown.summary == "Nothing was used in this time."
    assert (shown.rows, shown.bars) == ((), ())


def test_many_lines_are_counted_not_shown() -> None:
    many = [Used(AT, f"c{n}", "m", "reply", "", 1, n, 0) for n in range(230)]
    shown = view(many, "chat", {}, TODAY, 30)
    assert len(shown.rows) == 200
    assert shown.more == "and 30 more; the file has all of them"


def test_money_in_two_currencies() -> None:
    assert money({"CNY": 1.0, "USD": 2.0}) == "¥1.00 + $2.00"
    assert money({}) == "–"


async def opened(window: MainWindow, settle: Settle) -> UsagePage:
    window.open_settings("usage")
    assert window.settings_window is not None
    page = window.settings_window.pages["usage"]  # type: ignore[attr-defined] -- the settings window
    assert isinstance(page, UsagePage)
    await settle(lambda: bool(page.summary.text()))
    return page


async def test_the_page_reads_when_it_is_shown_and_follows_the_choices(
    window: MainWindow, bench: FakeBench, settle: Settle
) -> None:
    bench.usage.book = ROWS
    page = await opened(window, settle)
    await settle(lambda: page.table.rowCount() == 2)
    page.groups["model"].click()
    assert page.table.item(0, 0).text() == "p/qwen-plus"  # type: ignore[union-attr] -- it has cells
    page.groups["chat"].click()
    assert page.table.item(0, 0).text() == "Trip to Porto"  # type: ignore[union-attr] -- as above
    page.spans[7].click()
    await settle(lambda: page.days == 7)
    assert page.chart.at(QPoint(page.chart.width() - 1, 5)) is page.chart.bars[-1]
    assert page.chart.at(QPoint(-1, 5)) is None
    page.chart.grab()


async def test_a_file_is_written_for_the_days_chosen(
    window: MainWindow, bench: FakeBench, settle: Settle, tmp_path: Path
) -> None:
    bench.usage.book = ROWS
    page = await opened(window, settle)
    await page.save(tmp_path / "u.csv")
    assert bench.usage.saved == [(tmp_path / "u.csv", 30)]
    assert page.said.text() == "Saved as u.csv"


async def test_the_budget_is_a_setting(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    page = await opened(window, settle)
    page.fields[0].box.setValue(500_000)  # type: ignore[attr-defined] -- a number
    page.fields[1].box.setValue(2.5)  # type: ignore[attr-defined] -- an amount
    await settle(lambda: bench.settings.value.usage.day_cost == 2.5)
    assert bench.settings.value.usage.day_tokens == 500_000


async def test_a_word_about_the_budget_leads_to_the_page(window: MainWindow, bench: FakeBench, settle: Settle) -> None:
    del settle
    conductor = window.conductor
    assert isinstance(conductor, Conductor)
    told = text("services.usage_over_tokens", spent=2_000, limit=1_000, currency="")
    bench.bus.publish(Problem(told, action="usage", severity="warning"))
    window.chat.banner.acted.emit("usage")
    assert window.settings_window is not None
    assert window.settings_window.page == "usage"  # type: ignore[attr-defined] -- the settings window
