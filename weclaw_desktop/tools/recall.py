"""The tool by which a model reads what compression took out of its view. It reads this chat only: nobody is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from weclaw_desktop.core.errors import ToolFailed
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.recall import RECALL
from weclaw_desktop.core.text import Text, text
from weclaw_desktop.tools.work import whole_number

SPEC = ToolSpec(
    name=RECALL,
    description="Read earlier messages of this chat: by words, an id (m12, a12, c12_0) or a span (m10-m20).",
    parameters={
        "type": "object",
        "properties": {
            "query": {"type": "string"},
            "id": {"type": "string"},
            "span": {"type": "string"},
            "page": {"type": "integer"},
        },
        "required": [],
    },
    risk="low",
    cues=r"\b(?:earlier|before|previous\w*|remember|recall|said|told|mentioned|last time|above|original\w*|"
    r"first (?:message|question)|we (?:talk|discuss)\w*)\b"
    r"|之前|刚才|刚刚|上次|前面|记得|提到|提过|说过|讲过|原文|最初|一开始|早先",
)


class Answer(Protocol):
    """Looks something up in a chat."""

    async def __call__(self, chat_id: str, asked: str, *, bare: bool = False, page: int = 1) -> str | Text:
        """One page about an id, a span or words; ``bare``: numbers alone are ids."""
        ...


class RecallTool:
    """Hands questions to whoever knows the chats: ``look`` is set when a profile is opened."""

    def __init__(self, look: Answer | None = None) -> None:
        self.look = look

    @property
    def spec(self) -> ToolSpec:
        """Name, description, schema, risk."""
        return SPEC

    def describe(self, arguments: Mapping[str, object]) -> Text:
        """One sentence that tells the user what this call would do."""
        return text("tools.recall", asked=_asked(arguments)[0])

    async def run(self, arguments: Mapping[str, object]) -> str | Text:
        """Nothing can be recalled outside of a chat. Raises ToolFailed."""
        raise ToolFailed(text("tools.recall_no_chat"))

    async def run_in(self, chat_id: str, arguments: Mapping[str, object]) -> str | Text:
        """A page of what was found. Raises ToolFailed when nothing was asked, and what ``look`` raises."""
        asked, bare = _asked(arguments)
        if not asked or self.look is None:
            raise ToolFailed(text("tools.recall_empty" if self.look is not None else "tools.recall_no_chat"))
        return await self.look(chat_id, asked, bare=bare, page=whole_number(arguments.get("page"), "page", 1))


def _asked(arguments: Mapping[str, object]) -> tuple[str, bool]:
    """What is looked for, and whether it stood where ids belong. An id or span comes before words."""
    for name in ("id", "span", "query"):
        value = arguments.get(name)
        if value is not None and str(value).strip():
            return str(value).strip(), name != "query"
    return "", False
