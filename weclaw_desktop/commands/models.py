"""``models``: what can be chosen, and the small models that can be fetched and run on this computer."""

from __future__ import annotations

import asyncio
import time
from argparse import Namespace
from pathlib import Path

from weclaw_desktop.commands.shell import Shell, setup_of, workshop_of
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import DownloadProgress
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.llm.local.download import Progress
from weclaw_desktop.llm.local.errors import size
from weclaw_desktop.services.opening import weights_store

EVERY_S = 2.0
"""Seconds between progress lines."""


async def list_models(arguments: Namespace, shell: Shell) -> int:
    """Print usable models, then those that can be fetched."""
    async with workshop_of(arguments, shell) as workshop:
        specs = workshop.models.known()
    store = weights_store()
    installed = {model.name for model in await asyncio.to_thread(store.installed)}
    offered = [weights for weights in store.catalogue if weights.name not in installed]
    rows = [_row(spec, shell.output.language) for spec in specs]
    rows += [
        {
            "id": f"local/{w.name}",
            "title": shell.output.say(w.label),
            "window": w.n_ctx,
            "installed": False,
            "download": w.download,
        }
        for w in offered
    ]
    shell.output.document(rows)
    for spec in specs:
        shell.output.line(f"{spec.id}  {spec.window:,} ({spec.window_source})  {spec.title_in(shell.output.language)}")
        if spec.tools_note is not None:
            shell.output.line(f"  {shell.output.say(spec.tools_note)}")
    for weights in offered:
        what = text("cli.model_offered", name=weights.name, size=size(weights.download))
        shell.output.line(f"local/{weights.name}  {shell.output.say(weights.label)}  {shell.output.say(what)}")
    return 0


async def install(arguments: Namespace, shell: Shell) -> int:
    """Fetch a model, or list a ``.gguf`` file of the user's. Raises LocalModelError, InputError."""
    async with setup_of(arguments, shell, keys=False) as setup:
        if arguments.name.lower().endswith(".gguf"):
            model = await setup.embedded.add_file(Path(arguments.name))
        else:
            model = await setup.embedded.install(arguments.name, _Reporter(shell))
    shell.output.document({"name": f"local/{model.name}", "path": str(model.path), "size": model.size})
    shell.output.line(text("cli.model_installed", name=f"local/{model.name}"))
    return 0


async def remove(arguments: Namespace, shell: Shell) -> int:
    """Delete a fetched model, or forget a file. Raises InputError when there is none."""
    async with setup_of(arguments, shell, keys=False) as setup:
        if not await setup.embedded.remove(arguments.name):
            raise InputError(text("local.not_installed", model=arguments.name))
    shell.output.document({"removed": arguments.name})
    shell.output.line(text("cli.model_removed", name=arguments.name))
    return 0


async def test(arguments: Namespace, shell: Shell) -> int:
    """Have a model say something. Raises the ModelError that says what is wrong."""
    async with workshop_of(arguments, shell) as workshop:
        spec = workshop.models.spec(arguments.name)
        started = time.monotonic()
        answer = await workshop.setup.test_model(spec.id)
        seconds = time.monotonic() - started
    shell.output.document({"model": spec.id, "ok": True, "text": answer, "seconds": round(seconds, 2)})
    shell.output.line(text("cli.model_works", name=spec.id, seconds=f"{seconds:.1f}", answer=answer[:60]))
    return 0


def _row(spec: ModelSpec, language: Language) -> dict[str, object]:
    return {
        "id": spec.id,
        "title": spec.title_in(language),
        "window": spec.window,
        "window_source": spec.window_source,
        "max_output": spec.max_output,
        "local": spec.local,
        "tools": spec.tools,
        "tools_note": spec.tools_note and render(spec.tools_note, language),
        "installed": True,
    }


class _Reporter:
    """Prints progress on standard error, not more often than people read."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._next = 0.0

    def __call__(self, told: DownloadProgress) -> None:
        """Take one report."""
        progress = Progress(told.name, told.phase, told.done, told.total, told.part, told.parts, told.rate)
        now = time.monotonic()
        if now >= self._next or progress.done >= progress.total:
            self._next = now + EVERY_S
            self._shell.output.note(progress.text)
