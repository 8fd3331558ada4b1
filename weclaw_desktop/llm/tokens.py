"""Counts tokens offline, for every model family, without ever raising and without ever answering 0 for text.

The vocabularies are files inside the litellm package. They are found without importing it and read from where they
lie, so that a first run without network counts as well as any other. The factor between these counts and a provider's
own is kept by ``llm.calibration``.

A count takes milliseconds per 100 KB: call it off the window's thread.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.util
import json
import math
import re
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from weclaw_desktop.core.messages import (
    AttachmentPart,
    Message,
    Part,
    ReasoningPart,
    SourcesPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.llm.families import FAMILIES, Family, TableName
from weclaw_desktop.llm.local.toolchoice import told
from weclaw_desktop.llm.wire_text import wire_text

CHUNK = 100_000
"""Characters encoded at a time: a million spaces in one piece overrun the o200k pattern's limits."""

MESSAGE_FRAME = Family("o200k_base").frame
"""Tokens around one message (role and separators), as OpenAI counts them; other families have their own."""

CALL_FRAME = 8
"""Tokens around one tool schema or attachment (braces, keys, id)."""

CACHED_MESSAGES = 50_000

RECENT_CHARS = 300_000
"""Texts whose counts are remembered, in characters together: taking a message in asks for the same ones two or three
times in a row (is it too long, did encoding help, its message, its only unit)."""
RECENT_EACH = 100
"""What a short text takes besides its characters."""

CACHED_PARAGRAPHS = 8_192
PARAGRAPHS = 4_000
"""Longer texts are looked at for paragraphs that begin with an id in brackets, in characters: a context block has most
of them in common with the one before it, and is counted several times in one pass."""
PARAGRAPH = 50
"""Lines of a log are too short to be counted one by one: the least characters of such paragraphs on average."""

_Encode = Callable[[str], int]
_DIGITS = re.compile(r"[0-9]{2,}")
_CJK = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+")


def counter_for(encoder: str) -> Counter:
    """The counter for ``ModelSpec.encoder``; an unknown name counts like the family "other". Cheap, one per name."""
    return _counter(encoder if encoder in FAMILIES else "other")


@functools.cache
def _counter(encoder: str) -> FamilyCounter:
    family = FAMILIES[encoder]
    return FamilyCounter(encoder, family, table(family.table))


def estimate(text: str) -> int:
    """Tokens of ``text`` by kind of character, for when no tokenizer can: within a third for most scripts."""
    single = len(text.encode("ascii", "ignore"))
    rest = len(text) - single
    if not rest:
        return math.ceil(single / 3.5)
    astral = sum(character > "\uffff" for character in text)
    narrow = sum("\x7f" < character < "\u0800" for character in text)
    return math.ceil(single / 3.5 + narrow * 0.25 + (rest - astral - narrow) * 0.8 + astral * 1.8)


class Table:
    """One vocabulary, loaded on first use (0.1–0.5 s), shared by threads.

    ``additive`` says that no token reaches over an end of line in front of a bracket, so that the paragraphs of a long
    text can be counted by themselves and remembered.
    """

    def __init__(self, load: Callable[[], _Encode], *, additive: bool = False) -> None:
        self._load = load
        self._additive = additive
        self._remembered = functools.lru_cache(maxsize=CACHED_PARAGRAPHS)(self._piece)
        self._encode: _Encode | None = None
        self._lock = threading.Lock()
        self.estimated = False
        """Whether any count so far was an estimate."""

    def count(self, text: str) -> int:
        """Tokens of ``text``, at least 1 unless it is empty."""
        if self._additive and PARAGRAPHS < len(text) <= CHUNK:
            first, *others = text.split("\n[")
            if others and len(text) >= PARAGRAPH * len(others):
                *between, last = others
                whole = (f"{first}\n", *(f"[{part}\n" for part in between), f"[{last}")
                return sum(map(self._remembered, whole))
        if not text:
            return 0
        if len(text) <= CHUNK:
            return max(self._piece(text), 1)
        return max(sum(map(self._piece, _pieces(text))), 1)

    def _piece(self, text: str) -> int:
        try:
            return (self._encode or self._encoder())(text)
        except Exception:  # noqa: BLE001 - the tokenizers raise bare Exception; a count must not fail
            self.estimated = True
            return estimate(text)

    def _encoder(self) -> _Encode:
        with self._lock:
            if self._encode is None:
                try:
                    self._encode = self._load()
                except (OSError, ImportError, ValueError, KeyError):
                    self.estimated = True
                    self._encode = estimate
            return self._encode


