"""What one message states for the ledger: the ask, named ids and amounts, stated values, files touched, an error.

Made once per message revision, from the author's own text or the call's own arguments; secrets are masked (fault X3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.units import read_arguments
from weclaw_desktop.core.messages import Message, ToolCallPart

ASK_CHARS = 240
"""Length to which an ask or an error is quoted in the ledger, in characters."""
NAMED = 24
"""Ids, amounts and dates taken from one user message."""

_NAMED = re.compile(
    r"[$€£¥￥]\s?\d(?:[\d,]*\d)?(?:\.\d+)?|\b\d(?:[\d,]*\d)?(?:\.\d+)?\s?(?:元|块|万|USD|EUR|RMB|CNY|dollars|%)"
    r"|\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?|\d{1,2}月\d{1,2}[日号]"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|"
    r"December) \d{1,2}(?:, \d{4})?\b"
    r"|\b(?=[A-Za-z_#-]*\d)(?=[\w#-]*[A-Za-z_#])#?[A-Za-z0-9][\w-]{2,39}\b|\bv?\d+\.\d+\.\d+\b|#\d{3,}\b|\b\d{4,}\b",
    re.ASCII,
)
_STATED = re.compile(
    r"(?i:\b(?:my|our|the) ([a-z][a-z _-]{1,28}?) "
    r"(?:is|are|=|should be|will be|was changed to|changed to|is now) (?:now )?)[\"“']?"
    r"((?:[^\s,.;!?\"”']|[.,'](?=[A-Za-z0-9]))+(?: [A-Z0-9](?:[^\s,.;!?\"”']|[.,'](?=[A-Za-z0-9]))*){0,4})"
)
_STATED_ZH = re.compile(
    r"(?:(?:我的|我们的|本次的?)([\u3400-\u9fffA-Za-z]{2,8}?)(?:是|为|：)|"
    r"([\u3400-\u9fffA-Za-z]{2,8}?)(?:改成|改为|改到|换成|定为|设为))((?:[^\s，。,；;！？!?、]|,(?=\d{3})){1,30})"
)
_NO_VALUE = re.compile(
    r"(?:from|under|on|to|in|for|at|of|what|there|not|a|an|the|too|so|very|that|this|still|already)\b|.*(?:什么|多少|哪|吗|怎)",
    re.IGNORECASE,
)
_PATH_KEYS = (
    "path",
    "file_path",
    "filepath",
    "file",
    "filename",
    "notebook_path",
    "target_file",
    "directory",
    "dir",
    "folder",
)
_WRITING = re.compile(
    r"write|edit|create|patch|replace|insert|append|delete|remove|move|rename|save|update", re.IGNORECASE
)
_ERROR = re.compile(
    r"^\s*(?:error|fatal|traceback|exception|failed|failure)\b|^\s*[A-Z]\w*(?:Error|Exception)\b|\"error\"\s*:\s*[\"{]|"
    r"(?:exit|return) code:? ?[1-9]|^(?:错误|失败|异常)",
    re.IGNORECASE,
)
_ERROR_LINE = re.compile(r"error|exception|fatal|failed|exit code|错误|失败|异常", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Statements:
    """Facts of one message. ``touched`` holds (path, wrote); ``stated`` (key, value) as the user said them."""

    ask: str = ""
    named: tuple[str, ...] = ()
    stated: tuple[tuple[str, str], ...] = ()
    touched: tuple[tuple[str, bool], ...] = ()
    error: str = ""

    def __bool__(self) -> bool:
        return bool(self.ask or self.named or self.stated or self.touched or self.error)


def statements(message: Message) -> Statements:
    """Read one message. Pure."""
    if message.role == "user":
        text = redact(message.text[:20_000])
        named = dict.fromkeys(match.group().strip() for match in _NAMED.finditer(text))
        return Statements(ask=clip(text, ASK_CHARS), named=tuple(named)[:NAMED], stated=tuple(_stated(text[:4_000])))
    if message.role == "assistant":
        return Statements(touched=tuple(place for call in message.calls for place in _touched(call)))
    result = message.result
    if result is None or not (result.is_error or reports_error(result.text)):
        return Statements()
    return Statements(error=error_line(result.text))


def reports_error(text: str) -> bool:
    """Whether a result begins with an error."""
    return _ERROR.search(text[:400]) is not None


def error_line(text: str) -> str:
    """The line of an output that says what went wrong, clipped; of a traceback the last one."""
    found = [line.strip() for line in text[-6_000:].splitlines() if line.strip()]
    telling = [line for line in found if _ERROR_LINE.search(line) and not line.startswith("Traceback")]
    return clip(redact((telling or found or [""])[-1]), ASK_CHARS)


def clip(text: str, limit: int) -> str:
    """``text`` on one line of at most ``limit`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


def _stated(text: str) -> Iterator[tuple[str, str]]:
    for match in (*_STATED.finditer(text), *_STATED_ZH.finditer(text)):
        key, value = match.group(1) or match.group(2), match.group(match.lastindex or 2)
        if not _NO_VALUE.match(value):
            yield key.strip().casefold(), value.strip()


def _touched(call: ToolCallPart) -> Iterator[tuple[str, bool]]:
    arguments = read_arguments(call.arguments)
    for key in _PATH_KEYS:
        value = arguments.get(key)
        if isinstance(value, str) and 0 < len(value) < 300:
            yield (
                value,
                bool(_WRITING.search(call.name) or arguments.get("command") in ("create", "str_replace", "insert")),
            )
            return
