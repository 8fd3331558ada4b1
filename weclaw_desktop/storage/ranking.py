"""Orders what the index found and picks the passage to show: BM25 over passages, not over whole messages.

A long tool result mentions everything once; what counts is whether the words stand together. So a message is cut into
passages of a few hundred characters, the best one decides, the whole helps a little, an exact phrase beats both, and
of equals the newer one comes first. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from weclaw_desktop.storage.terms import CJK, Query, fold

PASSAGE = 400
"""Characters of a passage, at most."""
WHOLE = 0.35
"""Weight of the whole message beside its best passage."""
NEIGHBOUR = 0.25
"""Share of a neighbouring message's score that is added: an answer is found by the words of its question."""
EXACT = 1.0
"""Weight of an exact phrase, as a share of the best score that all terms together could have."""
_SATURATION = 1.2
_LENGTH = 0.3
_USUAL = 800
"""Characters at which a message's length neither helps nor harms."""
_BREAK = re.compile(r"\n\s*\n|\n|[。！？；]|[.!?;]\s|[},\]]\s*(?=[{\"\[])|[，,、]\s?|\s")
_STRENGTH = ("\n\n", "\n", "。！？；.!?;", "}]", ",，、")
GAP = " … "


@dataclass(slots=True)
class Candidate:
    """A message that may be a hit. ``place`` orders messages in time; ``before`` is the key of the one before it."""

    key: int
    chat: str
    seq: int
    text: str
    score: float = 0.0
    own: float = 0.0
    passages: tuple[tuple[int, int, float], ...] = ()


def rank(candidates: Sequence[Candidate], query: Query, weights: Mapping[str, float]) -> list[Candidate]:
    """The candidates that hold any term, best first, with scores and scored passages. ``weights``: term → idf."""
    find = _finder(query)
    best = sum(weights[term] for term in query.terms) or 1.0
    for candidate in candidates:
        _score(candidate, find, query, weights, best)
    found = [candidate for candidate in candidates if candidate.own > 0]
    by_place = {(candidate.chat, candidate.seq): candidate for candidate in found}
    for candidate in found:
        near = max((_own(by_place, candidate, step) for step in (-1, 1)), default=0.0)
        candidate.score = candidate.own + NEIGHBOUR * near
    return sorted(found, key=lambda c: (-round(c.score, 6), -c.key))


def _own(by_place: Mapping[tuple[str, int], Candidate], of: Candidate, step: int) -> float:
    other = by_place.get((of.chat, of.seq + step))
    return other.own if other is not None else 0.0


def _finder(query: Query) -> Callable[[str], list[tuple[int, str]]]:
    """A function that lists where terms stand in a folded text."""
    patterns: list[re.Pattern[str]] = []
    if query.words:
        inside = f"[^\\W_{CJK}]"
        patterns.append(re.compile(f"(?<!{inside})(?:{'|'.join(map(re.escape, query.words))})(?!{inside})"))
    if query.pairs or query.singles:
        wanted = "|".join(map(re.escape, (*query.pairs, *query.singles)))
        patterns.append(re.compile(f"(?=({wanted}))"))

    def find(text: str) -> list[tuple[int, str]]:
        return [
            (match.start(), match[1] if pattern.groups else match[0])
            for pattern in patterns
            for match in pattern.finditer(text)
        ]

    return find


def _score(
    candidate: Candidate,
    find: Callable[[str], list[tuple[int, str]]],
    query: Query,
    weights: Mapping[str, float],
    best: float,
) -> None:
    folded = fold(candidate.text)
    places = find(folded)
    if not places:
        return
    places.sort()
    cuts = cut(folded)
    counts: dict[str, int] = {}
    inside: list[dict[str, int]] = [{} for _ in cuts]
    at = 0
    for place, term in places:
        counts[term] = counts.get(term, 0) + 1
        while place >= cuts[at][1]:
            at += 1
        inside[at][term] = inside[at].get(term, 0) + 1
    length = 1 - _LENGTH + _LENGTH * min(4.0, len(folded) / _USUAL)
    whole = _sum(counts, weights, length)
    passages = tuple((start, end, _sum(found, weights, 1.0)) for (start, end), found in zip(cuts, inside, strict=True))
    exact = max((_share(phrase, query) for phrase in query.phrases if stands(phrase, folded)), default=0.0)
    top = max(score for _, _, score in passages)
    candidate.own = top + WHOLE * whole + EXACT * best * exact
    if len(folded) == len(candidate.text):
        candidate.passages = passages
    else:  # folding changed lengths (ligatures, accents): passages are in the same proportion, near enough for showing
        share = len(candidate.text) / len(folded)
        candidate.passages = tuple((round(a * share), round(b * share), score) for a, b, score in passages)


def _sum(counts: Mapping[str, int], weights: Mapping[str, float], length: float) -> float:
    k = _SATURATION * length
    return sum(weights[term] * n * (_SATURATION + 1) / (n + k) for term, n in counts.items())


def _share(phrase: str, query: Query) -> float:
    """How much of the query an exact phrase is, 0…1; the whole query is 1."""
    return 1.0 if phrase == query.phrases[0] else 0.5


def stands(phrase: str, text: str) -> bool:
    """Whether the phrase is in the folded text, not as a part of longer words or numbers."""
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        if not (_goes_on(phrase[0], text[start - 1 : start]) or _goes_on(phrase[-1], text[end : end + 1])):
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
    best, place = len(_STRENGTH) + 1, most
    for match in _BREAK.finditer(text, least, most):
        sign = match[0].strip(" \t")
        strength = next((n for n, signs in enumerate(_STRENGTH) if sign and sign[0] in signs), len(_STRENGTH))
        if strength <= best:
            best, place = strength, match.end()
    return place


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
