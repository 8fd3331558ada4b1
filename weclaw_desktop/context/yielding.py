"""What stands for older messages yields, piece by piece, to a newest turn that would not fit beside it.

The order is that of every pass: passages of the digest, oldest first, then the narrative's last lines, then facts of
the ledger, the least important first, then what opens the block. Rules and pins are not touched here. What goes is not
lost: the log holds it, and recall finds it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from weclaw_desktop.context.statements import clip
from weclaw_desktop.core.ports import Counter
from weclaw_desktop.core.records import ContextBlock
from weclaw_desktop.core.text import Language, render, text

_LANGUAGES: tuple[Language, ...] = ("en", "zh")
_TITLES = frozenset(
    render(text(f"engine.{key}"), language)
    for key in (
        "digest",
        "names",
        "narrative",
        "narrative_edited",
        "said",
        "open",
        "stated",
        "errors",
        "files",
        "named",
        "done",
    )
    for language in _LANGUAGES
)
"""Lines that stand over pieces; a section of a narrative has a Markdown heading."""
_BEGINS = re.compile(r"- |\[[am]\d+")
"""How a piece begins: a line of a list, or the id of the message that a passage is of."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Lines that stay or go together. ``level`` 0 is a title, 1 a section's heading, 2 what they stand over."""

    text: str
    level: int = 2


def yielded(block: ContextBlock, tokens: int, counter: Counter) -> ContextBlock | None:
    """``block`` smaller by about ``tokens`` (uncalibrated), or as far as it goes: None when nothing is left.

    The same object comes back when there is nothing that may go.
    """
    left = tokens
    changed: dict[str, str] = {}
    for name, order in _ORDER:
        part: str = getattr(block, name)
        if part:
            shorter = _without(part, left, counter, order)
            left -= counter.text(part) - (counter.text(shorter) if shorter else 0)
            changed[name] = shorter
            if shorter or left <= 0:
                break
    if not changed:
        return block
    made = replace(block, **changed)
    return made if any((made.rules, made.ledger, made.narrative, made.digest, made.lead)) else None


def cleared(block: ContextBlock, banned: Sequence[str]) -> ContextBlock:
    """``block`` without the pieces that quote a rule the user took back: it was live when they were written."""
    begins = [clip(rule, 60)[:-1] for rule in banned]
    changed: dict[str, str] = {}
    for name, _ in _ORDER if begins else ():
        pieces = _pieces(getattr(block, name))
        kept = [piece for piece in pieces if piece.level < 2 or not any(begin in piece.text for begin in begins)]
        if len(kept) < len(pieces):
            changed[name] = "\n".join(_standing(kept)).strip("\n")
    return replace(block, **changed) if changed else block


def bare(block: ContextBlock) -> ContextBlock | None:
    """``block`` with nothing but rules and pins; None when it has none."""
    return ContextBlock(block.frame, block.rules) if block.rules else None


def _without(part: str, tokens: int, counter: Counter, order: Callable[[Sequence[_Piece]], Iterator[int]]) -> str:
    pieces = _pieces(part)
    gone: set[int] = set()
    for index in order(pieces):
        gone.add(index)
        tokens -= counter.text(pieces[index].text)
        if tokens <= 0:
            break
    return "\n".join(_standing([piece for index, piece in enumerate(pieces) if index not in gone])).strip("\n")


def _pieces(part: str) -> list[_Piece]:
    """The part's pieces in order; further lines of a passage or point belong to it."""
    pieces: list[_Piece] = []
    for line in part.split("\n"):
        level = 0 if line in _TITLES else 1 if line.startswith("## ") else 2
        begins = level < 2 or _BEGINS.match(line) is not None
        if pieces and not begins and (not line.strip() or _BEGINS.match(pieces[-1].text)):
            pieces[-1] = replace(pieces[-1], text=f"{pieces[-1].text}\n{line}")
        else:
            pieces.append(_Piece(line, level))
    return pieces


def _standing(pieces: Sequence[_Piece]) -> list[str]:
    """The pieces as text, without titles and headings that stand over nothing."""
    kept: list[str] = []
    under = [False, False]  # whether a piece stands under the title, and under the heading, that comes next
    for piece in reversed(pieces):
        if piece.level == 2 or under[piece.level]:
            kept.append(piece.text)
        under[piece.level :] = [False] * (2 - piece.level)
        under = [True, True] if piece.level == 2 else under
    return kept[::-1]


def _oldest(pieces: Sequence[_Piece]) -> Iterator[int]:
    """Passages stand in the log's order."""
    return (index for index, piece in enumerate(pieces) if piece.level == 2)


def _last(pieces: Sequence[_Piece]) -> Iterator[int]:
    """Facts stand in the order of their weight."""
    return (index for index in reversed(range(len(pieces))) if pieces[index].level == 2)


def _longest(pieces: Sequence[_Piece]) -> Iterator[int]:
    """The last line of the section that has most, so that each keeps its first as long as it can."""
    sections: list[list[int]] = [[]]
    for index, piece in enumerate(pieces):
        if piece.level == 2:
            sections[-1].append(index)
        else:
            sections.append([])
    while any(sections):
        yield max(reversed(sections), key=len).pop()


_ORDER = (("digest", _oldest), ("narrative", _longest), ("ledger", _last), ("lead", _last))
"""The parts that yield, first to last, and in which order their pieces do."""
