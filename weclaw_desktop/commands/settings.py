"""``settings get|set``: the same declarations as the dialog's."""

from __future__ import annotations

from argparse import Namespace

from weclaw_desktop.commands.shell import Shell, settings_of, workshop_of
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.text import text


async def get(arguments: Namespace, shell: Shell) -> int:
    """Print one setting or all. Raises InputError for an unknown key."""
    value = settings_of(arguments).value
    if arguments.key:
        found = declared.get(value, arguments.key)
        shell.output.document({"key": arguments.key, "value": found})
        shell.output.line(_shown(found))
        return 0
    names = declared.keys()
    everything = {key: declared.get(value, key) for key in names}
    shell.output.document(everything)
    for key, found in everything.items():
        shell.output.line(f"{key} = {_shown(found)}")
    return 0


async def put(arguments: Namespace, shell: Shell) -> int:
    """Change one setting. Raises InputError for an unknown key or a bad value; nothing is changed then.

    A model must be one that can be used; a bare name is kept as ``provider/name``.
    """
    if arguments.key == "context.strategy":
        from weclaw_desktop.context.strategies import strategy

        strategy(arguments.value)
    if arguments.key in ("general.model", "context.summary_model") and arguments.value not in ("", "none"):
        async with workshop_of(arguments, shell) as workshop:
            arguments.value = workshop.models.spec(arguments.value).id
    holder = settings_of(arguments)
    await holder.change({arguments.key: declared.parse(arguments.key, arguments.value)})
    found = declared.get(holder.value, arguments.key)
    shell.output.document({"key": arguments.key, "value": found})
    shell.output.line(text("cli.setting_saved", key=arguments.key, value=_shown(found)))
    return 0


def _shown(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
