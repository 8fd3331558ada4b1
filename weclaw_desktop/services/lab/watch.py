"""Asks the questions of ``probes`` of every request of one replay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from weclaw_desktop.core.messages import AttachmentPart, Part, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.models import ToolSpec
from weclaw_desktop.core.recall import Hit
from weclaw_desktop.core.request import RequestMessage
from weclaw_desktop.llm.dialects import DIALECTS
from weclaw_desktop.llm.wire import wire_messages
from weclaw_desktop.services.lab.figures import Kept
from weclaw_desktop.services.lab.names import held, may_hold, unescaped, words_of
from weclaw_desktop.services.lab.probes import Need, Probes, Told, sampled
from weclaw_desktop.services.lab.sendable import faults
from weclaw_desktop.services.lab.standing_rules import takes_back
from weclaw_desktop.services.recall_page import Hidden, Reader, first_page
from weclaw_desktop.services.replay import Seen

LOOKS = 6
"""Requests near the end that are asked for values and rules."""
SWING = 0.3
"""How far back, in shares of T, these lie: a pass lands at .7 T and the next is due at T."""
SEARCHES = 6
"""Missed names that recall is asked for; of more an even sample."""
_FAULTS = 20
Find = Callable[[str, Hidden, int], Sequence[Hit]]
"""Recall: words, what is hidden, and room for a hit in tokens → the first page of hits."""


class Watch:
    """Give ``see`` to a replay as its observer; afterwards ``found`` the figures are there."""

    def __init__(
        self,
        probes: Probes,
        threshold: int,
        find: Find,
        reader: Reader | None = None,
        told: Told | None = None,
    ) -> None:
        """``reader`` and ``told`` are kept from one replay of a transcript to the next."""
        self._probes = probes
        self._told = told or Told(probes.texts)
        self._find, self._reader = find, reader
        self._texts: dict[int, tuple[RequestMessage, str]] = {}
        self._shown: tuple[RequestMessage, ...] = ()
        self._text = ""
        self._schemas: tuple[tuple[ToolSpec, ...], int] | None = None
        self._verbatim: set[str] = set()
        self._missed: list[tuple[Need, Seen]] = []
        self._looks = self._places(threshold)
        self._lost_rules: set[str] = set()
        self.needed = Kept()
        self.values = Kept()
        self.revived = 0
        self.faults: list[str] = []

    def _places(self, threshold: int) -> frozenset[int]:
        """The uses that lie in the last swing, at most ``LOOKS`` of them."""
        sizes, left, late = self._probes.sizes, SWING * threshold, list(self._probes.needs)
        end = len(sizes)
        while end > 0 and left > 0:
            end -= 1
            left -= sizes[end]
        return frozenset(sampled([use for use in late if use >= end], LOOKS))

    def see(self, seen: Seen) -> None:
        """One request."""
        played, final = len(seen.state.log), seen.call is None
        changed = self._take(seen.request.messages)
        start = self._probes.newest(played, seen.request.load - self._fixed(seen))
        if not final:
            self._ask_names(seen, played, start)
        if final or played in self._looks:
            self._ask_values(seen.request.system_text, start, played)
        if final or changed or played in self._looks:
            self._ask_rules(seen, played)
        if final or changed:
            self._check(seen, played)  # what only grew at its end is checked when it is whole

    def _fixed(self, seen: Seen) -> int:
        """Tokens of system prompt and tools."""
        tools = seen.request.tools
        if self._schemas is None or self._schemas[0] is not tools:
            self._schemas = (tools, seen.state.counter.tools(tools))
        return sum(section.tokens for section in seen.request.system) + self._schemas[1]

    def _take(self, messages: tuple[RequestMessage, ...]) -> bool:
        """Read a request; whether it changed other than at its end."""
        old = len(self._shown)
        repeated = old > 0 and messages[:old] == self._shown
        new = messages[old:] if repeated else messages
        if not repeated:
            self._text, self._verbatim = "", set()
        self._text = "\n".join((self._text, *map(self._words, new)))
        self._verbatim.update(message.source for message in new if message.form in ("verbatim", "recap"))
        self._shown = messages
        return not repeated

    def _words(self, message: RequestMessage) -> str:
        known = self._texts.get(id(message))
        if known is None or known[0] is not message:
            known = self._texts[id(message)] = (message, unescaped("\n".join(map(_said, message.parts))))
        return known[1]

    def _ask_names(self, seen: Seen, played: int, start: int) -> None:
        for need in self._probes.needs.get(played, ()):
            own = seen.state.log[need.said].id in self._verbatim or held(need.name, self._text)
            self.needed = _more(self.needed, own, need.said >= start)
            if not own:
                self._missed.append((need, seen))

    def _ask_values(self, system: str, start: int, played: int) -> None:
        upto = self._probes.asks[min(played, len(self._probes.asks) - 1)]
        text = f"{self._text}\n{system}"
        words = words_of(text)
        for value in self._probes.values:
            if value.said < upto:
                newest = value.said >= start or self._told.holds(value, start, played)
                self.values = _more(self.values, may_hold(words, value.value) and value.held(text), newest)

    def _ask_rules(self, seen: Seen, played: int) -> None:
        for rule in self._probes.rules:
            if rule.said >= played:
                continue
            if rule.withdrawn < 0 or rule.withdrawn >= played:
                if rule.text not in self._text:
                    self._lost_rules.add(rule.text)
            elif seen.state.log[rule.withdrawn].id not in self._verbatim and self._stands(rule.text):
                self.revived += 1

    def _stands(self, rule: str) -> bool:
        """Whether a text of the engine's own shows a rule that was taken back with no word of that."""
        for message in self._shown:
            lines = self._words(message).splitlines() if message.synthetic else []
            for number, line in enumerate(lines):
                about = "\n".join(lines[max(0, number - 1) : number + 1])
                if rule in line and not takes_back(about.replace(rule, "")):
                    return True
        return False

    def _check(self, seen: Seen, played: int) -> None:
        for dialect, provider in (("openai", ""), ("anthropic", "anthropic")):
            if len(self.faults) < _FAULTS:
                wire = wire_messages(seen.request, DIALECTS[dialect], provider=provider)
                self.faults += [f"{dialect}, after {played} messages: {fault}" for fault in faults(wire)]

    def rules(self) -> tuple[int, int]:
        """Rules that every request looked at held word for word, and all that still hold at the end."""
        live = {rule.text for rule in self._probes.rules if rule.withdrawn < 0}
        return len(live - self._lost_rules), len(live)

    def found_again(self) -> float | None:
        """The share of needed names that are there or come back by recall, asked for those that were missed."""
        if not self.needed.asked:
            return None
        asked = sampled(self._missed, SEARCHES)
        back = sum(self._recalled(need, seen) for need, seen in asked)
        missed = self.needed.asked - self.needed.held
        return (self.needed.held + (missed * back / len(asked) if asked else 0)) / self.needed.asked

    def _recalled(self, need: Need, seen: Seen) -> bool:
        """Whether the first page for the words around the use and of the ask, without the name, holds the name."""
        probes = self._probes
        query = f"{need.around} {probes.texts[probes.asks[need.use]][:300].replace(need.name, ' ')}"
        page = first_page(seen.state, lambda where, room: self._find(query, where, room), seen.request, self._reader)
        shown = [*(f"{hit.text}\n{hit.near}" for hit in page.hits), page.names]
        return any(held(need.name, said) for said in shown)


def _more(kept: Kept, own: bool, newest: bool) -> Kept:
    return Kept(kept.held + own, kept.newest + newest, kept.asked + 1)


def _said(part: Part) -> str:
    if isinstance(part, ToolCallPart):
        return f"{part.name} {part.arguments}"
    if isinstance(part, (TextPart, ToolResultPart, AttachmentPart)):
        return part.text
    return ""
