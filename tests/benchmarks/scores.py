"""Measures one replay: every request against the probes, beside the newest messages that fit into as many tokens.

*Newest* is what stands beside every score: as many of the newest whole messages, as they were said, as fit into the
tokens of the engine's request apart from system prompt and tools. *Gain* is (own - newest) / (100 - newest).

rules     Rules planted in a user's words, in every request after they were said until they are withdrawn: verbatim?
said      Sentences of users that sound like a rule (always, never, 必须, 不要 …), in the same way; not all of them are.
revived   Requests that show a withdrawn rule as if it held: anywhere but in the message that set it, with no word that
          takes it back on its line or the line before, while the message that withdrew it is not shown verbatim.
recall    Needed names that the request holds, or that the first page of recall holds (five hits) for the words around
          the use and of the ask, without the name. *plain* in the JSON: the same with the bench's own search.
faults    Breaches of OpenAI's and Anthropic's rules (``wire_rules``) in the lists that would go to each of them.
breaks    Calls that share less than the whole previous request. *gap*: the fewest new tokens, in T, between two passes.
cost      Of all prompts (``policies``), as a multiple of the cheapest fixed policy's, windows no limit to that one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.benchmarks import policies
from tests.benchmarks.finding import Passages
from tests.benchmarks.names import held, text_of
from tests.benchmarks.probes import Conversation, Fact, Need
from tests.benchmarks.recalling import Recalling
from tests.benchmarks.sessions import Session
from tests.benchmarks.wire_rules import anthropic_faults, openai_faults
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.llm.dialects import DIALECTS
from weclaw_desktop.llm.wire import wire_messages
from weclaw_desktop.services.replay import ReplayResult, Seen
from weclaw_desktop.services.wire import to_openai

Json = dict[str, Any]
SWING = 0.3
"""A pass lands at .70 T and the next is due at T: kv and slots are measured over the last .3 T tokens …"""
LOOKS = 9
"""… at this many calls, evenly spread, the last request among them."""
_WITHDRAWN = re.compile(
    r"withdr[ae]w|cancel|revoke|no longer|taken back|forget|stop |撤销|撤回|取消|作废|不再|不用再|失效", re.IGNORECASE
)


@dataclass
class Share:
    """Hits of the engine and of the newest messages at equal tokens, over the same probes."""

    own: float = 0.0
    newest: float = 0.0
    count: float = 0.0

    def add(self, own: float, newest: float, count: float = 1.0) -> None:
        """One probe (or ``count``): hits of the engine and of the newest messages."""
        self.own += own
        self.newest += newest
        self.count += count

    def percent(self) -> tuple[float, float] | None:
        """(own, newest) in percent; None without probes."""
        return (100 * self.own / self.count, 100 * self.newest / self.count) if self.count else None

    def gain(self) -> float | None:
        """(own - newest) / (100 - newest); None where the newest messages hold everything."""
        shares = self.percent()
        return None if shares is None or shares[1] >= 100 else (shares[0] - shares[1]) / (100 - shares[1])

    def join(self, other: Share) -> None:
        """Take in the probes of another run."""
        self.add(other.own, other.newest, other.count)


@dataclass
class Loss:
    """One probe that the engine's request did not hold; places are message numbers."""

    what: str
    name: str
    said: int
    use: int
    distance: int
    text: str


SHARES = ("needed", "far", "kv", "kv+key", "slots", "slots/attr", "kv all", "kv+key all")
"""What is measured beside the newest messages; *all*: at every compaction and at the end instead of over a swing."""


