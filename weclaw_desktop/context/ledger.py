"""The ledger: pins, live rules and facts of the older part of a chat, written by code at every cut.

Order: pins, confirmed rules, other rules, each newest first, then facts (open asks, values the user stated, files,
errors, named ids, done asks). Pins and rules are verbatim and are given room before anything else; the facts yield
first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from weclaw_desktop.context.cache import EngineCache
from weclaw_desktop.context.heard import Ask, Known, heard
from weclaw_desktop.context.pins import confirmed, dismissed, kept
from weclaw_desktop.context.rules import Rule
from weclaw_desktop.context.statements import ASK_CHARS, clip
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.text import Language, render, text

SHORT_ASK = 90
"""Length to which a done ask is quoted, in characters."""
LEAST_LINE = 3
"""No line of the ledger has fewer tokens."""
OPEN_ASKS, ERRORS, FILES, NAMES = 6, 4, 40, 48
"""At most so many of each, newest first."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """Pins and rules as final text.

    ``verbatim`` are their words alone, ``left_out`` the seqs of rules that did not fit,
    ``banned`` rules that were taken back and must not come back in another form.
    """

    rules: str = ""
    verbatim: tuple[str, ...] = ()
    left_out: tuple[int, ...] = ()
    banned: tuple[str, ...] = ()


def write(
    log: Log,
    end: int,
    cache: EngineCache,
    counter: Counter,
    language: Language,
    limit: int,
    pins: Sequence[Pin] = (),
) -> Ledger:
    """Pins and rules of ``log[:end]``, judged with the whole log (a later cancellation counts).

    ``limit`` is in uncalibrated tokens. Pins always fit; confirmed rules are kept first, then sure ones, then others,
    newest first. ``pins`` are those that act: their words are written by the view, but they take room, and a rule that
    they hold or dismiss is not written.
    """
    every = heard(log, cache).rules()
    known = [rule for rule in every if not dismissed(pins, rule.text, rule.seq)]
    behind = [rule for rule in known if rule.place < end]
    messages = [message for message in log[:end] if message.pinned and not message.excluded]
    held = [*(pin_text(message) for message in messages), *kept(pins)]
    live = [rule for rule in behind if rule.live and not any(rule.text in words for words in held)]
    live.reverse()
    ordered = sorted(live, key=lambda rule: (not confirmed(pins, rule.text), not rule.sure))
    taken, left_out = _fitting_rules(ordered, held, counter, limit)
    taken.sort(key=lambda rule: rule.place, reverse=True)
    lines = _rule_lines(messages, taken, behind, left_out, language, pins)
    verbatim = (*held, *(rule.text for rule in taken))
    banned = tuple(rule.text for rule in every if not rule.live or rule not in known)
    return Ledger("\n".join(lines), verbatim, tuple(rule.seq for rule in left_out), banned)


def facts_of(log: Log, end: int, cache: EngineCache, counter: Counter, language: Language, limit: int) -> str:
    """The facts of ``log[:end]`` within ``limit`` uncalibrated tokens, the most important groups first."""
    said = heard(log, cache)
    known = said.known(end)
    ended, pending = said.asks(end)
    most = limit // LEAST_LINE + 1
    done = [ask for ask in ended if ask.done][::-1][:most]
    waiting = [ask for ask in ended if not ask.done]
    if pending is not None and (end >= len(log) or log[end].role == "user"):  # else it is being worked on, in the tail
        waiting.append(pending)
    groups = (
        ("engine.open", [_asked(ask) for ask in waiting[: -OPEN_ASKS - 1 : -1]]),
        ("engine.stated", _stated(known, language, most)),
        ("engine.errors", _errors(known)),
        ("engine.files", _files(known, language)),
        ("engine.named", _named(known)),
        ("engine.done", [_asked(ask, SHORT_ASK) for ask in done]),
    )
    return _fitting([(render(text(key), language), lines) for key, lines in groups], counter, limit)


def pin_text(message: Message) -> str:
    """What a pin keeps: the message's words or its result, in full."""
    result = message.result
    return message.text if result is None else result.text


