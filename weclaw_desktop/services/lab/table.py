"""The Lab's table: its columns and cells, the same in the window, on the command line and in a report."""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.core.text import Language, Text, compact, render, text
from weclaw_desktop.services.lab.figures import Row, Variant

COLUMNS = ("peak", "sent", "cost", "cache", "facts", "newest", "found", "rules", "valid", "time", "passes")
"""Columns right of the strategy, in order."""
NOTHING = "–"
_SIGNS = {"USD": "$", "CNY": "¥", "EUR": "€", "GBP": "£", "JPY": "JP¥"}


def head(column: str, language: Language, rows: Sequence[Row] = ()) -> str:
    """The name of a column ("strategy" is one, too); of costs without a currency with what they are counted in."""
    counted = [row for row in rows if row.cost is not None]
    key = "cost_tokens" if column == "cost" and counted and not _priced(counted) else column
    return render(text(f"lab.col.{key}"), language)


def told(column: str, rows: Sequence[Row], language: Language) -> str:
    """What a column says, in one sentence."""
    key = "cost_unknown" if column == "cost" and not _priced(rows) else column
    return render(text(f"lab.help.{key}"), language)


def _priced(rows: Sequence[Row]) -> bool:
    return any(row.currency for row in rows)


def label(variant: Variant, among: Sequence[Variant], language: Language) -> str:
    """What a row is called: its strategy, and of the settings those in which the rows differ."""
    parts = [strategy_title(variant.strategy, language)]
    if len({other.window for other in among}) > 1:
        own = text("lab.window", window=compact(variant.window)) if variant.window else text("lab.own_window")
        parts.append(render(own, language))
    if len({other.profile for other in among}) > 1:
        parts.append(render(text(f"lab.profile.{variant.profile}"), language))
    if len({other.summarizer for other in among}) > 1:
        parts.append(render(summary_title(variant.summarizer), language))
    return " · ".join(parts)


def summary_title(name: str) -> Text:
    """Who writes the summaries."""
    kind = name.partition(":")[0]
    return text(f"lab.summary.{kind}") if kind in ("none", "scripted") else text("lab.summary.model", name=name)


def strategy_title(name: str, language: Language) -> str:
    """A strategy's name for people; a plug-in's id as it is."""
    found = render(text(f"engine.strategy.{name}"), language)
    return name if found.startswith("engine.strategy.") else found


def cell(row: Row, column: str, language: Language) -> str:
    """What stands in a cell of a row that was played."""
    match column:
        case "peak" | "sent":
            return compact(row.peak if column == "peak" else row.sent)
        case "cost":
            return NOTHING if row.cost is None else money(row.cost, row.currency)
        case "cache" | "facts" | "newest" | "found":
            shares = {"cache": row.cache_kept, "facts": row.facts, "newest": row.newest, "found": row.found_again}
            return percent(shares[column])
        case "rules":
            return _rules(row, language)
        case "valid":
            return "✓" if row.valid else render(text("lab.cell.faults", count=len(row.faults)), language)
        case "time":
            return render(text("lab.cell.seconds", seconds=row.ms / 1_000), language)
        case _:
            return str(row.passes) if row.passes else NOTHING


def percent(share: float | None) -> str:
    """98 %, never rounded up to 100; – where there was nothing to ask."""
    if share is None:
        return NOTHING
    return f"{99 if 0.985 < share < 1 else round(100 * share)} %"


def money(value: float, currency: str) -> str:
    """A sum as people read it; tokens' worth where no currency is known."""
    if not currency:
        return compact(round(value * 1e6))
    digits = 2 if value >= 0.1 or not value else 4
    return f"{_SIGNS.get(currency, currency + ' ')}{value:,.{digits}f}"


def _rules(row: Row, language: Language) -> str:
    if row.revived:
        revived = text("lab.cell.rules_revived", kept=row.rules_kept, all=row.rules, revived=row.revived)
        return render(revived, language)
    return f"{row.rules_kept} / {row.rules}" if row.rules else NOTHING


def verdict(rows: Sequence[Row], best: int | None, language: Language) -> str:
    """Which row wins and what it keeps, or why there is none."""
    if best is None:
        played = [row for row in rows if not row.failure]
        key = "lab.none_played" if not played else "lab.no_winner" if any(r.valid for r in played) else "lab.none_valid"
        return render(text(key), language)
    row = rows[best]
    name = label(row.variant, [other.variant for other in rows], language)
    said = text(
        "lab.winner",
        name=name,
        facts=percent(row.facts),
        tokens=compact(round(row.mean)),
        newest=percent(row.newest),
    )
    return render(said, language)
