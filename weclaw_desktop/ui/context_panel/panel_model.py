"""One report in, everything the panel shows out: pure values with finished words, so that each state can be tested.

No widget is known here. A number that people see is taken from the report; the only arithmetic is shares of the bar.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.report import BudgetLine, ContextReport
from weclaw_desktop.core.text import compact
from weclaw_desktop.core.windows import Thresholds
from weclaw_desktop.ui import i18n
from weclaw_desktop.ui.context_panel import words
from weclaw_desktop.ui.context_panel.number_views import NumberView, costs, count_told
from weclaw_desktop.ui.context_panel.number_views import lines as lines_of
from weclaw_desktop.ui.context_panel.record_views import RecordView, record_views
from weclaw_desktop.ui.context_panel.status_view import StatusView, Tone, status_view
from weclaw_desktop.ui.context_panel.words import translate


@dataclass(frozen=True, slots=True)
class PartView:
    """One line of the breakdown and one segment of the bar; ``share`` is of the usable window."""

    key: str
    label: str
    tokens: str
    share: float
    explained: str


@dataclass(frozen=True, slots=True)
class BudgetView:
    """One system-prompt budget; ``share`` above 1 is over."""

    key: str
    label: str
    share: float
    state: Literal["green", "amber", "red"]
    numbers: str
    spoken: str
    trimmed: str = ""
    explained: str = ""


@dataclass(frozen=True, slots=True)
class PanelView:
    """Everything the panel shows."""

    flag: str
    number: str
    number_tone: Tone
    caption: str
    compresses: str
    over: str
    tier: str
    tier_tone: str
    profile: str
    window: str
    guessed: bool
    reasons: tuple[str, ...]
    parts: tuple[PartView, ...]
    mark: float
    mark_label: str
    mark_told: str
    ticks: tuple[tuple[float, str], ...]
    count_told: str
    lines: tuple[NumberView, ...]
    costs: tuple[NumberView, ...]
    cost: str
    can_compress: bool
    budgets: tuple[BudgetView, ...]
    budgets_line: str
    budgets_folded: bool
    over_budget: tuple[str, ...]
    samples: tuple[int, ...]
    samples_told: str
    alarms: tuple[str, ...]
    notices: tuple[str, ...]
    records: tuple[RecordView, ...]
    status: StatusView


def describe(report: ContextReport, title: Callable[[str], str] = words.bare) -> PanelView:
    """The panel for one report, in the language of the window; ``title`` is what people call a model, from its id."""
    lines = report.thresholds
    total = report.load + report.draft
    budgets = tuple(_budget(line) for line in report.budgets)
    blank = report.status.phase in ("no_model",) or (report.status.phase == "empty" and not report.parts)
    return PanelView(
        flag="" if blank else _flag(report),
        number="" if blank else number(total, exact=report.measured),
        number_tone="danger" if total > lines.hard else "warning" if total > report.acts_at else "",
        caption=translate("ContextPanel", "tokens in the next request"),
        compresses=compresses(report),
        over=_over(report, total),
        tier=_tier(lines),
        tier_tone={"S": "tier_small", "M": "tier_medium", "L": "tier_large"}[lines.tier],
        profile=words.profile(lines),
        window=_window(lines),
        guessed=lines.window_source == "guessed",
        reasons=tuple(i18n.say(reason.text) for reason in lines.reasons),
        parts=_parts(report),
        mark=report.acts_at / lines.usable,
        mark_label=_mark_label(report),
        mark_told=compresses(report),
        ticks=_ticks(report),
        count_told="" if blank else count_told(report),
        lines=lines_of(report),
        costs=() if blank else costs(report),
        cost="" if blank else _cost(report),
        can_compress=report.status.phase not in ("empty", "no_model", "preparing", "waiting", "read_only"),
        budgets=budgets,
        budgets_line=_of(report.budgets[0]) if budgets else "",
        budgets_folded=all(line.state == "green" for line in budgets),
        over_budget=tuple(_over_budget(line) for line in report.budgets if line.state == "red" or line.trimmed),
        samples=report.samples,
        samples_told=_samples_told(report.samples),
        alarms=tuple(i18n.say(alarm) for alarm in report.alarms),
        notices=report.notices,
        records=record_views(report.records, title),
        status=status_view(report),
    )


def number(tokens: int, *, exact: bool = True) -> str:
    """Tokens as the panel writes them: 49.1K; ~49K while nobody confirmed the count."""
    if exact:
        return compact(tokens)
    rounded = round(tokens, -3) if tokens >= 10_000 else round(tokens, -2) if tokens >= 1_000 else tokens
    return f"~{compact(rounded)}"


def _flag(report: ContextReport) -> str:
    if report.updating:
        return translate("ContextPanel", "updating, not yet confirmed")
    if not report.measured:
        return translate("ContextPanel", "estimated, not yet confirmed")
    off = f"{abs(report.error or 0.0) * 100:.1f}"
    if off == "0.0":
        return translate("ContextPanel", "measured")
    return translate("ContextPanel", "measured, ±{0} %").format(off)


def compresses(report: ContextReport) -> str:
    """Where something happens by itself, and what."""
    at, usable = compact(report.acts_at), compact(report.thresholds.usable)
    if report.strategy == "off":
        return translate("ContextPanel", "Off; shortened only at {0} of {1} usable").format(at, usable)
    if report.thresholds.mode == "sliding":
        return translate("ContextPanel", "Oldest turns slide out at {0} of {1} usable").format(at, usable)
    if report.strategy == "truncate":
        return translate("ContextPanel", "Leaves oldest turns out at {0} of {1} usable").format(at, usable)
    return translate("ContextPanel", "Compresses at {0} of {1} usable").format(at, usable)


def _mark_label(report: ContextReport) -> str:
    if report.strategy in ("off", "truncate") or report.thresholds.mode == "sliding":
        return translate("ContextPanel", "shortens")
    return translate("ContextPanel", "compresses")


def _over(report: ContextReport, total: int) -> str:
    """Said once the request is over the line, as the share that the ring shows; never silently above 100 % (U2)."""
    lines, share = report.thresholds, round(100 * report.share)
    if total <= report.acts_at:
        return ""
    if total <= lines.hard:
        return translate("ContextPanel", "{0} % of the threshold").format(share)
    if report.acts_at == lines.hard:
        return translate("ContextPanel", "{0} % of the hard line: shortened before it is sent").format(share)
    told = translate("ContextPanel", "{0} % of the threshold and over the hard line: shortened before it is sent")
    return told.format(share)


def _tier(lines: Thresholds) -> str:
    if not lines.capped:
        return words.tier(lines.tier)
    return translate("ContextPanel", "{0}, capped").format(words.tier(lines.tier))


def _window(lines: Thresholds) -> str:
    size = compact(lines.window)
    if lines.window_source == "guessed":
        return translate("ContextPanel", "window {0} (guessed)").format(size)
    return translate("ContextPanel", "window {0}").format(size)


def _parts(report: ContextReport) -> tuple[PartView, ...]:
    usable = report.thresholds.usable
    return tuple(
        PartView(
            part.key,
            words.part(part.key),
            f"~{compact(part.tokens)}" if part.key == "draft" else compact(part.tokens),
            part.tokens / usable,
            words.part_explained(part.key),
        )
        for part in report.parts
        if part.tokens > 0
    )


def _ticks(report: ContextReport) -> tuple[tuple[float, str], ...]:
    lines = report.thresholds
    hard = translate("ContextPanel", "Hard line {0}: must be shortened before the next call").format(f"{lines.hard:,}")
    if report.acts_at == lines.hard:
        return ()
    soft = translate("ContextPanel", "Soft line {0}: a summary is prepared in the background from here on")
    told = ((lines.soft / lines.usable, soft.format(f"{lines.soft:,}")), (lines.hard / lines.usable, hard))
    return told[1:] if report.strategy == "truncate" or lines.mode == "sliding" else told


def _cost(report: ContextReport) -> str:
    """What stands in the place of costs where a model runs on this computer."""
    if report.local_speeds is not None:
        reads, writes = (round(speed) for speed in report.local_speeds)
        return translate("ContextPanel", "no cost · reads {0}, writes {1} tokens/s").format(reads, writes)
    if report.model.startswith("local/"):
        return translate("ContextPanel", "no cost")
    return ""


def _of(line: BudgetLine) -> str:
    used, limit = compact(line.used), compact(line.budget)
    if line.asked > line.used:
        return translate("ContextPanel", "{0} of {1} (wants {2})").format(used, limit, compact(line.asked))
    return translate("ContextPanel", "{0} of {1}").format(used, limit)


def _budget(line: BudgetLine) -> BudgetView:
    used, limit, numbers = compact(line.used), compact(line.budget), _of(line)
    if line.full != line.budget and line.asked == line.used:
        full = translate("ContextPanel", "{0} of {1} (full size {2})").format(used, limit, compact(line.full))
    else:
        full = numbers
    label = words.budget(line.key)
    spoken = i18n.joined((i18n.joined((label, full), ": "), words.budget_state(line.state)))
    share = line.used / line.budget if line.budget else 0.0
    trimmed = i18n.joined(i18n.say(item) for item in line.trimmed)
    shown, explained = full if line.key == "total" else numbers, words.budget_explained(line.key)
    return BudgetView(line.key, label, share, line.state, shown, spoken, trimmed, explained)


def _over_budget(line: BudgetLine) -> str:
    """``Files 3.4K of 3.0K: notes.md shortened``."""
    label, used, limit = words.budget(line.key), compact(line.used), compact(line.budget)
    if line.asked > line.used:
        wants = compact(line.asked)
        head = translate("ContextPanel", "{0} {1} of {2} (wants {3})").format(label, used, limit, wants)
    elif line.used > line.budget:
        head = translate("ContextPanel", "{0} over budget, {1} of {2}").format(label, used, limit)
    else:
        head = translate("ContextPanel", "{0} {1} of {2}").format(label, used, limit)
    trimmed = i18n.joined(i18n.say(item) for item in line.trimmed)
    if not trimmed:
        return head
    return translate("ContextPanel", "{0}: {1}").format(head, trimmed)


def _samples_told(samples: tuple[int, ...]) -> str:
    if len(samples) < 2:
        return ""
    change = samples[-1] - samples[0]
    sign = "+" if change >= 0 else "−"
    told = translate("ContextPanel", "System prompt over {0} calls: {1} tokens now, {2}{3} since the first")
    return told.format(len(samples), compact(samples[-1]), sign, compact(abs(change)))
