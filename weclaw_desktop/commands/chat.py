"""``chat``: one turn through the same services as the window, streamed to standard output."""

from __future__ import annotations

import contextlib
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from weclaw_desktop.commands.output import with_remedy
from weclaw_desktop.commands.shell import Shell, workshop_of
from weclaw_desktop.core.errors import InputError
from weclaw_desktop.core.events import ApprovalAsked, Problem, RecordApplied, RetryScheduled, StreamDelta
from weclaw_desktop.core.messages import AttachmentPart, Message
from weclaw_desktop.core.text import text
from weclaw_desktop.tools.policy import Policy

if TYPE_CHECKING:
    from weclaw_desktop.services.workshop import Workshop

SETTLE_S = 20.0
"""Longest wait for running compression before the program ends, in seconds."""


async def run(arguments: Namespace, shell: Shell) -> int:
    """Send, stream, wait; 1 when the answer failed. Raises KnownError before anything is sent."""
    message = await shell.read_all() if arguments.message == "-" else arguments.message
    if not message.strip() and not arguments.attach:
        raise InputError(text("services.empty_message"))  # before a chat is made for it
    async with workshop_of(arguments, shell) as workshop:
        unknown = [name for name in arguments.allow if name not in workshop.tools.names]
        if unknown:
            raise InputError(text("cli.no_tool", name=unknown[0], names=", ".join(workshop.tools.names)))
        workshop.policy = Policy(frozenset(arguments.allow))
        attached = [await _attached(path, arguments.model, workshop, shell) for path in arguments.attach]
        if arguments.folder is not None:
            workshop.prompts.checked(str(arguments.folder.resolve()))  # before a chat is made for it
        chat_id = await _chat(arguments, workshop)
        if arguments.folder is not None:
            await workshop.prompts.choose_folder(chat_id, str(arguments.folder.resolve()))
        shell.output.note(chat_id)
        turn = _Turn(workshop, shell, chat_id)
        return await turn.take(message, attached, shorten=arguments.shorten)


async def _attached(path: Path, model: str, workshop: Workshop, shell: Shell) -> AttachmentPart:
    """Read a file, a folder or a picture; what of it was left out is told. Raises InputError."""
    taken = await workshop.attaching.take(path, model=model)
    if taken.note is not None:
        shell.output.note(text("cli.attached_part", name=taken.part.name, note=taken.note))
    return taken.part


async def _chat(arguments: Namespace, workshop: Workshop) -> str:
    if arguments.strategy:
        from weclaw_desktop.context.strategies import strategy

        strategy(arguments.strategy)
    model: str = arguments.model
    if arguments.demo and not model:
        from weclaw_desktop.services.demo import MODEL

        model = MODEL  # named for the chat alone: a profile's own choice of a model outlives a demo
    if not arguments.chat:
        return (await workshop.dialog.new_chat(model=model, strategy=arguments.strategy)).id
    chat = await workshop.store.chats.get(arguments.chat)
    if model:
        await workshop.dialog.choose_model(chat.id, model)
    if arguments.strategy:
        await workshop.dialog.choose_strategy(chat.id, arguments.strategy)
    return chat.id


class _Turn:
    """One turn in a terminal."""

    def __init__(self, workshop: Workshop, shell: Shell, chat_id: str) -> None:
        self._workshop = workshop
        self._shell = shell
        self._chat_id = chat_id
        self._streamed = ""
        self._shown = ""
        bus = workshop.bus
        bus.subscribe(StreamDelta, self._on_delta)
        bus.subscribe(ApprovalAsked, self._on_question)
        bus.subscribe(Problem, lambda problem: shell.output.note(problem.text))
        bus.subscribe(RetryScheduled, self._on_retry)
        bus.subscribe(RecordApplied, self._on_applied)
        workshop.worker.hard_line.somebody_answers = False  # nobody is shown the question: it is told afterwards

    async def take(self, message: str, attached: Sequence[AttachmentPart], *, shorten: bool) -> int:
        output = self._shell.output
        await self._workshop.dialog.send(self._chat_id, message, attached, shorten=shorten)
        answer = await self._workshop.dialog.wait(self._chat_id)
        if self._streamed and not self._streamed.endswith("\n"):
            output.line()
        failed = answer is None or answer.state != "committed"
        if answer is not None and answer.failure is not None:
            output.note(with_remedy(answer.failure))
        output.document(self._document(answer))
        await self._workshop.worker.settle(self._chat_id, SETTLE_S)
        return 1 if failed else 0

    def _document(self, answer: Message | None) -> dict[str, object]:
        return {
            "chat": self._chat_id,
            "model": answer.model if answer else "",
            "text": answer.text if answer else "",
            "usage": answer.usage if answer else None,
            "state": answer.state if answer else "failed",
            "error": answer.failure if answer else None,
        }

    def _on_delta(self, delta: StreamDelta) -> None:
        if delta.chat_id == self._chat_id and delta.text:
            if self._shown not in ("", delta.message_id):
                self._shell.output.piece("\n\n")  # the next response of the same turn, after a tool
            self._shown = delta.message_id
            self._streamed = delta.text
            self._shell.output.piece(delta.text)

    def _on_retry(self, retry: RetryScheduled) -> None:
        reason = self._shell.output.say(retry.reason)
        self._shell.output.note(text("cli.retry", reason=reason, seconds=max(1, round(retry.seconds))))

    def _on_applied(self, applied: RecordApplied) -> None:
        """Who wants to be asked before a compression is told of one that the message could not do without."""
        if self._workshop.settings.value.context.ask_before:
            before, after = applied.record.tokens_before, applied.record.tokens_after
            self._shell.output.note(text("cli.compressed_unasked", before=before, after=after))

    def _on_question(self, asked: ApprovalAsked) -> None:
        self._workshop.supervisor.start(self._ask(asked), "question")

    async def _ask(self, asked: ApprovalAsked) -> None:
        """Ask where somebody can answer; elsewhere refuse, and say how to allow it."""
        output = self._shell.output
        output.note(text("cli.tool_asks", what=asked.summary, risk=text(f"cli.risk.{asked.risk}")))
        if not self._shell.can_ask:
            output.note(text("cli.tool_refused", name=asked.call.name))
            self._workshop.dialog.approve(asked.request_id, False)
            return
        if asked.folder:
            output.note(text("cli.tool_folder", folder=asked.folder))
        output.note(text("cli.tool_question"))
        answer = ""
        with contextlib.suppress(OSError):
            answer = (await self._shell.read_line()).strip().lower()
        allowed = answer in ("y", "yes", "a", "always", "是", "总是")
        self._workshop.dialog.approve(asked.request_id, allowed, always=answer in ("a", "always", "总是"))
