"""What a model sees of a chat: a pure function of log, active record and pins.

Order: one synthetic user message with the context block, "Noted." of the assistant, then the tail of the log. When the
tail begins inside the newest turn, that turn's ask stands in front of it. Excluded messages, empty failed responses and
rows still being generated are left out; unanswered calls get a stub result; ids are made from sequence numbers; the log
is never touched.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace
from operator import attrgetter

from weclaw_desktop.context.log import Group, Grouping, continues, is_ask, position, settled
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.pins import with_pins
from weclaw_desktop.context.shown import NOTHING, Replacements, Shown, answered, by_message, show
from weclaw_desktop.core.messages import Log, TextPart, ToolCallPart, ToolResultPart
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.request import MessageForm, RequestMessage
from weclaw_desktop.core.text import Language, render, text

View = tuple[RequestMessage, ...]
_State = tuple[object, ...]
_Table = dict[tuple[str, int], tuple[_State, Shown]]
_NEVER = 1 << 60
_VIEWS_KEPT = 3
"""A chat's view, and those that a pass or a preview looks at meanwhile."""


def view(
    log: Log,
    record: Record | None,
    counter: Counter,
    language: Language,
    *,
    k: float = 1.0,
    memo: Memo | None = None,
    pins: tuple[Pin, ...] = (),
) -> View:
    """The messages to send; ``tokens`` of each are calibrated with ``k``.

    A record whose cut is not on the path counts as none: whoever holds it checks its hash first (``snapshot.holds``).
    """
    messages = sums(log, record, counter, language, memo, pins).messages()
    return messages if k == 1.0 else tuple(replace(m, tokens=round(m.tokens * k)) for m in messages)


def sums(
    log: Log,
    record: Record | None,
    counter: Counter,
    language: Language,
    memo: Memo | None = None,
    pins: tuple[Pin, ...] = (),
) -> ViewSums:
    """The view with its token sums; with a ``memo`` only messages appended since the last call cost anything."""
    if memo is None:
        return ViewSums(log, record, counter, language, pins)
    kept = memo.slot("view", list[ViewSums])
    found = next((known for known in kept if known.extend(log, record, counter, language, pins)), None)
    if found is None:
        found = ViewSums(log, record, counter, language, pins, kept[0] if kept else None)
    kept[:] = [found, *(known for known in kept if known is not found)][:_VIEWS_KEPT]
    return found


def frame(language: Language) -> str:
    """The line that opens every context block: reference, not instructions."""
    return render(text("context.block.frame"), language)


