"""``usage``: what calls of models used, by day, model or chat; as lines, JSON or CSV."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping

from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.core.text import compact, render, text
from weclaw_desktop.core.usage import UsageLine, total


async def run(arguments: Namespace, shell: Shell) -> int:
    """Print the sums."""
    async with workshop_of(arguments, shell) as workshop:
        if arguments.csv:
            shell.output.piece((await workshop.usage.table(arguments.days)).replace("\r\n", "\n"))
            return 0
        rows = await workshop.usage.rows(arguments.days)
        found = await workshop.usage.lines(arguments.by, arguments.days)
        titles: Mapping[str, str] = await workshop.usage.titles() if arguments.by == "chat" else {}
    shell.output.document({
        "by": arguments.by,
        "days": arguments.days,
        "lines": [_plain(line, titles.get(line.key)) for line in found],
        "total": _plain(total(rows), None),
    })  # fmt: skip
    outside = render(text("cli.usage.outside"), shell.output.language)
    for line in found:
        name = titles.get(line.key) or line.key or outside
        costs = ", ".join(f"{amount:.4f} {currency}" for currency, amount in sorted(line.costs.items())) or "–"
        share = "–" if line.cached_share is None else f"{round(100 * line.cached_share)} %"
        shell.output.line(text(
            "cli.usage.line", name=name, calls=line.calls, prompt=compact(line.prompt),
            completion=compact(line.completion), cached=share, cost=costs,
        ))  # fmt: skip
    if not found:
        shell.output.line(text("cli.usage.none"))
    return 0


def _plain(line: UsageLine, title: str | None) -> dict[str, object]:
    found: dict[str, object] = {
        "key": line.key, "calls": line.calls, "tokens_in": line.prompt, "tokens_out": line.completion,
        "cached": line.cached, "costs": dict(line.costs), "unpriced": line.unpriced, "estimated": line.estimated,
        "summaries": line.summaries,
    }  # fmt: skip
    return found if title is None else {**found, "title": title}
