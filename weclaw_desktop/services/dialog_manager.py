"""Conducts conversations: from the user's words to a committed answer, several chats at once."""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.core.chats import Chat
from weclaw_desktop.core.messages import AttachmentPart, Message


class DialogManager:
    """The verbs of a conversation. Each write is committed before anything else happens and announced by one event."""

    async def new_chat(self, *, model: str = "", strategy: str = "") -> Chat:
        """Create an empty chat."""
        raise NotImplementedError

    async def send(
        self, chat_id: str, text: str, attachments: Sequence[AttachmentPart] = (), *, shorten: bool = False
    ) -> Message:
        """Commit the user's message and answer it in the background. See SERVICES."""
        raise NotImplementedError

    async def wait(self, chat_id: str) -> Message | None:
        """Wait until the chat is quiet; returns its last response of this turn, None if there was none."""
        raise NotImplementedError

    def running(self, chat_id: str) -> bool:
        """Whether a reply is being made."""
        raise NotImplementedError

    def queued(self, chat_id: str) -> tuple[Message, ...]:
        """User messages that were committed while a reply runs and that no request has held yet."""
        raise NotImplementedError

    async def stop(self, chat_id: str) -> None:
        """End the running stream, approval or tool."""
        raise NotImplementedError

    async def retry(self, chat_id: str) -> None:
        """Make a new response for the same turn, beside the failed, stopped or unwanted one."""
        raise NotImplementedError

    def approve(self, request_id: str, allowed: bool, *, always: bool = False) -> None:
        """The user's answer to ``ApprovalAsked``; ``always`` holds for this tool in this chat."""
        raise NotImplementedError

    async def rename(self, chat_id: str, title: str) -> Chat:
        """Give a chat the user's own title."""
        raise NotImplementedError

    async def delete(self, chat_id: str) -> None:
        """Move a chat to the trash."""
        raise NotImplementedError

    async def restore(self, chat_id: str) -> Chat:
        """Bring a chat back from the trash."""
        raise NotImplementedError

    async def choose_model(self, chat_id: str, model: str) -> Chat:
        """Answer this chat with another model from now on."""
        raise NotImplementedError

    async def choose_strategy(self, chat_id: str, strategy: str) -> Chat:
        """Compress this chat by another strategy from now on."""
        raise NotImplementedError

    async def pin(self, message_id: str, on: bool) -> Message:
        """Keep a message verbatim whatever is compressed."""
        raise NotImplementedError

    async def exclude(self, message_id: str, on: bool) -> Message:
        """Leave a message out of every request; it stays in the chat."""
        raise NotImplementedError

    async def delete_message(self, message_id: str) -> None:
        """Delete one message; ``restore_message`` brings it back."""
        raise NotImplementedError

    async def close(self) -> None:
        """End everything that runs; growing rows become "interrupted" with what they hold."""
        raise NotImplementedError