def _fitting_rules(
    ordered: Sequence[Rule], held: Sequence[str], counter: Counter, limit: int
) -> tuple[list[Rule], list[Rule]]:
    """The rules that have room beside what is pinned, and all from the first on that has none."""
    left = limit - sum(counter.text(words) + 4 for words in held)
    for place, rule in enumerate(ordered):
        left -= counter.text(rule.text) + 6
        if left < 0:
            return list(ordered[:place]), list(ordered[place:])
    return list(ordered), []


def _rule_lines(
    messages: Sequence[Message],
    taken: Sequence[Rule],
    behind: Sequence[Rule],
    left_out: Sequence[Rule],
    language: Language,
    pins: Sequence[Pin],
) -> list[str]:
    lines: list[str] = []
    if messages:
        lines.append(render(text("engine.pins"), language))
        lines.extend(f"[m{message.seq}] {pin_text(message)}" for message in messages)
    for key, wanted in (("engine.rules_confirmed", True), ("engine.rules", False)):
        listed = [f"- [m{rule.seq}] {rule.text}" for rule in taken if confirmed(pins, rule.text) is wanted]
        if listed:
            lines.extend((render(text(key), language), *listed))
    if left_out:
        ids = ", ".join(f"m{rule.seq}" for rule in left_out)
        lines.append(render(text("engine.rules_left_out", ids=ids), language))
    ended = dict.fromkeys(f"- [m{rule.ended_seq}] {clip(rule.ended, ASK_CHARS)}" for rule in behind if not rule.live)
    if ended:
        lines.append(render(text("engine.withdrawn"), language))
        lines.extend(list(ended)[-8:])
    return lines


def _fitting(groups: Sequence[tuple[str, list[str]]], counter: Counter, limit: int) -> str:
    """Groups within ``limit`` tokens; each may take half of what is left, so that none starves the rest.

    The first line of the last group has its room before all others, if that is at most a quarter of it: what was
    answered must not be done again (fault K13).
    """
    out: list[str] = []
    left = limit
    closing = sum(counter.text(line) + 2 for line in (groups[-1][0], *groups[-1][1][:1]))
    held = closing if groups[-1][1] and closing <= limit // 4 else 0
    for heading, lines in groups:
        cost = counter.text(heading) + 1
        room = (left - held) // 2 if lines is not groups[-1][1] else max(held, left // 2)
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


def _asked(ask: Ask, limit: int = ASK_CHARS) -> str:
    return f"[m{ask.seq}] {clip(ask.said, limit)}"


def _stated(known: Known, language: Language, most: int) -> list[str]:
    newest: dict[str, tuple[int, str]] = {}
    older: dict[str, str] = {}
    for message, said in known:
        for key, value in said.stated:
            before = newest.pop(key, None)
            if before is not None and before[1].replace(",", "") != value.replace(",", ""):
                older[key] = before[1]
            newest[key] = (message.seq, value)
    lines: list[str] = []
    for key, (seq, value) in islice(reversed(newest.items()), most):
        was = render(text("engine.was", value=older[key]), language) if key in older else ""
        lines.append(f"{key}: {value}{was} [m{seq}]")
    return lines


def _errors(known: Known) -> list[str]:
    lines: dict[str, str] = {}
    for message, said in reversed(known):
        if said.error:
            lines.setdefault(said.error, f"[a{message.seq}] {said.error}")
        if len(lines) >= ERRORS:
            break
    return list(lines.values())


def _files(known: Known, language: Language) -> list[str]:
    found: dict[str, tuple[bool, int]] = {}
    for message, said in known:
        for path, wrote in said.touched:
            before = found.pop(path, (False, 0))
            found[path] = (before[0] or wrote, message.seq)
    verbs = {wrote: render(text("engine.wrote" if wrote else "engine.read"), language) for wrote in (True, False)}
    return [f"{path} ({verbs[wrote]}, m{seq})" for path, (wrote, seq) in reversed(found.items())][:FILES]


def _named(known: Known) -> list[str]:
    found: dict[str, None] = {}
    for _, said in reversed(known):
        found.update(dict.fromkeys(reversed(said.named)))
        if len(found) >= NAMES:
            break
    names = list(found)[:NAMES]
    return [", ".join(names[start : start + 8]) for start in range(0, len(names), 8)]
