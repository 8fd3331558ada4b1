"""``providers``: who is asked for answers. Keys go from standard input to the key store and nowhere else."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from weclaw_desktop.commands.shell import Shell, setup_of, workshop_of
from weclaw_desktop.core.errors import InputError, SecretsError
from weclaw_desktop.core.settings import ProviderEntry, check_provider_name
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.providers import ORDER, address_of, kind_of

if TYPE_CHECKING:
    from weclaw_desktop.services.setup import Setup


async def list_providers(arguments: Namespace, shell: Shell) -> int:
    """Print configured providers and whether each has a key."""
    async with setup_of(arguments, shell) as setup:
        rows = [_document(entry) | {"key": await _has_key(setup, entry.name)} for entry in setup.providers()]
    shell.output.document(rows)
    for row in rows:
        key = text("cli.key.yes" if row["key"] else "cli.key.no")
        shell.output.line(f"{row['name']}  {row['kind']}  {row['base_url']}  {shell.output.say(key)}")
    if not rows:
        shell.output.line(text("cli.no_providers"))
    return 0


async def add(arguments: Namespace, shell: Shell) -> int:
    """Add or change a provider. Raises InputError, SecretsError; without the key nothing is saved."""
    kind = arguments.kind or (arguments.name if arguments.name in ORDER else "compatible")
    models = tuple(name.strip() for name in arguments.models.split(",") if name.strip())
    entry = ProviderEntry(
        name=arguments.name,
        kind=kind_of(kind).kind,
        base_url=arguments.base_url,
        region=arguments.region,
        models=models,
    )
    address_of(entry)
    check_provider_name(entry.name)
    key = (await shell.read_line()).strip() if arguments.key_stdin else None
    if key == "":
        raise InputError(text("cli.no_key"))
    async with setup_of(arguments, shell, keys=key is not None) as setup:
        if arguments.vault and key is not None:
            await setup.keep_keys("vault", await shell.ask_secret(shell.output.say(text("cli.passphrase"))))
        try:
            entry = await setup.add_provider(entry, key)
        except SecretsError as error:
            raise _with_remedy(error, entry.name) from error
    shell.output.document(_document(entry) | {"key": bool(arguments.key_stdin)})
    shell.output.line(text("cli.provider_added", name=entry.name))
    return 0


async def remove(arguments: Namespace, shell: Shell) -> int:
    """Forget a provider and its key. Raises InputError when there is none of that name."""
    async with setup_of(arguments, shell) as setup:
        await setup.remove_provider(arguments.name)
    shell.output.document({"removed": arguments.name})
    shell.output.line(text("cli.provider_removed", name=arguments.name))
    return 0


async def test(arguments: Namespace, shell: Shell) -> int:
    """Ask a provider for its models. Raises the ModelError that says what is wrong."""
    async with workshop_of(arguments, shell) as workshop:
        known = {entry.name for entry in workshop.settings.value.providers}
        if arguments.name not in known:
            raise InputError(text("services.no_provider", name=arguments.name))
        specs = await workshop.setup.models_of(arguments.name)
    shell.output.document({"provider": arguments.name, "ok": True, "models": [spec.id for spec in specs]})
    shell.output.line(text("cli.provider_works", name=arguments.name, count=len(specs)))
    return 0


def _document(entry: ProviderEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "kind": entry.kind,
        "base_url": address_of(entry),
        "region": entry.region,
        "models": list(entry.models),
        "enabled": entry.enabled,
    }


def _with_remedy(error: SecretsError, name: str) -> SecretsError:
    """What the window offers as buttons, as options and variables."""
    from weclaw_desktop.storage.secrets import variables

    return SecretsError(text("cli.keys_elsewhere", reason=error.text, variable=variables(name)[0]))


async def _has_key(setup: Setup, name: str) -> bool:
    try:
        return await setup.has_key(name)
    except SecretsError:
        return False
