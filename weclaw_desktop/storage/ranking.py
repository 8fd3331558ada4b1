"""Orders what the index found and picks the passage to show: BM25 over passages, not over whole messages.

A long tool result mentions everything once; what counts is whether the words stand together. So a message is cut into
passages of a few hundred characters, the best one decides, the whole helps a little, an exact phrase beats both, and
of equals the newer one comes first. An answer is also found by the words of its question: what stands around a message
speaks for it where it does not speak for itself. Then hits are spread: words that a better hit answers count less for
the next one, so that a page is not five times the same. Pure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from weclaw_desktop.storage.terms import CJK, Query, fold

PASSAGE = 400
"""Characters of a passage, at most."""
WHOLE = 0.35
"""Weight of the whole message beside its best passage."""
AROUND = {1: 0.3, 2: 0.2, 3: 0.1}
"""Share of a term's score that counts for a message so far away in which the term scores less."""
ANSWERED = 0.5
"""What a term still counts for the next hit once a hit holds it …"""
LEAST = 0.1
"""… but never less than this."""
POOL = 150
"""Best candidates among which hits are spread; what follows keeps its order."""
BEGUN = 0.5
"""What a word that begins with the one that is being typed counts, where some messages hold that very word."""
EXACT = 1.0
"""Weight of an exact phrase, as a share of the best score that all terms together could have."""
_SATURATION = 1.2
_LENGTH = 0.3
_USUAL = 800
"""Characters at which a message's length neither helps nor harms."""
_PAUSES = tuple(map(re.compile, (r"[。！？；]|[.!?;]\s", r"[}\]]\s*(?=[,{\"\[])", r"[，,、]\s?", r"\s")))
"""Where a text without line ends pauses, the strongest kind first."""
GAP = " … "
_WORD = re.compile(f"[^\\W_{CJK}]+")
_RUN = re.compile(f"[{CJK}]+")


Reading = tuple[str, Sequence[tuple[int, int]]]
"""A text folded, and where its passages begin and end: what does not depend on what is searched for."""


@dataclass(slots=True)
class Candidate:
    """A message that may be a hit; ``key`` orders messages in time.

    ``terms`` is what each term adds to ``score``, ``exact`` what an exact phrase does. ``passages`` are where each
    begins and ends, and its score. ``read`` is the text as it is compared (``reading``), where it is at hand.
    """

    key: int
    chat: str
    seq: int
    text: str
    read: Reading | None = None
    score: float = 0.0
    exact: float = 0.0
    terms: dict[str, float] = field(default_factory=dict[str, float])
    passages: tuple[tuple[int, int, float], ...] = ()


def rank(candidates: Sequence[Candidate], query: Query, weights: Mapping[str, float]) -> list[Candidate]:
    """The candidates that hold any term, best first, with scores and scored passages. ``weights``: term → idf."""
    find = _finder(query)
    weights = {term: weights[term] * (1 + math.log(query.often.get(term, 1))) for term in query.terms}
    best = sum(weights.values()) or 1.0
    for candidate in candidates:
        _score(candidate, find, query, weights, best)
    found = [candidate for candidate in candidates if candidate.terms]
    by_place = {(candidate.chat, candidate.seq): candidate.terms for candidate in found}
    for candidate, terms in [(candidate, _with_around(candidate, by_place)) for candidate in found]:
        candidate.terms = terms
        candidate.score = sum(terms.values()) + candidate.exact
    return sorted(found, key=lambda c: (-round(c.score, 6), -c.key))


def _with_around(candidate: Candidate, by_place: Mapping[tuple[str, int], Mapping[str, float]]) -> dict[str, float]:
    """The terms of a message with what messages around it add."""
    terms = dict(candidate.terms)
    for steps, share in AROUND.items():
        for seq in (candidate.seq - steps, candidate.seq + steps):
            for term, value in by_place.get((candidate.chat, seq), {}).items():
                if share * value > terms.get(term, 0.0):
                    terms[term] = share * value
    return terms


