"""What an assistant said is not so: a summary must not tell it as done.

Small models turn a request into its outcome: they write that a booking was cancelled of which the assistant said it
could not be, and that an inn was found "with free long-distance calls" which has none. A denial is tied to the names of
its sentence and to the word it denies, or, whatever the names, to nearly all of its words: "there is no hotel nearby"
may be true of one place and false of the next. What is affirmed later is no denial any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from weclaw_desktop.context.features import facts
from weclaw_desktop.context.words import words_of

LEAST = 6
"""Weight of a denial that is specific without a name: a pair of Chinese characters weighs 1, a longer word 2."""
COVERED = 0.8
"""Share of such a denial's words that a statement must hold to be the same thing."""
KEPT = 60
"""Newest denials that are looked at."""

_NOT = re.compile(r"[不没未]|无法|\b(?:not|no|never|cannot|unable|none)\b|n['\u2019]t\b", re.IGNORECASE)
_HEAD = re.compile(r"^\n?\[[am]\d+ [^\]\n]*\] ?")
_SENTENCE = re.compile(r"(?<=[。！？!?])|\n|(?<=\.)\s")
_CLAUSE_END = re.compile(r"[。！？；，：,;:!?]|\.(?:\s|$)")
_ASKS = re.compile(r"[?？]\s*$|吗[。？]?\s*$")
_SPELT = re.compile(r"[a-z]")


@dataclass(frozen=True, slots=True)
class Denial:
    """One denial: the names of its sentence, the word that stands first after "not", and all words behind it."""

    names: frozenset[str]
    first: str
    words: frozenset[str]

    def meets(self, words: frozenset[str], names: frozenset[str]) -> bool:
        """Whether a statement of these words and names speaks of the same thing."""
        if self.names and self.first in words and self.names <= names:
            return True
        heavy = sum(1 if len(word) == 2 else 2 for word in self.words) >= LEAST
        return heavy and len(words & self.words) >= COVERED * len(self.words)


def denies(sentence: str) -> bool:
    """Whether the sentence says that something is not so."""
    return _NOT.search(sentence) is not None


def negated(said: str) -> frozenset[str]:
    """The words of all sentences that say that something is not so."""
    told = (words_of(sentence) for sentence in _SENTENCE.split(said) if denies(sentence))
    return frozenset[str]().union(*told)


def denied(sentence: str, known: Iterable[Denial]) -> bool:
    """Whether ``sentence`` tells as true what one of the ``known`` denials denies."""
    if denies(sentence):
        return False
    words, names = words_of(sentence), _names(sentence)
    return any(denial.meets(words, names) for denial in known)


def denials(said: Iterable[str]) -> tuple[Denial, ...]:
    """What was denied in ``said``, an assistant's messages and the results it got in order, and not affirmed later."""
    found: list[Denial] = []
    for message in said:
        for sentence in _SENTENCE.split(_HEAD.sub("", message)):
            mark = _NOT.search(sentence)
            if not sentence or _ASKS.search(sentence):
                continue
            if mark is not None:
                found = [*found, *_denial(sentence, mark.end())][-KEPT:]
            elif found:
                words = words_of(sentence)
                names = _names(sentence) if any(denial.first in words for denial in found) else frozenset[str]()
                found = [denial for denial in found if not denial.meets(words, names)]
    return tuple(found)


def _denial(sentence: str, start: int) -> list[Denial]:
    clause = _CLAUSE_END.split(sentence[start:], maxsplit=1)[0].casefold()
    words = words_of(clause)
    return [Denial(_names(sentence), min(words, key=lambda word: (clause.find(word), word)), words)] if words else []


def _names(sentence: str) -> frozenset[str]:
    """Ids and names in letters; numbers and dates alone name nothing."""
    return frozenset(name for name in facts(sentence, ()).strong if _SPELT.search(name))
