"""``replay FILE``: what would have been sent, had the transcript happened live."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from dataclasses import replace

from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.commands.threshold import headline
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text
from weclaw_desktop.services.lab.summaries import asking
from weclaw_desktop.services.replay import ReplayOptions, ReplayResult, replay
from weclaw_desktop.services.transcripts import joined, read


async def run(arguments: Namespace, shell: Shell) -> int:
    """Play and print. Raises InputError for an unreadable file, CannotFit for a request that cannot be made to fit."""
    try:
        data = await asyncio.to_thread(arguments.file.read_text, encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(text("cli.no_file", path=str(arguments.file), reason=why(error))) from error
    plain = arguments.summarizer.split(":")[0] in ("none", "scripted")
    options = ReplayOptions(
        strategy=arguments.strategy, window=arguments.window, profile=arguments.profile, summarizer=arguments.summarizer
    )
    if plain and not arguments.model:
        result = await asyncio.to_thread(_play, data, arguments.file.name, options)
    else:
        async with workshop_of(arguments, shell) as workshop:
            model = workshop.models.spec(arguments.model) if arguments.model else None
            ask = None if plain else asking(workshop.models, arguments.summarizer, workshop.accounting.outside)
            result = await asyncio.to_thread(
                _play, data, arguments.file.name, replace(options, model=model, summarise=ask)
            )
    shell.output.document(result.to_json())
    _print(result, shell, options)
    return 0


def _play(data: str, name: str, options: ReplayOptions) -> ReplayResult:
    return replay(joined(read(data, name)), options)


def _print(result: ReplayResult, shell: Shell, options: ReplayOptions) -> None:
    output, lines = shell.output, result.thresholds
    sent = sum(call.tokens for call in result.calls)
    peak = max((call.tokens for call in result.calls), default=0)
    output.line(headline(lines, options.strategy, options.settings.message_cap))
    output.line(
        text("cli.replay.totals", calls=len(result.calls), sent=sent, peak=peak, compactions=len(result.compactions))
    )
    for made in result.compactions:
        output.line(
            f"  {made.at_call}: {made.method} {made.tokens_before:,} → {made.tokens_after:,} ({made.ms:.0f} ms)"
        )
    if result.skipped:
        output.note(text("cli.replay.skipped", what=", ".join(map(output.say, result.skipped))))
