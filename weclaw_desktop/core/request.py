"""What is sent to a model, before a provider's dialect turns it into its wire format.

Order on the wire: tools, system sections (stable first, notice last), one synthetic user message with the context
block, one synthetic "Noted." of the assistant, then the tail of the log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from weclaw_desktop.core.messages import Part, Role
from weclaw_desktop.core.models import ToolSpec

SectionKey = Literal["persona", "safety", "instructions", "tools", "skills", "files", "memory", "notice"]
MessageForm = Literal["verbatim", "shortened", "stub", "block", "ack", "recap"]


@dataclass(frozen=True, slots=True)
class PromptSection:
    """One section of the system prompt. ``tokens`` is its calibrated size; only the notice is not ``stable``.

    Skills and files come as one section each, so that they can be trimmed one by one: ``name`` is the skill's or file's
    name, ``line`` the skill in one line, ``used_ms`` when the skill was last used or the file last changed. ``source``
    is what choices know it by (a skill's name, a file's path), ``close`` the end of its text that stays when the rest
    is shortened, ``whole`` says that it is never shortened (the line that stands over skills or files).
    """

    key: SectionKey
    text: str
    tokens: int = 0
    stable: bool = True
    name: str = ""
    line: str = ""
    used_ms: int = 0
    source: str = ""
    close: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class RequestMessage:
    """One message of the view.

    ``source`` is the id of the log message it shows ("" for synthetic ones); tool call ids in ``parts`` are already
    rewritten from sequence numbers. ``form`` says how it differs from the log; ``tokens`` is its calibrated size.
    """

    role: Role
    parts: tuple[Part, ...]
    source: str = ""
    seq: int = 0
    form: MessageForm = "verbatim"
    tokens: int = 0

    @property
    def synthetic(self) -> bool:
        """Whether no log message stands behind it."""
        return not self.source


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One call.

    ``load`` is its calibrated size in tokens; ``max_output`` the output limit asked for (0: provider's own).
    ``effort`` says how much a model with ``reasoning`` thinks ("": as it is usual).
    ``response_schema`` asks for constrained JSON output; ``purpose`` keeps titles and summaries apart from replies.
    """

    model: str
    system: tuple[PromptSection, ...]
    messages: tuple[RequestMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    max_output: int = 0
    load: int = 0
    temperature: float | None = None
    top_p: float | None = None
    reasoning: bool = False
    effort: Literal["", "low", "medium", "high"] = ""
    response_schema: dict[str, object] | None = field(default=None, hash=False)
    purpose: Literal["reply", "title", "summary", "warm", "test"] = "reply"

    @property
    def system_text(self) -> str:
        """The system prompt as one text, sections joined by blank lines, empty ones left out."""
        return "\n\n".join(s.text for s in self.system if s.text)
