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
SHORTEST = 2
"""Characters from which on an unfinished word is looked for as a beginning: one character begins nearly everything."""
GOES_ON = "*"
"""What a beginning ends with among the terms; no word holds it."""
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
    many times terms were typed that were typed more than once. ``beginning`` is the last word with ``GOES_ON`` behind
    it when it may be unfinished: what begins with it; as a word of its own it stands among ``words`` too, and so counts
    for more where it is whole.
    """

    words: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    singles: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    often: Mapping[str, int] = field(default_factory=dict[str, int], compare=False)
    beginning: str = ""

    def __bool__(self) -> bool:
        return bool(self.words or self.pairs or self.singles)

    @property
    def terms(self) -> tuple[str, ...]:
        """All terms."""
        return (*self.words, *self.pairs, *self.singles, *((self.beginning,) if self.beginning else ()))

    @property
    def last(self) -> str:
        """The word that may be unfinished, "" when there is none."""
        return self.beginning.removesuffix(GOES_ON)


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


def parse(query: str, *, typing: bool = False) -> Query:
    """The terms of what somebody typed; signs and operators mean nothing and never fail. Empty when there are none.

    ``typing``: the last word may be unfinished, unless a sign or a quotation mark follows it. Chinese needs no such
    thing: what is typed of a run are its first pairs.
    """
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
    beginning = _beginning(typed, kept_words) if typing and len(query) <= LONGEST_QUERY else ""
    return Query(kept_words, kept_pairs, kept_singles, _phrases(typed), often, beginning)


def _beginning(typed: str, words: tuple[str, ...]) -> str:
    """The last word as a beginning when nothing follows it; "" when there is none or it is too short."""
    last = re.search(f"(?:(?![{CJK}_])\\w)+$", typed.rstrip())
    word = last[0] if last else ""
    return word + GOES_ON if len(word) >= SHORTEST and word in words else ""


def _phrases(typed: str) -> tuple[str, ...]:
    """Exact texts, longest first; a single word is none, for its term says as much."""
    found: dict[str, None] = {}
    for candidate in (" ".join(typed.split()).strip("\"'“”「」『』"), *_QUOTED.findall(typed), *_JOINED.findall(typed)):
        if sum(max(1, len(run) - 1) if run else 1 for run, _ in _PIECES.findall(candidate)) > 1:
            found.setdefault(candidate)
    return tuple(sorted(found, key=len, reverse=True))


def match_any(words: tuple[str, ...], pairs: tuple[str, ...], singles: tuple[str, ...], last: str = "") -> str:
    """An FTS5 expression: rows with any of the terms, or a word that begins with ``last``.

    Terms hold word characters only, so nothing needs escaping.
    """
    wanted = [f'words : "{word}"' for word in words]
    wanted += [f'bigrams : "{pair}"' for pair in pairs]
    wanted += [f'bigrams : "{single}" *' for single in singles]
    wanted += [f'words : "{last}" *'] if last else []
    return " OR ".join(wanted)


def match_phrase(phrase: str, last: str = "") -> str:
    """An FTS5 expression: rows with all pieces of the phrase, those of one run in a row. "" when there is none.

    Where the phrase ends with ``last``, that is the beginning of a word.
    """
    wanted: list[str] = []
    pieces = _PIECES.findall(phrase)
    for number, (run, word) in enumerate(pieces, start=1):
        if word:
            wanted.append(f'words : "{word}"' + (" *" if number == len(pieces) and word == last else ""))
        elif len(run) == 1:
            wanted.append(f'bigrams : "{run}" *')
        else:
            wanted.append('bigrams : "' + " ".join(run[i : i + 2] for i in range(len(run) - 1)) + '"')
    return " AND ".join(wanted[:MOST_TERMS])
