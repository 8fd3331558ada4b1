"""``lab FILE…``: every strategy on the same transcripts, side by side."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from weclaw_desktop import __version__
from weclaw_desktop.commands.output import Output
from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.system_errors import why
from weclaw_desktop.core.text import text
from weclaw_desktop.services.lab.bench import Ask, LabBench, Progress
from weclaw_desktop.services.lab.experiment import Experiment, variants
from weclaw_desktop.services.lab.figures import Row, winner
from weclaw_desktop.services.lab.intake import of_file
from weclaw_desktop.services.lab.intake import size as size_of
from weclaw_desktop.services.lab.report import Section, document, page
from weclaw_desktop.services.lab.summaries import asking, written_by_model
from weclaw_desktop.services.lab.table import COLUMNS, cell, head, label, verdict
from weclaw_desktop.services.transcripts import Transcript

BAR = 24
"""Characters of the progress bar."""


async def run(arguments: Namespace, shell: Shell) -> int:
    """Play and compare. Raises InputError for a file, a strategy or a model that is not there."""
    with LabBench(shell.environ) as bench:
        bench.warm()
        sections = await _played(arguments, shell, bench)
    shell.output.document(document(sections, __version__))
    for section in sections:
        _print(section, shell.output)
    if arguments.report is not None:
        await asyncio.to_thread(_write, arguments.report, page(sections, shell.output.language, __version__))
        shell.output.line(text("lab.report.written", path=str(arguments.report)))
    return 0


async def _played(arguments: Namespace, shell: Shell, bench: LabBench) -> list[Section]:
    from weclaw_desktop.context.strategies import names  # loads all of the engine, while the processes do too

    strategies = arguments.strategy or list(names())
    unknown = next((name for name in strategies if name not in names()), "")
    if unknown:
        raise InputError(text("lab.unknown_strategy", name=unknown, known=", ".join(names())))
    played = [(path.name, await asyncio.to_thread(_read, path)) for path in arguments.file]
    given = variants(
        strategies, arguments.window or (0,), arguments.profile or ("balanced",), arguments.summarizer or ("none",)
    )
    async with AsyncExitStack() as stack:
        model, ask = None, None
        named = [name for name in arguments.summarizer if written_by_model(name)]
        if arguments.model or named:
            workshop = await stack.enter_async_context(workshop_of(arguments, shell))
            model = workshop.models.spec(arguments.model) if arguments.model else None
            ask = _asks({name: asking(workshop.models, name, workshop.accounting.outside) for name in named})
        sections: list[Section] = []
        for name, transcript in played:
            experiment = Experiment(transcript, given, model, told_in=shell.output.language)
            sizes: list[tuple[int, int]] = []
            rows = await bench.run(experiment, None, _bar(shell.output, name), ask, sizes.append)
            size = sizes[0] if sizes else await asyncio.to_thread(size_of, transcript, model)
            sections.append(Section(name, *size, rows))
    return sections


def _read(path: Path) -> Transcript:
    try:
        data = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InputError(text("cli.no_file", path=str(path), reason=why(error))) from error
    return of_file(data, path.name)


def _write(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise InputError(text("lab.not_written", path=str(path), reason=why(error))) from error


def _asks(known: dict[str, Callable[..., str]]) -> Ask:
    return lambda name, prompt, limit: known[name](prompt, limit)


def _bar(output: Output, name: str) -> Callable[[Progress], None] | None:
    """A line on standard error that is written over, where somebody looks at it."""
    if not output.err.isatty():
        return None

    def show(progress: Progress) -> None:
        filled = round(BAR * progress.share)
        done = text("lab.progress", done=progress.done, of=progress.of, percent=round(100 * progress.share))
        end = "\n" if progress.done == progress.of else ""
        print(f"\r{name[:30]}  [{'█' * filled}{'·' * (BAR - filled)}]  {output.say(done)} ", end=end, file=output.err)
        output.err.flush()

    return show


def _print(section: Section, output: Output) -> None:
    language, rows = output.language, section.rows
    among = [row.variant for row in rows]
    output.line(text("lab.heading", name=section.name, messages=section.messages, tokens=section.tokens))
    lines = [["", *(head(column, language, rows) for column in COLUMNS)]]
    best = winner(rows)
    for n, row in enumerate(rows):
        name = ("* " if n == best else "  ") + label(row.variant, among, language)
        lines.append([name, *(cell(row, column, language) for column in COLUMNS)] if not row.failure else [name])
    widths = [max(_width(line[n]) for line in lines if n < len(line)) for n in range(len(COLUMNS) + 1)]
    for line, row in zip(lines, (None, *rows), strict=True):
        cells = [_padded(value, width, left=not n) for n, (value, width) in enumerate(zip(line, widths, strict=False))]
        output.line("  ".join(cells).rstrip() + _told(row, output))
    output.line(verdict(rows, best, language))
    if best is not None:
        output.line(text("lab.choice"))


def _told(row: Row | None, output: Output) -> str:
    return f"  {output.say(text('lab.failed', reason=row.failure))}" if row is not None and row.failure else ""


def _width(said: str) -> int:
    """Columns of a terminal: Chinese characters take two."""
    return sum(2 if ord(character) > 0x2E7F else 1 for character in said)


def _padded(said: str, width: int, *, left: bool) -> str:
    space = " " * (width - _width(said))
    return said + space if left else space + said
