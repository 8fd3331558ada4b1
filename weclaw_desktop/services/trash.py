"""What lies in the trash stays as it is: nothing is sent, compressed or previewed there, by people or by itself.

Asked of the database, not of a desk: a chat goes to the trash, and comes back from it, in another window or by the
command line, too.
"""

from __future__ import annotations

from weclaw_desktop.context.engine import Refused
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.stores import Chats
from weclaw_desktop.core.text import text

IN_TRASH = Refused(text("services.in_trash"))
"""Why nothing is done there."""


async def in_trash(chats: Chats, chat_id: str) -> bool:
    """Whether the chat lies in the trash now. Raises InputError when there is no such chat."""
    return (await chats.get(chat_id)).deleted_ms is not None


async def must_be_out(chats: Chats, chat_id: str) -> None:
    """Raises InputError when the chat lies in the trash, or when there is none."""
    if await in_trash(chats, chat_id):
        raise InputError(IN_TRASH.reason)
