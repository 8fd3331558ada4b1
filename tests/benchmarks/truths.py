"""What must be true of every request and every record of a soak, by an account that the engine does not share.

Each method looks at one thing and tells what is wrong. ``Account`` is what the soak itself knows: which rules are live
and which were taken back, which secrets were said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import cast

from tests.benchmarks.wire_rules import anthropic_faults, openai_faults
from weclaw_desktop.context.engine import State
from weclaw_desktop.context.fit import fit
from weclaw_desktop.context.load import measure
from weclaw_desktop.context.log import is_ask, position
from weclaw_desktop.context.memo import Memo
from weclaw_desktop.context.request import build_request
from weclaw_desktop.context.sendable import clean
from weclaw_desktop.context.snapshot import holds
from weclaw_desktop.core.messages import Message, ToolCallPart
from weclaw_desktop.core.models import ModelSpec
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.request import ModelRequest, RequestMessage
from weclaw_desktop.llm.dialects import dialect_for
from weclaw_desktop.llm.wire import wire_messages

NEW_PER_PASS = 0.25
"""At most one pass per this share of T in new tokens (passes at the hard line and after edits do not count)."""
LANDING = 0.75
"""A pass that nothing forced lands at this share of T or below."""
NEEDED, AROUND = 0.9, 480
"""What must be sent comes to less than this share of the hard line: then it is never refused. So many bytes of it are
the notice, the block's first line and the titles of rules and pins, whose size depends on the counter alone."""
_DIALECTS = (("openai", openai_faults), ("anthropic", anthropic_faults))


@dataclass(slots=True)
class Account:
    """What was said, by the soak's own account: live rules with the id of their message, rules taken back, secrets."""

    live: dict[str, str] = field(default_factory=dict[str, str])
    gone: set[str] = field(default_factory=set[str])
    secrets: list[str] = field(default_factory=list[str])


