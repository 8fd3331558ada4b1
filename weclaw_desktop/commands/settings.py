"""``settings get|set``: the same declarations as the dialog's; with ``--chat`` or ``--model`` what these have."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from weclaw_desktop.commands.shell import Shell, settings_of, workshop_of
from weclaw_desktop.core import settings as declared
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.overriding import OF_CHATS, OF_MODELS, InForce, in_force, own_of_model
from weclaw_desktop.core.settings import Settings
from weclaw_desktop.core.text import text

if TYPE_CHECKING:
    from weclaw_desktop.services.workshop import Workshop


BACK = "default"
"""As a value: what a chat or a model has of its own is taken back."""
_PREFIX = "context."


async def get(arguments: Namespace, shell: Shell) -> int:
    """Print one setting or all. Raises InputError for an unknown key."""
    if arguments.chat or arguments.model:
        return await _get_own(arguments, shell)
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
    if arguments.chat or arguments.model:
        return await _put_own(arguments, shell)
    if arguments.key in ("general.model", "context.summary_model") and arguments.value not in ("", "none"):
        async with workshop_of(arguments, shell) as workshop:
            arguments.value = workshop.models.spec(arguments.value).id
    holder = settings_of(arguments)
    await holder.change({arguments.key: declared.parse(arguments.key, arguments.value)})
    found = declared.get(holder.value, arguments.key)
    shell.output.document({"key": arguments.key, "value": found})
    shell.output.line(text("cli.setting_saved", key=arguments.key, value=_shown(found)))
    return 0


async def _get_own(arguments: Namespace, shell: Shell) -> int:
    """What holds for a chat or a model, each value with where it comes from."""
    async with workshop_of(arguments, shell) as workshop:
        held = await _held(arguments, workshop)
    names = OF_CHATS if arguments.chat else OF_MODELS
    if arguments.key:
        names = (_own_name(arguments),)
    rows = [(_PREFIX + name, getattr(held.context, name), held.source(name)) for name in names]
    found = [{"key": key, "value": value, "source": source} for key, value, source in rows]
    shell.output.document(found[0] if arguments.key else found)
    for key, value, source in rows:
        shell.output.line(text("cli.setting_held", key=key, value=_shown(value), source=text(f"cli.source.{source}")))
    return 0


async def _put_own(arguments: Namespace, shell: Shell) -> int:
    name = _own_name(arguments)
    back = arguments.value == BACK
    async with workshop_of(arguments, shell) as workshop:
        if name == "summary_model" and arguments.value not in ("", "none", BACK):
            arguments.value = workshop.models.spec(arguments.value).id
        value = None if back else declared.parse(arguments.key, arguments.value)
        if arguments.chat:
            await workshop.dialog.choose_own(arguments.chat, {name: value})
        else:
            model = workshop.models.spec(arguments.model).id
            before = workshop.settings.value.overrides.get(model)
            await workshop.setup.override(model, own_of_model(before, {name: value}))
        held = await _held(arguments, workshop)
    found, source = getattr(held.context, name), held.source(name)
    shell.output.document({"key": arguments.key, "value": found, "source": source})
    where = text(f"cli.source.{source}")
    shell.output.line(text("cli.setting_held", key=arguments.key, value=_shown(found), source=where))
    return 0


async def _held(arguments: Namespace, workshop: Workshop) -> InForce:
    """The context settings that hold for the chat or the model that was named."""
    settings = workshop.settings.value
    if arguments.chat:
        return (await workshop.desks.of(arguments.chat)).in_force
    return in_force(settings, workshop.models.spec(arguments.model).id)


def _own_name(arguments: Namespace) -> str:
    """The setting without its group. Raises InputError for one that chats or models cannot have."""
    declared.get(Settings(), arguments.key)
    names = OF_CHATS if arguments.chat else OF_MODELS
    name: str = arguments.key.removeprefix(_PREFIX)
    if not arguments.key.startswith(_PREFIX) or name not in names:
        keys = ", ".join(_PREFIX + known for known in names)
        said = "settings.not_of_chats" if arguments.chat else "settings.not_of_models"
        raise InputError(text(said, key=arguments.key, keys=keys))
    return name


def _shown(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)
