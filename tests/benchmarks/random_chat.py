"""One random chat, played live with one strategy, and checked before every call.

Messages arrive one by one, the strategy is asked after each, narratives come from good and bad models, the hard line is
kept before every call. Between turns rows are edited, excluded, deleted and pinned, also while a prepared plan waits;
passes are undone and redone, another strategy or another window takes over.
"""

from __future__ import annotations

import random
import re
from collections import Counter as Tally
from copy import copy
from dataclasses import dataclass, field, replace
from typing import cast

from tests.benchmarks.talk import NAMES, Talk
from tests.benchmarks.truths import Account, Truths, extends
from tests.context.counting import ByteCounter
from tests.context.logs import ODD_TEXTS
from weclaw_desktop.context.encode import intake
from weclaw_desktop.context.engine import Moment, State
from weclaw_desktop.context.fit import fit
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import is_ask
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.narrative import Prompt, section_headings
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.context.strategies import names, strategy
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.errors import CannotFit, InvariantBroken
from weclaw_desktop.core.messages import Message, TextPart, assistant, tool, user
from weclaw_desktop.core.models import Calibration, ModelSpec, ToolSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest, PromptSection
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.text import Language
from weclaw_desktop.services.rehearsal import Rehearsal, Summarise, scripted

STRATEGIES = names()
HELD = 0.15
"""After an undo automatic passes are held until the load has grown by this share of T."""
_DIGITS = re.compile(r"\d+")
_MOMENTS = {"assistant": Moment.AFTER_RESPONSE, "tool": Moment.AFTER_APPEND}