class Truths:
    """Looks at one chat; ``tell`` takes what is wrong."""

    def __init__(self, account: Account, spec: ModelSpec, tell: Callable[[str], None]) -> None:
        self.account = account
        self.spec = spec
        self.tell = tell
        self.at: list[int] = []
        self.began = 0

    def begin_anew(self, new_tokens: int) -> None:
        """Something from outside changed the load: what passes come in from here on is counted from here."""
        self.at = []
        self.began = new_tokens

    # records

    def of_record(self, state: State, record: Record, old: Record | None, *, same_log: bool) -> None:
        """A record that takes force: its hash, its cut, its numbers, its artifacts; ``old`` was in force before."""
        log = state.log
        if not holds(log, record):
            self.tell(f"the hash of a fresh record ({record.method}) does not hold")
        if record.tokens_after != (after := measure(replace(state, record=record)).total):
            self.tell(f"a record ({record.method}) says {record.tokens_after} and is {after}")
        cut = position(log, record.cut_id)
        before = None if old is None else position(log, old.cut_id)
        if same_log and before is not None and (cut is None or cut < before):
            self.tell(f"a cut moved back from {before} to {cut}")
        if record.cut_id is not None:
            self._of_cut(log, record, cut)
        seqs = {message.id: message.seq for message in log}
        for change in record.replacements:
            if change.message_id not in seqs or change.artifact != f"a{seqs[change.message_id]}":
                self.tell(f"a replacement names {change.artifact} for {change.message_id}")
        block = record.block.text if record.block is not None else ""
        if block and any(secret in block for secret in self.account.secrets):
            self.tell("a secret stands in the block")

    def _of_cut(self, log: Sequence[Message], record: Record, cut: int | None) -> None:
        if cut is None:
            self.tell("a record cuts at a message that is gone")
            return
        if not record.first_seq <= record.last_seq < log[cut].seq or not 0 < record.count <= cut:
            told = f"{record.count} messages, {record.first_seq}-{record.last_seq}"
            self.tell(f"a record before message {log[cut].seq} counts {told}")

    def of_pass(self, state: State, record: Record, load: int, new_tokens: int, *, free: bool) -> None:
        """A pass of a strategy at ``load``: smaller, low enough and seldom enough. ``free``: nothing forced it."""
        lines, cap = state.thresholds, state.settings.message_cap
        if record.tokens_after >= load:
            self.tell(f"a pass grew {load} → {record.tokens_after}")
        capped = record.method == "truncate" and load < lines.threshold and cap > 0
        if load > lines.hard or lines.mode == "sliding" or capped or not free:
            return
        if record.method != "truncate" and record.tokens_after > LANDING * lines.threshold + 1:
            self.tell(f"a pass ({record.method}) lands on {record.tokens_after} from {load}")
        self.at.append(new_tokens)
        least = NEW_PER_PASS * lines.threshold
        if len(self.at) > 2 and self.at[-1] - self.at[-3] < least:
            self.tell(f"three passes ({record.method}) in {self.at[-1] - self.at[-3]} new tokens")
        if len(self.at) > 1 + (new_tokens - self.began) / least:
            self.tell(f"{len(self.at)} passes in {new_tokens - self.began} new tokens")

    def of_notice(self, old: Record | None, applied: Sequence[Record]) -> None:
        """A commit of passes alone leaves the notice's bytes and what it counts alone."""
        for record in applied:
            if old is not None and record.method == "passes" and record.shortened != old.shortened:
                self.tell(f"passes moved the notice: {old.shortened} → {record.shortened} shortened")
            if old is None and record.method == "passes" and record.shortened:
                self.tell("passes without a cut count shortened results")
            old = record

    def of_refusal(self, state: State) -> None:
        """Only what the newest turn, fixed parts, rules and pins demand may be refused."""
        load, log = measure(state), state.log
        ask = max((i for i, m in enumerate(log) if is_ask(m)), default=0)
        unanswered = max((i for i, m in enumerate(log) if m.role == "assistant"), default=0)
        counter, k = state.counter, state.calibration.k
        needed = sum(counter.message(m) for m in (log[ask], *log[max(ask + 1, unanswered) :]))
        rules = sum(counter.text(rule) + 30 for rule in self.account.live)
        rules += sum(counter.text(m.text) + 30 for m in log if m.pinned) + counter.text("x" * AROUND)
        if load.fixed + (needed + rules) * k < NEEDED * state.thresholds.hard:
            self.tell(f"refused although {load.fixed} + {needed * k:.0f} + {rules * k:.0f} are needed only")

    # requests

    def of_size(self, state: State, request: ModelRequest) -> None:
        """At most the hard line; with its answer at most the window; fitting it again changes nothing."""
        lines = state.thresholds
        if request.load > lines.hard:
            self.tell(f"load {request.load} above hard {lines.hard}")
        if request.load + request.max_output > lines.window:
            self.tell(f"load {request.load} and output {request.max_output} above the window")
        if fit(state) is not None:
            self.tell("what fits is fitted again")

    def of_count(self, state: State, request: ModelRequest) -> None:
        """The load is what an independent count of everything that is sent comes to."""
        counter, k = state.counter, state.calibration.k
        counted = sum(ceil(counter.text(section.text) * k) for section in request.system)
        counted += ceil(counter.tools(request.tools) * k)
        counted += ceil(sum(counter.parts(message.parts) for message in request.messages) * k)
        if abs(counted - request.load) > 8 + 0.005 * counted:
            self.tell(f"counted {counted}, told {request.load}")

    def of_cold(self, state: State, request: ModelRequest) -> None:
        """Without any memory of the chat the same request comes out."""
        cold = build_request(replace(state, memo=Memo()), self.spec)
        if cold != request:
            self.tell(f"a cold cache changes the request ({request.load}, {cold.load})")

    def of_wire(self, request: ModelRequest) -> None:
        """What goes to OpenAI and to Anthropic breaks none of their rules."""
        for dialect, faults_of in _DIALECTS:
            wire = [_flat(m) for m in wire_messages(request, dialect_for(dialect), provider=dialect)]
            for fault in faults_of(wire)[:2]:
                self.tell(f"{dialect}: {fault}")

    def of_words(self, state: State, request: ModelRequest, *, fresh: bool) -> None:
        """The newest ask once, it, live rules and pins verbatim; what was taken back not in a ``fresh`` block."""
        log, record = state.log, state.record
        ask = next(m for m in reversed(log) if is_ask(m))
        shown = [m for m in request.messages if m.source == ask.id and m.role == "user"]
        if len(shown) != 1:
            self.tell(f"the newest ask stands {len(shown)} times")
        elif shown[0].form == "verbatim" and ask.intake is None and clean(ask.text).strip() not in _said(shown[0]):
            self.tell("the newest ask is not verbatim")
        whole = "\n".join(_said(m) for m in request.messages)
        method = record.method if record is not None else "no record"
        pins = [m for m in log if m.pinned and not m.excluded]
        for row in pins:
            if row.intake is None and row.text.strip() and clean(row.text) not in whole:
                self.tell(f"pin lost ({method}): {row.text[:40]!r}")
        for rule in self._due(state, pins):
            if rule not in whole:
                self.tell(f"live rule lost ({method}): {rule}")
        block = record.block.text if fresh and record is not None and record.block is not None else ""
        for rule in self.account.gone:
            if rule in block and not any(rule in m.text for m in pins):
                self.tell(f"withdrawn rule in the block: {rule}")

    def _due(self, state: State, pins: Sequence[Message]) -> list[str]:
        """The live rules that must be verbatim: all, as long as they and the pins fit into their room."""
        counter = state.counter
        spent = sum(counter.text(rule) + 12 for rule in self.account.live)
        spent += sum(counter.text(m.text) + 12 for m in pins)
        if spent * state.calibration.k > state.thresholds.budgets.rules:
            return []
        known = {m.id: m for m in state.log}
        due: list[str] = []
        for rule, at in self.account.live.items():
            row = known.get(at)
            hidden = row is None or row.excluded or (row.intake is not None and rule not in (row.intake.text or ""))
            if not hidden:
                due.append(rule)
        return due

    def of_past(self, state: State, request: ModelRequest) -> None:
        """What was sent once is what the same log and record give now, whatever the caches hold by now."""
        if build_request(state, self.spec) != request:
            self.tell("an older request reads differently now")


def extends(old: ModelRequest, new: ModelRequest) -> bool:
    """Whether ``new`` begins with everything that ``old`` sent."""
    if len(old.messages) > len(new.messages) or old.tools != new.tools:
        return False
    if [section.text for section in old.system] != [section.text for section in new.system]:
        return False
    pairs = zip(old.messages, new.messages, strict=False)
    return all(a is b or (a.role, a.parts) == (b.role, b.parts) for a, b in pairs)


def _flat(message: dict[str, object]) -> dict[str, object]:
    """The wire message with its text in one piece, as the rules want to read it."""
    content = message.get("content")
    if not isinstance(content, list):
        return message
    pieces = cast("list[dict[str, object]]", content)
    return {**message, "content": "\n".join(str(piece.get("text") or piece["type"]) for piece in pieces)}


def _said(message: RequestMessage) -> str:
    return "\n\n".join(part.text for part in message.parts if not isinstance(part, ToolCallPart))
