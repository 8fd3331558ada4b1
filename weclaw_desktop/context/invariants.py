"""What is always true of a request: objects that say where one may cut and how to repair, one validator.

Strategies only cut where all agree (``cut_points``); ``repair`` makes any view sendable; ``validate`` looks at every
outgoing request and raises ``InvariantBroken``, which is our bug and never the user's. The rules here hold for every
provider; what only one of them demands (alternation, reasoning parts) is data in ``llm.dialects``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from weclaw_desktop.context.contents import Encodable, NoSystemRows, NotEmpty
from weclaw_desktop.context.log import Group, Grouping, newest_ask
from weclaw_desktop.context.pairs import ObjectArguments, PairsTogether, UniqueIds
from weclaw_desktop.context.places import AskLast, NewestAsk, UserFirst
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.core.errors import InvariantBroken
from weclaw_desktop.core.messages import Log, Message, TextPart
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.core.text import Language, text

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

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Indices of ``log`` before which one must not cut."""
        ...

    def check(self, view: View) -> list[tuple[int, str]]:
        """Where the view breaks the rule."""
        ...

    def repair(self, view: View, language: Language) -> View:
        """The view with the rule restored; the same object when nothing was wrong."""
        ...


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


def cut_points(log: Log, groups: Sequence[Group] | None = None) -> tuple[int, ...]:
    """Indices before which all invariants allow a cut, oldest first: starts of turns, and of groups in the newest.

    0 means that nothing is cut. A point inside the newest turn has that turn's ask in front of it. ``groups`` are those
    of the log where they are known.
    """
    last = newest_ask(log)
    if last is None:
        return (0,)
    groups = Grouping(log).groups if groups is None else groups
    allowed = {group.at for group in groups} | {0}
    for invariant in INVARIANTS:
        allowed -= invariant.forbidden(log, groups)
    turns = {g.at for g in groups if g.head.role == "user" and not g.head.excluded} | {0}
    return tuple(sorted(point for point in allowed if point in turns or point > last))


def repair(view: View, language: Language = "en") -> View:
    """A sendable view: every invariant's repair in turn; the same object when nothing was wrong.

    Their order matters: contents are made right first, then what may stand in front and at the end.
    """
    for invariant in INVARIANTS:
        view = invariant.repair(view, language)
    return view


def violations(
    request: ModelRequest, *, hard: int = 0, log: Log = (), pins: str = "", kept: Sequence[str] = ()
) -> list[Violation]:
    """Everything that is wrong with a request.

    Args:
        request: What is about to be sent.
        hard: The hard line in tokens, 0 to leave the size alone.
        log: The chat's log, to check that its newest ask and its pins are there; empty where there is none.
        pins: Text in which pinned messages count as shown verbatim besides the messages (the context block's rules).
        kept: Words that must stand in the context block as they are.
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
    if kept:
        block = "\n".join(_text(m) for m in request.messages if m.form == "block")
        missing = [words for words in kept if clean(words) not in block]
        found.extend(Violation("pin", -1, f"pinned words are not there: {words[:40]}") for words in missing)
    return found


def validate(
    request: ModelRequest, *, hard: int = 0, log: Log = (), pins: str = "", kept: Sequence[str] = ()
) -> ModelRequest:
    """``request`` itself if nothing is wrong with it (see ``violations``).

    Raises:
        InvariantBroken: Something is; the detail lists what.
    """
    found = violations(request, hard=hard, log=log, pins=pins, kept=kept)
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


def _text(message: RequestMessage | Message) -> str:
    return "\n\n".join(p.text for p in message.parts if isinstance(p, TextPart))
