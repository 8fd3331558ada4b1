"""What words are, for the index and for whoever searches it: one rule on both sides, or nothing would be found.

FTS5's own tokenizer takes a run of Chinese as one word and so finds next to nothing in it. Therefore such runs go, as
pairs of neighbouring characters, into a column of their own, and never into the column of words. Text is brought to
one width and case first. Pure.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST_QUERY = 600
"""Characters of a query that are read."""
MOST_TERMS = 160
"""Different terms of a query that are looked for."""
CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
"""What is written without spaces, as the inside of a character class."""
_RUNS = re.compile(f"[{CJK}]+")
_PIECES = re.compile(f"([{CJK}]+)|((?:(?![{CJK}_])\\w)+)")
_QUOTED = re.compile(r'["“”「『]([^"“”「」『』]{2,200})["“”」』]')
_JOINED = re.compile(r"[\w#$€£¥%@&+./:~-]*\w")
"""Something written in one piece: an id, a path, a date, a number with its unit."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. ``words`` and ``pairs`` are terms of the two columns, without repetition, in order.

    ``singles`` are lone CJK characters, found where a pair begins with them. ``phrases`` are folded texts that count
    when they stand there exactly: the whole query, what was quoted, what is written in one piece. ``often`` says how
    many times terms were typed that were typed more than once.
    """

    words: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    singles: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    often: Mapping[str, int] = field(default_factory=dict[str, int], compare=False)

    def __bool__(self) -> bool:
        return bool(self.words or self.pairs or self.singles)

    @property
    def terms(self) -> tuple[str, ...]:
        """All terms."""
        return (*self.words, *self.pairs, *self.singles)


def fold(value: str) -> str:
    """Text as terms are compared: one width, one case, accents off."""
    if value.isascii():
        return value.lower()
    wide = unicodedata.normalize("NFKC", value).casefold()
    bare = unicodedata.normalize("NFD", wide)
    if len(bare) == len(wide):
        return wide
    return unicodedata.normalize("NFC", "".join(c for c in bare if not "\u0300" <= c <= "\u036f"))


def spaced(value: str) -> str:
    """What the column of words holds of a text: everything but runs of CJK characters."""
    return value if value.isascii() else _RUNS.sub(" ", fold(value))


def bigrams(value: str) -> str:
    """What the column of pairs holds: every pair of neighbouring CJK characters, and the last one of each run alone.

    The last one lets a single character be found as the beginning of a pair wherever it stands, and keeps a phrase of
    pairs from running over into the next run.
    """
    found: list[str] = []
    for match in _RUNS.finditer(fold(value)) if not value.isascii() else ():
        run = match.group()
        found.extend(run[i : i + 2] for i in range(len(run)))
    return " ".join(found)


def parse(query: str) -> Query:
    """The terms of what somebody typed; signs and operators mean nothing and never fail. Empty when there are none."""
    typed = fold(query[:LONGEST_QUERY])
    words: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    singles: Counter[str] = Counter()
    for run, word in _PIECES.findall(typed):
        if word:
            words[word] += 1
        elif len(run) == 1:
            singles[run] += 1
        else:
            pairs.update(run[i : i + 2] for i in range(len(run) - 1))
    room = MOST_TERMS
    kept_words = tuple(words)[:room]
    kept_pairs = tuple(pairs)[: room - len(kept_words)]
    kept_singles = tuple(singles)[: room - len(kept_words) - len(kept_pairs)]
    often = {term: count for term, count in (words + pairs + singles).items() if count > 1}
    return Query(kept_words, kept_pairs, kept_singles, _phrases(typed), often)


def _phrases(typed: str) -> tuple[str, ...]:
    """Exact texts, longest first; a single word is none, for its term says as much."""
    found: dict[str, None] = {}
    for candidate in (" ".join(typed.split()).strip("\"'“”「」『』"), *_QUOTED.findall(typed), *_JOINED.findall(typed)):
        if sum(max(1, len(run) - 1) if run else 1 for run, _ in _PIECES.findall(candidate)) > 1:
            found.setdefault(candidate)
    return tuple(sorted(found, key=len, reverse=True))


def match_any(words: tuple[str, ...], pairs: tuple[str, ...], singles: tuple[str, ...]) -> str:
    """An FTS5 expression: rows with any of the terms. Terms hold word characters only, so nothing needs escaping."""
    wanted = [f'words : "{word}"' for word in words]
    wanted += [f'bigrams : "{pair}"' for pair in pairs]
    wanted += [f'bigrams : "{single}" *' for single in singles]
    return " OR ".join(wanted)


def match_phrase(phrase: str) -> str:
    """An FTS5 expression: rows with all pieces of the phrase, those of one run in a row. "" when there is none."""
    wanted: list[str] = []
    for run, word in _PIECES.findall(phrase):
        if word:
            wanted.append(f'words : "{word}"')
        elif len(run) == 1:
            wanted.append(f'bigrams : "{run}" *')
        else:
            wanted.append('bigrams : "' + " ".join(run[i : i + 2] for i in range(len(run) - 1)) + '"')
    return " AND ".join(wanted[:MOST_TERMS])
