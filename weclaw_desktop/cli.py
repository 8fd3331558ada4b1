"""The command line: every verb of the window without a window, and the way into the window itself.

Importing this loads no Qt and no litellm; a command loads what it needs. Exit codes: 0 done, 1 a known failure told in
one line on standard error, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from weclaw_desktop.commands.output import Output, use_utf8
from weclaw_desktop.commands.parser import build
from weclaw_desktop.core.errors import Bug, DatabaseDamaged, DatabaseMissing, KnownError, UsageError
from weclaw_desktop.core.text import Language, text

if TYPE_CHECKING:
    from weclaw_desktop.services.settings_holder import SettingsHolder

Command = Callable[[argparse.Namespace, "object"], Awaitable[int]]
_log = logging.getLogger("weclaw_desktop")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command, or open the window when there is none; returns the exit code."""
    use_utf8()
    parser = build()
    arguments = parser.parse_args(argv)
    if arguments.command is None:
        return _window(arguments, parser)
    settings = _settings(arguments)
    spoken = _language(arguments, settings, os.environ)
    output = Output(json=getattr(arguments, "json", False), language=spoken)
    if settings is not None and settings.problem is not None:
        output.note(settings.problem)
    end_log = _keep_log(arguments)
    try:
        return output.ended(asyncio.run(_run(arguments, output)))
    except (DatabaseDamaged, DatabaseMissing) as error:
        output.failure(KnownError(text("cli.with_repair", told=error.text, how=text("cli.repair"))))
    except UsageError as error:
        output.failure(error)
        return output.ended(2)
    except KnownError as error:
        output.failure(error)
    except KeyboardInterrupt:
        output.note(text("cli.interrupted"))
    except Exception as error:  # noqa: BLE001 -- the reporter of last resort: a trace for the log, a sentence for people
        _log.exception("a bug")
        output.failure(error if isinstance(error, Bug) else Bug(text("services.bug", kind=type(error).__name__)))
    finally:
        end_log()
    return output.ended(1)


def _keep_log(arguments: argparse.Namespace) -> Callable[[], None]:
    """Send traces to the profile's log file, from before the profile is opened."""
    from weclaw_desktop.commands.shell import profile_of
    from weclaw_desktop.storage.logbook import keep

    return keep(profile_of(arguments).logs)


async def _run(arguments: argparse.Namespace, output: Output) -> int:
    from weclaw_desktop.commands.shell import Shell
    from weclaw_desktop.llm.environment import prepare_environment

    prepare_environment(os.environ)
    shell = Shell(output, sys.stdin, dict(os.environ))
    return await _command(arguments.command, getattr(arguments, "action", ""))(arguments, shell)


def _command(name: str, action: str) -> Callable[..., Awaitable[int]]:
    """The function behind a command; its module is imported now."""
    match name:
        case "chat":
            from weclaw_desktop.commands import chat

            return chat.run
        case "chats" | "context":
            from weclaw_desktop.commands import chats

            return chats.ACTIONS[action] if name == "chats" else chats.context
        case "settings":
            from weclaw_desktop.commands import settings

            return {"get": settings.get, "set": settings.put}[action]
        case "providers":
            from weclaw_desktop.commands import providers as p

            return {"list": p.list_providers, "add": p.add, "remove": p.remove, "test": p.test}[action]
        case "models":
            from weclaw_desktop.commands import models as m

            return {"list": m.list_models, "install": m.install, "remove": m.remove, "test": m.test}[action]
        case "usage":
            from weclaw_desktop.commands import usage

            return usage.run
        case "recall":
            from weclaw_desktop.commands import recall

            return recall.run
        case "replay" | "lab":
            return _player(name)
        case "threshold":
            from weclaw_desktop.commands import threshold

            return threshold.run
        case _:
            from weclaw_desktop.commands import doctor

            return doctor.run


def _player(name: str) -> Callable[..., Awaitable[int]]:
    if name == "lab":
        from weclaw_desktop.commands import lab

        return lab.run
    from weclaw_desktop.commands import replay

    return replay.run


def _window(arguments: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if arguments.screenshot is not None and arguments.quit_after is None:
        parser.error("--screenshot needs --quit-after")
    from weclaw_desktop.app import run_window
    from weclaw_desktop.launch import WindowOptions

    return run_window(
        WindowOptions(
            profile_dir=arguments.profile_dir,
            demo=arguments.demo,
            screenshot=arguments.screenshot,
            quit_after=arguments.quit_after,
            language=arguments.language,
            theme=arguments.theme,
            size=arguments.size,
        )
    )


def _settings(arguments: argparse.Namespace) -> SettingsHolder | None:
    """The profile's settings; None when they cannot be read, which the command itself will say if it needs them."""
    from weclaw_desktop.commands.shell import settings_of

    try:
        return settings_of(arguments)
    except KnownError:
        return None


def _language(arguments: argparse.Namespace, settings: SettingsHolder | None, environ: Mapping[str, str]) -> Language:
    """What was asked for, else what the profile says, else what the system speaks."""
    if arguments.language:
        return "zh" if arguments.language == "zh" else "en"
    chosen = "system" if settings is None else settings.value.general.language
    if chosen != "system":
        return "zh" if chosen == "zh" else "en"
    spoken = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or ""
    return "zh" if spoken.lower().startswith("zh") else "en"


if __name__ == "__main__":
    sys.exit(main())
