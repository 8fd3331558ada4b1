"""What a compression changes, as lines and lists with finished words: no widget, so that each case can be tested."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from weclaw_desktop.core.changes import Change, Changes
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.records import Record
from weclaw_desktop.core.text import compact
from weclaw_desktop.ui.context_panel.words import translate

EXCERPT = 160
"""Characters of a message that a list shows."""
SHOWN_LINES, SHOWN_CHARS = 4, 600
"""How much of a message the comparison shows while only excerpts are wanted."""
MOST = 400_000
"""Characters of a comparison that are shown at once; what is longer says so at its end."""
MATCHED = 2_000
"""Lines of two texts that are matched one by one; longer ones stand whole under each other, so that nobody waits."""
Tone = Literal["head", "out", "in", "quiet"]
Which = Literal["all", "shortened", "gone", "block"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the comparison; ``tone`` says whether it is read no more ("out") or now ("in")."""

    text: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the block that stands for the older messages."""

    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class RiskRow:
    """The facts of one message that the model would read no more; ``source`` "": they stood in the summary before."""

    source: str
    head: str
    excerpt: str
    facts: tuple[str, ...]
    pinned: bool = False


def facts(record: Record) -> list[str]:
    """One line per fact about a record."""
    lines = [
        translate("ContextPanel", "{0} → {1} tokens, {2} % saved.").format(
            compact(record.tokens_before), compact(record.tokens_after), round(record.saved * 100)
        )
    ]
    if record.count == 1:
        lines.append(translate("ContextPanel", "1 message is not sent word for word any more."))
    elif record.count:
        span = translate("ContextPanel", "Messages {0}–{1} ({2}) are not sent word for word any more.")
        lines.append(span.format(record.first_seq, record.last_seq, record.count))
    kinds = Counter(item.kind for item in record.replacements)
    for kind, said in (
        ("line", translate("ContextPanel", "Tool results that stand as one line each: {0}.")),
        ("stub", translate("ContextPanel", "Repeated results that point to another one: {0}.")),
        ("arguments", translate("ContextPanel", "Long arguments of calls, shortened: {0}.")),
        ("head_tail", translate("ContextPanel", "Long texts that show their beginning and end: {0}.")),
    ):
        if kinds[kind]:
            lines.append(said.format(kinds[kind]))
    lines.append(translate("ContextPanel", "Nothing is deleted: every message stays in the chat."))
    return lines


def kept(found: Changes) -> str:
    """How many of the facts are still read; "" when there were none."""
    if not found.facts:
        return ""
    share = translate("ContextPanel", "{0} of {1} names, numbers, dates and ids are still read ({2} %).")
    return share.format(f"{found.facts - found.lost:,}", f"{found.facts:,}", round(100 * found.kept))


def lines(found: Changes, log: Log, which: Which = "all", *, whole: bool = False) -> list[Line]:
    """The comparison, message by message; runs of unchanged messages are one line. It ends where ``MOST`` is passed."""
    people = {message.id: who(message) for message in log}
    made: list[Line] = []
    same: list[Change] = []
    told = size = 0
    for row in found.rows:
        size += sum(len(line.text) + 1 for line in made[told:])
        told = len(made)
        if size > MOST:
            return made
        if row.kind == "same":
            same.append(row)
            continue
        made.extend(_unchanged(same) if which == "all" else ())
        same = []
        if _wanted(row, which):
            made.append(Line(_head(row, people), "head"))
            made.extend(_compared(row, whole))
    made.extend(_unchanged(same) if which == "all" else ())
    return made


def _wanted(row: Change, which: Which) -> bool:
    return which == "all" or {
        "shortened": row.kind in ("shortened", "fuller"),
        "gone": row.kind in ("gone", "back"),
        "block": row.kind == "block",
    }.get(which, False)


def counted(found: Changes) -> Mapping[Which, int]:
    """How many messages each filter shows."""
    kinds = Counter(row.kind for row in found.rows)
    return {
        "all": len(found.rows) - kinds["same"],
        "shortened": kinds["shortened"] + kinds["fuller"],
        "gone": kinds["gone"] + kinds["back"],
        "block": kinds["block"],
    }


def risks(found: Changes, log: Log) -> list[RiskRow]:
    """Facts at risk by message, in the order of the chat; those of the summary before come first."""
    by_id = {message.id: message for message in log}
    grouped: dict[str, list[str]] = {}
    for risk in found.risks:
        grouped.setdefault(risk.source if risk.source in by_id else "", []).append(risk.fact)
    order = sorted(grouped, key=lambda source: by_id[source].seq if source else 0)
    before = translate("ContextPanel", "In the summary before")
    rows: list[RiskRow] = []
    for source in order:
        message = by_id.get(source)
        if message is None:
            rows.append(RiskRow("", before, "", tuple(grouped[source])))
        else:
            head = f"{message.seq} · {who(message)}"
            rows.append(RiskRow(source, head, excerpt(message), tuple(grouped[source]), message.pinned))
    return rows


def parts(record: Record) -> list[Part]:
    """What the model reads in place of the older messages."""
    block = record.block
    if block is None:
        return []
    mine = translate("ContextPanel", "Summary edited by you")
    found = (
        Part("rules", translate("ContextPanel", "Pins and rules"), block.rules),
        Part("ledger", translate("ContextPanel", "Facts by code"), block.ledger),
        Part("narrative", mine if block.edited else translate("ContextPanel", "Summary"), block.narrative),
        Part("digest", translate("ContextPanel", "Passages"), block.digest),
        Part("lead", translate("ContextPanel", "Beginning"), block.lead),
    )
    return [part for part in found if part.text]


def who(message: Message) -> str:
    """Whose message it is."""
    if message.role == "tool":
        result = message.result
        return result.name if result is not None and result.name else translate("ContextPanel", "Tool")
    return _person(message.role)


def excerpt(message: Message) -> str:
    """The beginning of a message on one line."""
    result = message.result
    text = message.text or (result.text if result is not None else "")
    if not text and message.calls:
        text = ", ".join(f"{call.name} {call.arguments}" for call in message.calls)
    return one_line(text)


def one_line(text: str) -> str:
    """At most ``EXCERPT`` characters, whitespace folded."""
    folded = " ".join(text[: EXCERPT * 4].split())
    return folded if len(folded) <= EXCERPT else f"{folded[: EXCERPT - 1]}…"


def _person(role: str) -> str:
    return {
        "user": translate("ContextPanel", "You"),
        "assistant": translate("ContextPanel", "Assistant"),
    }.get(role, role)


def _head(row: Change, people: Mapping[str, str]) -> str:
    """Number, speaker, what became of it, and its tokens."""
    if row.kind == "block":
        named = [translate("ContextPanel", "What stands for the older messages")]
    else:
        named = [f"{row.seq} · {people.get(row.source) or row.name or _person(row.role)}"]
    named.append({
        "gone": translate("ContextPanel", "in summary and facts"),
        "back": translate("ContextPanel", "word for word again"),
        "shortened": translate("ContextPanel", "shortened"),
        "fuller": translate("ContextPanel", "shows more again"),
    }.get(row.kind, ""))  # fmt: skip
    before, after = compact(row.tokens_before), compact(row.tokens_after)
    named.append(translate("ContextPanel", "{0} → {1} tokens").format(before, after))
    return " · ".join(item for item in named if item)


def _unchanged(rows: Sequence[Change]) -> Iterator[Line]:
    if len(rows) == 1:
        yield Line(translate("ContextPanel", "Message {0} unchanged").format(rows[0].seq), "quiet")
    elif rows:
        told = translate("ContextPanel", "Messages {0}–{1} unchanged").format(rows[0].seq, rows[-1].seq)
        yield Line(told, "quiet")


def _compared(row: Change, whole: bool) -> Iterable[Line]:
    """The lines that are read no more, and those that are read now."""
    if row.before and row.after and (whole or row.kind == "block"):
        yield from _matched(row.before.splitlines(), row.after.splitlines())
        return
    for text, sign, tone in ((row.before, "−", "out"), (row.after, "+", "in")):
        shown = text.splitlines() if whole or row.kind == "block" else _beginning(text)
        yield from (Line(f"{sign} {line}", "out" if tone == "out" else "in") for line in shown)


def _matched(before: list[str], after: list[str]) -> Iterator[Line]:
    """Every line of both, common ones once."""
    pairs = zip(before, after, strict=False)
    head = next((at for at, (was, now) in enumerate(pairs) if was != now), min(len(before), len(after)))
    yield from (Line(f"  {line}", "quiet") for line in before[:head])
    before, after = before[head:], after[head:]
    if len(before) + len(after) > MATCHED:
        yield from (Line(f"− {line}", "out") for line in before)
        yield from (Line(f"+ {line}", "in") for line in after)
        return
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after).get_opcodes():
        if tag == "equal":
            yield from (Line(f"  {line}", "quiet") for line in before[a:b])
        else:
            yield from (Line(f"− {line}", "out") for line in before[a:b])
            yield from (Line(f"+ {line}", "in") for line in after[c:d])


def _beginning(text: str) -> list[str]:
    """The first lines of a text, and a sign where there is more."""
    cut = text[:SHOWN_CHARS]
    shown = [line for line in cut.splitlines() if line.strip()]
    more = len(text) > SHOWN_CHARS or len(shown) > SHOWN_LINES
    shown = shown[:SHOWN_LINES]
    if more and shown:
        shown[-1] += " …"
    return shown