class FamilyCounter:
    """``core.ports.Counter`` for one family."""

    def __init__(self, encoder: str, family: Family, table: Table) -> None:
        self._name = encoder
        self._family = family
        self._table = table
        self._counts: dict[tuple[str, int, int], int] = {}
        self._recent: dict[str, int] = {}
        self._room = RECENT_CHARS
        self._lock = threading.Lock()

    @property
    def encoder(self) -> str:
        """Name under which counts are cached on messages."""
        return self._name

    @property
    def exact(self) -> bool:
        """Whether the family's own vocabulary stands behind every count so far."""
        return self._family.own and not self._table.estimated

    def text(self, value: str) -> int:
        """Tokens of plain text as it would be sent."""
        known = self._recent.get(value)
        if known is None:
            sent = wire_text(value)
            if self._family.own:
                known = self._table.count(sent)
            else:
                known = max(math.ceil(self._borrowed(sent)), 1 if sent else 0)
            self._remember(value, known)
        return known

    def _remember(self, value: str, tokens: int) -> None:
        size = len(value) + RECENT_EACH
        if size > RECENT_CHARS:
            return
        if size > self._room:  # without a lock: at worst two threads count the same room, or clear twice
            self._recent.clear()
            self._room = RECENT_CHARS
        self._recent[value] = tokens
        self._room -= size

    def _borrowed(self, sent: str) -> float:
        """Tokens by tables of other families, with what is known to differ."""
        family, tokens = self._family, 0.0
        if family.digits:
            tokens += family.digits * sum(_joined_digits(run) for run in _DIGITS.findall(sent))
        if family.cjk and (cjk := "".join(_CJK.findall(sent))):
            tokens += family.cjk * (table(family.cjk_table).count(cjk) if family.cjk_table else len(cjk))
            sent = _CJK.sub("", sent)
        return tokens + family.factor * self._table.count(sent)

    def message(self, message: Message) -> int:
        """Tokens of a log message, from the message, the cache, or counted now."""
        known = message.tokens.get(self._name)
        if known:
            return known
        if not message.id or message.state == "generating":
            return self.parts(shown_parts(message))
        key = (message.id, message.revision, message.intake.version if message.intake else 0)
        cached = self._counts.get(key)
        if cached is None:
            cached = self.parts(shown_parts(message))
            with self._lock:
                if len(self._counts) >= CACHED_MESSAGES:
                    self._counts.pop(next(iter(self._counts)))
                self._counts[key] = cached
        return cached

    def parts(self, parts: Sequence[Part]) -> int:
        """Tokens of parts with one message's framing."""
        if len(parts) == 1 and isinstance(parts[0], TextPart):
            return self._family.frame + self.text(parts[0].text)
        calls = any(isinstance(part, ToolCallPart) for part in parts)
        return self._family.frame + sum(self._part(part, calls) for part in parts)

    def tools(self, tools: Sequence[ToolSpec]) -> int:
        """Tokens of tool schemas as sent."""
        if not tools:
            return 0
        if self._family.told:
            return self.text(told(tools))
        preface, spaced = self._family.preface, self._family.spaced
        return preface + sum((0 if spaced else CALL_FRAME) + self.text(_schema(tool, spaced=spaced)) for tool in tools)

    def _part(self, part: Part, calls: bool) -> int:
        match part:
            case TextPart():
                return self.text(part.text)
            case ReasoningPart():
                return self.text(part.text) if calls else 0  # only calls take their thinking along (llm.dialects)
            case ToolCallPart():
                return self._family.call + self.text(part.name) + self.text(part.arguments)
            case ToolResultPart():
                return self._family.result + self.text(part.text)
            case AttachmentPart():
                return self._attachment(part)
            case SourcesPart():
                return 0  # nothing of them is sent

    def _attachment(self, part: AttachmentPart) -> int:
        if part.kind == "image":
            return self._family.image(part.width, part.height)
        return CALL_FRAME + self.text(part.name) + self.text(part.sent.text)


