"""The invariants of places: who speaks first and last, and that nothing stands twice."""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.context.log import Group, in_flight
from weclaw_desktop.core.messages import Log, TextPart
from weclaw_desktop.core.request import RequestMessage
from weclaw_desktop.core.text import Language, render, text

View = tuple[RequestMessage, ...]


class UserFirst:
    """The first message is from the user."""

    code = "first"

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Nothing: the newest turn's ask stands in front of a tail that begins inside it."""
        del log, groups
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

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Nothing."""
        del log, groups
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

    def forbidden(self, log: Log, groups: Sequence[Group]) -> set[int]:
        """Cuts behind an unanswered call of the newest turn: a call in flight is never cut."""
        del groups
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
