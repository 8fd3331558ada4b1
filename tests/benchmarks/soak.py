"""Random chats through every strategy, each request checked by an account of the rules that the engine does not share.

Run by hand: ``python -m tests.benchmarks.soak --logs 100000 [--seed N] [--processes 2]``. Chats are played as they
happen live: messages arrive one by one, the strategy is asked after each, narratives come from good and bad models,
the hard line is kept before every call; between turns rows are edited, excluded, deleted and pinned, rules are set and
taken back. A violation is printed with the seed that plays the same chat again (``--logs 1 --seed N``).
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter as Tally
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from typing import cast

from tests.benchmarks.talk import NAMES, Talk
from tests.benchmarks.wire_rules import anthropic_faults, openai_faults
from tests.context.counting import ByteCounter
from tests.context.logs import ODD_TEXTS
from weclaw_desktop.context.encode import intake
from weclaw_desktop.context.engine import Moment, State
from weclaw_desktop.context.fit import fit
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import is_ask
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.narrative import Prompt
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.context.strategies import names, strategy
from weclaw_desktop.context.threshold import thresholds_for
from weclaw_desktop.core.errors import CannotFit, InvariantBroken
from weclaw_desktop.core.messages import Message, TextPart, ToolCallPart, assistant, tool, user
from weclaw_desktop.core.models import Calibration, ModelSpec, ToolSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest, PromptSection, RequestMessage
from weclaw_desktop.core.settings import Context
from weclaw_desktop.core.text import Language
from weclaw_desktop.llm.dialects import dialect_for
from weclaw_desktop.llm.wire import wire_messages
from weclaw_desktop.services.rehearsal import Rehearsal, Summarise, scripted

WINDOWS = (3_000, 4_200, 4_600, 6_000, 8_192)
LARGER = (12_000, 16_384, 32_768)
"""One chat in ten gets one of these."""
NEW_PER_PASS = 0.25
"""At most one pass per this share of T in new tokens (passes at the hard line and after edits do not count)."""


@dataclass(slots=True)
class Outcome:
    """What one chat came to."""

    counts: Tally[str] = field(default_factory=Tally[str])
    faults: list[str] = field(default_factory=list[str])


class Chat:
    """One random chat, played live with one strategy."""

    def __init__(self, seed: int, name: str, window: int) -> None:
        self.random = random.Random(f"{seed}:{name}:{window}")
        self.seed = seed
        self.language: Language = "zh" if self.random.random() < 0.3 else "en"
        spec = ModelSpec("soak", "soak", window=window, max_output=1_024)
        settings = Context(strategy=name)
        lines = thresholds_for(spec, settings, strategy=name, calibrated=True)
        self.talk = Talk(self.random, self.language, lines.hard)
        chosen = self.random.choice((None, scripted, _empty, _inflated, _inventing, _mixed))
        self.spec = spec
        self.name = name
        self.state = State(
            log=(), record=None, thresholds=lines,
            system=(PromptSection("persona", self.talk.words(self.random.randint(5, 60))),),
            tools=tuple(ToolSpec(n, "Does it.", {"type": "object"}) for n in NAMES[: self.random.randint(0, 5)]),
            counter=ByteCounter(), calibration=Calibration(self.random.choice((1.0, 0.7, 1.4)), 1, 0.0),
            language=self.language, settings=settings, summarizer=0 if chosen is None else window, memo=Memo(),
        )  # fmt: skip
        self.rehearsal = Rehearsal(strategy(name), cast("Summarise | None", chosen))
        self.seq = 0
        self.rules = self.talk.rules
        self.told: set[str] = set()
        self.outcome = Outcome()
        self.last: ModelRequest | None = None
        self.disturbed = False
        self.passes = 0
        self.new_tokens = 0
        self.at: list[int] = []
        self.broken = self.talk.broken = self.random.random() < 0.35
        self.talk.size = self.random.choice((30, 120, 300, 800))
        self.total = self.random.uniform(1.2, 5.0) * lines.hard

    def play(self) -> Outcome:
        """All turns of the chat."""
        while self.new_tokens < self.total and self.seq < 160:
            self._turn()
            if self.random.random() < 0.08:
                self._disturb()
        self.outcome.counts["passes"] += self.passes
        self.outcome.counts["messages"] += len(self.state.log)
        return self.outcome

    def _turn(self) -> None:
        r = self.random
        rows = self.talk.ask(first=self.new_tokens == 0)
        if self.broken and r.random() < 0.05:
            rows = [assistant("Hello, how can I help?"), *rows] if not self.state.log else rows
        for row in rows:
            self._append(row)
        if self.broken and r.random() < 0.1:
            self._append(
                r.choice((user(r.choice(ODD_TEXTS)), Message("system", (TextPart("x"),)), tool("q", "t", "stray")))
            )
        for step in self.talk.steps():
            self._call()
            for row in step:
                self._append(row)
            if step[0].state == "interrupted" and r.random() < 0.5:
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
        for rule, at in self.rules.live.items():
            if not at and rule in row.text:
                self.rules.live[rule] = row.id
        row = replace(row, intake=intake(row, lines, counter, self.language))
        row = replace(row, tokens={counter.encoder: counter.message(row)})
        self.new_tokens += round(row.tokens[counter.encoder] * self.state.calibration.k)
        self.state = replace(self.state, log=(*self.state.log, row))
        moments = {"assistant": Moment.AFTER_RESPONSE, "tool": Moment.AFTER_APPEND}
        if row.role in moments and row.state == "committed":
            self.rehearsal.consider(self.state, moments[row.role])

    def _disturb(self) -> None:
        """Something that a user does to an older row."""
        r, log = self.random, list(self.state.log)
        at = r.randrange(len(log))
        row = log[at]
        held = row.id in self.rules.live.values()
        match r.randint(0, 3):
            case 0 if not held and row.role != "tool":
                del log[at]
            case 1 if not held:
                log[at] = replace(row, excluded=not row.excluded)
            case 2 if (
                not held and row.role == "user" and row.text.strip() and not any(g in row.text for g in self.rules.gone)
            ):
                changed = replace(row.with_text(self.talk.words(12)), revision=row.revision + 1, intake=None)
                log[at] = replace(changed, tokens={self.state.counter.encoder: self.state.counter.message(changed)})
            case 3 if row.role == "user" and len(row.text) < 400:
                log[at] = replace(row, pinned=True)
            case _:
                return
        if any("Forget" in m.text or "取消" in m.text for m in (row,)):
            return  # whether a rule is live again is a matter of taste
        self.state = replace(self.state, log=tuple(log))
        record = self.state.record
        if record is not None and not holds(self.state.log, record):
            self.state = replace(self.state, record=None)
        self.rehearsal.fitted()
        self.rehearsal.take_event()
        self.rehearsal.thrash = type(self.rehearsal.thrash)()
        self.disturbed = True

    def _call(self) -> None:
        if not self.state.log or not any(is_ask(m) for m in self.state.log):
            return
        self.outcome.counts["calls"] += 1
        before = self.state
        applied = self._applied()
        if applied is None:
            return
        try:
            request = build_request(self.state, self.spec)
        except InvariantBroken as broken:
            self._fault(f"refused by our own rules: {broken}")
            return
        lines = self.state.thresholds
        if request.load > lines.hard:
            self._fault(f"load {request.load} above hard {lines.hard}")
        if applied or self.disturbed or self.random.random() < 0.25:
            self._check_wire(request)
        self._check_words(request, applied, before.record)
        self._check_prefix(request, bool(applied))
        self._check_notice(before, applied)
        self.last = request
        self.disturbed = False

    def _applied(self) -> list[Record] | None:
        """The records that took force before this call; None when the request cannot be made to fit."""
        made: list[Record] = []
        load = measure(self.state).total
        record, _ = self.rehearsal.before_request(self.state)
        if record is not None:
            self._judge_pass(record, load)
            made.append(record)
            self.state = replace(self.state, record=record)
        try:
            fitted = fit(self.state, strategy=self.name)
        except CannotFit:
            self.outcome.counts["refused"] += 1
            self._check_refusal()
            return None
        if fitted is not None:
            self.outcome.counts["fitted"] += 1
            self.rehearsal.fitted()
            made.append(fitted)
            self.state = replace(self.state, record=fitted)
        return made

    def _judge_pass(self, record: Record, load: int) -> None:
        self.outcome.counts[f"pass {record.method}"] += 1
        self.outcome.counts[f"for {self.name}"] += 1
        threshold = self.state.thresholds.threshold
        lines, cap = self.state.thresholds, self.state.settings.message_cap
        capped = record.method == "truncate" and load < threshold and cap > 0
        if not (load > lines.hard or self.disturbed or lines.mode == "sliding" or capped):
            self.at.append(self.new_tokens)
            if len(self.at) > 2 and self.at[-1] - self.at[-3] < NEW_PER_PASS * threshold:
                self._fault(f"three passes ({record.method}) in {self.at[-1] - self.at[-3]} new tokens")
            if len(self.at) > 1 + self.new_tokens / (NEW_PER_PASS * threshold):
                self._fault(f"{len(self.at)} passes in {self.new_tokens} new tokens")
        if record.tokens_after >= load:
            self._fault(f"a pass grew {load} → {record.tokens_after}")
        self.passes += 1

    # what must be true

    def _check_refusal(self) -> None:
        """Only what the newest turn, fixed parts, rules and pins demand may be refused."""
        load = measure(self.state)
        log = self.state.log
        ask = max((i for i, m in enumerate(log) if is_ask(m)), default=0)
        unanswered = max((i for i, m in enumerate(log) if m.role == "assistant"), default=0)
        counter, k = self.state.counter, self.state.calibration.k
        needed = sum(counter.message(m) for m in (log[ask], *log[max(ask + 1, unanswered) :]))
        rules = sum(counter.text(rule) + 30 for rule in self.rules.live) + sum(
            counter.message(m) for m in log if m.pinned
        )
        if load.fixed + (needed + rules) * k < 0.5 * self.state.thresholds.hard:
            self._fault(f"refused although {load.fixed} + {needed * k:.0f} + {rules * k:.0f} are needed only")

    def _check_wire(self, request: ModelRequest) -> None:
        for dialect, faults_of in (("openai", openai_faults), ("anthropic", anthropic_faults)):
            wire = [_flat(m) for m in wire_messages(request, dialect_for(dialect), provider=dialect)]
            for fault in faults_of(wire)[:2]:
                self._fault(f"{dialect}: {fault}")

    def _check_words(self, request: ModelRequest, applied: Sequence[Record], old: Record | None) -> None:
        """The newest ask once and verbatim, live rules and pins verbatim, what was taken back not in a new block."""
        log = self.state.log
        ask = next(m for m in reversed(log) if is_ask(m))
        shown = [m for m in request.messages if m.source == ask.id and m.role == "user"]
        if len(shown) != 1:
            self._fault(f"the newest ask stands {len(shown)} times")
        elif shown[0].form == "verbatim" and ask.intake is None and clean(ask.text).strip() not in _said(shown[0]):
            self._fault("the newest ask is not verbatim")
        whole = "\n".join(_said(m) for m in request.messages)
        record = self.state.record
        block = record.block.text if record is not None and record.block is not None else ""
        known = {m.id: m for m in log}
        room = self.state.thresholds.budgets.rules
        spent = sum(self.state.counter.text(rule) + 12 for rule in self.rules.live) * self.state.calibration.k
        spent += sum(self.state.counter.text(m.text) + 12 for m in log if m.pinned) * self.state.calibration.k
        for rule, at in self.rules.live.items():
            row = known.get(at)
            if (
                row is None
                or row.excluded
                or spent > room
                or (row.intake is not None and rule not in (row.intake.text or ""))
            ):
                continue
            if rule not in whole:
                self._fault(f"live rule lost ({record.method if record else 'no record'}): {rule}")
        fresh = applied and applied[-1].block is not None and (old is None or applied[-1].block != old.block)
        for rule in self.rules.gone if fresh else ():
            if rule in block and not any(m.pinned and rule in m.text for m in log):
                self._fault(f"withdrawn rule in the block: {rule}")
        for row in log:
            if (
                row.pinned
                and not row.excluded
                and row.text.strip()
                and row.intake is None
                and clean(row.text) not in whole
            ):
                self._fault(f"pin lost ({record.method if record else 'no record'}): {row.text[:40]!r}")

    def _check_prefix(self, request: ModelRequest, applied: bool) -> None:
        if self.last is None:
            return
        same = (
            [s.text for s in self.last.system] == [s.text for s in request.system]
            and self.last.tools == request.tools
            and all(_bytes(a) == _bytes(b) for a, b in zip(self.last.messages, request.messages, strict=False))
            and len(self.last.messages) <= len(request.messages)
        )
        if same:
            return
        self.outcome.counts["breaks"] += 1
        if not applied and not self.disturbed and not self.broken:
            self._fault("the prefix broke without a pass")

    def _check_notice(self, before: State, applied: Sequence[Record]) -> None:
        """A commit of passes alone leaves the notice's bytes and what it counts alone."""
        old = before.record
        for record in applied:
            if old is not None and record.method == "passes" and record.shortened != old.shortened:
                self._fault(f"passes moved the notice: {old.shortened} → {record.shortened} shortened")
            if old is None and record.method == "passes" and record.shortened:
                self._fault("passes without a cut count shortened results")
            old = record

    def _fault(self, what: str) -> None:
        kind = what.split(":")[0][:24]
        if kind not in self.told:
            self.told.add(kind)
            self.outcome.faults.append(
                f"--seed {self.seed} {self.name} window {self.state.thresholds.window} at m{self.seq}"
                f", T {self.state.thresholds.threshold}{' (broken log)' if self.broken else ''}: {what}"
            )


