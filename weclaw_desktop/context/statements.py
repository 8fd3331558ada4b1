"""What one message states for the ledger: the ask, named ids and amounts, stated values, files touched, an error.

Made once per message revision, from the author's own text or the call's own arguments; secrets are masked (fault X3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from weclaw_desktop.context.courtesy import courtesy
from weclaw_desktop.context.redaction import redact
from weclaw_desktop.context.units import read_arguments
from weclaw_desktop.context.widths import narrow
from weclaw_desktop.core.messages import Message, ToolCallPart

ASK_CHARS = 240
"""Length to which an ask or an error is quoted in the ledger, in characters."""
NAMED = 24
"""Ids, amounts and dates taken from one user message."""

_PLACES = (
    r"\bhttps?://[^\s\"'<>)\]\u3000-\u9fff\uff00-\uffef]{2,200}[^\s\"'<>)\].,;:!?\u3000-\u9fff\uff00-\uffef]"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}\b"
    r"|(?<![\w./@+-])(?:~?/|\.{1,2}/)?(?:[A-Za-z0-9_.@+-]{1,60}/){1,12}[A-Za-z0-9_.@+-]{1,60}\.[A-Za-z0-9]{1,8}\b"
)
_VALUES = (
    r"[$€£¥￥]\s?\d(?:[\d,]*\d)?(?:\.\d+)?|\b\d(?:[\d,]*\d)?(?:\.\d+)?\s?(?:元|块|万|USD|EUR|RMB|CNY|dollars|%)"
    r"|\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?|\d{1,2}月\d{1,2}[日号]"
    r"|\b(?:January|February|March|April|May|June|July|August|September|October|November|"
    r"December) \d{1,2}(?:, \d{4})?\b"
    r"|\b(?=[A-Za-z_#-]*\d)(?=[\w#-]*[A-Za-z_])#?[A-Za-z0-9][\w-]{2,39}\b"
    r"|\bv\d+(?:\.\d+)+\b|\b\d+(?:\.\d+){2,}\b|#\d{3,}\b|\b\d{4,}\b"
)
_NAMED = re.compile(f"{_PLACES}|{_VALUES}", re.ASCII)
_NUMBERED = re.compile(_VALUES, re.ASCII)
"""The same for texts without a slash and an @: the other three read every word in vain."""
_HELD = re.compile("[0-9]")
"""What each alternative of ``_NUMBERED`` holds one of."""
_KEY = r"([a-z](?:[a-z0-9 _-]|\.(?=[a-z0-9])){1,28}?)"
_STATED = re.compile(
    rf"(?i:\b(?:my|our|the) {_KEY} (?:is|are|=|should be|will be|was changed to|changed to|is now) (?:now )?"
    rf"|\b(?:change|set|update|raise|lower|increase|reduce) (?:my|our|the) {_KEY} (?:from \S{{1,30}} )?to )[\"“']?"
    r"((?:[^\s,.;!?\"”']|[.,'](?=[A-Za-z0-9]))+(?: [A-Z0-9](?:[^\s,.;!?\"”']|[.,'](?=[A-Za-z0-9]))*){0,4})"
)
_STATED_ZH = re.compile(
    r"(?:(?:我的|我们的|本次的?)([\u3400-\u9fffA-Za-z]{2,8}?)(?:是|为|：)|"
    r"([\u3400-\u9fffA-Za-z]{2,8}?)(?:改成|改为|改到|换成|定为|设为))((?:[^\s，。,；;！？!?、]|,(?=\d{3})){1,30})"
)
_ASSIGNED = re.compile(
    r"(?<![\w.-])(?!self\.|this\.)(?:([A-Za-z_]\w{0,30}[._-][\w.-]{1,40})(?: ?= ?|: )|([A-Z][A-Z0-9]{2,20}) ?= ?)"
    r"[\"“']?((?:[^\s\"“”',;，。；(){}]|,(?=\d{3})){1,60}(?<![.:!?=]))(?!\()",
    re.ASCII,
)
"""Settings as one writes them: "db.host = 10.0.0.5", "MAX_RETRIES=5", "server.port: 8080"."""
_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_LEAD_ZH = re.compile(r"^(?:那就|那么|麻烦|还是|帮我|我们的|我的|请|把|将|给|那|就|你|您)+(?=[\u3400-\u9fffA-Za-z]{2})")
_TRAIL_ZH = re.compile(r"(?<=.)(?:吧|呢|哦|啊|啦|了|谢谢)+$")
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


_NOTHING = Statements()


def statements(message: Message) -> Statements:
    """Read one message. Pure."""
    if message.role == "user":
        text = redact(message.text[:20_000])
        plain = narrow(text)
        named = tuple(islice(dict.fromkeys(_named(text, plain)), NAMED))
        return Statements(_ask(message, text), named, tuple(_stated(_FENCE.sub(" ", plain[:4_000]))))
    if message.role == "assistant":
        touched = tuple([place for call in message.calls for place in _touched(call)])
        return Statements(touched=touched) if touched else _NOTHING
    result = message.result
    if result is None or not (result.is_error or reports_error(result.text)):
        return _NOTHING
    return Statements(error=error_line(result.text))


def _named(text: str, plain: str) -> Iterator[str]:
    """Ids, amounts, dates and places, line by line: most lines of a long text hold no sign of an address or a path."""
    start = 0
    for line in plain.split("\n"):
        placed = "/" in line or "@" in line
        if placed or _HELD.search(line):
            for match in (_NAMED if placed else _NUMBERED).finditer(line):
                yield text[start + match.start() : start + match.end()].strip()
        start += len(line) + 1


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


def _ask(message: Message, text: str) -> str:
    """What a user message asks for; nothing where it only thanks or says goodbye. Files alone stand by their names."""
    if message.attachments:
        return clip(text if text.strip() else ", ".join(part.name for part in message.attachments), ASK_CHARS)
    return "" if courtesy(text) else clip(text, ASK_CHARS)


def _stated(text: str) -> Iterator[tuple[str, str]]:
    """Keys with their values in the order in which they are said, so that the last one said is the newest."""
    found = list(_STATED.finditer(text))
    if not text.isascii():
        found.extend(_STATED_ZH.finditer(text))
    if "=" in text or ": " in text:
        found.extend(_ASSIGNED.finditer(text))
    for match in sorted(found, key=re.Match[str].start):
        *keys, value = match.groups()
        key = _LEAD_ZH.sub("", next(filter(None, keys)).strip())
        if not _NO_VALUE.match(value):
            yield key.casefold(), _TRAIL_ZH.sub("", value.strip())


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