def spread(ranked: Sequence[Candidate], limit: int, apart: int) -> list[Candidate]:
    """The ``limit`` best that together answer the most of the query.

    None stands beside a better one, since what is next to a hit is shown with it (``apart`` messages; 0: neighbours
    have nothing to do with one another), and none says the same as a better one word for word.
    """
    left, rest = list(ranked[:POOL]), list(ranked[POOL:])
    counts: dict[str, float] = {}
    chosen: list[Candidate] = []
    while left and len(chosen) < limit:
        best = _next(left, counts)
        chosen.append(best)
        for term in best.terms:
            counts[term] = max(LEAST, counts.get(term, 1.0) * ANSWERED)
        left = [one for one in left if not _covered(one, best, apart)]
        rest = [one for one in rest if not _covered(one, best, apart)]
        if not left:
            left, rest = rest[:POOL], rest[POOL:]
    return chosen


def _next(left: Sequence[Candidate], counts: Mapping[str, float]) -> Candidate:
    """Of ranked candidates the one that adds most; none adds more than its score, so that the look ends early."""
    best, most = left[0], -1.0
    for candidate in left:
        if candidate.score <= most:
            break
        adds = candidate.exact + sum(value * counts.get(term, 1.0) for term, value in candidate.terms.items())
        if adds > most:
            best, most = candidate, adds
    return best


def _covered(one: Candidate, hit: Candidate, apart: int) -> bool:
    beside = one.chat == hit.chat and abs(one.seq - hit.seq) <= apart
    same = apart > 0 and one.chat == hit.chat and one.text == hit.text
    return one is hit or beside or same


def _finder(query: Query) -> Callable[[str], list[tuple[int, str]]]:
    """A function that lists where terms stand in a folded text, in order."""
    words, pairs, singles = frozenset(query.words), frozenset(query.pairs), frozenset(query.singles)
    last, beginning = query.last, query.beginning

    def find(text: str) -> list[tuple[int, str]]:
        found = [(word.start(), word[0]) for word in _WORD.finditer(text) if word[0] in words] if words else []
        if last and last in text:
            found += [(word.start(), beginning) for word in _WORD.finditer(text) if word[0].startswith(last)]
        if (pairs or singles) and not text.isascii():
            for run in _RUN.finditer(text):
                said, start = run[0], run.start()
                for at in range(len(said)):
                    if said[at : at + 2] in pairs:
                        found.append((start + at, said[at : at + 2]))
                    if said[at] in singles:
                        found.append((start + at, said[at]))
        found.sort()
        return found

    return find


def _score(
    candidate: Candidate,
    find: Callable[[str], list[tuple[int, str]]],
    query: Query,
    weights: Mapping[str, float],
    best: float,
) -> None:
    folded, cuts = candidate.read or (fold(candidate.text), None)
    places = find(folded)
    if not places:
        return
    cuts = cuts or cut(folded)
    counts: dict[str, int] = {}
    inside: list[dict[str, int]] = [{} for _ in cuts]
    at = 0
    for place, term in places:
        counts[term] = counts.get(term, 0) + 1
        while place >= cuts[at][1]:
            at += 1
        inside[at][term] = inside[at].get(term, 0) + 1
    length = 1 - _LENGTH + _LENGTH * min(4.0, len(folded) / _USUAL)
    passages = tuple(
        (start, end, sum(_worth(n, weights[term], 1.0) for term, n in found.items()))
        for (start, end), found in zip(cuts, inside, strict=True)
    )
    exact = max((_share(phrase, query, folded) for phrase in query.phrases), default=0.0)
    candidate.exact = EXACT * best * exact
    top = inside[max(range(len(cuts)), key=lambda number: passages[number][2])]
    candidate.terms = {
        term: _worth(top.get(term, 0), weights[term], 1.0) + WHOLE * _worth(count, weights[term], length)
        for term, count in counts.items()
    }
    if len(folded) == len(candidate.text):
        candidate.passages = passages
    else:  # folding changed lengths (ligatures, accents): passages are in the same proportion, near enough for showing
        share = len(candidate.text) / len(folded)
        candidate.passages = tuple((round(a * share), round(b * share), score) for a, b, score in passages)


