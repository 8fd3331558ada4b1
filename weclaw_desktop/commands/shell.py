"""What a command is given: where to print, the process's environment and input, and ways to open a profile."""

from __future__ import annotations

import asyncio
import getpass
import tempfile
import warnings
from argparse import Namespace
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from weclaw_desktop.commands.output import Output
from weclaw_desktop.core.bus import Bus
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.text import text
from weclaw_desktop.services.settings_holder import SettingsHolder
from weclaw_desktop.storage.profile import Profile, default_folder
from weclaw_desktop.storage.settings_file import SettingsFile

if TYPE_CHECKING:
    from weclaw_desktop.services.setup import Setup
    from weclaw_desktop.services.workshop import Workshop
    from weclaw_desktop.storage.secrets import ProfileSecrets


@dataclass(slots=True)
class Shell:
    """The world around a command."""

    output: Output
    stdin: TextIO
    environ: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def can_ask(self) -> bool:
        """Whether somebody sits at the other end."""
        return self.stdin.isatty()

    async def read_all(self) -> str:
        """Everything on standard input."""
        return await asyncio.to_thread(self.stdin.read)

    async def read_line(self) -> str:
        """The next line of standard input, without its end."""
        return (await asyncio.to_thread(self.stdin.readline)).rstrip("\r\n")

    async def ask_secret(self, question: str) -> str:
        """A passphrase, typed without being shown. Raises InputError where there is no terminal to type it in."""
        return await asyncio.to_thread(_typed, question)


def _typed(question: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("error", getpass.GetPassWarning)  # it would read, and show, standard input instead
        try:
            return getpass.getpass(question)
        except (getpass.GetPassWarning, EOFError) as error:
            raise InputError(text("cli.no_terminal")) from error


def profile_of(arguments: Namespace) -> Profile:
    """The profile that was named, else the user's own."""
    return Profile((arguments.profile_dir or default_folder()).expanduser().absolute())


def settings_of(arguments: Namespace) -> SettingsHolder:
    """The profile's settings without its database. Raises StorageError when the file cannot be read."""
    return SettingsHolder(SettingsFile(profile_of(arguments).settings), Bus())


async def secrets_of(arguments: Namespace, shell: Shell) -> ProfileSecrets:
    """The profile's key store; asks for the passphrase of its vault where somebody can answer."""
    from weclaw_desktop.storage.secrets import ProfileSecrets

    secrets = ProfileSecrets(profile_of(arguments).vault, shell.environ)
    await unlock(secrets, shell)
    return secrets


@asynccontextmanager
async def setup_of(arguments: Namespace, shell: Shell, *, keys: bool = True) -> AsyncGenerator[Setup]:
    """The window's verbs on providers and embedded models, on the profile's settings and keys without its database.

    ``keys`` False leaves a vault of keys closed.
    """
    from weclaw_desktop.llm.catalog import Catalog
    from weclaw_desktop.services.opening import weights_store
    from weclaw_desktop.services.setup import Setup
    from weclaw_desktop.services.supervisor import TaskSupervisor
    from weclaw_desktop.storage.secrets import ProfileSecrets

    settings, bus = settings_of(arguments), Bus()
    secrets = ProfileSecrets(profile_of(arguments).vault, shell.environ)
    if keys:
        await unlock(secrets, shell)
    models, supervisor = Catalog(lambda: settings.value, secrets.get), TaskSupervisor(bus)
    try:
        yield Setup(
            models=models,
            settings=settings,
            secrets=secrets,
            bus=bus,
            supervisor=supervisor,
            store=weights_store(),
            environ=shell.environ,
        )
    finally:
        await supervisor.close()
        await models.close()


async def unlock(secrets: ProfileSecrets, shell: Shell) -> None:
    """Open the vault of keys, if there is one that is still closed and somebody can type the passphrase."""
    if shell.can_ask and await asyncio.to_thread(secrets.needs_passphrase):
        passphrase = await shell.ask_secret(shell.output.say(text("cli.passphrase")))
        await asyncio.to_thread(secrets.use_vault, passphrase)


@asynccontextmanager
async def workshop_of(arguments: Namespace, shell: Shell) -> AsyncGenerator[Workshop]:
    """The profile at work, closed at the end; with ``--demo`` a throw-away one on the scripted model."""
    from weclaw_desktop.services.workshop import Workshop
    from weclaw_desktop.storage.secrets import ProfileSecrets

    if arguments.demo:
        from weclaw_desktop.services.demo import demo_models

        with tempfile.TemporaryDirectory(prefix="weclaw-demo-", ignore_cleanup_errors=True) as made:
            folder = arguments.profile_dir or Path(made)
            workshop = await Workshop.open(folder, demo_models(rate=0, summary_s=0), start=Path.cwd())
            try:
                yield workshop
            finally:
                await workshop.close()
        return
    folder = profile_of(arguments).folder
    workshop = await Workshop.open(folder, environ=shell.environ, start=Path.cwd())
    try:
        if isinstance(workshop.secrets, ProfileSecrets):
            await unlock(workshop.secrets, shell)
        yield workshop
    finally:
        await workshop.close()