@dataclass
class Score:
    """All figures of one strategy on one session, pooled over its runs."""

    shares: dict[str, Share] = field(default_factory=lambda: {name: Share() for name in SHARES})
    rules: Share = field(default_factory=Share)
    said: Share = field(default_factory=Share)
    revived: int = 0
    recalled: Share = field(default_factory=Share)
    plain: Share = field(default_factory=Share)
    faults: list[str] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    calls: int = 0
    tokens: int = 0
    peak: int = 0
    breaks: int = 0
    passes: int = 0
    closest: float = 9.9
    cost: float = 0.0
    fixed_costs: dict[str, float] = field(default_factory=dict)
    engine_ms: float = 0.0
    pass_ms: list[float] = field(default_factory=list)
    threshold: int = 0

    def join(self, other: Score) -> None:
        """Take in the figures of another run."""
        for name, share in other.shares.items():
            self.shares[name].join(share)
        self.rules.join(other.rules)
        self.said.join(other.said)
        self.recalled.join(other.recalled)
        self.plain.join(other.plain)
        for name in ("revived", "calls", "tokens", "breaks", "passes", "cost", "engine_ms"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults += other.faults
        self.losses += other.losses
        self.pass_ms += other.pass_ms
        self.peak, self.closest = max(self.peak, other.peak), min(self.closest, other.closest)
        self.threshold = other.threshold
        for name, value in other.fixed_costs.items():
            self.fixed_costs[name] = self.fixed_costs.get(name, 0.0) + value

    def cost_ratio(self) -> float:
        """Cost of all prompts against the best fixed policy's."""
        return self.cost / min(self.fixed_costs.values()) if self.fixed_costs else 0.0


@dataclass(frozen=True)
class Probes:
    """A session with everything that is asked of it; made once, used for every strategy."""

    session: Session
    talk: Conversation
    needs: dict[int, list[Need]]
    facts: list[Fact]
    slots: dict[str, list[Fact]]
    said: list[tuple[str, int]]
    fixed: int


def prepare(session: Session, tokens: Sequence[int], fixed: int) -> Probes:
    """The probes of ``session``, whose messages have ``tokens`` tokens each, beside ``fixed`` for system and tools."""
    talk = Conversation(session.messages, tokens, session.system)
    needs: dict[int, list[Need]] = {}
    for need in talk.needs():
        needs.setdefault(need.use, []).append(need)
    noted = [(number, dialogue.slots) for number, dialogue in enumerate(session.dialogues) if dialogue.slots]
    slots = {
        "slots": talk.slots(noted, session.threads),
        "slots/attr": talk.slots(noted, session.threads, loose=True),
    }
    planted = {rule.text for rule in session.rules}
    said = [(sentence, number) for sentence, number in talk.rules() if sentence not in planted]
    return Probes(session, talk, needs, talk.facts(), slots, said, fixed)


def newest_only(probes: Probes, budget: int, threshold: int) -> dict[str, Share]:
    """What the newest messages in ``budget`` tokens hold, system prompt and tools in them, whatever an engine does."""
    meter = Meter(probes, threshold)
    talk = probes.talk
    for use in (*meter.called, len(talk.messages)):
        start = talk.newest(use, budget - probes.fixed)
        for need in probes.needs.get(use, ()) if use < len(talk.messages) else ():
            for name in ("needed", "far") if need.far else ("needed",):
                meter.score.shares[name].add(need.said >= start, need.said >= start)
        if use in meter.looks or use == len(talk.messages):
            meter.values("\n".join(talk.texts[start:use]), start, use, swing=True)
    return meter.score.shares


class Meter:
    """Watches one replay of a session."""

    def __init__(self, probes: Probes, threshold: int, *, names_only: bool = False) -> None:
        self.probes = probes
        self._names_only = names_only
        self.score = Score(threshold=threshold)
        self._texts: dict[int, tuple[object, str]] = {}
        self._passages = Passages()
        self._recall = Recalling()
        self._taken = 0
        self._told: set[tuple[str, str]] = set()
        talk = probes.talk
        late = [n for n, m in enumerate(talk.messages) if m["role"] == "assistant" and self._late(n, threshold)]
        step = max(1, len(late) // (LOOKS - 1))
        self.looks = set(late[::-1][::step][: LOOKS - 1])

    def _late(self, place: int, threshold: int) -> bool:
        starts = self.probes.talk.starts
        return starts[place] > max(threshold - self.probes.fixed, starts[-1] - SWING * threshold)

    def see(self, seen: Seen) -> None:
        """Measure one request."""
        played = len(seen.state.log)
        text = "\n".join(self._text(message) for message in seen.request.messages) + "\n" + seen.request.system_text
        budget = seen.request.load - self.probes.fixed
        start = self.probes.talk.newest(played, budget)
        if self._names_only:
            for need in self.probes.needs.get(played, ()) if seen.call is not None else ():
                self.score.shares["needed"].add(held(need.name, text), need.said >= start)
            return
        openai = openai_faults(wire_messages(seen.request, DIALECTS["openai"]))
        anthropic = anthropic_faults(wire_messages(seen.request, DIALECTS["anthropic"], provider="anthropic"))
        self.score.faults += [f"after {played} messages: {fault}" for fault in (*openai, *anthropic)]
        self._rules(seen, text, start, played)
        final = seen.call is None
        if not final:
            self._needs(seen, text, start, played)
        if final or played in self.looks:
            self.values(text, start, played, swing=True)
        if final or (seen.call is not None and seen.call.event not in (None, "prepare")):
            self.values(text, start, played, swing=False)

    def _text(self, message: RequestMessage) -> str:
        known = self._texts.get(id(message))
        if known is None or known[0] is not message:
            known = (message, "\n".join(text_of(one) for one in _one(message)))
            self._texts[id(message)] = known
        return known[1]

    def _needs(self, seen: Seen, text: str, start: int, use: int) -> None:
        talk, score = self.probes.talk, self.score
        while self._taken < use:
            self._passages.add(self._taken, talk.texts[self._taken])
            self._taken += 1
        for need in self.probes.needs.get(use, ()):
            own, newest = held(need.name, text), need.said >= start
            score.shares["needed"].add(own, newest)
            if need.far:
                score.shares["far"].add(own, newest)
            found = plain = own
            if not own:
                query = f"{need.around} {talk.texts[talk.asks[use]][:300].replace(need.name, ' ')}"
                found = any(held(need.name, hit) for hit in self._recall.find(seen.state, query))
                plain = any(held(need.name, hit) for hit in self._passages.find(query, self._hidden(seen)))
                what = "needed" if found else "needed, not recalled"
                score.losses.append(self._loss(what, need.name, need.said, use))
            score.recalled.add(found, newest)
            score.plain.add(plain, newest)

    def _hidden(self, seen: Seen) -> set[int]:
        shown = _shown(seen)
        return {number for number, message in enumerate(seen.state.log) if message.id not in shown}

    def _loss(self, what: str, name: str, said: int, use: int) -> Loss:
        talk = self.probes.talk
        at = max(0, talk.texts[said].find(name) - 60)
        passage = talk.texts[said][at : at + 160].replace("\n", " ")
        return Loss(what, name, said, use, talk.starts[use] - talk.starts[said + 1], passage)

    def values(self, text: str, start: int, played: int, *, swing: bool) -> None:
        """Measure kv and kv+key, and slots with the looks of the last ``swing``."""
        names = ("kv", "kv+key") if swing else ("kv all", "kv+key all")
        talk = self.probes.talk
        upto = talk.asks[min(played, len(talk.asks) - 1)]
        newest = "\n".join(talk.texts[start:played])
        for fact in self.probes.facts:
            if fact.said < upto:
                own, other = fact.score(text), fact.score(newest)
                self.score.shares[names[0]].add(own[0], other[0])
                self.score.shares[names[1]].add(own[1], other[1])
                if swing and not own[1] and played == len(talk.messages):
                    what = f"kv {fact.key}" if not own[0] else f"key {fact.key}"
                    self.score.losses.append(self._loss(what, fact.value, fact.said, played))
        for name, slots in self.probes.slots.items() if swing else ():
            for slot in slots:
                if slot.said < upto:
                    own_slot = slot.score(text)[1]
                    self.score.shares[name].add(own_slot, slot.score(newest)[1])
                    if not own_slot and name == "slots" and played == len(talk.messages):
                        self.score.losses.append(self._loss(f"slot {slot.key}", slot.value, slot.said, played))

    def _rules(self, seen: Seen, text: str, start: int, played: int) -> None:
        shown = _shown(seen)
        for sentence, said in self.probes.said:
            if said < played:
                self.score.said.add(sentence in text, said >= start)
        for rule in self.probes.session.rules:
            if rule.said >= played:
                continue
            if rule.withdrawn < 0 or rule.withdrawn >= played:
                self.score.rules.add(rule.text in text, rule.said >= start)
                if rule.text not in text:
                    self._tell_rule("rule", rule.text, rule.said, played)
                continue
            origin = seen.state.log[rule.said].id
            others = "\n".join(self._text(message) for message in seen.request.messages if message.source != origin)
            if seen.state.log[rule.withdrawn].id not in shown and not _marked(rule.text, others):
                self.score.revived += 1
                self._tell_rule("revived", rule.text, rule.said, played)

    def _tell_rule(self, what: str, rule: str, said: int, played: int) -> None:
        """Note a broken rule once."""
        if (what, rule) not in self._told:
            self._told.add((what, rule))
            self.score.losses.append(self._loss(what, rule, said, played))

    def finish(self, result: ReplayResult) -> Score:
        """The score, with what the whole replay cost."""
        score, talk = self.score, self.probes.talk
        self._recall.close()
        score.calls = len(result.calls)
        score.tokens = sum(call.tokens for call in result.calls)
        score.peak = max((call.tokens for call in result.calls), default=0)
        pairs = list(itertools.pairwise(result.calls))
        score.breaks = sum(now.shared_prefix_tokens < before.tokens for before, now in pairs)
        score.passes = len(result.compactions)
        score.cost = sum(policies.cost(call.tokens, call.shared_prefix_tokens) for call in result.calls)
        places = self.called
        sizes, tool = talk.tokens, [message["role"] == "tool" for message in talk.messages]
        for policy in policies.ALL:
            score.fixed_costs[policy.name] = policy.run(sizes, tool, self.probes.fixed, places)
        when = [
            talk.starts[places[c.at_call]] if c.at_call < len(places) else talk.starts[-1] for c in result.compactions
        ]
        gaps = [(late - early) / score.threshold for early, late in itertools.pairwise(when)]
        score.closest = min(gaps, default=9.9)
        score.engine_ms = result.engine_ms
        score.pass_ms = [compaction.ms for compaction in result.compactions]
        return score

    @property
    def called(self) -> list[int]:
        """After how many messages each call was made."""
        found: list[int] = []
        asked = False
        messages = self.probes.talk.messages
        for number, message in enumerate(messages):
            asked = asked or message["role"] == "user"
            if message["role"] == "assistant" and asked and messages[number - 1]["role"] in ("user", "tool"):
                found.append(number)
        return found


def _marked(rule: str, text: str) -> bool:
    """Whether ``text`` nowhere shows ``rule`` without words that take it back on the same or the line before."""
    at = text.find(rule)
    while at >= 0:
        before = text.rfind("\n", 0, max(0, text.rfind("\n", 0, at)))
        end = text.find("\n", at + len(rule))
        if not _WITHDRAWN.search(text[before + 1 : at] + text[at + len(rule) : end if end >= 0 else len(text)]):
            return False
        at = text.find(rule, at + 1)
    return True


def _shown(seen: Seen) -> set[str]:
    """Log messages that the request shows verbatim, by id."""
    return {message.source for message in seen.request.messages if message.form in ("verbatim", "recap")}


def _one(message: RequestMessage) -> Sequence[Json]:
    return to_openai(ModelRequest("", (), (message,)))
