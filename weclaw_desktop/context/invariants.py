"""What is always true of a request: objects that say where one may cut and how to repair, one validator (DESIGN §6).

Strategies only cut where all agree (``cut_points``); ``repair`` makes any view sendable; ``validate`` looks at every
outgoing request and raises ``InvariantBroken``, which is our bug and never the user's. The rules here hold for every
provider; what only one of them demands (alternation, reasoning parts) is data in ``llm.dialects``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from weclaw_desktop.context.log import Grouping, in_flight, newest_ask
from weclaw_desktop.context.pairs import ObjectArguments, PairsTogether, UniqueIds
from weclaw_desktop.context.sendable import clean, is_clean
from weclaw_desktop.core.errors import InvariantBroken
from weclaw_desktop.core.messages import (
    AttachmentPart,
    Log,
    Message,
    Part,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.core.text import Language, render, text

View = tuple[RequestMessage, ...]


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: its ``code``, the index of the message (-1: the whole request), and what is wrong."""

    code: str
    at: int
    detail: str = ""


class Invariant(Protocol):
    """One rule. ``check`` gives (index, detail) per violation; ``repair`` gives a view that passes ``check``."""

    code: str

    def forbidden(self, log: Log) -> set[int]:
        """Indices of ``log`` before which one must not cut."""
        ...

    def check(self, view: View) -> list[tuple[int, str]]:
        """Where the view breaks the rule."""
        ...

    def repair(self, view: View, language: Language) -> View:
        """The view with the rule restored; the same object when nothing was wrong."""
        ...


class NoSystemRows:
    """System text stands in the system prompt, never between messages."""

    code = "system_row"

    def forbidden(self, log: Log) -> set[int]:
        """Nothing: system rows of a log are not shown."""
        del log
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """System messages of the view."""
        return [(i, "system message") for i, m in enumerate(view) if m.role == "system"]

    def repair(self, view: View, language: Language) -> View:
        """Drop them."""
        del language
        return tuple(m for m in view if m.role != "system") if self.check(view) else view


class NotEmpty:
    """Every message says something: empty contents are refused by some providers and merged by none."""

    code = "empty"

    def forbidden(self, log: Log) -> set[int]:
        """Nothing."""
        del log
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Messages without text, calls, attachments or output."""
        return [(i, f"empty {m.role}") for i, m in enumerate(view) if not _says(m)]

    def repair(self, view: View, language: Language) -> View:
        """Give empty asks and outputs their words, drop empty responses."""
        if not self.check(view):
            return view
        repaired: list[RequestMessage] = []
        for message in view:
            if _says(message):
                repaired.append(message)
            elif message.role == "user":
                part = TextPart(render(text("context.view.empty"), language))
                repaired.append(replace(message, parts=(part,)))
            elif message.role == "tool" and (result := _result(message)) is not None:
                part = replace(result, text=render(text("context.view.no_output"), language))
                repaired.append(replace(message, parts=(part,)))
        return tuple(repaired)


class Encodable:
    """All text can be written as UTF-8 without NUL."""

    code = "text"

    def forbidden(self, log: Log) -> set[int]:
        """Nothing."""
        del log
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Messages with NUL or lone surrogates in any part."""
        return [(i, "NUL or lone surrogate") for i, m in enumerate(view) if not all(map(_part_clean, m.parts))]

    def repair(self, view: View, language: Language) -> View:
        """Put U+FFFD in their place."""
        del language
        if not self.check(view):
            return view
        return tuple(replace(m, parts=tuple(map(_part_cleaned, m.parts))) for m in view)