def reading(text: str) -> Reading:
    """What ``rank`` needs of a text, for one that is searched again and again."""
    folded = fold(text)
    return folded, cut(folded)


def _worth(count: int, weight: float, length: float) -> float:
    return weight * count * (_SATURATION + 1) / (count + _SATURATION * length) if count else 0.0


def _share(phrase: str, query: Query, text: str) -> float:
    """How much of the query a phrase is that stands in the text, 0…1; the whole query is 1, an unfinished one less."""
    share = 1.0 if phrase == query.phrases[0] else 0.5
    if stands(phrase, text):
        return share
    return BEGUN * share if query.last and phrase.endswith(query.last) and stands(phrase, text, begun=True) else 0.0


def stands(phrase: str, text: str, *, begun: bool = False) -> bool:
    """Whether the phrase is in the folded text, not as a part of longer words or numbers.

    ``begun``: its last word may go on.
    """
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        after = "" if begun else text[end : end + 1]
        if not (_goes_on(phrase[0], text[start - 1 : start]) or _goes_on(phrase[-1], after)):
            return True
        start = text.find(phrase, start + 1)
    return False


def _goes_on(edge: str, other: str) -> bool:
    return edge.isascii() and edge.isalnum() and other.isascii() and other.isalnum()


def cut(text: str) -> list[tuple[int, int]]:
    """Passages of at most ``PASSAGE`` characters, cut where the text pauses; together they are the text."""
    found: list[tuple[int, int]] = []
    start = 0
    while len(text) - start > PASSAGE:
        end = _pause(text, start + PASSAGE // 3, start + PASSAGE)
        found.append((start, end))
        start = end
    found.append((start, len(text)))
    return found


def _pause(text: str, least: int, most: int) -> int:
    """Behind the strongest pause between the two, the last of its kind; ``most`` when there is none."""
    line = text.rfind("\n", least, most)
    if line >= 0:
        return line + 1
    for pattern in _PAUSES:
        ends = [match.end() for match in pattern.finditer(text, least, most)]
        if ends:
            return ends[-1]
    return most


def size(value: str) -> int:
    """Tokens of a text, estimated: a quarter per ASCII character, three quarters per other."""
    if value.isascii():
        return len(value) // 4 + 1
    wide = len(value.encode("utf-16-le", "surrogatepass")) // 2 - len(value.encode("ascii", "ignore"))
    return (len(value) - wide) // 4 + wide * 3 // 4 + 1


def excerpt(candidate: Candidate, room: int) -> tuple[str, bool]:
    """The text if it fits into ``room`` estimated tokens, else its best passages in order; and whether it is whole."""
    if size(candidate.text) <= room:
        return candidate.text, True
    chosen: list[int] = []
    left = room
    by_score = sorted(range(len(candidate.passages)), key=lambda n: (-candidate.passages[n][2], n))
    for number in _with_neighbours(by_score, candidate):
        start, end, _ = candidate.passages[number]
        needed = size(candidate.text[start:end]) + 1
        if needed <= left or not chosen:
            chosen.append(number)
            left -= needed
    chosen.sort()
    shown: list[str] = []
    for number in chosen:
        start, end, _ = candidate.passages[number]
        joined = number > 0 and number - 1 in chosen
        shown.append(("" if joined else GAP if number else "") + candidate.text[start:end])
    tail = GAP if chosen and chosen[-1] < len(candidate.passages) - 1 else ""
    return ("".join(shown) + tail).strip(" "), False


def _with_neighbours(order: Sequence[int], candidate: Candidate) -> list[int]:
    """The best passage with the ones beside it, then the others that hold terms."""
    first = order[0]
    best = [first, first + 1, first - 1]
    rest = [n for n in order if candidate.passages[n][2] > 0 and n not in best]
    return [n for n in (*best[:1], *rest[:3], *best[1:], *rest[3:]) if 0 <= n < len(candidate.passages)]