class Bytes(ByteCounter):
    """Counts so many bytes as one token: the fewer, the less text a chat needs to reach its lines."""

    def __init__(self, per_token: int) -> None:
        super().__init__()
        self.encoder = f"bytes / {per_token}"
        self._per_token = per_token

    def text(self, value: str) -> int:
        return -(-len(value.encode("utf-8", "replace")) // self._per_token)


@dataclass(frozen=True, slots=True)
class Size:
    """How large a chat is.

    Windows and bytes per token to choose from, its length in hard lines, most messages, most words of a text in shares
    of the hard line (0 stands for short texts whatever the window).
    """

    windows: tuple[int, ...]
    per_token: tuple[int, ...]
    least: float
    most: float
    rows: int
    words: tuple[float, ...]


SHORT = Size((3_000, 4_600, 4_600, 6_000, 8_192), (1, 1, 1, 2), 1.2, 2.4, 12, (0.0, 0.1, 0.2, 0.3))
MEDIUM = Size((3_000, 4_200, 4_600, 6_000, 8_192, 16_384), (2, 4), 1.2, 5.0, 160, (0.0, 0.01, 0.04, 0.1))
LARGE = Size((12_000, 16_384, 32_768, 65_536), (4,), 1.2, 4.0, 400, (0.0, 0.01, 0.02, 0.04))


def size_of(seed: int) -> Size:
    """One log in 1,000 is large, nine of medium size, the others are short; every strategy gets each kind."""
    group = seed // len(STRATEGIES)
    return LARGE if group % 1_000 == 0 else MEDIUM if group % 100 == 0 else SHORT


@dataclass(slots=True)
class Outcome:
    """What chats came to: counts, and faults as lines that name the seed."""

    counts: Tally[str] = field(default_factory=Tally[str])
    faults: list[str] = field(default_factory=list[str])


class RandomChat:
    """One random chat. The same ``seed`` and ``name`` of a strategy give the same chat again."""

    def __init__(self, seed: int, name: str) -> None:
        self.random = r = random.Random(f"{seed}:{name}")
        self.label = f"--seed {seed} {name}"
        self.seed = seed
        self.size = size_of(seed)
        language: Language = "zh" if r.random() < 0.3 else "en"
        chosen = r.choice((None, None, None, None, None, scripted, _quick, _empty, _inflated, _inventing, _mixed))
        self.summarise = cast("Summarise | None", chosen)
        window = r.choice(self.size.windows)
        self.spec = ModelSpec("soak", "soak", window=window, max_output=1_024)
        settings = Context(strategy=name)
        lines = thresholds_for(self.spec, settings, strategy=name, calibrated=True)
        self.account = Account()
        per_token = r.choice(self.size.per_token)
        self.talk = Talk(r, language, lines.hard * per_token // 4, self.account)
        self.state = State(
            log=(), record=None, thresholds=lines,
            system=(PromptSection("persona", self.talk.words(r.randint(5, 60))),),
            tools=tuple(ToolSpec(n, "Does it.", {"type": "object"}) for n in NAMES[: r.randint(0, 5)]),
            counter=Bytes(per_token), calibration=Calibration(r.choice((1.0, 0.7, 1.4)), 1, 0.0),
            language=language, settings=settings, summarizer=0 if chosen is None else window, memo=Memo(),
        )  # fmt: skip
        self.rehearsal = Rehearsal(strategy(name), self.summarise)
        self.truths = Truths(self.account, self.spec, self._tell)
        self.outcome = Outcome()
        self.seq = self.new_tokens = 0
        self.last: tuple[State, ModelRequest] | None = None
        self.records: list[Record | None] = [None]
        self.undone: Record | None = None
        self.disturbed = False
        self.broken = self.talk.broken = r.random() < 0.35
        self.talk.size = max(12, int(r.choice(self.size.words) * lines.hard * per_token / 4))
        self.total = r.uniform(self.size.least, self.size.most) * lines.hard
        self._told: set[str] = set()

    @property
    def name(self) -> str:
        """The strategy in charge."""
        return self.state.settings.strategy

    def play(self) -> Outcome:
        """All turns of the chat; whatever goes wrong on the way is told with its seed."""
        try:
            while self.new_tokens < self.total and self.seq < self.size.rows:
                self._turn()
                if self.state.log and self.random.random() < 0.12:
                    self._from_outside()
        except Exception as error:  # noqa: BLE001 - a soak goes on
            self._tell(f"{type(error).__name__}: {error}")
        self.outcome.counts["messages"] += len(self.state.log)
        self.outcome.counts[f"chats {self.label.split()[-1]}"] += 1
        return self.outcome

    def _turn(self) -> None:
        r = self.random
        if self.broken and not self.state.log and r.random() < 0.05:
            self._append(assistant("Hello, how can I help?"))
        for row in self.talk.ask(first=self.new_tokens == 0):
            self._append(row)
        if self.broken and r.random() < 0.1:
            odd = (user(r.choice(ODD_TEXTS)), Message("system", (TextPart("x"),)), tool("q", "t", "stray"))
            self._append(r.choice(odd))
        for step in self.talk.steps():
            self._call()
            for row in step:
                self._append(row)
            if self.seq >= self.size.rows + 20 or (step[0].state == "interrupted" and r.random() < 0.5):
                return
        self._call()
        if self.broken and r.random() < 0.1:
            self._append(replace(assistant(r.choice(("", "half"))), state=r.choice(("failed", "stopped"))))
        else:
            self._append(assistant(self.talk.words(r.randint(2, self.talk.size))))

    def _append(self, message: Message) -> None:
        self.seq += 1
        lines, counter = self.state.thresholds, self.state.counter
        row = replace(
            message, id=f"m{self.seq}", chat_id="c", seq=self.seq, created_ms=1_750_000_000_000 + self.seq * 60_000
        )
        for rule, at in self.account.live.items():
            if not at and rule in row.text:
                self.account.live[rule] = row.id
        row = replace(row, intake=intake(row, lines, counter, self.state.language))
        row = replace(row, tokens={counter.encoder: counter.message(row)})
        self.new_tokens += round(row.tokens[counter.encoder] * self.state.calibration.k)
        self.state = replace(self.state, log=(*self.state.log, row))
        if row.role in _MOMENTS and row.state == "committed":
            self.rehearsal.consider(self.state, _MOMENTS[row.role])

    # what comes from outside

    def _from_outside(self) -> None:
        match self.random.randint(0, 9):
            case 0 | 1:
                self._undo()
            case 2 if self.undone is not None and holds(self.state.log, self.undone):
                self._in_force(self.undone)
                self.state = replace(self.state, held_until=0)
                self._move("redone")
            case 3:
                self._switch(self.random.choice(STRATEGIES), self.spec.window)
            case 4:
                self._switch(self.name, self.random.choice(self.size.windows))
            case _:
                self._change_row()

    def _undo(self) -> None:
        undone = self.state.record
        if undone is None or len(self.records) < 2:
            return
        self.records.pop()
        before = self.records[-1]
        if before is not None and not holds(self.state.log, before):
            before = None
        held = undone.tokens_before + int(HELD * self.state.thresholds.threshold)
        self.state, self.undone = replace(self.state, record=before, held_until=held), undone
        self._move("undone")

    def _switch(self, name: str, window: int) -> None:
        settings = self.state.settings.model_copy(update={"strategy": name})
        self.spec = self.truths.spec = replace(self.spec, window=window)
        lines = thresholds_for(self.spec, settings, strategy=name, calibrated=True)
        summarizer = 0 if self.summarise is None else window
        self.state = replace(self.state, settings=settings, thresholds=lines, summarizer=summarizer)
        self.rehearsal = Rehearsal(strategy(name), self.summarise)
        self._move("switched")

    def _move(self, what: str) -> None:
        """The chat's epoch has moved: what was prepared falls, and passes are counted anew."""
        self.outcome.counts[what] += 1
        self.rehearsal.fitted()
        self.rehearsal.take_event()
        self.truths.begin_anew(self.new_tokens)
        self.last = None
        self.disturbed = True

    def _change_row(self) -> None:
        """Something that a user does to an older row."""
        r, log = self.random, list(self.state.log)
        at = r.randrange(len(log))
        row = log[at]
        held = row.id in self.account.live.values()
        rule = any(gone in row.text for gone in self.account.gone) or "Forget" in row.text or "取消" in row.text
        match r.randint(0, 3):
            case 0 if not held and row.role != "tool":
                del log[at]
            case 1 if not held:
                log[at] = replace(row, excluded=not row.excluded)
            case 2 if not held and not rule and row.role == "user" and row.text.strip():
                changed = replace(row.with_text(self.talk.words(12)), revision=row.revision + 1, intake=None)
                log[at] = replace(changed, tokens={self.state.counter.encoder: self.state.counter.message(changed)})
            case 3 if row.role == "user" and len(row.text) < 400:
                log[at] = replace(row, pinned=True)
            case _:
                return
        if rule:
            return  # whether a rule is live again is a matter of taste
        self.outcome.counts["rows changed"] += 1
        self.state = replace(self.state, log=tuple(log))
        record = self.state.record
        if record is not None and not holds(self.state.log, record):
            self._in_force(None)
        if r.random() < 0.5:  # else the plan that waits must be found to be stale when it is applied
            self.rehearsal.fitted()
        self.rehearsal.take_event()
        self.rehearsal.thrash = type(self.rehearsal.thrash)()
        self.last = None
        self.disturbed = True

    def _in_force(self, record: Record | None) -> None:
        self.state = replace(self.state, record=record)
        self.records.append(record)

    # calls

    def _call(self) -> None:
        if not any(is_ask(m) for m in self.state.log):
            return
        counts, old = self.outcome.counts, self.state.record
        counts["calls"] += 1
        applied = self._applied()
        if applied is None:
            return
        try:
            request = build_request(self.state, self.spec)
        except InvariantBroken as broken:
            self._tell(f"refused by our own rules: {broken}")
            return
        self._check(request, applied, old)
        self.last = self.state, request
        self.disturbed = False

    def _check(self, request: ModelRequest, applied: list[Record], old: Record | None) -> None:
        r, state, truths = self.random, self.state, self.truths
        truths.of_size(state, request)
        if applied or self.disturbed or r.random() < 0.25:
            truths.of_wire(request)
        fresh = bool(applied) and applied[-1].block is not None and (old is None or applied[-1].block != old.block)
        truths.of_words(state, request, fresh=fresh)
        truths.of_notice(old, applied)
        if applied or r.random() < 0.05:
            truths.of_count(state, request)
        if r.random() < 0.04:
            truths.of_cold(state, request)
        if self.last is not None:
            if not extends(self.last[1], request):
                self.outcome.counts["breaks"] += 1
                if not applied and not self.disturbed and not self.broken:
                    self._tell("the prefix broke without a pass")
            if applied and r.random() < 0.3:
                truths.of_past(*self.last)

    def _applied(self) -> list[Record] | None:
        """The records that took force before this call; None when the request cannot be made to fit."""
        made: list[Record] = []
        same, load = not self.disturbed, measure(self.state).total
        twin = copy(self.rehearsal) if self.random.random() < 0.1 else None
        record, _ = self.rehearsal.before_request(self.state)
        if twin is not None and record is not None:
            again, _ = twin.before_request(replace(self.state, memo=Memo()))
            if again is None or replace(again, duration_ms=0) != replace(record, duration_ms=0):
                self._tell(f"a cold cache changes a pass ({record.method})")
        if record is not None:
            self.outcome.counts[f"passes {self.name} {record.method}"] += 1
            self.truths.of_record(self.state, record, self.state.record, same_log=same)
            self.truths.of_pass(self.state, record, load, self.new_tokens, free=same)
            made.append(record)
            self._in_force(record)
        try:
            fitted = fit(self.state, strategy=self.name)
        except CannotFit:
            self.outcome.counts["refused"] += 1
            self.truths.of_refusal(self.state)
            return None
        if fitted is not None:
            self.outcome.counts["fitted"] += 1
            self.truths.of_record(self.state, fitted, self.state.record, same_log=same)
            self.rehearsal.fitted()
            made.append(fitted)
            self._in_force(fitted)
        if made:
            self.state = replace(self.state, held_until=0)
        return made

    def _tell(self, what: str) -> None:
        kind = _DIGITS.sub("", what.split(":")[0])[:24]
        if kind not in self._told:
            self._told.add(kind)
            lines = self.state.thresholds
            now = f"{self.name}, window {lines.window}, T {lines.threshold}{', broken log' if self.broken else ''}"
            self.outcome.faults.append(f"{self.label} at m{self.seq} ({now}): {what}")


def _quick(prompt: Prompt, limit: int) -> str:
    """A good summary in no time: the first line under each heading."""
    zh = "对话记录" in prompt.user
    source = prompt.user.split("<transcript>\n", 1)[-1].split("\n</transcript>", 1)[0]
    said = [line.split("] ", 1)[1][:120] for line in source.splitlines() if line.startswith("[m") and "] " in line]
    bodies = iter(said[: max(1, limit // 60)])
    return "\n".join(f"## {heading}\n- {next(bodies, '–')}" for heading in section_headings("zh" if zh else "en"))


def _empty(_prompt: Prompt, _limit: int) -> str:
    return "<think>Nothing comes to my mind</think>"


def _inflated(prompt: Prompt, _limit: int) -> str:
    return prompt.user * 2


def _inventing(prompt: Prompt, limit: int) -> str:
    return _quick(prompt, limit) + "\n- The invoice ZX-99817 of 2031-12-24 over $777,777 is in /etc/made/up.txt."


def _mixed(prompt: Prompt, limit: int) -> str:
    kinds = (_quick, _quick, _quick, _empty, _inflated, _inventing)
    return kinds[len(prompt.user) % len(kinds)](prompt, limit)
