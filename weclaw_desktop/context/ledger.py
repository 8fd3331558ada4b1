"""The ledger: pins, live rules and facts of the older part of a chat, written by code at every cut.

Order as in DESIGN §7.4: pins, rules newest first, then facts (open asks, values the user stated, files, errors, named ids,
done asks). Pins and rules are verbatim and are given room before anything else; the facts yield first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.rules import Rule, rules
from weclaw_desktop.context.statements import ASK_CHARS, clip
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, render, text

SHORT_ASK = 90
"""Length to which a done ask is quoted, in characters."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Final texts for the block. ``left_out`` are seqs of rules that did not fit; ``banned`` sentences that no longer hold."""

    rules: str = ""
    facts: str = ""
    verbatim: tuple[str, ...] = ()
    left_out: tuple[int, ...] = ()
    banned: tuple[str, ...] = ()


def write(log: Log, end: int, cache: EngineCache, counter: Counter, language: Language, limits: tuple[int, int]) -> Ledger:
    """The ledger of ``log[:end]``, judged with the whole log (a later cancellation counts).

    ``limits`` are uncalibrated tokens for (pins and rules, facts). Pins always fit; rules are kept newest first.
    """
    known = rules(log, [cache.remarks(message) for message in log])
    behind = [rule for rule in known if rule.place < end]
    pins = [message for message in log[:end] if message.pinned and not message.excluded]
    kept, left_out = _kept(behind, pins, counter, limits[0])
    head = "\n".join(_rule_lines(pins, kept, behind, left_out, language))
    facts = _fitting(_fact_groups(log, end, cache, language), counter, limits[1])
    verbatim = (*(pin_text(pin) for pin in pins), *(rule.text for rule in kept))
    banned = tuple(rule.text for rule in known if not rule.live)
    return Ledger(head, facts, verbatim, tuple(rule.seq for rule in left_out), banned)


def pin_text(message: Message) -> str:
    """What a pin keeps: the message's words or its result, in full."""
    result = message.result
    return message.text if result is None else result.text


def _kept(behind: Sequence[Rule], pins: Sequence[Message], counter: Counter, limit: int) -> tuple[list[Rule], list[Rule]]:
    left = limit - sum(counter.text(pin_text(pin)) + 4 for pin in pins)
    kept: list[Rule] = []
    out: list[Rule] = []
    for rule in reversed(behind):
        if not rule.live or any(rule.text in pin_text(pin) for pin in pins):
            continue
        cost = counter.text(rule.text) + 6
        if out or cost > left:
            out.append(rule)
        else:
            kept.append(rule)
            left -= cost
    return kept, out


def _rule_lines(
    pins: Sequence[Message], kept: Sequence[Rule], behind: Sequence[Rule], left_out: Sequence[Rule], language: Language
) -> list[str]:
    lines: list[str] = []
    if pins:
        lines.append(render(text("engine.pins"), language))
        lines.extend(f"[m{pin.seq}] {pin_text(pin)}" for pin in pins)
    if kept:
        lines.append(render(text("engine.rules"), language))
        lines.extend(f"- [m{rule.seq}] {rule.text}" for rule in kept)
    if left_out:
        ids = ", ".join(f"m{rule.seq}" for rule in left_out)
        lines.append(render(text("engine.rules_left_out", ids=ids), language))
    ended = dict.fromkeys(f"- [m{rule.ended_seq}] {clip(rule.ended, ASK_CHARS)}" for rule in behind if not rule.live)
    if ended:
        lines.append(render(text("engine.withdrawn"), language))
        lines.extend(list(ended)[-8:])
    return lines


def _fact_groups(log: Log, end: int, cache: EngineCache, language: Language) -> list[tuple[str, list[str]]]:
    """(heading, lines) in order of importance; lines newest first."""
    done, waiting = asks(log, end, cache)
    groups = [
        ("engine.open", waiting),
        ("engine.stated", _stated(log, end, cache, language)),
        ("engine.errors", _errors(log, end, cache)),
        ("engine.files", _files(log, end, cache, language)),
        ("engine.named", _named(log, end, cache)),
        ("engine.done", done),
    ]
    return [(render(text(key), language), lines) for key, lines in groups]


