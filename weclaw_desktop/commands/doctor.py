"""``doctor``: looks at everything that could be wrong on this computer and says what to do about it."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from weclaw_desktop.commands import checks
from weclaw_desktop.commands.checks import Finding
from weclaw_desktop.commands.shell import Shell, profile_of, secrets_of, settings_of
from weclaw_desktop.core.errors import KnownError
from weclaw_desktop.core.text import text
from weclaw_desktop.llm.detect import find_servers
from weclaw_desktop.services.opening import weights_store
from weclaw_desktop.services.recovery import repair

if TYPE_CHECKING:
    from weclaw_desktop.core.settings import Settings

SIGNS = {"ok": "ok  ", "warn": "warn", "fail": "FAIL"}


async def run(arguments: Namespace, shell: Shell) -> int:
    """Print one line per check; 1 when one failed. With ``--has-model`` only say whether there is a model.

    ``--repair`` first does what the user chose for a lost database. Raises StorageError when that fails.
    """
    if arguments.has_model:
        found = await _has_model(arguments, shell)
        shell.output.document({"has_model": found})
        shell.output.line(text("cli.doctor.model_yes" if found else "cli.doctor.model_no"))
        return 0 if found else 1
    if arguments.repair is not None:
        shell.output.note(await repair(profile_of(arguments).folder, arguments.repair))
    found = await _look(arguments, shell)
    shell.output.document(
        {"ok": all(f.state != "fail" for f in found), "checks": [_document(finding) for finding in found]}
    )
    for finding in found:
        shell.output.line(f"{SIGNS[finding.state]}  {shell.output.say(finding.told)}")
        if finding.advice is not None:
            shell.output.line(f"      → {shell.output.say(finding.advice)}")
    return 1 if any(finding.state == "fail" for finding in found) else 0


async def _look(arguments: Namespace, shell: Shell) -> list[Finding]:
    profile = profile_of(arguments)
    found = [checks.python(), await asyncio.to_thread(checks.qt_plugin), await asyncio.to_thread(checks.fonts)]
    found += checks.input_method(shell.environ)
    settings = await _guarded("settings", lambda: asyncio.to_thread(_settings, arguments))
    found += [settings] if settings is not None else []
    found.append(await _keys(arguments, shell))
    found.append(await checks.database(profile))
    found.append(await checks.backups(profile))
    found.append(await asyncio.to_thread(checks.disk, profile.folder))
    found.append(await _servers())
    found.append(await _models(arguments, shell))
    found.append(checks.proxy(shell.environ, _network(arguments)))
    return found


async def _guarded(code: str, look: Callable[[], Awaitable[object]]) -> Finding | None:
    """A finding when ``look`` fails in a known way."""
    try:
        await look()
    except KnownError as error:
        return Finding(code, "fail", error.text, text("cli.doctor.see_text"))
    return None


def _settings(arguments: Namespace) -> Settings:
    return settings_of(arguments).value


async def _keys(arguments: Namespace, shell: Shell) -> Finding:
    try:
        secrets = await secrets_of(arguments, shell)
        where = await asyncio.to_thread(secrets.where)
        await asyncio.to_thread(secrets.get, "weclaw-desktop-doctor")
    except KnownError as error:
        return Finding("keys", "warn", error.text, text("cli.doctor.keys_advice"))
    absent = where.key in ("storage.keys_absent", "storage.vault_locked")
    return Finding("keys", "warn" if absent else "ok", where, text("cli.doctor.keys_advice") if absent else None)


async def _servers() -> Finding:
    servers = await find_servers()
    if not servers:
        return Finding("servers", "ok", text("cli.doctor.no_servers"))
    names = ", ".join(f"{server.title} ({server.address}, {len(server.models)})" for server in servers)
    return Finding("servers", "ok", text("cli.doctor.servers", names=names))


async def _models(arguments: Namespace, shell: Shell) -> Finding:
    installed = await asyncio.to_thread(weights_store().installed)
    if installed:
        names = ", ".join(model.name for model in installed)
        return Finding("models", "ok", text("cli.doctor.installed", names=names))
    if await _has_model(arguments, shell):
        return Finding("models", "ok", text("cli.doctor.model_yes"))
    return Finding("models", "warn", text("cli.doctor.model_no"), text("cli.doctor.model_advice"))


async def _has_model(arguments: Namespace, shell: Shell) -> bool:
    """Whether there is something to talk to: an installed model, or a provider that has its key or needs none."""
    from weclaw_desktop.llm.providers import kind_of

    if await asyncio.to_thread(weights_store().installed):
        return True
    try:
        secrets = await secrets_of(arguments, shell)
        for entry in settings_of(arguments).value.providers:
            if entry.enabled and (
                not kind_of(entry.kind).needs_key or await asyncio.to_thread(secrets.get, entry.name)
            ):
                return True
    except KnownError:
        return False
    return False


def _network(arguments: Namespace) -> str:
    try:
        network = settings_of(arguments).value.network
    except KnownError:
        return ""
    return network.proxy_url if network.proxy == "custom" else network.proxy


def _document(finding: Finding) -> dict[str, object]:
    return {"code": finding.code, "state": finding.state, "text": finding.told, "advice": finding.advice}