def shown_parts(message: Message) -> tuple[Part, ...]:
    """The parts of a log message with its intake text in place of the raw one."""
    if message.intake is None or message.intake.text is None:
        return message.parts
    result = message.result
    if result is None:
        return message.with_text(message.intake.text).parts
    shown = ToolResultPart(result.call_id, result.name, message.intake.text, result.is_error)
    return tuple(shown if isinstance(part, ToolResultPart) else part for part in message.parts)


@functools.cache
def table(name: TableName) -> Table:
    """The shared vocabulary ``name``."""
    if name in ("o200k_base", "cl100k_base"):
        return Table(functools.partial(_load_tiktoken, name), additive=True)
    return Table(functools.partial(_load_tokenizers, f"{name}_tokenizer.json"))


def tokenizer_folder() -> Path:
    """Where litellm keeps its vocabularies, found without importing it. Raises ImportError when it is not installed."""
    spec = importlib.util.find_spec("litellm")
    if spec is None or not spec.submodule_search_locations:
        raise ImportError("litellm")
    return Path(spec.submodule_search_locations[0]) / "litellm_core_utils" / "tokenizers"


def _load_tiktoken(name: str) -> _Encode:
    """An OpenAI encoding with pattern and special tokens from tiktoken, and the ranks from our own disk.

    tiktoken's constructor would fetch the ranks from the network, or from a folder named in the environment, which
    only ``app`` and ``cli`` may touch. So its function runs with a loader of ours in the place of its own.
    """
    import tiktoken
    from tiktoken_ext import openai_public

    define = cast("FunctionType", getattr(openai_public, name))
    ours = FunctionType(define.__code__, {**vars(openai_public), "load_tiktoken_bpe": _ranks})
    encoding = tiktoken.Encoding(**cast("dict[str, Any]", ours()))
    # Counting runs on the compiled core; Python's own copy of the ranks would only take 30 MB.
    vars(encoding)["_mergeable_ranks"] = {}
    return lambda text: len(encoding.encode_ordinary(text))


def _ranks(address: str, expected_hash: str = "") -> dict[bytes, int]:
    """Read the ranks that belong to ``address``; files are named by its SHA-1, as in tiktoken's cache folder."""
    name = hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()
    content = (tokenizer_folder() / name).read_bytes()
    if expected_hash and hashlib.sha256(content).hexdigest() != expected_hash:
        raise ValueError(f"{name} is not the vocabulary it should be")
    pairs = (line.split() for line in content.splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def _load_tokenizers(file: str) -> _Encode:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(tokenizer_folder() / file))
    tokenizer.encode_special_tokens = True  # "<|endoftext|>" in a text is these characters, not the end of it
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def _joined_digits(run: str) -> int:
    """Digits of a number that share a token with the digit before: the tables take up to three at a time."""
    return len(run) - (len(run) + 2) // 3


def _pieces(text: str) -> list[str]:
    """``text`` in pieces of at most ``CHUNK`` characters, cut at white space where there is some near the end."""
    pieces: list[str] = []
    start = 0
    while len(text) - start > CHUNK:
        end = start + CHUNK
        cut = max(text.rfind("\n", end - 1_000, end), text.rfind(" ", end - 1_000, end))
        end = cut if cut > start else end
        pieces.append(text[start:end])
        start = end
    pieces.append(text[start:])
    return pieces


def _schema(tool: ToolSpec, *, spaced: bool) -> str:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    if spaced:
        return json.dumps({"type": "function", "function": function}, ensure_ascii=False)
    return json.dumps(function, ensure_ascii=False, separators=(",", ":"))
