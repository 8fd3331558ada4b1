"""Words that the user keeps, and the user's word on rules, as requests show them.

Pins are never stored in a record: the view writes them in front of the record's rules (or alone, where there is no
record), so that a pin stands in the very next request, whatever the strategy, and is gone as soon as it is taken away.
What the user says is no rule is taken out of a block that was written before (fault K12).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from weclaw_desktop.context.sendable import clean
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.pins import Pin
from weclaw_desktop.core.records import ContextBlock
from weclaw_desktop.core.text import Language, render, text

_RULE = re.compile(r"- \[m(\d+)\] (.*)")
"""A rule's line in a block."""
_PINNED = re.compile(r"^\[m(\d+)\] ", re.MULTILINE)
"""Where a pinned message begins in a block."""


def acting(log: Log, pins: Sequence[Pin]) -> tuple[Pin, ...]:
    """The pins that act: those whose message is on the path, and those that are from none."""
    if not pins:
        return ()
    here = {message.id for message in log}
    return tuple(pin for pin in pins if not pin.source_id or pin.source_id in here)


def kept(pins: Sequence[Pin]) -> tuple[str, ...]:
    """The words to keep, oldest first."""
    return tuple(pin.text for pin in pins if pin.kind == "pin")


def dismissed(pins: Sequence[Pin], words: str, seq: int) -> bool:
    """Whether the user said that these words of message ``seq`` are no rule; said again later, they are one."""
    return any(p.kind == "rule" and p.state == "dismissed" and p.text == words and seq <= p.seq for p in pins)


def confirmed(pins: Sequence[Pin], words: str) -> bool:
    """Whether the user said that these words are a rule."""
    return any(p.kind == "rule" and p.state == "confirmed" and p.text == words for p in pins)


def written(pins: Sequence[Pin], language: Language) -> str:
    """The words to keep under their heading; "" when there are none."""
    lines = [f"[m{pin.seq}] {pin.text}" if pin.seq else pin.text for pin in pins if pin.kind == "pin"]
    return clean("\n".join((render(text("engine.pins"), language), *lines))) if lines else ""


def with_pins(block: ContextBlock | None, pins: Sequence[Pin], frame: str, language: Language) -> ContextBlock | None:
    """The block as it is sent: with the pins in front of its rules, and without what the user said is no rule."""
    if not pins:
        return block
    said = written(pins, language)
    if block is None:
        return ContextBlock(frame, said) if said else None
    block = _without(block, pins)
    heading = render(text("engine.pins"), language)
    if said and block.rules.startswith(f"{heading}\n"):
        return replace(block, rules=said + block.rules.removeprefix(heading))
    return replace(block, rules="\n".join(part for part in (said, block.rules) if part))


def pins_moved(gone: Log, block: ContextBlock | None, pins: Sequence[Pin]) -> bool:
    """Whether a block may have to be written anew, because the user changed what is pinned of ``gone`` or a rule.

    A message that was pinned is not in it, one that is let go still is, or a rule is missing that the user decided on.
    """
    said = block.rules if block is not None else ""
    listed = {int(seq) for seq in _PINNED.findall(said)}
    for message in gone:
        pinned = message.pinned and not message.excluded
        if pinned and message.text.strip() and clean(message.text) not in said:
            return True
        if not pinned and message.seq in listed and f"[m{message.seq}] {clean(_words(message))}" in said:
            return True
    wanted = {p.source_id for p in pins if p.kind == "rule" and p.state != "dismissed" and clean(p.text) not in said}
    return bool(wanted) and any(message.id in wanted for message in gone)


def _words(message: Message) -> str:
    return message.text if message.result is None else message.result.text


def _without(block: ContextBlock, pins: Sequence[Pin]) -> ContextBlock:
    """The block without dismissed rules: not as rules, and not as passages either."""
    gone = [pin for pin in pins if pin.kind == "rule" and pin.state == "dismissed"]
    if not gone:
        return block
    rules = "\n".join(line for line in block.rules.splitlines() if not _is_one(line, gone))
    for key in ("engine.rules", "engine.rules_confirmed"):
        for language in ("en", "zh"):
            rules = _without_empty(rules, render(text(key), language))
    words = [clean(pin.text) for pin in gone]
    cut = {name: _cut(str(getattr(block, name)), words) for name in ("ledger", "narrative", "digest", "lead")}
    return replace(block, rules=rules, **cut)


def _is_one(line: str, gone: Sequence[Pin]) -> bool:
    found = _RULE.fullmatch(line)
    return found is not None and any(clean(pin.text) == found[2] and int(found[1]) <= pin.seq for pin in gone)


def _without_empty(rules: str, heading: str) -> str:
    """``rules`` without a heading that no rule follows."""
    lines = [*rules.splitlines(), ""]
    return "\n".join(line for line, after in pairwise(lines) if line != heading or after.startswith("- [m"))


def _cut(said: str, words: Sequence[str]) -> str:
    """``said`` without ``words``; a line that says little else goes with them."""
    if not any(word in said for word in words):
        return said
    lines: list[str] = []
    for line in said.splitlines():
        rest = line
        for word in words:
            rest = rest.replace(word, "")
        if rest == line or len(rest) > len(line) / 2:
            lines.append(rest.rstrip())
    return "\n".join(lines)