def _fitting(groups: Sequence[tuple[str, list[str]]], counter: Counter, limit: int) -> str:
    """Groups within ``limit`` tokens; each may take half of what is left, so that none starves the rest."""
    out: list[str] = []
    left = limit
    for heading, lines in groups:
        cost = counter.text(heading) + 1
        room = left // 2
        taken: list[str] = []
        for line in lines:
            size = counter.text(line) + 2
            if cost + size > room:
                break
            taken.append(line)
            cost += size
        if taken:
            out.append("\n".join((heading, *(f"- {line}" for line in taken))))
            left -= cost
    return "\n".join(out)


def asks(log: Log, end: int, cache: EngineCache) -> tuple[list[str], list[str]]:
    """Asks of ``log[:end]`` newest first: (done, open). Done is what got a committed answer before the next ask."""
    done: list[str] = []
    waiting: list[str] = []
    pending: Message | None = None
    for message in (*log[:end], None):
        if message is not None and message.excluded:
            continue
        if message is None or message.role == "user":
            if pending is not None:
                waiting.append(f"[m{pending.seq}] {cache.statements(pending).ask}")
            pending = message
        elif message.role == "assistant" and pending is not None and _answers(message):
            done.append(f"[m{pending.seq}] {clip(cache.statements(pending).ask, SHORT_ASK)}")
            pending = None
    if end < len(log) and waiting and log[end].role != "user":
        waiting.pop()  # the newest ask is still being worked on: it stands in the tail
    return done[::-1], waiting[::-1]


def _answers(message: Message) -> bool:
    return bool(message.text.strip()) and not message.calls and message.state == "committed"


def _stated(log: Log, end: int, cache: EngineCache, language: Language) -> list[str]:
    newest: dict[str, tuple[int, str]] = {}
    older: dict[str, str] = {}
    for message in log[:end]:
        if message.role != "user" or message.excluded:
            continue
        for key, value in cache.statements(message).stated:
            before = newest.pop(key, None)
            if before is not None and before[1] != value:
                older[key] = before[1]
            newest[key] = (message.seq, value)
    lines: list[str] = []
    for key, (seq, value) in reversed(newest.items()):
        was = render(text("engine.was", value=older[key]), language) if key in older else ""
        lines.append(f"{key}: {value}{was} [m{seq}]")
    return lines


def _errors(log: Log, end: int, cache: EngineCache) -> list[str]:
    lines: dict[str, None] = {}
    for message in reversed(log[:end]):
        if message.role == "tool" and not message.excluded:
            line = cache.statements(message).error
            if line:
                lines.setdefault(f"[a{message.seq}] {line}")
        if len(lines) >= 4:
            break
    return list(lines)


def _files(log: Log, end: int, cache: EngineCache, language: Language) -> list[str]:
    found: dict[str, tuple[bool, int]] = {}
    for message in log[:end]:
        if message.role == "assistant" and not message.excluded:
            for path, wrote in cache.statements(message).touched:
                before = found.pop(path, (False, 0))
                found[path] = (before[0] or wrote, message.seq)
    verbs = {wrote: render(text("engine.wrote" if wrote else "engine.read"), language) for wrote in (True, False)}
    return [f"{path} ({verbs[wrote]}, m{seq})" for path, (wrote, seq) in reversed(found.items())][:40]


def _named(log: Log, end: int, cache: EngineCache) -> list[str]:
    found: dict[str, int] = {}
    for message in log[:end]:
        if message.role == "user" and not message.excluded:
            for name in cache.statements(message).named:
                found.pop(name, None)
                found[name] = message.seq
    names = [name for name, _ in sorted(found.items(), key=lambda item: -item[1])][:48]
    return [", ".join(names[i : i + 8]) for i in range(0, len(names), 8)]
