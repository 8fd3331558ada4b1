"""Logs for tests: builders for readable ones, hypothesis strategies for random and for broken ones.

``logs()`` draws chats as storage would hold them; ``broken_logs()`` adds what crashes, imports and providers leave
behind: unanswered and doubled calls, results out of place, broken arguments, empty contents, leading assistants, system
rows, excluded rows, NUL and lone surrogates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from weclaw_desktop.core.messages import (
    AttachmentPart,
    Log,
    Message,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    assistant,
    tool,
    user,
)

IMAGE = AttachmentPart("image", "a.png", "image/png", 1_000, "aa" * 32, 64, 64)
FILE = AttachmentPart("file", "notes.txt", "text/plain", 40, "bb" * 32, text="attached words")
WORDS = ("alpha", "订单", "berth 12", "東京", "€4.20", "path/to/file.py", "<|endoftext|>", "emoji 🙂", "ключ=7")
ODD_TEXTS = ("", "   ", "\x00", "a\x00b", "\ud800", "x\udfffy", "\n\n\n")
ODD_ARGUMENTS = ("", "null", "[1, 2]", '"text"', '{"a": ', "not json", "{}", '{"path": "文件.txt"}', '{"n": NaN}', "7")


def numbered(messages: Sequence[Message], *, start: int = 1, chat: str = "chat") -> Log:
    """The messages with ids, sequence numbers, parents and times, as storage would give them."""
    log: list[Message] = []
    for offset, message in enumerate(messages):
        seq = start + offset
        parent = log[-1].id if log else None
        log.append(
            replace(
                message,
                id=message.id or f"id{seq}",
                chat_id=chat,
                seq=seq,
                parent_id=parent,
                created_ms=1_750_000_000_000 + seq * 60_000,
            )
        )
    return tuple(log)


def call(call_id: str = "call_0", name: str = "read_file", arguments: str = '{"path": "a.txt"}') -> ToolCallPart:
    """One tool call."""
    return ToolCallPart(call_id, name, arguments)


def step(call_id: str, result: str, *, said: str = "", name: str = "read_file") -> list[Message]:
    """An assistant message with one call, and its result."""
    return [assistant(said, call(call_id, name)), tool(call_id, name, result)]


def talk(turns: int, *, size: int = 40, tools: int = 0, result: int = 200) -> Log:
    """A plain chat of ``turns`` turns; texts have ``size`` characters; every turn runs ``tools`` tools."""
    messages: list[Message] = []
    for turn in range(turns):
        messages.append(user(_words(f"question {turn}", size)))
        for number in range(tools):
            messages.extend(step("call_0", _words(f"result {turn}.{number}", result)))
        messages.append(assistant(_words(f"answer {turn}", size)))
    return numbered(messages)


def _words(start: str, size: int) -> str:
    return (start + " " + "lorem ipsum dolor " * (size // 18 + 1))[: max(size, len(start))]


texts = st.one_of(
    st.sampled_from(WORDS),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join),
    st.text(alphabet="ab é中文\n1.", min_size=1, max_size=60).filter(lambda value: bool(value.strip())),
)
odd_texts = st.one_of(texts, st.sampled_from(ODD_TEXTS))
call_ids = st.sampled_from(("call_0", "call_1", "d1", "", "x" * 70))


@st.composite
def asks(draw: st.DrawFn, said: st.SearchStrategy[str] = texts) -> list[Message]:
    """A user message, sometimes with an image or a file."""
    extra = draw(st.sampled_from(((), (), (), (IMAGE,), (FILE,))))
    return [Message("user", (TextPart(draw(said)), *extra))]


@st.composite
def steps(draw: st.DrawFn) -> list[Message]:
    """An assistant message with one to three calls and all results."""
    count = draw(st.integers(1, 3))
    calls = [call(f"call_{i}", draw(st.sampled_from(("read_file", "search"))), '{"q": "a"}') for i in range(count)]
    said = draw(st.one_of(st.just(""), texts))
    return [assistant(said, *calls), *(tool(c.id, c.name, draw(texts)) for c in calls)]


@st.composite
def answers(draw: st.DrawFn) -> list[Message]:
    """A plain answer, sometimes with thinking."""
    parts: tuple[Part, ...] = (TextPart(draw(texts)),)
    if draw(st.booleans()):
        parts = (ReasoningPart(draw(texts), draw(st.sampled_from((None, "sig"))), "anthropic"), *parts)
    return [Message("assistant", parts)]


@st.composite
def turns(draw: st.DrawFn) -> list[Message]:
    """One turn: ask, steps, answer."""
    messages = list(draw(asks()))
    for part in draw(st.lists(steps(), max_size=3)):
        messages.extend(part)
    messages.extend(draw(answers()))
    return messages


@st.composite
def logs(draw: st.DrawFn, *, most: int = 8) -> Log:
    """A sound log that ends with an ask or with results, as it does when a request is built."""
    messages = [m for turn in draw(st.lists(turns(), max_size=most)) for m in turn]
    messages.extend(draw(asks()))
    if draw(st.booleans()):
        messages.extend(draw(steps()))
    return numbered(messages)


@st.composite
def odd_rows(draw: st.DrawFn) -> list[Message]:
    """One row or two as crashes, stops and imports leave them."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return [Message("system", (TextPart(draw(odd_texts)),))]
    if kind == 1:
        return [user(draw(odd_texts))]
    if kind == 2:
        return [assistant(draw(odd_texts))]
    if kind == 3:
        return [replace(assistant(draw(odd_texts), call(draw(call_ids))), state="interrupted")]
    if kind == 4:
        return [assistant("", call(draw(call_ids), arguments=draw(st.sampled_from(ODD_ARGUMENTS))))]
    if kind == 5:
        return [tool(draw(call_ids), draw(st.sampled_from(("read_file", "", "bad name!"))), draw(odd_texts))]
    if kind == 6:
        return [replace(assistant(""), state="failed"), replace(assistant(draw(texts)), state="stopped")]
    if kind == 7:
        twice = draw(call_ids)
        return [assistant("", call(twice), call(twice)), tool(twice, "t", draw(odd_texts)), tool(twice, "t", "b")]
    if kind == 8:
        return [Message("tool", ()), Message("assistant", ()), Message("user", ())]
    return [replace(assistant(draw(texts)), state="generating")]


@st.composite
def broken_logs(draw: st.DrawFn, *, most: int = 14) -> Log:
    """Anything: odd rows, sound steps and turns in any order, some rows excluded."""
    pieces = draw(st.lists(st.one_of(odd_rows(), odd_rows(), steps(), turns(), asks()), max_size=most))
    messages = [m for piece in pieces for m in piece]
    if messages and draw(st.booleans()):
        messages = list(draw(st.permutations(messages)))
    excluded = draw(st.sets(st.integers(0, max(0, len(messages) - 1)), max_size=3)) if messages else set[int]()
    return numbered([replace(m, excluded=i in excluded) for i, m in enumerate(messages)])
