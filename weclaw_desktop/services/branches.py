"""Other versions of messages: what is asked again, reworded, shown again, or taken into a chat of its own.

Nothing that was said is overwritten. A question that is edited and an answer that is made again become a second branch
beside the first; an answer that is reworded becomes a new revision in its place. Who calls these makes sure that no
reply runs in the chat, lays the desk anew and tells everyone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from weclaw_desktop.context.log import position
from weclaw_desktop.context.notice_history import TOLD
from weclaw_desktop.core.chats import CONFIRMED, Chat
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.messages import Log, Message, Part, ReasoningPart, TextPart
from weclaw_desktop.core.stores import Store
from weclaw_desktop.core.text import Language, render, text
from weclaw_desktop.services.desks import Desks
from weclaw_desktop.services.titles import by_code

_TAKEN_ALONG = ("profile", "folder", "tags", "workdir", "persona", "parameters", "overrides")
"""What a chat made of another one has from it, beside model, strategy and language."""
_TITLE = "services.branch_title"


class Branches:
    """Reads and writes the tree of a chat."""

    def __init__(self, store: Store, desks: Desks) -> None:
        self._store = store
        self._desks = desks

    async def ask(self, message: Message, said: str) -> Message:
        """Commit an edited question beside the old one and show its branch; attachments stay with it.

        Raises InputError when nothing is left to send.
        """
        attached = message.attachments
        if not said.strip() and not attached:
            raise InputError(text("services.empty_message"))
        desk = await self._desks.of(message.chat_id)
        parts: tuple[Part, ...] = (*((TextPart(said),) if said else ()), *attached)
        edited = await desk.intake(Message("user", parts), await self._store.messages.next_seq(message.chat_id))
        return await self._store.messages.branch(message.chat_id, message.parent_id, edited)

    async def reword(self, message: Message, said: str) -> Message:
        """Give an answer other words, as a new revision in its place; its calls and thoughts stay.

        Raises InputError for no words at all, and for a message that nobody says (a tool's result).
        """
        if message.role != "assistant":
            raise InputError(text("services.not_editable"))
        if message.state == "generating":
            raise InputError(text("services.busy"))
        if not said.strip() and not message.calls:
            raise InputError(text("services.empty_message"))
        return await self._store.messages.revise(message.id, _reworded(message.parts, said))

    async def replace_from(self, message: Message) -> tuple[str | None, str]:
        """End the shown branch where an answer is to be made again: (its end now, its end before).

        ``message`` is the answer, or the question that it answers. Raises InputError when nothing was asked there.
        """
        chat = await self._store.chats.get(message.chat_id)
        log = (await self._desks.of(message.chat_id)).log
        above = end_above(log, message)
        await self._store.messages.set_head(message.chat_id, above)
        return above, chat.head_id or above or ""

    async def show(self, message: Message) -> str | None:
        """Show the branch through ``message`` as far as it goes; its end, None when it is shown already."""
        end = await self._store.messages.newest_below(message.id)
        chat = await self._store.chats.get(message.chat_id)
        if chat.head_id == end.id:
            return None
        await self._desks.of(message.chat_id)  # it tells which compressions stood for what was shown
        await self._store.messages.set_head(message.chat_id, end.id)
        return end.id

    async def leave(self, message: Message) -> str | None:
        """``message``, the end of the shown branch, was deleted: show another version of it; its branch's end.

        None when there is none, or when something follows the message.
        """
        chat = await self._store.chats.get(message.chat_id)
        fork = (await self._store.messages.forks(message.chat_id, (message,))).get(message.id)
        if fork is None or chat.head_id != message.id:
            return None
        return await self.show(await self._store.messages.get(fork.before or fork.after))

    async def come_back(self, message: Message) -> str | None:
        """``message`` is no longer deleted: undo ``leave``; its id, None when there is nothing to undo."""
        log = (await self._desks.of(message.chat_id)).log
        taken = any(other.parent_id == message.parent_id and other.id != message.id for other in log)
        if not taken or position(log, message.id) is not None:
            return None
        if (await self._store.messages.newest_below(message.id)).id != message.id:
            return None
        return await self.show(message)

    async def copy(self, message: Message, language: Language) -> Chat:
        """A new chat with the branch up to ``message``. What compressions stand for is copied, they are not.

        Raises InputError for a message that is being written or is on another branch than the one shown.
        """
        log = await self._store.messages.path(message.chat_id)
        at = position(log, message.id)
        if at is None or message.state == "generating":
            raise InputError(text("services.busy" if at is not None else "services.not_shown"))
        old = await self._store.chats.get(message.chat_id)
        new = await self._store.chats.create(model=old.model, strategy=old.strategy, language=old.language)
        try:
            whole = log[: _end_of_step(log, at)]
            copies = await self._store.messages.extend(new.id, await self._copied(new.id, whole))
            await self._copy_pins(message.chat_id, new.id, dict(zip((m.id for m in whole), copies, strict=True)))
        except BaseException:
            await self._store.chats.delete(new.id)
            raise
        title = branch_title(old.title or _first_words(log, language), language)
        along = {name: getattr(old, name) for name in _TAKEN_ALONG}
        along["overrides"] = {key: value for key, value in old.overrides.items() if key not in (TOLD, CONFIRMED)}
        made = await self._store.chats.change(new.id, title=title, title_by="user", **along)
        await self._desks.renew(new.id)
        return made

    async def _copy_pins(self, old: str, new: str, copies: Mapping[str, Message]) -> None:
        """Pins and decisions about rules, but those from messages that are not among the copied ones (by old id)."""
        for pin in await self._store.pins.all(old):
            source = copies.get(pin.source_id)
            if source is not None or not pin.source_id:
                from_id, seq = ("", 0) if source is None else (source.id, source.seq)
                await self._store.pins.add(new, pin.text, kind=pin.kind, state=pin.state, source_id=from_id, seq=seq)

    async def _copied(self, chat_id: str, log: Log) -> list[Message]:
        """The messages as another chat holds them; where a view cites a number, it is the new one's."""
        desk = await self._desks.of(chat_id)
        copied: list[Message] = []
        for seq, message in enumerate(log, 1):
            if message.intake is not None and message.intake.capped and message.seq != seq:
                copied.append(await desk.intake(replace(message, intake=None, tokens={}), seq))
            else:
                copied.append(message)
        return copied


def end_above(log: Log, message: Message) -> str | None:
    """Id of the message that a new answer in the place of ``message`` would follow.

    Raises InputError when ``message`` is not in the log, or when no question stands above it.
    """
    at = position(log, message.id)
    if at is None:
        raise InputError(text("services.nothing_to_retry"))
    if message.role == "assistant":
        while at > 0 and log[at - 1].role == "assistant" and not log[at - 1].calls:
            at -= 1  # messages of one answer are made again as one
        asked, above = log[:at], log[at].parent_id
    else:
        asked, above = log[: at + 1], message.id
    if not any(other.role == "user" and not other.excluded for other in asked):
        raise InputError(text("services.nothing_to_retry"))
    return above


def branch_title(title: str, language: Language) -> str:
    """The title of a chat made of another one; a branch of a branch is called like the first."""
    before, _, after = render(text(_TITLE, title="\0"), language).partition("\0")
    bare = title.removeprefix(before).removesuffix(after).strip()
    return render(text(_TITLE, title=bare), language)


def _first_words(log: Log, language: Language) -> str:
    return by_code(next((message.text for message in log if message.role == "user"), ""), language)


def _end_of_step(log: Log, at: int) -> int:
    """The index after a message and, where it calls tools, after their results."""
    end = at + 1
    while log[at].calls and end < len(log) and log[end].role == "tool":
        end += 1
    return end


def _reworded(parts: tuple[Part, ...], said: str) -> tuple[Part, ...]:
    """``parts`` with all text replaced by ``said``, in the place of the first text, or before the calls."""
    others: list[Part] = [part for part in parts if not isinstance(part, TextPart)]
    if not said:
        return tuple(others)
    first = next((i for i, part in enumerate(parts) if isinstance(part, TextPart)), None)
    if first is None:
        first = sum(1 for part in parts if isinstance(part, ReasoningPart))
    others.insert(first, TextPart(said))
    return tuple(others)
