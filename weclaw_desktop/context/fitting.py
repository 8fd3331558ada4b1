"""The record that brings a request under the hard line, step by step: the work of ``fit``, which orders the steps.

Every step adds differences to the load, and a result is counted by itself: one response may have thousands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.excerpt import head_tail
from weclaw_desktop.context.ledger import write
from weclaw_desktop.context.load import Load, measure
from weclaw_desktop.context.log import Group, is_ask, position
from weclaw_desktop.context.passes.arguments import LONGEST, WORTH, shorten
from weclaw_desktop.context.pins import pins_moved
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.shown import answer, by_message, show, spoken
from weclaw_desktop.context.snapshot import prefix_hash, prefix_length
from weclaw_desktop.context.view import frame, sums
from weclaw_desktop.context.yielding import cleared
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.records import ContextBlock, Record, Replacement

SHORT_RESULT = 120
"""Tokens that stay of a shortened result."""
SHORTEST_RESULT = 60


def with_rules(state: State, cut: int, block: ContextBlock) -> ContextBlock:
    """The block with pins and live rules of ``log[:cut]``, and without what it says of rules taken back since."""
    room = int(state.thresholds.budgets.rules / max(state.calibration.k, 0.01))
    cache = state.memo.slot("engine", EngineCache)
    ledger = write(state.log, cut, cache, state.counter, state.language, room, state.pins)
    return replace(cleared(block, ledger.banned), rules=clean(ledger.rules))


class Fitting:
    """The record while it is being made. ``load`` is kept exact by adding differences, so that no step is O(n²)."""

    def __init__(self, state: State) -> None:
        self._state = state
        cut = position(state.log, state.record.cut_id) if state.record is not None else None
        gone = state.record is not None and state.record.cut_id is not None and cut is None
        self._old = record = None if gone else state.record
        known = sums(state.log, record, state.counter, state.language, state.memo, state.pins).groups()
        self._groups = [group for group, _ in known]
        self._cut = cut or 0
        self._first = next((i for i, g in enumerate(self._groups) if g.at >= self._cut), len(known))
        self._replacements: dict[tuple[str, int], Replacement] = {
            (r.message_id, r.call): r for r in (record.replacements if record is not None else ())
        }
        self._replaced = dict(by_message(tuple(self._replacements.values())))
        self._raw = [shown.raw for _, shown in known]
        self._sizes = [round(raw * state.calibration.k) for raw in self._raw]
        self._ask = next((i for i in range(len(self._groups) - 1, -1, -1) if is_ask(self._groups[i].head)), None)
        if self._ask is not None and self._groups[self._ask].at < self._cut:
            self._raw[self._ask] = self._ask_tokens()
            self._sizes[self._ask] = round(self._raw[self._ask] * state.calibration.k)
        self._dropped = False
        self.load = measure(state).total

    def shorten_arguments(self, hard: int) -> None:
        """Shorten the longest arguments of the newest turn if it would not fit with nothing in front of it.

        They stay JSON, and the log holds what was written.
        """
        begin = self._first if self._ask is None else max(self._first, self._ask + 1)
        over = self._too_large(begin, hard)
        turn = [
            (i, n) for i in range(begin, len(self._groups)) if self._raw[i] for n in range(len(self._groups[i].calls))
        ]
        over -= sum(max(0, self._answer_tokens(self._groups[i], n) - SHORT_RESULT) for i, n in turn if over > 0)
        found: dict[int, list[Replacement]] = {}
        for index, number in sorted(turn, key=lambda place: -len(self._groups[place[0]].calls[place[1]].arguments)):
            head, long = self._groups[index].head, self._groups[index].calls[number].arguments
            if over <= 0 or len(long) <= LONGEST:
                break
            short = shorten(long, head.seq)
            if len(short) < WORTH * len(long) and (head.id, number) not in self._replacements:
                over -= self._state.counter.text(long) - self._state.counter.text(short)
                new = Replacement(head.id, short, "arguments", head.artifact, number)
                found.setdefault(index, []).append(new)
        for index, shorter in found.items():
            self._replace(index, shorter, partial(self._spoken_tokens, self._groups[index].head))

    def _too_large(self, begin: int, hard: int) -> float:
        """Uncalibrated tokens by which the groups from ``begin`` on exceed the line with nothing but the ask before."""
        others = sum(self._sizes[i] for i in range(self._first, begin) if i != self._ask)
        return (self.load - others - hard) / max(self._state.calibration.k, 0.01)

    def shorten_older(self, goal: int) -> None:
        """Shorten answered results older than what a tail holds, oldest first."""
        room = self._state.thresholds.budgets.tail
        end = len(self._groups)
        while end and room >= 0:
            end -= 1
            room -= self._sizes[end]
        self._shorten_until(end + 1, goal)

    def shorten_answered(self, goal: int) -> None:
        """Shorten all results that the model has already answered, oldest first."""
        self._shorten_until(len(self._groups), goal)

    def _shorten_until(self, end: int, goal: int) -> None:
        answered = max((i for i, g in enumerate(self._groups) if g.head.role == "assistant"), default=0)
        for index in range(self._first, min(end, answered)):
            if self.load <= goal:
                return
            self._shorten(index, SHORT_RESULT)

    def shorten_unanswered(self, goal: int) -> None:
        """Shorten the results the model has not seen yet: a fair share of what room there is, then the least."""
        last = len(self._groups) - 1
        if last < 0:
            return
        count = max(1, len(self._groups[last].results))
        k = max(self._state.calibration.k, 0.01)
        room = (goal - (self.load - self._sizes[last])) / k
        for share in (int(room / count) - 40, SHORT_RESULT, SHORTEST_RESULT):
            if self.load > goal and share >= SHORTEST_RESULT:
                self._shorten(last, share)

    def drop_turns(self, goal: int) -> None:
        """Move the cut to the next turn until it fits; the newest turn stays."""
        if self._ask is None:
            return
        for index, group in enumerate(self._groups[: self._ask + 1]):
            if self.load <= goal:
                return
            if group.at > self._cut and is_ask(group.head):
                self._move_cut(index)

    def begin_inside(self, goal: int) -> None:
        """Begin inside the newest turn, its ask in front; the last response with its results stays."""
        for index in range(1 if self._ask is None else self._ask + 2, len(self._groups)):
            if self.load <= goal:
                return
            self._move_cut(index)

    def shorten_ask(self, hard: int) -> None:
        """Show the newest user text as head and tail with its rules, as long as fits; what is pinned stays."""
        if self._ask is None or self._groups[self._ask].head.pinned:
            return
        ask = self._groups[self._ask].head
        state = self._state
        now = state.counter.text(ask.text) if ask.text else 0
        over = (self.load - hard) / max(state.calibration.k, 0.01)
        remarks = state.memo.slot("engine", EngineCache).remarks(ask)
        rules = [remark.text for remark in remarks if remark.lays]
        room = int(now - over) - 16 - sum(state.counter.text(rule) + 1 for rule in rules)
        if room < SHORT_RESULT:
            return
        said = head_tail(ask.text, room, state.counter, state.language, ask.artifact, head_share=0.5, user=True)
        said = "\n".join((said, *(rule for rule in rules if rule not in said)))
        self._replace(self._ask, [Replacement(ask.id, said, "head_tail", ask.artifact)], self._ask_tokens)

    def record(self, strategy: str, before: Load) -> Record:
        """The record as it stands."""
        state, old = self._state, self._old
        gone = state.log[: self._cut]
        hidden = tuple(m for m in gone if self._ask is None or m is not self._groups[self._ask].head)
        kept = self._kept()
        found = Record(
            strategy=strategy,
            method="slide" if self._dropped else "static",
            prefix_hash="",
            cut_id=state.log[self._cut].id if self._cut else None,
            block=self._block(gone),
            replacements=tuple(r for r in self._replacements.values() if r.message_id in kept),
            narrative_up_to=old.narrative_up_to if old is not None else None,
            tokens_before=before.total,
            previous_id=old.id or None if old is not None else None,
            chat_id=old.chat_id if old is not None else (state.log[-1].chat_id if state.log else ""),
            shortened=self._shortened(kept),
            first_seq=hidden[0].seq if hidden else 0,
            last_seq=hidden[-1].seq if hidden else 0,
            count=len(hidden),
            first_ms=hidden[0].created_ms if hidden else 0,
            last_ms=hidden[-1].created_ms if hidden else 0,
        )
        length = prefix_length(state.log, found) or 0
        return replace(found, prefix_hash=prefix_hash(state.log, length, state.memo))

    def _kept(self) -> set[str]:
        """Ids of what is still shown: the tail, results of its calls that stand before it, and the newest ask."""
        kept = {m.id for m in self._state.log[self._cut :]}
        kept |= {m.id for group in self._groups[self._first :] for m in group.results if m is not None}
        if self._ask is not None:
            kept.add(self._groups[self._ask].head.id)
        return kept

    def _shortened(self, kept: set[str]) -> int:
        """How many results are shown shortened; what the notice says changes with the cut only."""
        if self._old is not None and not self._dropped:
            return self._old.shortened
        return sum(r.call < 0 and r.message_id in kept for r in self._replacements.values())

    def _block(self, gone: Log) -> ContextBlock | None:
        """The old block, with the pins and rules of what is cut off now."""
        old = self._old.block if self._old is not None else None
        if not self._dropped and not pins_moved(gone, old, self._state.pins):
            return old
        made = with_rules(self._state, self._cut, old or ContextBlock(frame(self._state.language)))
        if self._ask is None:
            return made  # a user has to speak first
        return None if old is None and not made.rules else made

    def _shorten(self, index: int, tokens: int) -> None:
        state, group = self._state, self._groups[index]
        for number, result in enumerate(group.results if self._raw[index] else ()):
            if result is None or result.result is None or result.excluded:
                continue
            known = self._replacements.get((result.id, -1))
            now = known.text if known is not None else _shown_text(result)
            if state.counter.text(now) <= tokens * 1.3:
                continue
            said = head_tail(now, tokens, state.counter, state.language, result.artifact)
            shorter = Replacement(result.id, said, "head_tail", result.artifact)
            self._replace(index, [shorter], partial(self._answer_tokens, group, number))

    def _replace(self, index: int, new: Sequence[Replacement], tokens: Callable[[], int]) -> None:
        """Take replacements in one message if they make its group smaller.

        ``tokens`` counts the message that they change, as it is shown now: a group may have thousands.
        """
        message_id, calls = new[0].message_id, {replacement.call for replacement in new}
        kept = self._replaced.get(message_id, ())
        raw = self._raw[index] - tokens()
        self._replaced[message_id] = (*(r for r in kept if r.call not in calls), *new)
        raw += tokens()
        old, size = self._sizes[index], round(raw * self._state.calibration.k)
        if size >= old:
            self._replaced[message_id] = kept
            return
        self.load += size - old
        self._raw[index], self._sizes[index] = raw, size
        self._replacements.update({(message_id, replacement.call): replacement for replacement in new})

    def _move_cut(self, index: int) -> None:
        """Cut before group ``index``; the newest ask stays in front when it falls behind the cut."""
        for i in range(self._first, index):
            if i != self._ask:
                self.load -= self._sizes[i]
        self._first, self._cut = index, self._groups[index].at
        self._dropped = True

    def _answer_tokens(self, group: Group, number: int) -> int:
        return answer(group, number, self._replaced, self._state.counter, self._state.language).tokens

    def _spoken_tokens(self, head: Message) -> int:
        return spoken(head, self._replaced, self._state.counter).tokens

    def _ask_tokens(self) -> int:
        ask = self._groups[self._ask or 0]
        return show(ask, self._replaced, self._state.counter, self._state.language).raw


def _shown_text(result: Message) -> str:
    if result.intake is not None and result.intake.text is not None:
        return result.intake.text
    return result.result.text if result.result is not None else ""
