"""What a context block is made of, piece by piece, and how a sum of tokens is shared among pieces without a rest."""

from __future__ import annotations

from collections.abc import Sequence

from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.records import ContextBlock, Record
from weclaw_desktop.core.report import PartKey
from weclaw_desktop.core.text import Language, render, text

Piece = tuple[PartKey, str]
_HEADINGS = ("engine.narrative", "engine.narrative_edited")
_AFTER_PINS = ("engine.rules_confirmed", "engine.rules", "engine.rules_left_out", "engine.withdrawn")


def pieces(block: ContextBlock) -> tuple[Piece, ...]:
    """The frame of a block and its other parts, in the order in which they are sent, pins apart from rules."""
    pins, rules = pins_and_rules(block.rules)
    found: tuple[Piece, ...] = (
        ("lead", block.lead),
        ("pins", pins),
        ("rules", rules),
        ("ledger", block.ledger),
        ("summary", block.narrative),
        ("digest", block.digest),
    )
    return (("frame", block.frame), *(piece for piece in found if piece[1]))


def pins_and_rules(said: str) -> tuple[str, str]:
    """A block's rules as pins and the rest, by the headings that ``ledger`` writes in either language."""
    languages: tuple[Language, ...] = ("en", "zh")
    for language in languages:
        if said.startswith(render(text("engine.pins"), language)):
            ends = (said.rfind(f"\n{_heading(key, language)}") for key in _AFTER_PINS)
            end = next((place for place in ends if place >= 0), len(said))
            return said[:end], said[end + 1 :]
    return "", said


def summary_words(narrative: str) -> str:
    """A block's narrative without the line that says whose summary it is."""
    languages: tuple[Language, ...] = ("en", "zh")
    for heading in (render(text(key), language) for key in _HEADINGS for language in languages):
        if narrative.startswith(heading):
            return narrative[len(heading) :].strip()
    return narrative.strip()


def summary(words: str, language: Language, *, edited: bool) -> str:
    """A block's narrative under the line that says whose it is: a model's, or the user's own; "" without words."""
    return f"{render(text(_HEADINGS[edited]), language)}\n{words}" if words else ""


def carried(record: Record | None, written: str) -> bool:
    """Whether a block without a newly ``written`` narrative goes on with one that is in the user's words."""
    return not written and record is not None and record.block is not None and record.block.edited


def sizes(parts: Sequence[Piece], whole: int, counter: Counter) -> list[tuple[PartKey, int]]:
    """Uncalibrated tokens of each piece of a message of ``whole`` tokens; what only joins them counts to the frame."""
    found: list[tuple[PartKey, int]] = [(key, counter.text(said)) for key, said in parts if key != "frame"]
    return [("frame", max(0, whole - sum(size for _, size in found))), *found]


def shares(total: int, weights: Sequence[int]) -> list[int]:
    """``total`` shared out by weight in whole numbers that add up to it; the first takes all where none weighs."""
    whole = sum(weights)
    if whole <= 0:
        return [total if place == 0 else 0 for place in range(len(weights))]
    given: list[int] = []
    seen = out = 0
    for weight in weights:
        seen += weight
        upto = total * seen // whole
        given.append(upto - out)
        out = upto
    return given


def _heading(key: str, language: Language) -> str:
    """The line, or as much of it as is the same every time."""
    return render(text(key, ids="\0"), language).split("\0", 1)[0]
