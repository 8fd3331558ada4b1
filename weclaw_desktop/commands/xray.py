"""``context CHAT --xray``: the very next request, part by part, with what is left out of it and why."""

from __future__ import annotations

from argparse import Namespace

from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.core.text import compact, text
from weclaw_desktop.core.xray import XrayPart
from weclaw_desktop.services.xray import document


async def run(arguments: Namespace, shell: Shell) -> int:
    """Print the parts in order, or all of it as JSON. Raises InputError when there is no such chat."""
    async with workshop_of(arguments, shell) as workshop:
        seen = await workshop.xrays.look(arguments.chat)
    output = shell.output
    output.document(document(seen, output.language))
    if seen.told is not None:
        output.line(seen.told)
    for part in seen.parts:
        output.line(_line(part, shell))
    output.line(text("cli.xray.total", total=seen.total, parts=len(seen.parts)))
    return 0


def _line(part: XrayPart, shell: Shell) -> str:
    say = shell.output.say
    size = compact(part.tokens) if part.sent or not part.whole else f"0/{compact(part.whole)}"
    named = f"m{part.seq} {say(part.title)}" if part.seq else say(part.title)
    return f"{size:>9}  {say(text(f'cli.xray.{part.state}'))}  {named} – {say(part.reason)}"