def _flat(message: dict[str, object]) -> dict[str, object]:
    """The wire message with its text in one piece, as the rules want to read it."""
    content = message.get("content")
    if not isinstance(content, list):
        return message
    pieces = cast("list[dict[str, object]]", content)
    return {**message, "content": "\n".join(str(piece.get("text") or piece["type"]) for piece in pieces)}


def _said(message: RequestMessage) -> str:
    return "\n\n".join(part.text for part in message.parts if not isinstance(part, ToolCallPart))


def _bytes(message: RequestMessage) -> tuple[object, ...]:
    return (message.role, message.parts)


def _empty(_prompt: Prompt, _limit: int) -> str:
    return "<think>Nothing comes to my mind</think>"


def _inflated(prompt: Prompt, _limit: int) -> str:
    return prompt.user * 2


def _inventing(prompt: Prompt, limit: int) -> str:
    return scripted(prompt, limit) + "\n- The invoice ZX-99817 of 2031-12-24 over $777,777 is in /etc/made/up.txt."


def _mixed(prompt: Prompt, limit: int) -> str:
    kinds = (scripted, scripted, scripted, _empty, _inflated, _inventing)
    return kinds[len(prompt.user) % len(kinds)](prompt, limit)


def play(seed: int) -> Outcome:
    """One random log through every strategy, each at a window drawn for it."""
    whole = Outcome()
    for name in names():
        window = random.Random(f"{seed}:{name}").choice(WINDOWS if seed % 10 else LARGER)
        chat = Chat(seed, name, window)
        try:
            outcome = chat.play()
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is told with its seed
            outcome = chat.outcome
            outcome.faults.append(
                f"--seed {seed} {name} window {window} at m{chat.seq}: {type(error).__name__}: {error}"
            )
        whole.counts += outcome.counts
        whole.faults += outcome.faults
    return whole


def main() -> int:
    """Play, print counts and every violation; 1 when there was one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--logs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.logs)
    started, whole, done = time.monotonic(), Outcome(), 0
    pool = ProcessPoolExecutor(arguments.processes) if arguments.processes > 1 else None
    played = map(play, seeds) if pool is None else pool.map(play, seeds, chunksize=8)
    for outcome in played:
        done += 1
        whole.counts += outcome.counts
        whole.faults += outcome.faults
        for fault in outcome.faults:
            print(fault, flush=True)
        if done % 100 == 0:
            print(f"… {done} logs, {len(whole.faults)} violations, {time.monotonic() - started:.0f} s", flush=True)
    print(
        f"{done} logs × {len(names())} strategies in {time.monotonic() - started:.0f} s, {len(whole.faults)} violations"
    )
    print(", ".join(f"{count:,} {what}" for what, count in sorted(whole.counts.items())))
    return 1 if whole.faults else 0


if __name__ == "__main__":
    sys.exit(main())
