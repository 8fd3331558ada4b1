"""``providers``: who is asked for answers. Keys go from standard input to the key store and nowhere else."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Callable

from weclaw_desktop.commands.shell import Shell, secrets_of, settings_of, workshop_of
from weclaw_desktop.core.errors import InputError, SecretsError
from weclaw_desktop.core.settings import ProviderEntry, check_provider_name
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.providers import ORDER, address_of, kind_of


async def list_providers(arguments: Namespace, shell: Shell) -> int:
    """Print configured providers and whether each has a key."""
    secrets = await secrets_of(arguments, shell)
    rows: list[dict[str, object]] = []
    for entry in settings_of(arguments).value.providers:
        rows.append(_document(entry) | {"key": await _has_key(secrets.get, entry.name)})
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
    if arguments.key_stdin:
        key = (await shell.read_line()).strip()
        if not key:
            raise InputError(text("cli.no_key"))
        secrets = await secrets_of(arguments, shell)
        if arguments.vault:
            passphrase = await shell.ask_secret(shell.output.say(text("cli.passphrase")))
            await asyncio.to_thread(secrets.use_vault, passphrase)
        await asyncio.to_thread(secrets.set, entry.name, key)
    await settings_of(arguments).add_provider(entry)
    shell.output.document(_document(entry) | {"key": bool(arguments.key_stdin)})
    shell.output.line(text("cli.provider_added", name=entry.name))
    return 0


async def remove(arguments: Namespace, shell: Shell) -> int:
    """Forget a provider and its key. Raises InputError when there is none of that name."""
    await settings_of(arguments).remove_provider(arguments.name)
    secrets = await secrets_of(arguments, shell)
    await asyncio.to_thread(secrets.delete, arguments.name)
    shell.output.document({"removed": arguments.name})
    shell.output.line(text("cli.provider_removed", name=arguments.name))
    return 0


async def test(arguments: Namespace, shell: Shell) -> int:
    """Ask a provider for its models. Raises the ModelError that says what is wrong."""
    async with workshop_of(arguments, shell) as workshop:
        known = {entry.name for entry in workshop.settings.value.providers}
        if arguments.name not in known:
            raise InputError(text("services.no_provider", name=arguments.name))
        specs = await workshop.refresh_provider(arguments.name)
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


async def _has_key(get: Callable[[str], str | None], name: str) -> bool:
    try:
        return bool(await asyncio.to_thread(get, name))
    except SecretsError:
        return False
