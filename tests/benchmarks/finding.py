"""A small search over messages (BM25 over words and pairs of Chinese characters), to measure what could be found again.

It stands in for the product's own recall where that is not asked; it knows passages of at most 800 characters.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection

from tests.benchmarks.names import atoms

PASSAGE = 800
"""Characters of one passage."""
_K1, _B = 1.2, 0.75


class Passages:
    """All passages said so far."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._message: list[int] = []
        self._length: list[int] = []
        self._postings: dict[str, list[tuple[int, int]]] = {}

    def add(self, message: int, text: str) -> None:
        """Take in a message, cut into passages."""
        for start in range(0, len(text), PASSAGE):
            piece = text[start : start + PASSAGE + 100]
            number = len(self.texts)
            terms = Counter(atom.lower() for atom in atoms(piece))
            self.texts.append(piece)
            self._message.append(message)
            self._length.append(sum(terms.values()))
            for term, count in terms.items():
                self._postings.setdefault(term, []).append((number, count))

    def find(self, query: str, hidden: Collection[int], limit: int = 5) -> list[str]:
        """The ``limit`` passages of the messages ``hidden`` that fit ``query`` best."""
        mean = sum(self._length) / max(1, len(self._length))
        scores: dict[int, float] = {}
        for term in dict.fromkeys(atom.lower() for atom in atoms(query)):
            found = self._postings.get(term, ())
            weight = math.log(1 + (len(self.texts) - len(found) + 0.5) / (len(found) + 0.5))
            for number, count in found:
                if self._message[number] in hidden:
                    norm = _K1 * (1 - _B + _B * self._length[number] / mean)
                    scores[number] = scores.get(number, 0.0) + weight * count * (_K1 + 1) / (count + norm)
        best = sorted(scores, key=lambda number: (-scores[number], number))[:limit]
        return [self.texts[number] for number in best]
