"""What a narrative is checked against: names, dates, numbers and words of a source, normalised so that they compare.

1,250 and $1250.00 are one number, "May 17" and 2024-05-17 one day.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weclaw_desktop.context.denials import Denial, denials, negated
from weclaw_desktop.context.features import facts
from weclaw_desktop.context.outcomes import Outcomes, outcomes
from weclaw_desktop.context.widths import narrow
from weclaw_desktop.context.words import words_of
from weclaw_desktop.core.stretches import SENTENCES, stretches

_CJK = re.compile(r"[\u3400-\u9fff\u3040-\u30ff]")
_LETTER = re.compile(r"[A-Za-z\u00c0-\u052f]")
NUMBER = re.compile(r"[$€£¥￥]?\d[\d,]*(?:\.\d+)?%?")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
DATE = re.compile(
    r"(?P<y>\d{4})[-/年](?P<m>\d{1,2})[-/月](?P<d>\d{1,2})日?|(?P<m2>\d{1,2})月(?P<d2>\d{1,2})[日号]|"
    r"\b(?P<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?P<d3>\d{1,2})\b|"
    r"\b(?P<d4>\d{1,2})(?:st|nd|rd|th)? (?P<name2>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b",
    re.IGNORECASE,
)
_NOT_ASKED = re.compile(r"\n\[(?:m\d+ (?!user\])|a\d+ )[^\n]*(?:\n(?!\[[am]\d+ )[^\n]*)*")
"""What others than the user said in a transcript: one message with its further lines."""
_FIRST_MESSAGE = re.compile(r"\n\[[am]\d+ ")
"""Notes so far stand before the first message."""
_SENTENCE = re.compile(r"(?<=[。！？!?\n])|(?<=\.)\s")
_REQUEST = re.compile(
    r"\?|\b(?:please|can you|could you|would like|['\u2019]d like|want|wish|hop(?:e|ing)|need|help)\b"
    r"|[？帮请]|吗|想要?|需要|希望",
    re.IGNORECASE,
)
"""How people ask for something."""
_RESULT = re.compile(r"\n\[a\d+ ")
_EMPTY = re.compile(r"\[\s*\]|\{\s*\}|\b(?:null|None|0 (?:results|matches|rows|items|hits))\b")
"""A result without anything in it."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a narrative may draw on: chunks read and the previous narrative, with their identifiers, dates and words.

    ``asked`` are the words of the user's messages and of the previous narrative, ``requested`` those of sentences in
    which the user asks for something, ``answered`` all words of others, ``spoken`` the user's and the assistant's with
    its calls; ``rules`` are live ones, ``denials`` what others said is not so, ``outcomes`` what came of actions and
    figures; ``absent`` are the words of sentences that deny something, ``empty`` says that a result held nothing;
    ``cjk`` is the share of CJK among its letters.
    """

    content: str
    known: frozenset[str]
    dates: frozenset[tuple[int, int]]
    words: frozenset[str]
    asked: frozenset[str]
    spoken: frozenset[str]
    requested: frozenset[str]
    answered: frozenset[str]
    values: Mapping[str, str]
    rules: tuple[str, ...]
    cjk: float
    denials: tuple[Denial, ...]
    outcomes: Outcomes
    absent: frozenset[str]
    empty: bool


def source(content: str, values: Mapping[str, str] | None = None, rules: Sequence[str] = ()) -> Source:
    """Read a source once.

    ``values`` are keys whose newest value is known from the ledger (key → value), ``rules`` the user's live rules.
    """
    known: set[str] = set()
    dates: set[tuple[int, int]] = set()
    words: set[str] = set()
    asked: set[str] = set()
    spoken: set[str] = set()
    absent: set[str] = set()
    requested: set[str] = set()
    answered: set[str] = set()
    content = narrow(content)
    whole = f"\n{content}"
    others = _NOT_ASKED.findall(whole)
    for said in _NOT_ASKED.split(whole):
        for stretch in stretches(said, SENTENCES):
            asked |= words_of(stretch)
            for sentence in _SENTENCE.split(stretch):
                if _REQUEST.search(sentence):
                    requested |= words_of(sentence)
    for stretch in stretches(content, SENTENCES):
        facts(stretch, ()).add_to(known)
        known.update(plain(number) for number in NUMBER.findall(stretch))
        dates |= dates_of(stretch)
        words |= words_of(stretch)
        absent |= negated(stretch)
    for said in others:
        answered |= words_of(said)
        if not _RESULT.match(said):
            spoken |= words_of(said)
    folded = content.casefold()
    return Source(
        folded,
        frozenset(known),
        frozenset(dates),
        frozenset(words),
        frozenset(asked),
        frozenset(spoken | asked),
        frozenset(requested),
        frozenset(answered),
        {narrow(key): narrow(value) for key, value in (values or {}).items()},
        tuple(rules),
        cjk_share(folded),
        denials(others),
        outcomes(others, _FIRST_MESSAGE.split(whole, maxsplit=1)[0]),
        frozenset(absent),
        any(_EMPTY.search(said) for said in others if _RESULT.match(said)),
    )


def cjk_share(value: str) -> float:
    """Share of CJK among the letters, four Latin ones counting as one character."""
    cjk = letters = 0
    for stretch in stretches(value, SENTENCES):
        cjk += len(_CJK.findall(stretch))
        letters += len(_LETTER.findall(stretch))
    return cjk / max(1, cjk + letters / 4)


def plain(number: str) -> str:
    """A number without currency, thousands marks and trailing zeros."""
    bare = number.strip("$€£¥￥%").replace(",", "")
    return bare.rstrip("0").rstrip(".") if "." in bare else bare


def years_of(value: str) -> list[str]:
    """The years of whole dates."""
    return [match["y"] for match in DATE.finditer(value) if match["y"]]


def dates_of(value: str) -> frozenset[tuple[int, int]]:
    """Dates as (month, day)."""
    found: set[tuple[int, int]] = set()
    for match in DATE.finditer(value):
        group = match.groupdict()
        name = group["name"] or group["name2"]
        month = _MONTHS.index(name[:3].casefold()) + 1 if name else int(group["m"] or group["m2"])
        found.add((month, int(group["d"] or group["d2"] or group["d3"] or group["d4"])))
    return frozenset(found)
