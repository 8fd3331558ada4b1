"""Names that stand in a message that was found, or beside it, and that nothing else shows: what an excerpt leaves out.

A page of hits has room for the passages that the words fit best. What is asked for often stands a little further on:
in the same result, or in the message before. Its name costs a fraction of its passage, and its id says where to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from weclaw_desktop.context.features import exact
from weclaw_desktop.context.features import names as names_in
from weclaw_desktop.core.messages import Log, Message
from weclaw_desktop.core.ports import Counter

REACH = 40
"""Messages beside a hit that are looked at, on both sides."""
OWN, OTHERS = 20, 10
"""Names told of a hit itself, and of a message beside it, at most."""
CHARS = 48
"""Longer names are left out, in characters."""
LEAST = 4
"""Tokens below which no line is worth looking for."""
LONGEST, READ = 40_000, 200_000
"""Characters of a message that are looked at, and of all before the look ends."""
_SHORT = re.compile(
    r"(?<![A-Za-z0-9_.,-])"
    r"(?:\d{1,2}:\d\d ?[-–~] ?\d{1,2}:\d\d"  # a span of time
    r"|\d[\d.]*[\u4e00-\u9fff]"  # a number with its unit
    r"|[$€£¥]?\d{3}(?:\.\d+)?(?![A-Za-z0-9_.,-]*[A-Za-z0-9_]))"  # three digits, as prices have
)
_TITLE = re.compile(r"(?<![\w-])[A-Z][a-z]+(?: [A-Z][a-z]+)+(?![\w-])")
"""People and headings: words in a row that begin with a capital."""
_WORD = re.compile(r"[A-Za-z0-9_]+")
"""A text that holds a name as a whole has every word of it, as a whole too."""


def beside(
    log: Log,
    hits: Sequence[int],
    said: Callable[[Message], str],
    known: Sequence[str],
    room: int,
    counter: Counter,
    names: Callable[[str], Iterable[str]] | None = None,
) -> str:
    """Lines ``[id] name, name …`` within ``room`` tokens, messages nearest to a hit first; empty when there are none.

    Args:
        log: The messages that may be told of.
        hits: Sequence numbers of what was found, best first.
        said: The text of a message as recall reads it.
        known: Texts that need no repeating: the page itself, and what the model sees anyway.
        room: Uncalibrated tokens.
        counter: Counts them.
        names: What ``names_of`` gives, for callers that read the same messages again and again.
    """
    told = [_Told(text) for text in known]
    lines: list[str] = []
    seen: set[str] = set()
    read = 0
    for message, most in _nearest(log, hits):
        if room < LEAST or read > READ:
            break
        text = said(message)[:LONGEST]
        read += len(text)
        found = _new((names or names_of)(text), told, seen, most)
        if not found:
            continue
        line = f"[m{message.seq}] {', '.join(found)}"
        cost = counter.text(line) + 1
        if cost <= room:
            room -= cost
            lines.append(line)
            told.append(_Told(line))
    return "\n".join(lines)


def _nearest(log: Log, hits: Sequence[int]) -> Iterator[tuple[Message, int]]:
    """The hits themselves, then what stands beside them step by step, each with how many names may be told of it."""
    places = {message.seq: place for place, message in enumerate(log)}
    found = [places[seq] for seq in hits if seq in places]
    seen: set[int] = set()
    for step in range(REACH + 1):
        for place in found:
            for at in (place - step, place + step):
                if 0 <= at < len(log) and at not in seen:
                    seen.add(at)
                    if not log[at].excluded:
                        yield log[at], OTHERS if step else OWN


class _Told:
    """A text in which many names are looked for; most are ruled out by the words that it is made of."""

    def __init__(self, text: str) -> None:
        self._text = text.casefold()
        self._words = frozenset(_WORD.findall(self._text))

    def holds(self, name: str, words: Iterable[str]) -> bool:
        """Whether ``name`` (case folded, made of ``words``) stands in it as a whole."""
        return self._words.issuperset(words) and stands(name, self._text)


def _new(names: Iterable[str], told: Sequence[_Told], seen: set[str], most: int) -> list[str]:
    """The first ``most`` of ``names`` that none of ``told`` holds.

    ``seen`` are names that need no second look; those that do not any more are put into it.
    """
    found: dict[str, str] = {}
    for name in names:
        folded = name.casefold()
        if folded in seen or folded in found or len(name) > CHARS:
            continue
        words = _WORD.findall(folded)
        if any(text.holds(folded, words) for text in told):
            seen.add(folded)
            continue
        found[folded] = name
        if len(found) == most:
            break
    return list(found.values())


def names_of(text: str) -> Iterator[str]:
    """Names in a text, ids and the like before others; some more than once."""
    yield from exact(text)
    yield from _TITLE.findall(text)
    yield from _SHORT.findall(text)
    if not text.isascii():
        yield from names_in(text)


def stands(name: str, text: str) -> bool:
    """Whether ``name`` stands in ``text`` as a whole: 523 is not in 1523."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_joins(text[at - 1 : at], name[0]) or _joins(name[-1], text[end : end + 1])):
            return True
        at = text.find(name, at + 1)
    return False


def _joins(left: str, right: str) -> bool:
    return all(side == "_" or (side.isascii() and side.isalnum()) for side in (left, right))