class UserFirst:
    """The first message is from the user."""

    code = "first"

    def forbidden(self, log: Log) -> set[int]:
        """Nothing: the newest turn's ask stands in front of a tail that begins inside it."""
        del log
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Whether anything else comes first."""
        return [] if not view or view[0].role == "user" else [(0, f"first is {view[0].role}")]

    def repair(self, view: View, language: Language) -> View:
        """Let the frame line stand in front."""
        if not self.check(view):
            return view
        line = TextPart(render(text("context.block.frame"), language))
        return (RequestMessage("user", (line,), form="block"), *view)


class AskLast:
    """The last message is from the user or a tool: there is something to answer, and no summary ends a request."""

    code = "last"

    def forbidden(self, log: Log) -> set[int]:
        """Nothing."""
        del log
        return set()

    def check(self, view: View) -> list[tuple[int, str]]:
        """Whether the model spoke last, or nobody did."""
        if not view:
            return [(-1, "no message")]
        return [] if view[-1].role in ("user", "tool") else [(len(view) - 1, f"last is {view[-1].role}")]

    def repair(self, view: View, language: Language) -> View:
        """Drop a last "Noted."; after a real response ask to go on."""
        if not self.check(view):
            return view
        if view and view[-1].form == "ack":
            return self.repair(view[:-1], language)
        line = TextPart(render(text("context.view.continue"), language))
        return (*view, RequestMessage("user", (line,), form="stub"))


class NewestAsk:
    """The latest real user message stands in the request, once, and no other user message stands twice."""

    code = "ask"

    def forbidden(self, log: Log) -> set[int]:
        """Cuts behind an unanswered call of the newest turn: a call in flight is never cut."""
        waiting = in_flight(log)
        return set() if waiting is None else set(range(waiting + 1, len(log) + 1))

    def check(self, view: View) -> list[tuple[int, str]]:
        """Messages that stand twice."""
        seen: set[tuple[str, str]] = set()
        found: list[tuple[int, str]] = []
        for index, message in enumerate(view):
            key = (message.source, message.role)
            if message.source and key in seen:
                found.append((index, f"{message.role} message {message.source} twice"))
            seen.add(key)
        return found

    def repair(self, view: View, language: Language) -> View:
        """Keep the last of them: it is in its place."""
        del language
        if not self.check(view):
            return view
        kept: dict[tuple[str, str], int] = {(m.source, m.role): i for i, m in enumerate(view) if m.source}
        return tuple(m for i, m in enumerate(view) if not m.source or kept[(m.source, m.role)] == i)


INVARIANTS: tuple[Invariant, ...] = (
    NoSystemRows(),
    NewestAsk(),
    PairsTogether(),
    UniqueIds(),
    ObjectArguments(),
    Encodable(),
    NotEmpty(),
    UserFirst(),
    AskLast(),
)


def cut_points(log: Log) -> tuple[int, ...]:
    """Indices before which all invariants allow a cut, oldest first: starts of turns, and of groups in the newest.

    0 means that nothing is cut. A point inside the newest turn has that turn's ask in front of it.
    """
    last = newest_ask(log)
    if last is None:
        return (0,)
    groups = Grouping(log).groups
    allowed = {group.at for group in groups} | {0}
    for invariant in INVARIANTS:
        allowed -= invariant.forbidden(log)
    turns = {g.at for g in groups if g.head.role == "user" and not g.head.excluded} | {0}
    return tuple(sorted(point for point in allowed if point in turns or point > last))


def repair(view: View, language: Language = "en") -> View:
    """A sendable view: every invariant's repair in turn; the same object when nothing was wrong.

    Their order matters: contents are made right first, then what may stand in front and at the end.
    """
    for invariant in INVARIANTS:
        view = invariant.repair(view, language)
    return view


def violations(request: ModelRequest, *, hard: int = 0, log: Log = (), pins: str = "") -> list[Violation]:
    """Everything that is wrong with a request.

    Args:
        request: What is about to be sent.
        hard: The hard line in tokens, 0 to leave the size alone.
        log: The chat's log, to check that its newest ask and its pins are there; empty where there is none.
        pins: Text in which pinned messages count as shown verbatim besides the messages (the context block's rules).
    """
    found = [
        Violation(invariant.code, at, detail)
        for invariant in INVARIANTS
        for at, detail in invariant.check(request.messages)
    ]
    if hard and request.load > hard:
        found.append(Violation("hard", -1, f"load {request.load} above hard line {hard}"))
    if log:
        found.extend(_asked(request.messages, log))
        found.extend(_pinned(request.messages, log, pins))
    return found


def validate(request: ModelRequest, *, hard: int = 0, log: Log = (), pins: str = "") -> ModelRequest:
    """``request`` itself if nothing is wrong with it (see ``violations``).

    Raises:
        InvariantBroken: Something is; the detail lists what.
    """
    found = violations(request, hard=hard, log=log, pins=pins)
    if found:
        lines = "; ".join(f"{v.code}@{v.at}: {v.detail}" for v in found[:8])
        raise InvariantBroken(text("context.invariant_broken", codes=", ".join(sorted({v.code for v in found}))), lines)
    return request


def _asked(view: View, log: Log) -> list[Violation]:
    """The newest ask must be there once, with its own words unless intake or the hard line shows an excerpt of it."""
    place = newest_ask(log)
    if place is None:
        return []
    ask = log[place]
    shown = [(i, m) for i, m in enumerate(view) if m.source == ask.id and m.role == "user"]
    if len(shown) != 1:
        return [Violation("ask", -1, f"newest ask {ask.id} stands {len(shown)} times")]
    index, message = shown[0]
    if message.form not in ("verbatim", "recap") or not ask.text.strip() or clean(ask.text) == _text(message):
        return []
    return [Violation("ask", index, f"newest ask {ask.id} is not verbatim")]


def _pinned(view: View, log: Log, pins: str) -> list[Violation]:
    pinned = [m for m in log if m.pinned and not m.excluded and m.text.strip()]
    if not pinned:
        return []
    sources = {m.source for m in view if m.form in ("verbatim", "recap", "shortened")}
    block = "\n".join([pins, *(_text(m) for m in view if m.form == "block")])
    missing = [m for m in pinned if m.id not in sources and clean(m.text) not in block]
    return [Violation("pin", -1, f"pinned message {m.id} is not there") for m in missing]


def _says(message: RequestMessage) -> bool:
    if message.role == "tool":
        result = _result(message)
        return result is not None and bool(result.text.strip())
    return any(
        isinstance(p, (ToolCallPart, AttachmentPart)) or (isinstance(p, TextPart) and bool(p.text.strip()))
        for p in message.parts
    )


def _result(message: RequestMessage) -> ToolResultPart | None:
    return next((p for p in message.parts if isinstance(p, ToolResultPart)), None)


def _text(message: RequestMessage | Message) -> str:
    return "\n\n".join(p.text for p in message.parts if isinstance(p, TextPart))


def _part_clean(part: Part) -> bool:
    if isinstance(part, ToolCallPart):
        return is_clean(part.name) and is_clean(part.arguments)
    return is_clean(part.text)


def _part_cleaned(part: Part) -> Part:
    if isinstance(part, ToolCallPart):
        return replace(part, name=clean(part.name), arguments=clean(part.arguments))
    return replace(part, text=clean(part.text))