class ViewSums:
    """One view, group by group, with running sums, so that appending to the log costs O(new).

    ``near`` are sums of the same chat, with another record as a rule: what they know of its messages is taken over.
    ``raw`` and ``attachments`` are uncalibrated tokens of the tail. ``table`` remembers how each message revision was
    shown, across records. ``block`` is the context block as it is sent; a leading assistant message is in it once
    ``front`` was asked for.
    """

    def __init__(
        self,
        log: Log,
        record: Record | None,
        counter: Counter,
        language: Language,
        pins: tuple[Pin, ...] = (),
        near: ViewSums | None = None,
    ) -> None:
        self.log: Log = ()
        self.record = record
        self.counter = counter
        self.language: Language = language
        self.table: _Table = {} if near is None else near.table
        self.raw = 0
        self.attachments = 0
        self._skills: dict[int, tuple[tuple[str, int], ...]] = {}
        place = None if record is None else position(log, record.cut_id)
        valid = record is not None and (record.cut_id is None or place is not None)
        self._final = valid or record is None
        self._cut = place or 0
        self._replaced: Replacements = by_message(record.replacements) if record is not None and valid else {}
        self.pins = pins
        stored = record.block if record is not None and valid else None
        self._block = self.block = with_pins(stored, pins, frame(language), language)
        self._ask = next((m for m in reversed(log[: self._cut]) if is_ask(m)), None)
        self._leading = stored is None and self._ask is None
        self._start = _NEVER
        self._grouping = Grouping()
        self._shown: list[Shown] = []
        self._front: View | None = None
        log = settled(log)
        if near is not None and continues(near.log, log):
            self._begin_with(near)
        self._append(log, len(self.log))

    def extend(
        self, log: Log, record: Record | None, counter: Counter, language: Language, pins: tuple[Pin, ...] = ()
    ) -> bool:
        """Take the messages by which ``log`` is longer; False when anything else changed and new sums are needed."""
        log = settled(log)
        known = len(self.log)
        same = (
            self._final
            and (record is self.record or record == self.record)
            and counter is self.counter
            and language == self.language
            and (pins is self.pins or pins == self.pins)
            and continues(self.log, log)
        )
        if same and known < len(log):
            self._append(log, known)
        return same

    @property
    def total(self) -> int:
        """Uncalibrated tokens of the whole view."""
        return self.raw + sum(m.tokens for m in self.front())

    def front(self) -> View:
        """What stands before the tail: block, "Noted." and the newest turn's ask, where they apply."""
        if self._front is None:
            self._front = tuple(self._make_front())
        return self._front

    def newest_turn(self) -> int:
        """Uncalibrated tokens of the newest turn as shown, its ask in front of the tail included."""
        raw = 0
        for index in range(len(self._shown) - 1, self._start - 1, -1):
            shown = self._shown[index]
            raw += shown.raw
            if shown.messages and shown.messages[0].role == "user":
                return raw
        return raw + sum(m.tokens for m in self.front() if not m.synthetic)

    def groups(self) -> list[tuple[Group, Shown]]:
        """All groups of the log with how they are shown (``NOTHING`` before the cut), oldest first."""
        return list(zip(self._grouping.groups, self._shown, strict=True))

    def skills(self) -> dict[str, int]:
        """Uncalibrated tokens of the skills' texts in the tail, by name, in the order in which they were read."""
        found: dict[str, int] = {}
        for read in self._skills.values():
            for name, tokens in read:
                found[name] = found.get(name, 0) + tokens
        return found

    def messages(self) -> View:
        """The whole view, tokens uncalibrated."""
        return (*self.front(), *(m for shown in self._shown[self._start :] for m in shown.messages))

    def _begin_with(self, near: ViewSums) -> None:
        """Take over how the messages of ``near`` are grouped; only those behind the cut need to be shown."""
        self.log = near.log
        self._grouping = near._grouping.copy()
        groups = self._grouping.groups
        self._shown = [NOTHING] * len(groups)
        for index in range(bisect_left(groups, self._cut, key=attrgetter("at")), len(groups)):
            self._begin(index, groups[index].at)
            self._show(index, None)

    def _append(self, log: Log, known: int) -> None:
        self.log = log
        changed: dict[int, list[int] | None] = {}
        for at in range(known, len(log)):
            index = self._grouping.add(log[at])
            if index is None:
                continue
            if index == len(self._shown):
                self._shown.append(NOTHING)
                self._begin(index, at)
                changed[index] = None
            elif (numbers := changed.setdefault(index, [])) is not None:
                numbers.append(self._grouping.groups[index].numbers[-1])
        for index, numbers in changed.items():
            self._show(index, numbers)

    def _begin(self, index: int, at: int) -> None:
        """Note where the tail begins: at the cut, or, where nothing else can stand in front, at the first ask."""
        if (
            self._start == _NEVER
            and at >= self._cut
            and (not self._leading or is_ask(self._grouping.groups[index].head))
        ):
            self._start = index
            self._front = None

    def _show(self, index: int, numbers: list[int] | None) -> None:
        """Show one group (again) and keep the sums right; where ``numbers`` of its calls were answered, these only."""
        group = self._grouping.groups[index]
        if group.at < self._cut:
            return
        old = self._shown[index]
        new = answered(old, group, numbers, self._replaced, self.counter, self.language) if numbers else None
        new = new or self._looked_up(group)
        self._shown[index] = new
        if index < self._start:
            self._front = None
            return
        self.raw += new.raw - old.raw
        self.attachments += new.attachments - old.attachments
        if old.skills or new.skills:
            self._skills[index] = new.skills
        if index - self._start < 8 and bool(old.messages) != bool(new.messages):
            self._front = None

    def _looked_up(self, group: Group) -> Shown:
        head = group.head
        key = (head.id, head.revision)
        messages = (head, *(result for result in group.results if result is not None))
        replaced = tuple(self._replaced.get(message.id) for message in messages)
        state: _State = (
            self.counter.encoder,
            self.language,
            replaced,
            tuple((m.id, m.revision, m.seq, m.state, m.excluded, m.intake) for m in messages),
            tuple(result is None for result in group.results),
        )
        known = self.table.get(key)
        if head.id and known is not None and known[0] == state:
            return known[1]
        shown = show(group, self._replaced, self.counter, self.language)
        self.table[key] = (state, shown)
        return shown

    def _make_front(self) -> list[RequestMessage]:
        first = next((s for s in self._shown[self._start :] if s.messages), None)
        self.block = self._block
        if self._leading and (lead := _said(self._shown[: self._start])):
            self.block = replace(self._block or ContextBlock(frame(self.language)), lead=lead)
        block = "" if self.block is None else self.block.text
        front: list[RequestMessage] = []
        ask = self._ask if first is None or first.messages[0].role != "user" else None
        if block:
            front.append(self._synthetic("user", block, "block"))
            nothing_yet = not self.log and self.record is None  # the user speaks next
            if first is not None or ask is not None or nothing_yet:
                front.append(self._synthetic("assistant", render(text("context.block.ack"), self.language), "ack"))
        if ask is not None:
            shown = show(Group(0, ask, []), self._replaced, self.counter, self.language)
            front.extend(replace(m, form="recap") if m.form == "verbatim" else m for m in shown.messages)
        return front

    def _synthetic(self, role: str, said: str, form: MessageForm) -> RequestMessage:
        part = TextPart(said)
        kind = "user" if role == "user" else "assistant"
        return RequestMessage(kind, (part,), form=form, tokens=self.counter.parts((part,)))


def _said(groups: list[Shown]) -> str:
    """Leading groups as plain text, calls and results included."""
    pieces: list[str] = []
    for shown in groups:
        for message in shown.messages:
            for part in message.parts:
                if isinstance(part, (TextPart, ToolResultPart)):
                    pieces.append(part.text)
                elif isinstance(part, ToolCallPart):
                    pieces.append(f"{part.name}({part.arguments})")
    return "\n\n".join(piece for piece in pieces if piece.strip())
