"""The usage page's table and chart as values with finished words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from PySide6.QtCore import QCoreApplication

from weclaw_desktop.core.text import compact
from weclaw_desktop.core.usage import Grouping, UsageLine, Used, lines, total
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel import words
from weclaw_desktop.ui.counted import counted

translate = QCoreApplication.translate
SHOWN = 200
"""Lines of the table; the file has all."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One day of the chart: its share of the largest day, and the same in words."""

    share: float
    told: str


@dataclass(frozen=True, slots=True)
class UsageView:
    """Everything the page shows: the sum in words, the table with its head, the chart."""

    summary: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: str
    bars: tuple[Bar, ...]
    first: str
    last: str


def view(rows: Sequence[Used], by: Grouping, titles: Mapping[str, str], today: date, days: int) -> UsageView:
    """The page for ``rows``, which go ``days`` back from ``today`` (0: to the beginning)."""
    found = lines(rows, by)
    if by == "day":
        found = list(reversed(found))
    table = tuple(_row(line, by, titles) for line in found[:SHOWN])
    left = len(found) - SHOWN
    more = translate("Usage", "and {0} more; the file has all of them").format(left) if left > 0 else ""
    by_day = {line.key: line for line in lines(rows, "day")}
    bars, first, last = _bars(by_day, today, days)
    return UsageView(_summary(total(rows)), _head(by), table, more, bars, first, last)


def money(costs: Mapping[str, float], unpriced: int = 0) -> str:
    """Sums by currency; "–" where no price is known, a plus where some calls have none."""
    if not costs:
        return "–"
    said = " + ".join(words.money(amount, currency) for currency, amount in sorted(costs.items()))
    return f"{said} +" if unpriced else said


def _summary(line: UsageLine) -> str:
    if not line.calls:
        return translate("Usage", "Nothing was used in this time.")
    said = [
        counted.calls(line.calls),
        translate("Usage", "{0} tokens in, {1} out").format(compact(line.prompt), compact(line.completion)),
    ]
    if line.cached_share:
        said.append(translate("Usage", "{0} % read from cache").format(round(100 * line.cached_share)))
    said.append(money(line.costs, line.unpriced))
    if line.summaries:
        said.append(translate("Usage", "{0} tokens for summaries").format(compact(line.summaries)))
    if line.estimated:
        said.append(counted.estimated(line.estimated))
    return " · ".join(said)


def _head(by: Grouping) -> tuple[str, ...]:
    first = {
        "day": translate("Usage", "Day"),
        "model": translate("Usage", "Model"),
        "chat": translate("Usage", "Chat"),
    }[by]
    return (
        first,
        translate("Usage", "Calls"),
        translate("Usage", "In"),
        translate("Usage", "Out"),
        translate("Usage", "Cached"),
        translate("Usage", "Cost"),
    )


def _row(line: UsageLine, by: Grouping, titles: Mapping[str, str]) -> tuple[str, ...]:
    name = line.key
    if by == "chat":
        gone = translate("Usage", "Erased chat") if name else translate("Usage", "Outside chats")
        name = (titles[name] or translate("Usage", "New chat")) if name in titles else gone
    share = "–" if line.cached_share is None else f"{round(100 * line.cached_share)} %"
    return (
        name, f"{line.calls:,}", compact(line.prompt), compact(line.completion), share,
        money(line.costs, line.unpriced),
    )  # fmt: skip


def _bars(by_day: Mapping[str, UsageLine], today: date, days: int) -> tuple[tuple[Bar, ...], str, str]:
    """One bar a day from the first day to today; no more than a year."""
    if not by_day:
        return (), "", ""
    first = date.fromisoformat(min(by_day)) if days <= 0 else today - timedelta(days=days - 1)
    first = max(first, today - timedelta(days=365))
    most = max((line.tokens for line in by_day.values()), default=0) or 1
    bars: list[Bar] = []
    day = first
    while day <= today:
        line = by_day.get(day.isoformat(), UsageLine(day.isoformat()))
        spent = money(line.costs, line.unpriced)
        bars.append(Bar(line.tokens / most, i18n.joined((day.isoformat(), f"{compact(line.tokens)} · {spent}"), ": ")))
        day += timedelta(days=1)
    return tuple(bars), first.isoformat(), today.isoformat()
